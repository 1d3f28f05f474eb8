/* A small study with a verdict of every kind: errors made from formulas, verdicts set by hand. */
#ifndef ASSAY_GATE_FIXTURE_H
#define ASSAY_GATE_FIXTURE_H

#include "harness/judge/order_fit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FITS = 7, STEPS = 6, CELLS = FITS * STEPS, CLAIMS = 3, EXPECTATIONS = 4 };
enum { HOLDS, REFUTED, INCONCLUSIVE, VACUOUS, NOT_APPLICABLE, IN_DOUBLE, OTHER_MODEL }; /* fits */

/* What XML, Markdown and terminals must not see as it is; the last bytes are no UTF-8. */
#define AWKWARD                                                                                              \
    "a<b> & \"c\" | ]]> \x01\x1b[31m\x7f \xc2\x85 \xe2\x80\x93 \xc3\xbc \xed\xa0\x80 \xc0\xaf \xff"

static const char *const step_texts[STEPS] = {"0.8", "0.4", "0.2", "0.1", "0.05", "0.025"};

struct gate_fixture {
    struct results results;
    struct fit fit[FITS];
    struct cell cell[CELLS + 1]; /* the last one belongs to no fit: not counted */
    struct claim_result claim[CLAIMS];
    struct expectation expectation[EXPECTATIONS];
    struct claim_on_fit on_fit[CLAIMS];
    double step[STEPS], errors[FITS][STEPS], slopes[FITS][STEPS], extrapolated[FITS][STEPS];
    bool used[FITS][STEPS];
    char id[FITS][120];
};

static const struct {
    const char *model, *method, *projection, *precision, *verdict;
    int claim; /* -1: none */
} rows[FITS] = {
    {"lotka-volterra", "gauss-1", "none", "200", "holds", 0},
    {"lotka-volterra", "gauss-1", "symmetric", "200", "refuted", 0},
    {"lotka-volterra", "dla:1/3", "none", "200", "inconclusive", 1},
    {"lotka-volterra", "gauss-2", "symmetric", "200", "vacuous", 1},
    {"lotka-volterra", "gauss-2", "midpoint", "200", "not applicable", -1},
    {"lotka-volterra", "gauss-1", "none", "double", NULL, -1},
    {"pendulum", "gauss-1", "none", "200", "holds", 2},
};

/* Order 2 with a first step that is too large; the floor in double hides the two finest.  The third has lost
 * a run. */
static double fixture_error(size_t fit, size_t step, double h)
{
    if (fit == INCONCLUSIVE && step == 2)
        return NAN;
    if (fit == IN_DOUBLE)
        return step >= 4 ? 3e-9 : 1e-4 * h * h;
    return 0.2 * h * h * (1 + 0.01 * h * h);
}

static void fixture_fit(struct gate_fixture *f, size_t i)
{
    const double floor = i == IN_DOUBLE ? 1e-9 : 1e-55;
    struct order_fit fit;

    snprintf(f->id[i], sizeof f->id[i], "%s/default/%s/%s/%s/energy_error", rows[i].model, rows[i].method,
             rows[i].projection, rows[i].precision);
    for (size_t n = 0; n < STEPS; n++)
        f->errors[i][n] = fixture_error(i, n, f->step[n]);
    fit = order_fit_evaluate(STEPS, f->step, f->errors[i], floor, true, f->used[i], f->slopes[i],
                             f->extrapolated[i]);
    f->fit[i] = (struct fit){.id = f->id[i],
                             .model = rows[i].model,
                             .initial = "default",
                             .method = rows[i].method,
                             .projection = rows[i].projection,
                             .precision = rows[i].precision,
                             .measure = "energy_error",
                             .status = i == NOT_APPLICABLE ? FIT_NOT_APPLICABLE : fit.status,
                             .order = fit.order,
                             .low = fit.low,
                             .high = fit.high,
                             .points = i == NOT_APPLICABLE ? 0 : STEPS,
                             .step_sizes = step_texts,
                             .step_values = f->step,
                             .errors = f->errors[i],
                             .used = f->used[i],
                             .slopes = f->slopes[i],
                             .extrapolated = f->extrapolated[i],
                             .floor = floor,
                             .claim = rows[i].claim < 0 ? NULL : f->on_fit + rows[i].claim,
                             .verdict = rows[i].verdict};
    for (size_t n = 0; n < STEPS; n++) {
        const bool broke = isnan(f->errors[i][n]);

        f->cell[i * STEPS + n] = (struct cell){.id = f->id[i],
                                               .model = rows[i].model,
                                               .initial = "default",
                                               .method = rows[i].method,
                                               .projection = rows[i].projection,
                                               .step = step_texts[n],
                                               .steps = 10ul << n,
                                               .precision = rows[i].precision,
                                               .status = i == NOT_APPLICABLE ? "not-applicable"
                                                         : broke             ? "broke-down"
                                                                             : "completed",
                                               .reason = broke ? "Newton stalled" : NULL,
                                               .broke_down_at = broke ? 17 : 0};
    }
}

static void fixture_fill(struct gate_fixture *f)
{
    *f = (struct gate_fixture){
        .claim = {{"K1", "order of the energy error", "a paper", "1 of 2 hold", "refuted",
                   "gauss-1/symmetric"},
                  {"K2", "another claim", "a paper", "0 of 2 hold", "inconclusive", "cannot tell"},
                  {"K3", "a third", "a book", "1 of 1 holds", "holds", "all of them"}},
        .on_fit = {{"K1", "exactly", "2*s", 2, "a paper"},
                   {"K2", "at least", "2", 2, "a paper"},
                   {"K3", "exactly", "2*s", 2, "a book"}}};
    for (size_t n = 0; n < STEPS; n++)
        f->step[n] = 0.8 / (double)(1 << n);
    for (size_t i = 0; i < FITS; i++)
        fixture_fit(f, i);
    f->fit[REFUTED].reason = AWKWARD;
    f->fit[REFUTED].reason_code = "pre-asymptotic";
    f->fit[REFUTED].next = "assay run --refine";
    f->results = (struct results){
        .study = "small",
        .title = "A small study",
        .source = "none",
        .provenance = {"0.1", "n-12", "abc123", "gcc", "4.2.0", "x86-64", "77aa", "assay gate 'a & b'"},
        .cells = CELLS,
        .fits = FITS,
        .cell = f->cell,
        .fit = f->fit,
        .claims = CLAIMS,
        .claim = f->claim,
        .expectation = f->expectation};
}

/* Adds an expectation of the study. */
static inline void fixture_expect(struct gate_fixture *f, const char *id, const char *verdict)
{
    f->expectation[f->results.expectations++] = (struct expectation){id, verdict};
}

#endif
