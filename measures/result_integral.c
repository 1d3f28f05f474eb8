/* What is measured of a loop or a surface that a cell carries along: see result.h. */
#include <math.h>
#include <stdlib.h>

#include "measures/ensemble/growth.h"
#include "measures/poincare/cell_poincare.h"
#include "measures/result.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

enum { TIMES = 100 }; /* at which integrals are taken, where the study keeps no history */

struct work {
    struct result *result;
    const struct result_request *request;
    const struct cell_request *cell;
    const struct problem *problem;
    double step;
};

/* The course of I/I(0) - 1. */
static void keep_integral(const struct work *w, const struct poincare_drift *drift, int order, int f)
{
    const struct poincare_form_drift *form = drift->form + f;
    size_t entries = 0;
    double *number;

    for (size_t k = 0; k < drift->times; k++)
        entries += isfinite(form->drift[k]);
    number = result_add_history(w->result, order == 1 ? RESULT_INTEGRAL_1 : RESULT_INTEGRAL_2, f, entries, 2);
    for (size_t k = 0; k < drift->times; k++) {
        if (!isfinite(form->drift[k]))
            continue;
        *number++ = (double)drift->step[k] * w->step;
        *number++ = form->drift[k];
    }
}

/* The loop or surface at its snapshots: a row for each point, in the order in which it is drawn. */
static void keep_snapshots(const struct work *w, const struct poincare_drift *drift, int order)
{
    const struct poincare_snapshots *snapshots = drift->snapshots;
    const size_t d = snapshots->dimension, entries = snapshots->taken * snapshots->length;
    const double *q = snapshots->q;
    double *number =
        result_add_history(w->result, order == 1 ? RESULT_LOOP : RESULT_SURFACE, 0, entries, d + 1);

    for (size_t k = 0; k < entries; k++) {
        *number++ = (double)drift->step[snapshots->time[k / snapshots->length]] * w->step;
        for (size_t i = 0; i < d; i++)
            *number++ = *q++;
    }
}

/* The exponent with which the drift grows; 0 where it cannot be told from none. */
static double find_integral_growth(const struct cell_poincare *integral, enum poincare_form f)
{
    const struct poincare_drift *drift = integral->drift;
    double *time, growth;

    if (isnan(drift->form[f].maximum))
        return NAN;
    if (!cell_poincare_is_seen(integral, f))
        return 0;
    time = memory_create(2 * drift->times, sizeof *time);
    for (size_t k = 0; k < drift->times; k++) {
        time[k] = (double)drift->step[k];
        time[drift->times + k] = fabs(drift->form[f].drift[k]);
    }
    growth = growth_of_maxima(time, time + drift->times, drift->times);
    free(time);
    return growth;
}

static void add_form(const struct work *w, const struct cell_poincare *integral, int order, int f)
{
    const struct poincare_form_drift *form = integral->drift->form + f;
    const enum measure_row row = order == 1 ? MEASURE_POINCARE_1 : MEASURE_POINCARE_2,
                           growth = order == 1 ? MEASURE_GROWTH_POINCARE_1 : MEASURE_GROWTH_POINCARE_2;
    struct measure_id id = measure_of(w->problem, row, f);

    const double value[] = {
        [MEASURE_VALUE] = form->maximum,
        [MEASURE_FLOOR] = integral->floor[f],
        [MEASURE_COARSE] = form->coarse_maximum,
        [MEASURE_COARSE_FLOOR] = integral->coarse_floor[f],
        [MEASURE_REPEATED] = integral->repeated[f],
        [MEASURE_REPEATED_FLOOR] = integral->repeated_floor[f],
    };

    for (id.aspect = MEASURE_VALUE; id.aspect <= MEASURE_REPEATED_FLOOR; id.aspect++) {
        if (id.aspect != MEASURE_INITIAL && id.aspect != MEASURE_FLOW)
            result_add_double(w->result, id, value[id.aspect]);
    }
    id.aspect = MEASURE_INITIAL;
    result_add(w->result, id, form->initial, w->cell->bits);
    result_add_double(w->result, measure_of(w->problem, growth, f),
                      find_integral_growth(integral, (enum poincare_form)f));
    keep_integral(w, integral->drift, order, f);
}

static struct cell_poincare *find_integral(const struct work *w, const struct cell_request *request,
                                           int order)
{
    const struct result_settings *settings = w->request->settings;
    struct error ignored;

    return cell_poincare_create(request, order, order == 1 ? settings->loop : settings->surface,
                                order == 1 ? settings->points : settings->side, &ignored);
}

void result_add_integral(struct result *result, const struct result_request *of, int order)
{
    const struct work w = {result, of, &of->cell, of->cell.problem, exact_to_double(of->cell.step)};
    size_t history = of->settings->history, times = history ? history : TIMES;
    struct cell_request request = of->cell;
    struct cell_poincare *integral;

    request.every = (request.steps + times - 1) / times;
    integral = find_integral(&w, &request, order);
    if (!integral && request.processes > 1) { /* one of them may have been lost */
        request.processes = 1;
        integral = find_integral(&w, &request, order);
    }
    for (int f = 0; integral && f < POINCARE_FORMS; f++) {
        if (integral->multiplier || f < POINCARE_CORRECTED)
            add_form(&w, integral, order, f);
    }
    if (integral && history)
        keep_snapshots(&w, integral->drift, order);
    cell_poincare_destroy(integral);
}
