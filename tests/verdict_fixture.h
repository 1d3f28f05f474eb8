/* Errors at halved steps, the evidence they are, and claims. */
#ifndef ASSAY_VERDICT_FIXTURE_H
#define ASSAY_VERDICT_FIXTURE_H

#include <math.h>

#include "harness/judge/verdict.h"

enum { MOST = 20 };

struct data {
    size_t points;
    bool symmetric;
    double h[MOST], errors[MOST], floors[MOST], slopes[MOST], extrapolated[MOST];
    bool used[MOST];
};

static inline struct verdict_evidence evidence_of(struct data *data)
{
    struct order_fit fit =
        order_fit_evaluate_floors(data->points, data->h, data->errors, data->floors, data->symmetric,
                                  data->used, data->slopes, data->extrapolated);

    return (struct verdict_evidence){.fit = fit,
                                     .points = data->points,
                                     .errors = data->errors,
                                     .slopes = data->slopes,
                                     .used = data->used,
                                     .floors = data->floors,
                                     .witness = VERDICT_WITNESS_REFUTES,
                                     .refinable = true};
}

/* The error falls with 64 more bits, or does not. */
static inline void set_falls(struct verdict_evidence *e, bool falls)
{
    e->exact_error = 1e-30;
    e->exact_repeated = falls ? 1e-49 : 1e-30;
    e->exact_bits = 64;
}

static inline struct claim_on_fit exactly(double order)
{
    return (struct claim_on_fit){
        .id = "K", .kind = "exactly", .formula = "p", .value = order, .source = "here"};
}

static inline struct claim_on_fit at_least(double order)
{
    return (struct claim_on_fit){
        .id = "K", .kind = "at least", .formula = "p", .value = order, .source = "here"};
}

static inline struct claim_on_fit exact(void)
{
    return (struct claim_on_fit){.id = "K", .kind = "exact", .formula = "0", .value = 0, .source = "here"};
}

/* |c h^p (1 + a h^k)| at `points` steps from 1/4, without a floor. */
static inline struct data two_terms(size_t points, double c, double p, double a, double k)
{
    struct data data = {.points = points, .symmetric = true};

    for (size_t i = 0; i < points; i++) {
        data.h[i] = ldexp(0.25, -(int)i);
        data.errors[i] = fabs(c * pow(data.h[i], p) * (1 + a * pow(data.h[i], k)));
    }
    return data;
}

#endif
