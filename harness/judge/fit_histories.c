/* The histories of a row: see fit_histories.h.  Their text: row_measures.h. */
#include "harness/judge/fit_histories.h"

#include <stdlib.h>
#include <string.h>

#include "harness/plan/row_measures.h"

static const char *const range[] = {"time", "low", "high", "mean"}, *const value[] = {"time", "value"},
                         *const multiplier[] = {"re", "im"};

/* The channel that a measure holds the history of; NULL where it holds none. */
static const char *channel_of(const struct row_measure *measure)
{
    size_t length = sizeof ROW_HISTORY - 1;

    return strncmp(measure->name, ROW_HISTORY, length) == 0 && measure->text ? measure->name + length : NULL;
}

static const char *const *name_coordinates(struct results *results, const struct model *model)
{
    const char **names = fits_take(results, model->dimension + 1, sizeof *names);

    names[0] = range[0];
    for (size_t i = 0; i < model->dimension; i++)
        names[i + 1] = model->coordinates[i];
    return names;
}

/* Whether the rows are states: of the run, or of points of a loop or a surface. */
static bool has_states(const char *channel)
{
    return strcmp(channel, "state") == 0 || strcmp(channel, "loop") == 0 || strcmp(channel, "surface") == 0;
}

static void name_columns(struct results *results, struct cell_history *history, const struct model *model)
{
    if (has_states(history->channel)) {
        history->column = name_coordinates(results, model);
        history->columns = model->dimension + 1;
    } else if (strcmp(history->channel, "parasitic") == 0) {
        history->column = multiplier;
        history->columns = 2;
    } else if (strncmp(history->channel, "poincare_", 9) == 0) {
        history->column = value;
        history->columns = 2;
    } else {
        history->column = range;
        history->columns = 4;
    }
}

/* As many numbers as the text has, at most `count`. */
static size_t read_numbers(const char *text, double *number, size_t count)
{
    size_t found = 0;

    while (found < count) {
        char *end;

        number[found] = strtod(text, &end);
        if (end == text)
            break;
        found++;
        text = *end == ';' ? end + 1 : end;
    }
    return found;
}

void fit_histories_fill(struct results *results, struct cell *cell, const struct row *row,
                        const struct grid_problem *p)
{
    struct cell_history *history = fits_take(results, row->measures, sizeof *history);
    size_t count = 0;

    for (size_t i = 0; i < row->measures; i++) {
        const struct row_measure *measure = row->measure + i;
        struct cell_history *entry = history + count;
        double *numbers;

        if (!channel_of(measure) || !(measure->value >= 1))
            continue;
        *entry = (struct cell_history){.channel = channel_of(measure), .entries = (size_t)measure->value};
        name_columns(results, entry, p->problem->model);
        numbers = fits_take(results, entry->entries * entry->columns, sizeof *numbers);
        entry->value = numbers;
        if (read_numbers(measure->text, numbers, entry->entries * entry->columns) ==
            entry->entries * entry->columns)
            count++;
    }
    cell->histories = count;
    cell->history = history;
}
