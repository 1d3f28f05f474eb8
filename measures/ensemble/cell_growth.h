/* How the errors of the energy and the invariants of a cell grow and drift: an ensemble of perturbed trajectories. */
#ifndef ASSAY_CELL_GROWTH_H
#define ASSAY_CELL_GROWTH_H

#include "measures/run/cell.h"

struct cell_growth {
    double exponent;
    double slope, spread; /* per unit of time: the mean over the ensemble, and how far one run lies from it */
};

/* The growth of observable k (0: the energy, then the invariants; problem_observable_name) over `members`
 * trajectories of request->steps steps in double into growth[k] (system->observables of them; one run gives
 * them all).  Observer and checkpoints of the request are not used.  All are NaN where a trajectory breaks
 * down, or there are too few steps to see any (growth.h).  False with a message where the method and
 * projection do not go together, the precision is not double, or there are fewer than 64 members. */
bool cell_growth(const struct cell_request *request, size_t members, struct cell_growth *growth,
                 struct error *error);

#endif
