/* How the errors of the energy and the invariants of a cell grow: an ensemble of perturbed trajectories. */
#ifndef ASSAY_CELL_GROWTH_H
#define ASSAY_CELL_GROWTH_H

#include "measures/run/cell.h"

/* The exponent of growth of observable k (0: the energy, then the invariants; problem_observable_name) over
 * `members` trajectories of request->steps steps in double into exponent[k] (system->observables numbers; one
 * run gives them all).  Observer and checkpoints of the request are not used.  All are NaN where a trajectory
 * breaks down, or there are too few steps to see one (growth.h).  False with a message where the method and
 * projection do not go together, the precision is not double, or there are fewer than 64 members. */
bool cell_growth(const struct cell_request *request, size_t members, double *exponent, struct error *error);

#endif
