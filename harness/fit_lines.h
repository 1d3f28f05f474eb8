/* One line on the terminal for every fit, as soon as its cells are complete. */
#ifndef ASSAY_FIT_LINES_H
#define ASSAY_FIT_LINES_H

#include "harness/cells.h"
#include "harness/progress.h"
#include "harness/refinement.h"

struct fit_lines;

/* All arguments are borrowed.  The caller destroys the result. */
struct fit_lines *fit_lines_create(const struct cells *cells, const struct refinement *refinement,
                                   const struct progress *progress);
void fit_lines_destroy(struct fit_lines *lines);

/* The cells that are to be computed in this round: a curve is complete when all of them, and those of the
 * same curve in other precisions, have been done. */
void fit_lines_expect(struct fit_lines *lines, size_t count, const size_t *cells);
/* A cell is done (or lost): prints the fits that this completes and nothing further is needed for. */
void fit_lines_done(struct fit_lines *lines, size_t cell);
/* Prints the fits of the last results that were computed in this run and not printed with the same verdict.
 */
void fit_lines_finish(struct fit_lines *lines, const struct results *results);

#endif
