/* One line on the terminal for every fit, as soon as its cells are complete. */
#ifndef ASSAY_FIT_LINES_H
#define ASSAY_FIT_LINES_H

#include "harness/run/cells.h"
#include "harness/run/progress.h"
#include "harness/judge/refinement.h"

struct fit_lines;

/* All arguments are borrowed.  The caller destroys the result. */
struct fit_lines *fit_lines_create(const struct cells *cells, const struct refinement *refinement,
                                   const struct progress *progress);
void fit_lines_destroy(struct fit_lines *lines);

/* The cell is to be computed: a curve is complete when all such cells of it, and of the same curve in other
 * precisions, have been done. */
void fit_lines_expect(struct fit_lines *lines, size_t cell);
/* A cell is done (or lost).  When this completes a curve: prints its fits, unless something further is needed
 * for them, and returns them for the caller to destroy; else NULL. */
struct results *fit_lines_done(struct fit_lines *lines, size_t cell);
/* Prints the fits of the last results that were computed in this run and not printed with the same verdict.
 */
void fit_lines_finish(struct fit_lines *lines, const struct results *results);

#endif
