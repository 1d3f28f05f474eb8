/* Measures and histories of a row: see row_measures.h. */
#include "harness/row_measures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/number.h"
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

void row_measures_add_run(json_t *measures, struct cell_history *own, const struct trajectory *trajectory,
                          double step, bool kept)
{
    const struct history *history = cell_history_finish(own);
    bool completed = trajectory->status == TRAJECTORY_COMPLETED;
    const char *name;

    add_stability(measures, history, trajectory);
    for (size_t c = 0; (name = cell_history_channel(own, c, trajectory->multiplier != NULL)); c++) {
        add_named(measures, "drift", name, completed ? history_slope(history, c) / step : NAN);
        add_named(measures, "final_part", name, completed ? history_final_part(history, c) : NAN);
        add_named(measures, "largest", name, history->largest[c]);
        if (kept)
            add_channel(measures, history, c, name, step);
    }
    if (kept)
        add_states(measures, history, step);
}
