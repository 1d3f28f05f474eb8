/* The history of a cell (measures/run/history.h): its channels, its place in checkpoints, what is read off it.
 *
 * Channels: the errors of energy and invariants, signed and divided by their scales; the constraint
 * max_i |p_i - theta_i(q)|; the multiplier max_i |lambda_i|, then each lambda_i with its sign, called
 * multiplier:NAME (problem_multiplier_name), which are for figures alone.  A run counts as stable until it breaks down or its
 * energy error exceeds RECORDER_STABLE: what is called a crash is often the latter. */
#ifndef ASSAY_RECORDER_H
#define ASSAY_RECORDER_H

#include "measures/run/cell.h"
#include "measures/run/history.h"

#define RECORDER_STABLE 0.05

struct recorder;

/* For the cell, with that many intervals and the scales of its observables; both are borrowed. */
struct recorder *recorder_create(const struct cell_request *request, size_t intervals, const double *scale);
/* NULL is allowed. */
void recorder_destroy(struct recorder *history);

/* The request with this history as its recorder, kept in its checkpoints and taken up again from the state
 * that it resumes. */
struct cell_request recorder_attach(struct recorder *history, const struct cell_request *request);

const struct history *recorder_finish(struct recorder *history);
/* The channels, from the first on, of which measures are taken: all but the components of the multiplier. */
size_t recorder_measured(const struct recorder *history);

#endif
