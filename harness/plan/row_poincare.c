/* Poincare's integral invariants in a row: see row_poincare.h. */
#include "harness/plan/row_poincare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measures/poincare/cell_poincare.h"
#include "harness/plan/row_measures.h"
#include "measures/ensemble/growth.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

enum { TIMES = 100 }; /* at which integrals are taken, where the study keeps no history */

/* The course of I/I(0) - 1. */
static void add_course(json_t *measures, const struct poincare_drift *drift,
                       const struct poincare_form_drift *form, const char *name, double step)
{
    char *text = NULL;
    size_t size, entries = 0;
    FILE *file = open_memstream(&text, &size);

    for (size_t k = 0; file && k < drift->times; k++) {
        if (isfinite(form->drift[k]))
            fprintf(file, "%s%.9g %.9g", entries++ ? ";" : "", (double)drift->step[k] * step, form->drift[k]);
    }
    if (file && fclose(file) == 0)
        row_measures_add_history(measures, name, entries, text);
    free(text);
}

/* The loop or surface at its snapshots: a row for each point, in the order in which it is drawn. */
static void add_snapshots(json_t *measures, const struct poincare_drift *drift, const char *name, double step)
{
    const struct poincare_snapshots *snapshots = drift->snapshots;
    const double *q = snapshots->q;
    char *text = NULL;
    size_t size, entries = snapshots->taken * snapshots->length;
    FILE *file = open_memstream(&text, &size);

    for (size_t k = 0; file && k < entries; k++) {
        fprintf(file, "%s%.9g", k ? ";" : "",
                (double)drift->step[snapshots->time[k / snapshots->length]] * step);
        for (size_t i = 0; i < snapshots->dimension; i++)
            fprintf(file, " %.7g", *q++);
    }
    if (file && fclose(file) == 0)
        row_measures_add_history(measures, name, entries, text);
    free(text);
}

/* The exponent with which the drift grows; 0 where it cannot be told from none. */
static double find_growth(const struct cell_poincare *result, enum poincare_form f)
{
    const struct poincare_drift *drift = result->drift;
    double *time, growth;

    if (isnan(drift->form[f].maximum))
        return NAN;
    if (!cell_poincare_is_seen(result, f))
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

static void add_form(json_t *measures, const struct cell_poincare *result, int order, enum poincare_form f,
                     double step, long bits)
{
    const struct poincare_form_drift *form = result->drift->form + f;
    char name[96], full[128];

    snprintf(name, sizeof name, "poincare_%d:%s", order, measure_channel(NULL, MEASURE_FORMS, (int)f));
    row_measures_add_double(measures, name, form->maximum);
    snprintf(full, sizeof full, "%s" ROW_FLOOR, name);
    row_measures_add_double(measures, full, result->floor[f]);
    snprintf(full, sizeof full, "%s" ROW_INITIAL, name);
    row_measures_add(measures, full, form->initial, bits);
    snprintf(full, sizeof full, "growth:%s", name);
    row_measures_add_double(measures, full, find_growth(result, f));
    add_course(measures, result->drift, form, name, step);
}

static struct cell_poincare *measure(const struct cell_request *request,
                                     const struct study_settings *settings, int order)
{
    struct error ignored;

    return order == 1 ? cell_poincare_1(request, settings->loop, settings->points, &ignored)
                      : cell_poincare_2(request, settings->surface, settings->side, &ignored);
}

static void add_order(json_t *measures, const struct grid_problem *p, const struct cell_request *cell,
                      int order)
{
    const struct study_settings *settings = p->settings;
    size_t times = settings->history ? settings->history : TIMES;
    struct cell_request request = *cell;
    struct cell_poincare *result;

    request.every = (cell->steps + times - 1) / times;
    result = measure(&request, settings, order);
    if (!result && request.processes > 1) { /* one of them may have been lost */
        request.processes = 1;
        result = measure(&request, settings, order);
    }
    for (int f = 0; result && f < POINCARE_FORMS; f++) {
        if (result->multiplier || f == POINCARE_NONCANONICAL || f == POINCARE_CANONICAL)
            add_form(measures, result, order, (enum poincare_form)f, exact_to_double(cell->step), cell->bits);
    }
    if (result && settings->history)
        add_snapshots(measures, result->drift, order == 1 ? "loop" : "surface", exact_to_double(cell->step));
    cell_poincare_destroy(result);
}

void row_poincare_add(json_t *measures, const struct grid_problem *p, const struct cell_request *cell)
{
    for (int order = 1; order <= 2; order++) {
        if (grid_problem_takes_from(p, order == 1 ? MEASURE_OF_LOOP : MEASURE_OF_SURFACE))
            add_order(measures, p, cell, order);
    }
}
