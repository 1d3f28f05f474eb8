/* A loop or a surface of trajectories, and Poincare's integral invariants along it. */
#ifndef ASSAY_POINCARE_RUN_H
#define ASSAY_POINCARE_RUN_H

#include "measures/poincare/poincare_drift.h"
#include "measures/poincare/poincare_ensemble.h"

struct poincare_request {
    const struct poincare_forms *forms;
    unsigned long steps, every; /* observed at 0, every, 2 every, ..., steps; every = 0: at the ends alone */
    size_t points;              /* of a loop; along a side of a surface */
    bool snapshots;             /* are kept */
};

/* Over the members of the ensemble, which are the points of quadrature rules (quadrature.h) over all of them and
 * over every second one; takes the ensemble and destroys it.  The caller destroys the result.  NULL with a
 * message where the ensemble could not be computed. */
#define DECLARE_POINCARE_RUN(A)                                                                              \
    struct poincare_drift *poincare_run_##A(struct poincare_ensemble_##A *ensemble,                          \
                                            const struct poincare_request *request, struct error *error);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_POINCARE_RUN)

#endif
