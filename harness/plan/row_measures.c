/* Measures and histories of a row: see row_measures.h. */
#include "harness/plan/row_measures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measures/ensemble/cell_growth.h"
#include "numerics/number.h"
#include "measures/ensemble/growth.h"
#include "numerics/memory.h"

void row_measures_add(json_t *measures, const char *name, mpfr_srcptr value, long bits)
{
    char *text;

    if (!mpfr_number_p(value)) {
        json_array_append_new(measures, json_pack("[s]", name));
        return;
    }
    text = number_text(value, bits, 0);
    json_array_append_new(measures, json_pack("[s, f, s]", name, mpfr_get_d(value, MPFR_RNDN), text));
    free(text);
}

void row_measures_add_double(json_t *measures, const char *name, double value)
{
    mpfr_t number;

    mpfr_init2(number, 53);
    mpfr_set_d(number, value, MPFR_RNDN);
    row_measures_add(measures, name, number, CELL_DOUBLE);
    mpfr_clear(number);
}

void row_measures_add_history(json_t *measures, const char *channel, size_t entries, const char *text)
{
    char name[128];

    snprintf(name, sizeof name, ROW_HISTORY "%s", channel);
    json_array_append_new(measures, json_pack("[s, f, s]", name, (double)entries, text));
}

void row_measures_add_spectrum(json_t *measures, const char *name, size_t count, const double *re,
                               const double *im)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    for (size_t k = 0; file && k < count; k++)
        fprintf(file, "%s%.17g %.17g", k ? ";" : "", re[k], im[k]);
    if (file && fclose(file) == 0)
        row_measures_add_history(measures, name, count, text);
    free(text);
}

/* ---- histories of runs ---- */

/* Digits enough for any figure. */
static void add_channel(json_t *measures, const struct history *history, size_t channel, const char *name,
                        double step)
{
    const struct history_entry *entry = history_entries(history, channel);
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    for (size_t k = 0; file && k < history->entries; k++)
        fprintf(file, "%s%.9g %.9g %.9g %.9g", k ? ";" : "", (double)entry[k].n * step, entry[k].low,
                entry[k].high, entry[k].mean);
    if (file && fclose(file) == 0)
        row_measures_add_history(measures, name, history->entries, text);
    free(text);
}

static void add_states(json_t *measures, const struct history *history, double step)
{
    const struct history_entry *entry = history_entries(history, 0);
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    for (size_t k = 0; file && k <= history->entries; k++) {
        fprintf(file, "%s%.9g", k ? ";" : "", k ? (double)entry[k - 1].n * step : 0);
        for (size_t i = 0; i < history->dimension; i++)
            fprintf(file, " %.9g", history->state[k * history->dimension + i]);
    }
    if (file && fclose(file) == 0)
        row_measures_add_history(measures, "state", history->entries + 1, text);
    free(text);
}

static void add_named(json_t *measures, const char *prefix, const char *channel, double value)
{
    char name[128];

    snprintf(name, sizeof name, "%s:%s", prefix, channel);
    row_measures_add_double(measures, name, value);
}

/* The exponent with which the largest |value| grows; NaN where a run did not come to its end. */
static double find_growth(const struct history *history, size_t channel)
{
    const struct history_entry *entry = history_entries(history, channel);
    double *time = memory_create(2 * history->entries, sizeof *time), *largest = time + history->entries;
    double growth;

    for (size_t k = 0; k < history->entries; k++) {
        time[k] = (double)entry[k].n;
        largest[k] = fmax(fabs(entry[k].low), fabs(entry[k].high));
    }
    growth = growth_of_maxima(time, largest, history->entries);
    free(time);
    return growth;
}

/* Steps until the run broke down or lost its energy; all of them where neither happened. */
static void add_stability(json_t *measures, const struct history *history,
                          const struct trajectory *trajectory)
{
    unsigned long beyond = history->first_beyond,
                  broke = trajectory->status == TRAJECTORY_COMPLETED ? 0 : trajectory->broke_down_at;

    row_measures_add_double(measures, "stable_steps",
                            (double)(beyond  ? beyond - 1
                                     : broke ? broke - 1
                                             : trajectory->steps));
    row_measures_add_double(measures, "first_energy_step", beyond ? (double)beyond : NAN);
    row_measures_add_double(measures, "breakdown_step", broke ? (double)broke : NAN);
}

void row_measures_add_growth(json_t *measures, const struct grid_problem *p, const struct cell_request *cell)
{
    size_t observables = p->problem->system->observables;
    double *exponent = memory_create(2 * observables, sizeof *exponent);
    struct error ignored;
    bool good;

    if (!cell->bits && grid_problem_takes_from(p, MEASURE_OF_ENSEMBLE)) {
        good = cell_growth(cell, p->settings->ensemble, exponent, exponent + observables, &ignored);
        if (!good && cell->processes > 1) { /* one of them may have been lost */
            struct cell_request alone = *cell;

            alone.processes = 1;
            good = cell_growth(&alone, p->settings->ensemble, exponent, exponent + observables, &ignored);
        }
        for (size_t k = 0; k < observables; k++)
            add_named(measures, "growth", problem_observable_name(p->problem, k), good ? exponent[k] : NAN);
    }
    free(exponent);
}

/* Of a run that did not complete only the largest value. */
static void add_channel_measures(json_t *measures, const struct history *history, size_t channel,
                                 const char *name, double step, bool completed, bool growth)
{
    add_named(measures, "drift", name, completed ? history_slope(history, channel) / step : NAN);
    add_named(measures, "final_part", name, completed ? history_final_part(history, channel) : NAN);
    add_named(measures, "largest", name, history->largest[channel]);
    if (growth)
        add_named(measures, "growth", name, completed ? find_growth(history, channel) : NAN);
}

void row_measures_add_run(json_t *measures, struct cell_history *own, const struct trajectory *trajectory,
                          double step, bool kept, bool of_observables)
{
    const struct history *history = cell_history_finish(own);
    bool completed = trajectory->status == TRAJECTORY_COMPLETED;
    const char *name;

    add_stability(measures, history, trajectory);
    for (size_t c = 0; (name = cell_history_channel(own, c, trajectory->multiplier != NULL)); c++) {
        if (c < cell_history_measured(own))
            add_channel_measures(measures, history, c, name, step, completed,
                                 of_observables || c + 2 >= cell_history_measured(own));
        if (kept)
            add_channel(measures, history, c, name, step);
    }
    if (kept)
        add_states(measures, history, step);
}
