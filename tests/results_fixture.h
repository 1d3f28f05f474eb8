/* Results made from formulas: 24 methods, 5 projections and 3 measures, with orders and claims in the manner
 * of tables 2 and 3 of Kraus (2017), but for a few that differ, are exact, bend, stop at the floor, break
 * down or do not apply. */
#ifndef ASSAY_RESULTS_FIXTURE_H
#define ASSAY_RESULTS_FIXTURE_H

#include "harness/judge/order_fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { METHODS = 24, PROJECTIONS = 5, MEASURES = 3, STEPS = 7, FITS = METHODS * PROJECTIONS * MEASURES };
enum { CELLS = METHODS * PROJECTIONS * STEPS };

static const char *const methods[METHODS] = {
    "gauss-1",
    "gauss-2",
    "gauss-3",
    "gauss-4",
    "gauss-5",
    "gauss-6",
    "srk-3",
    "lobatto-iiia-iiib-2",
    "lobatto-iiia-iiib-3",
    "lobatto-iiia-iiib-4",
    "lobatto-iiib-iiia-2",
    "lobatto-iiib-iiia-3",
    "lobatto-iiib-iiia-4",
    "lobatto-iiic-2",
    "lobatto-iiic-3",
    "lobatto-iiic-4",
    "lobatto-iiid-2",
    "lobatto-iiid-3",
    "lobatto-iiid-4",
    "lobatto-iiie-2",
    "lobatto-iiie-3",
    "lobatto-iiie-4",
    "radau-iia-2",
    "radau-iia-3",
};
static const char *const projections[PROJECTIONS] = {"none", "standard", "symmetric", "symplectic",
                                                     "midpoint"};
static const char *const measures[MEASURES] = {"solution_error", "energy_error",
                                               "invariant_error:angular-momentum"};
static const char *const steps[STEPS] = {"0.4", "0.2", "0.1", "0.05", "0.025", "0.0125", "0.00625"};
/* Every character that some format gives a meaning to. */
static const char awkward[] = "A <study>, \"quoted\" & 50% of $x_1$ {braces} #1 | ~ ^ \\ it's – ü";

struct entry {
    double errors[STEPS], slopes[STEPS], extrapolated[STEPS];
    bool used[STEPS];
    char id[160], reason[200], next[200];
    struct claim_on_fit claim;
};

struct made {
    struct results results;
    double step_values[STEPS];
    struct cell cell[CELLS];
    struct measured measured[CELLS][MEASURES];
    char cell_id[CELLS][160], digits[CELLS][MEASURES][40];
    struct fit fit[FITS];
    struct entry entry[FITS];
    struct results_table table[2];
    struct results_figure figure[1];
    struct claim_result claim[3];
};

static int stages(const char *method)
{
    return atoi(strrchr(method, '-') + 1);
}

/* Table 2 of Kraus (2017) as formulas; NULL for the methods it does not list. */
static const char *claimed_formula(const char *method, size_t projection, int *value)
{
    const int s = stages(method);

    if (strncmp(method, "gauss-", 6) == 0) {
        *value = projection == 0 ? s + s % 2 : projection < 4 ? 2 * s : s % 2 ? s + 1 : s + 2;
        return projection == 0 ? (s % 2 ? "s+1" : "s") : projection < 4 ? "2*s" : s % 2 ? "s+1" : "s+2";
    }
    if (strncmp(method, "lobatto-iiia-", 13) == 0 || strncmp(method, "lobatto-iiib-", 13) == 0) {
        *value = projection == 0 ? s - s % 2 : 2 * s - 2;
        return projection == 0 ? (s % 2 ? "s-1" : "s") : "2*s-2";
    }
    if (strcmp(method, "srk-3") == 0) {
        *value = projection == 0 ? 2 : 4;
        return projection == 0 ? "2" : "4";
    }
    *value = projection == 0 ? s - s % 2 : 2 * s - 2;
    return NULL;
}

static bool breaks_down(size_t method, size_t projection, size_t step)
{
    return method >= 22 && projection == 3 && step < 4;
}

/* An error of the order claimed, but for some that differ, bend, stop at the floor or are exact. */
static double error_of(size_t m, size_t p, size_t k, size_t n, double h)
{
    int order;
    double c =
        0.02 * exp2(-1.7 * stages(methods[m])) * (1 + 0.4 * (double)(m % 5)) * (k == 2 ? 0.3 : 1 + (double)k);

    claimed_formula(methods[m], p, &order);
    if (breaks_down(m, p, n))
        return NAN;
    if (m == 3 && p == 4)
        order -= 2; /* gauss-4, midpoint: below */
    if (m == 6 && p == 1 && k == 1)
        order += 1; /* srk-3, standard, energy: above */
    if (m >= 13 && m < 16 && p == 0 && k == 2)
        return 1e-62;
    if (m == 20 && p == 2)
        return c * pow(h, order) * (1 + 3 * sin(40 * h)) + 1e-60; /* not asymptotic */
    return c * pow(h, order + (k == 2 && p > 0 && p < 4)) * (1 + 0.8 * h * h) + (m == 5 ? 1e-22 : 1e-61);
}

/* Verdicts on the energy error, none on the momentum error, whose claims are left to a comparison of numbers:
 * refuted where more than 0.5 away, inconclusive where there is no order. */
static void give_verdict(struct fit *fit, struct entry *e)
{
    double distance = fit->claim ? fabs(fit->order - fit->claim->value) : 0;

    if (!fit->claim || strcmp(fit->measure, "energy_error") != 0)
        return;
    if (strcmp(fit->method, "srk-3") == 0 && strcmp(fit->projection, "none") == 0) {
        fit->verdict = "inconclusive";
        fit->reason_code = "sign-change";
        snprintf(e->reason, sizeof e->reason, "order %.2f; the error passes through zero <here> & there",
                 fit->order);
    } else if (fit->status != FIT_MEASURED) {
        fit->verdict = "inconclusive";
        fit->reason_code = "too-few";
        snprintf(e->reason, sizeof e->reason, "no order");
    } else {
        fit->verdict = distance > 0.5 ? "refuted" : "holds";
        snprintf(e->reason, sizeof e->reason, "order %.2f; claimed: %s %g", fit->order, fit->claim->kind,
                 fit->claim->value);
    }
    fit->reason = e->reason;
    if (strcmp(fit->verdict, "holds") == 0)
        return;
    snprintf(e->next, sizeof e->next, "assay run 'kraus2017' --only '%.120s' --refine", fit->id);
    fit->next = e->next;
}

static void make_fit(struct made *made, size_t m, size_t p, size_t k)
{
    size_t i = (m * PROJECTIONS + p) * MEASURES + k;
    struct entry *e = &made->entry[i];
    struct order_fit fit;
    double floor = m == 5 ? 1e-22 : 1e-61;
    const char *formula;
    int value;

    for (size_t n = 0; n < STEPS; n++)
        e->errors[n] = error_of(m, p, k, n, made->step_values[n]);
    fit = order_fit_evaluate(STEPS, made->step_values, e->errors, floor, true, e->used, e->slopes,
                             e->extrapolated);
    snprintf(e->id, sizeof e->id, "point-vortices/default/%s/%s/200/%s", methods[m], projections[p],
             measures[k]);
    formula = claimed_formula(methods[m], p, &value);
    e->claim = (struct claim_on_fit){.id = k == 1 ? "K1" : "K2",
                                     .kind = "exactly",
                                     .formula = formula,
                                     .value = value + (k == 2 && p > 0 && p < 4),
                                     .source = k == 1 ? "Kraus (2017), table 2" : "Kraus (2017), table 3"};
    made->fit[i] = (struct fit){.id = e->id,
                                .model = "point-vortices",
                                .initial = "default",
                                .method = methods[m],
                                .projection = projections[p],
                                .precision = "200",
                                .measure = measures[k],
                                .status = fit.status,
                                .order = fit.order,
                                .low = fit.low,
                                .high = fit.high,
                                .points = STEPS,
                                .step_sizes = steps,
                                .step_values = made->step_values,
                                .errors = e->errors,
                                .used = e->used,
                                .slopes = e->slopes,
                                .extrapolated = e->extrapolated,
                                .floor = floor,
                                .claim = formula && k > 0 ? &e->claim : NULL};
    if (m >= 22 && p == 4)
        made->fit[i].status = FIT_NOT_APPLICABLE;
    give_verdict(&made->fit[i], e);
}

static void make_cell(struct made *made, size_t m, size_t p, size_t n)
{
    size_t i = (m * PROJECTIONS + p) * STEPS + n;
    bool broken = breaks_down(m, p, n);

    snprintf(made->cell_id[i], sizeof made->cell_id[i], "point-vortices/default/%s/%s/%s/200", methods[m],
             projections[p], steps[n]);
    for (size_t k = 0; k < MEASURES; k++) {
        double value = error_of(m, p, k, n, made->step_values[n]);

        snprintf(made->digits[i][k], sizeof made->digits[i][k], "%.30e", value);
        made->measured[i][k] = (struct measured){measures[k], value, broken ? NULL : made->digits[i][k]};
    }
    made->cell[i] = (struct cell){.id = made->cell_id[i],
                                  .model = "point-vortices",
                                  .initial = "default",
                                  .method = methods[m],
                                  .projection = projections[p],
                                  .step = steps[n],
                                  .step_value = made->step_values[n],
                                  .steps = 25ul << n,
                                  .precision = "200",
                                  .status = broken ? "broke-down" : "completed",
                                  .reason = broken ? "Newton: \"stalled\", step 17" : NULL,
                                  .broke_down_at = broken ? 17 : 0,
                                  .measures = MEASURES,
                                  .measure = made->measured[i],
                                  .residual_evaluations = 100 + i,
                                  .newton_iterations = 50,
                                  .seconds = 0.1};
}

static void make_shell(struct made *made)
{
    const char *const names[] = {"table2", "table3"};

    for (size_t t = 0; t < 2; t++)
        made->table[t] = (struct results_table){names[t],
                                                t == 0 ? "Order of the energy error" : awkward,
                                                "Kraus (2017), section 5.5",
                                                "point-vortices",
                                                measures[t + 1],
                                                "200"};
    made->figure[0] = (struct results_figure){.name = "fig20",
                                              .title = "Convergence of the planar point vortices",
                                              .source = "Kraus (2017), figure 20",
                                              .model = "point-vortices",
                                              .measures = MEASURES,
                                              .measure = measures,
                                              .precision = "200"};
    made->claim[0] = (struct claim_result){.id = "K1",
                                           .text = "order of the energy error",
                                           .source = "Kraus (2017), table 2",
                                           .measured = "56 of 58 hold",
                                           .verdict = "refuted",
                                           .evidence = "gauss-4, midpoint: 4.00, not 6"};
    made->claim[1] = (struct claim_result){.id = "K2", .text = awkward, .source = "Kraus (2017), table 3"};
    made->claim[2] = (struct claim_result){.id = "K3",
                                           .text = "no drift",
                                           .measured = "0.1",
                                           .verdict = "holds",
                                           .evidence = "exponent 0.1 < 0.25"};
    made->results = (struct results){.study = "kraus2017",
                                     .title = awkward,
                                     .source = "Kraus (2017), section 5.5",
                                     .provenance = {"0.1", "n-12", "abc123", "gcc 12.2", "4.2.0",
                                                    "x86-64 fma", "77aa", "assay run 'a, b' -->"},
                                     .cells = CELLS,
                                     .fits = FITS,
                                     .tables = 2,
                                     .figures = 1,
                                     .claims = 3,
                                     .claim = made->claim,
                                     .cell = made->cell,
                                     .fit = made->fit,
                                     .table = made->table,
                                     .figure = made->figure};
}

static struct made *make_results(void)
{
    struct made *made = calloc(1, sizeof *made);

    if (!made)
        abort();
    for (size_t n = 0; n < STEPS; n++)
        made->step_values[n] = strtod(steps[n], NULL);
    for (size_t m = 0; m < METHODS; m++) {
        for (size_t p = 0; p < PROJECTIONS; p++) {
            for (size_t k = 0; k < MEASURES; k++)
                make_fit(made, m, p, k);
            for (size_t n = 0; n < STEPS; n++)
                make_cell(made, m, p, n);
        }
    }
    make_shell(made);
    return made;
}

#endif
