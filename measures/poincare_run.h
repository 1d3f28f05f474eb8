/* A loop or a surface of trajectories, and Poincare's integral invariants along it. */
#ifndef ASSAY_POINCARE_RUN_H
#define ASSAY_POINCARE_RUN_H

#include "integrators/stepper.h"
#include "measures/poincare_drift.h"

struct poincare_request {
    const struct poincare_forms *forms;
    mpfr_srcptr start; /* points x d: where the trajectories start, as poincare_forms orders points */
    unsigned long steps, every; /* observed at 0, every, 2 every, ..., steps; every = 0: at the ends alone */
};

/* rule[0]: of all points; rule[1]: of every second one.  Takes the stepper and destroys it.  The caller
 * destroys the result. */
#define DECLARE_POINCARE_RUN(A)                                                                              \
    struct poincare_drift *poincare_run_##A(const struct setup *setup, struct stepper_##A *stepper,          \
                                            const struct quadrature_##A *const *rule,                        \
                                            const struct poincare_request *request);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_POINCARE_RUN)

#endif
