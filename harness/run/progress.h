/* What a person sees while a study runs: on standard error, one line that is rewritten on a terminal, plain
 * lines every 30 seconds elsewhere, and a line that stays for every fit, as soon as its cells are complete. */
#ifndef ASSAY_PROGRESS_H
#define ASSAY_PROGRESS_H

#include <time.h>

#include "harness/judge/refinement.h"
#include "harness/run/cells.h"

enum { PROGRESS_MEASURES = 32 };

/* The line of a fit: its verdict (or that it is measured), its id, its order.  Returns `buffer`. */
typedef const char *progress_line(const struct fit *fit, char *buffer, size_t size);

struct progress {
    bool terminal;
    time_t start, shown;
    const struct cells *cells;
    const struct refinement *refinement;
    progress_line *line_of;            /* NULL: the counts alone are shown */
    struct memory_kept *kept;          /* of these: */
    size_t *group;                     /* of each curve: the first curve of its group */
    size_t *expected;                  /* cells, by the first curve of the group */
    bool *touched;                     /* by group: a cell was computed in this run */
    int (*printed)[PROGRESS_MEASURES]; /* by curve and number of the fit: 1 and its verdict; 0: nothing */
};

struct progress_counts {
    double share; /* of the work, from 0 to 1 */
    size_t done, wanted, stored, broke_down;
};

/* All arguments are borrowed.  progress_clear is due. */
struct progress progress_begin(const struct cells *cells, const struct refinement *refinement,
                               progress_line *line_of);
void progress_clear(struct progress *progress);

/* Shows the counts and the time left, unless it did so a moment ago. */
void progress_show(struct progress *progress, const struct progress_counts *counts);
/* Takes the rewritten line away. */
void progress_end(const struct progress *progress);

/* The cell is to be computed: a curve is complete when all such cells of it, and of the same curve in other
 * precisions, have been done. */
void progress_expect(struct progress *progress, size_t cell);
/* The fits of the group of which the curve is the first one, for the caller to destroy; NULL for another curve. */
struct results *progress_fits(const struct progress *progress, size_t curve);
/* A cell is done (or lost).  When this completes a curve: prints its fits, unless something further is needed
 * for them, and returns them for the caller to destroy; else NULL. */
struct results *progress_done(struct progress *progress, size_t cell);
/* Prints the fits of the last results that were computed in this run and not printed with the same
 * verdict. */
void progress_finish(struct progress *progress, const struct results *results);

#endif
