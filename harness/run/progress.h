/* The fits of a study that runs: made as soon as their cells are complete, and if a person asks for it a line for each on
 * standard error.  A verdict may still change with what other cells say: while cells run a line says what was measured, and
 * after the last one its verdict. */
#ifndef ASSAY_PROGRESS_H
#define ASSAY_PROGRESS_H

#include "harness/judge/refinement.h"
#include "harness/run/cells.h"
#include "harness/run/work.h"

enum { PROGRESS_MEASURES = 32 };

/* The line of a fit: its verdict (or that it is measured), its id, its order.  Returns `buffer`. */
typedef const char *progress_line(const struct fit *fit, char *buffer, size_t size);

struct progress {
    const struct cells *cells;
    const struct refinement *refinement;
    progress_line *line_of;             /* NULL: fits have no lines */
    struct memory_kept *kept;           /* of these: */
    const size_t *group;                /* of each curve: the first curve of its group; of the grid */
    size_t *expected;                   /* cells, by the first curve of the group */
    bool *touched;                      /* by group: a cell was computed in this run */
    bool (*printed)[PROGRESS_MEASURES]; /* by curve and number of the fit: what was measured */
};

/* All arguments are borrowed.  progress_clear is due. */
struct progress progress_begin(const struct cells *cells, const struct refinement *refinement,
                               progress_line *line_of);
void progress_clear(struct progress *progress);

/* The cell is to be computed: a curve is complete when all such cells of it, and of the same curve in other
 * precisions, have been done. */
void progress_expect(struct progress *progress, size_t cell);
/* The fits of the group of which the curve is the first one, for the caller to destroy; NULL for another curve. */
struct results *progress_fits(const struct progress *progress, size_t curve);
/* A cell is done (or lost).  When this completes a curve: prints what was measured, unless something further is needed
 * for it, in place of the line of `work` (NULL: prints nothing yet), and returns its fits for the caller to destroy; else
 * NULL. */
struct results *progress_done(struct progress *progress, size_t cell, const struct work *work);
/* Prints the verdicts of the fits that were computed in this run, and what was measured and not printed. */
void progress_finish(struct progress *progress, const struct results *results);

#endif
