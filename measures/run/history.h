/* The history of a long run, kept as it runs: memory does not grow with the number of steps.
 *
 * The run is cut into equal intervals of steps (the last may be shorter).  Of every channel (a signed number
 * that a run leaves at every step: an error, a multiplier) an interval keeps the lowest and highest value and
 * the mean; of the state, the values at its end.  Beside these the largest |value| of each channel, and the
 * first step at which that of channel 0 exceeds a threshold.
 *
 * What has been recorded lies in one array of numbers, which checkpoints (trajectory.h) keep and give back: so a
 * run that is resumed has the history of one that was not interrupted. */
#ifndef ASSAY_HISTORY_H
#define ASSAY_HISTORY_H

#include <stddef.h>

struct history_entry {
    double n; /* steps done at the end of the interval */
    double low, high;
    double mean; /* the sum until the history is finished */
};

struct history {
    unsigned long steps, width; /* of the run; of an interval */
    size_t channels, dimension, capacity;
    double threshold;
    size_t entries; /* once it is finished */
    size_t numbers; /* what was recorded, zero at first: */
    double *number;
    double *last;                /* step recorded */
    double *first_beyond;        /* the first step with |channel 0| > threshold; 0: none */
    double *largest;             /* |value| of every channel */
    double *state;               /* row k + 1 at the end of interval k, row 0 at the start */
    struct history_entry *entry; /* of channel c: entry[c * capacity + k] */
};

/* At most `intervals` (from 1 on) intervals of a run of that many steps, which starts from q (dimension).
 * The caller owns the result. */
struct history *history_create(unsigned long steps, size_t intervals, size_t channels, size_t dimension,
                               double threshold, const double *q);
void history_destroy(struct history *history);

/* Step n, which follows the one recorded last: one value a channel, and the state after it. */
void history_record(struct history *history, unsigned long n, const double *value, const double *q);
/* Of a run that has ended, early or not. */
void history_finish(struct history *history);

/* Those of a finished history. */
const struct history_entry *history_entries(const struct history *history, size_t channel);

/* The slope of the means by least squares, per step; NaN with fewer than two intervals of full width. */
double history_slope(const struct history *history, size_t channel);
/* Largest |value| in the last tenth of the intervals over that in the first tenth; NaN below ten intervals or
 * where the first is 0. */
double history_final_part(const struct history *history, size_t channel);

#endif
