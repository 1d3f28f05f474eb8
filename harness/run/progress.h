/* What a person sees while a study runs: on standard error, one line that is rewritten on a terminal, plain
 * lines every 30 seconds elsewhere, and lines that stay. */
#ifndef ASSAY_PROGRESS_H
#define ASSAY_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "harness/judge/results.h"

struct progress {
    bool terminal;
    time_t start, shown;
};

struct progress_counts {
    double share; /* of the work, from 0 to 1 */
    size_t done, wanted, stored, broke_down;
};

struct progress progress_begin(void);
/* Shows the counts and the time left, unless it did so a moment ago. */
void progress_show(struct progress *progress, const struct progress_counts *counts);
/* A line that stays. */
void progress_line(const struct progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The line of a fit that is complete: its verdict (or that it is measured), its id, its order. */
void progress_fit(const struct progress *progress, const struct fit *fit);
/* Takes the rewritten line away. */
void progress_end(const struct progress *progress);

#endif
