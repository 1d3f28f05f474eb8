/* The history of a long run: see history.h.
 *
 * Means are plain sums: their round-off, at most `width` times that of one addition of the largest value,
 * lies far below what an interval spreads over, and they are the same on every machine. */
#include "measures/run/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

struct history *history_create(unsigned long steps, size_t intervals, size_t channels, size_t dimension,
                               double threshold, const double *q)
{
    struct history *history = memory_create(1, sizeof *history);

    history->steps = steps;
    history->width = steps / intervals + (steps % intervals != 0);
    history->width += history->width == 0;
    history->channels = channels;
    history->dimension = dimension;
    history->capacity = intervals;
    history->threshold = threshold;
    history->numbers = 2 + channels + (intervals + 1) * dimension + 4 * channels * intervals;
    history->number = memory_create(history->numbers, sizeof *history->number);
    history->last = history->number;
    history->first_beyond = history->last + 1;
    history->largest = history->first_beyond + 1;
    history->state = history->largest + channels;
    history->entry = (struct history_entry *)(history->state + (intervals + 1) * dimension);
    memcpy(history->state, q, dimension * sizeof *q);
    return history;
}

void history_destroy(struct history *history)
{
    if (!history)
        return;
    free(history->number);
    free(history);
}

void history_record(struct history *history, unsigned long n, const double *value, const double *q)
{
    size_t k = (n - 1) / history->width;

    for (size_t c = 0; c < history->channels; c++) {
        struct history_entry *entry = history->entry + c * history->capacity + k;

        if ((n - 1) % history->width == 0)
            *entry = (struct history_entry){.low = INFINITY, .high = -INFINITY};
        entry->n = (double)n;
        entry->low = fmin(entry->low, value[c]);
        entry->high = fmax(entry->high, value[c]);
        entry->mean += value[c];
        history->largest[c] = fmax(history->largest[c], fabs(value[c]));
    }
    memcpy(history->state + (k + 1) * history->dimension, q, history->dimension * sizeof *q);
    if (*history->first_beyond == 0 && fabs(value[0]) > history->threshold)
        *history->first_beyond = (double)n;
    *history->last = (double)n;
}

void history_finish(struct history *history)
{
    double width = (double)history->width;

    history->entries = (size_t)ceil(*history->last / width);
    for (size_t c = 0; c < history->channels; c++) {
        for (size_t k = 0; k < history->entries; k++) {
            struct history_entry *entry = history->entry + c * history->capacity + k;

            entry->mean /= entry->n - (double)k * width;
        }
    }
}

const struct history_entry *history_entries(const struct history *history, size_t channel)
{
    return history->entry + channel * history->capacity;
}

/* ---- what a history says ---- */

double history_slope(const struct history *history, size_t channel)
{
    const struct history_entry *entry = history_entries(history, channel);
    double half = 0.5 * (double)history->width, sums[4] = {0};
    size_t count = 0;

    while (count < history->entries && entry[count].n == (double)((count + 1) * history->width))
        count++;
    for (size_t k = 0; k < count; k++) {
        sums[0] += entry[k].n - half;
        sums[1] += entry[k].mean;
    }
    for (size_t k = 0; k < count; k++) {
        double t = entry[k].n - half - sums[0] / (double)count;

        sums[2] += t * t;
        sums[3] += t * (entry[k].mean - sums[1] / (double)count);
    }
    return count < 2 ? NAN : sums[3] / sums[2];
}

static double largest_of(const struct history_entry *entry, size_t count)
{
    double largest = 0;

    for (size_t k = 0; k < count; k++)
        largest = fmax(largest, fmax(fabs(entry[k].low), fabs(entry[k].high)));
    return largest;
}

double history_final_part(const struct history *history, size_t channel)
{
    const struct history_entry *entry = history_entries(history, channel);
    size_t tenth = history->entries / 10;
    double first = tenth ? largest_of(entry, tenth) : 0;

    return first > 0 ? largest_of(entry + history->entries - tenth, tenth) / first : NAN;
}
