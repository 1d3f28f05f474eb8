/* The history of a cell (measures/run/history.h): its channels, its place in checkpoints, what is read off it.
 *
 * Channels: the errors of energy and invariants, signed and divided by their scales; the constraint
 * max_i |p_i - theta_i(q)|; the multiplier max_i |lambda_i|, then each lambda_i with its sign, called
 * multiplier:COORDINATE, which are for figures alone.  A run counts as stable until it breaks down or its
 * energy error exceeds CELL_HISTORY_STABLE: what is called a crash is often the latter. */
#ifndef ASSAY_CELL_HISTORY_H
#define ASSAY_CELL_HISTORY_H

#include "measures/run/cell_run.h"
#include "measures/run/history.h"

#define CELL_HISTORY_STABLE    0.05
#define CELL_HISTORY_COMPONENT "multiplier:" /* COORDINATE */

struct cell_history;

/* For the cell, with that many intervals and the scales of its observables; both are borrowed. */
struct cell_history *cell_history_create(const struct cell_request *request, size_t intervals,
                                         const double *scale);
/* NULL is allowed. */
void cell_history_destroy(struct cell_history *history);

/* The request with this history as its recorder, kept in its checkpoints and taken up again from the state
 * that it resumes; a state whose history cannot be read is not resumed. */
struct cell_request cell_history_attach(struct cell_history *history, const struct cell_request *request);
/* Starts anew: for a run that did not resume after all. */
void cell_history_restart(struct cell_history *history);

const struct history *cell_history_finish(struct cell_history *history);
/* The name of channel k; NULL past the last one.  `multiplier`: whether there is one. */
const char *cell_history_channel(const struct cell_history *history, size_t k, bool multiplier);
/* The channels, from the first on, of which measures are taken: all but the components of the multiplier. */
size_t cell_history_measured(const struct cell_history *history);

#endif
