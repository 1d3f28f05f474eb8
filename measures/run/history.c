/* The history of a long run: see history.h.
 *
 * Means are plain sums: their round-off, at most `width` times that of one addition of the largest value,
 * lies far below what an interval spreads over, and they are the same on every machine. */
#include "measures/run/history.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

static void open_interval(struct history *history)
{
    history->open = 0;
    for (size_t c = 0; c < history->channels; c++) {
        history->low[c] = INFINITY;
        history->high[c] = -INFINITY;
        history->sum[c] = 0;
    }
}

struct history *history_create(unsigned long steps, size_t intervals, size_t channels, size_t dimension,
                               double threshold, const double *q)
{
    struct history *history = memory_create(1, sizeof *history);

    history->steps = steps;
    history->width = steps / intervals + (steps % intervals != 0);
    history->width += history->width == 0;
    history->capacity = intervals + 1;
    history->channels = channels;
    history->dimension = dimension;
    history->threshold = threshold;
    history->entry = memory_create(channels * history->capacity, sizeof *history->entry);
    history->state = memory_create((history->capacity + 1) * dimension, sizeof *history->state);
    memcpy(history->state, q, dimension * sizeof *q);
    history->largest = memory_create(4 * channels, sizeof *history->largest);
    history->low = history->largest + channels;
    history->high = history->largest + 2 * channels;
    history->sum = history->largest + 3 * channels;
    open_interval(history);
    return history;
}

void history_destroy(struct history *history)
{
    if (!history)
        return;
    free(history->entry);
    free(history->state);
    free(history->largest);
    free(history);
}

static void close_interval(struct history *history)
{
    for (size_t c = 0; c < history->channels; c++)
        history->entry[c * history->capacity + history->entries] =
            (struct history_entry){.n = history->last,
                                   .low = history->low[c],
                                   .high = history->high[c],
                                   .mean = history->sum[c] / (double)history->open};
    history->entries++;
    open_interval(history);
}

/* The row of `state` that the open interval will leave. */
static double *open_state(const struct history *history)
{
    return history->state + (history->entries + 1) * history->dimension;
}

void history_record(struct history *history, unsigned long n, const double *value, const double *q)
{
    for (size_t c = 0; c < history->channels; c++) {
        history->low[c] = fmin(history->low[c], value[c]);
        history->high[c] = fmax(history->high[c], value[c]);
        history->sum[c] += value[c];
        history->largest[c] = fmax(history->largest[c], fabs(value[c]));
    }
    memcpy(open_state(history), q, history->dimension * sizeof *q);
    if (!history->first_beyond && fabs(value[0]) > history->threshold)
        history->first_beyond = n;
    history->last = n;
    history->open++;
    if (n % history->width == 0)
        close_interval(history);
}

void history_finish(struct history *history)
{
    if (history->open)
        close_interval(history);
}

const struct history_entry *history_entries(const struct history *history, size_t channel)
{
    return history->entry + channel * history->capacity;
}

/* ---- as text ---- */

/* Calls `use` for every number of the state: those that are whole, then those in double. */
struct text {
    FILE *to;         /* writing */
    const char *from; /* reading; NULL once it has failed */
};

static void pass_whole(struct text *text, unsigned long *number)
{
    char *end;

    if (text->to) {
        fprintf(text->to, "%lu,", *number);
    } else if (text->from) {
        *number = strtoul(text->from, &end, 10);
        text->from = end != text->from && *end == ',' ? end + 1 : NULL;
    }
}

static void pass_double(struct text *text, double *number)
{
    char *end;

    if (text->to) {
        fprintf(text->to, "%a,", *number);
    } else if (text->from) {
        *number = strtod(text->from, &end);
        text->from = end != text->from && *end == ',' ? end + 1 : NULL;
    }
}

static void pass_doubles(struct text *text, double *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        pass_double(text, number + i);
}

static void pass_entries(struct history *history, struct text *text)
{
    for (size_t c = 0; c < history->channels; c++) {
        for (size_t k = 0; k < history->entries; k++) {
            struct history_entry *entry = history->entry + c * history->capacity + k;

            pass_whole(text, &entry->n);
            pass_double(text, &entry->low);
            pass_double(text, &entry->high);
            pass_double(text, &entry->mean);
        }
    }
}

/* What tells one run's history from another's, then what has been recorded. */
static void pass(struct history *history, struct text *text)
{
    unsigned long entries = history->entries, width = history->width, channels = history->channels;

    pass_whole(text, &width);
    pass_whole(text, &channels);
    pass_whole(text, &entries);
    if (width != history->width || channels != history->channels || entries >= history->capacity)
        text->from = NULL;
    else
        history->entries = entries;
    pass_whole(text, &history->first_beyond);
    pass_whole(text, &history->last);
    pass_whole(text, &history->open);
    pass_doubles(text, history->largest, 4 * history->channels);
    pass_doubles(text, history->state, (history->entries + 2) * history->dimension);
    pass_entries(history, text);
}

char *history_write(const struct history *history)
{
    char *line = NULL;
    size_t size;
    struct text text = {.to = open_memstream(&line, &size)};

    if (!text.to) {
        fputs("assay: out of memory\n", stderr);
        exit(3);
    }
    pass((struct history *)history, &text); /* which writing leaves as it is */
    fclose(text.to);
    return line;
}

bool history_read(struct history *history, const char *line)
{
    struct text text = {.from = line};

    pass(history, &text);
    return text.from && *text.from == '\0';
}

/* ---- what a history says ---- */

double history_slope(const struct history *history, size_t channel)
{
    const struct history_entry *entry = history_entries(history, channel);
    double half = 0.5 * (double)history->width, sums[4] = {0};
    size_t count = 0;

    while (count < history->entries && entry[count].n == (count + 1) * history->width)
        count++;
    for (size_t k = 0; k < count; k++) {
        sums[0] += (double)entry[k].n - half;
        sums[1] += entry[k].mean;
    }
    for (size_t k = 0; k < count; k++) {
        double t = (double)entry[k].n - half - sums[0] / (double)count;

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
