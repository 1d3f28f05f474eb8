/* A loop or a surface of trajectories, and Poincare's integral invariants along it. */
#ifndef ASSAY_POINCARE_RUN_H
#define ASSAY_POINCARE_RUN_H

#include "measures/poincare/poincare_drift.h"
#include "measures/poincare/poincare_ensemble.h"

struct poincare_request {
    const struct poincare_forms *forms;
    unsigned long steps, every; /* observed at 0, every, 2 every, ..., steps; every = 0: at the ends alone */
    size_t points;              /* of which snapshots are kept: of a loop, along a side; 0: none are */
};

/* rule[0]: of all points; rule[1]: of every second one.  Takes the ensemble, whose members are the points,
 * and destroys it.  The caller destroys the result.  NULL with a message where the ensemble could not be
 * computed. */
#define DECLARE_POINCARE_RUN(A)                                                                              \
    struct poincare_drift *poincare_run_##A(struct poincare_ensemble_##A *ensemble,                          \
                                            const struct quadrature_##A *const *rule,                        \
                                            const struct poincare_request *request, struct error *error);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_POINCARE_RUN)

#endif
