/* Newton's method for a projection on its own, after the base step. */
#ifndef ASSAY_PROJECTOR_NEWTON_H
#define ASSAY_PROJECTOR_NEWTON_H

#include "integrators/steps/projector.h"
#include "numerics/newton.h"

#define DECLARE_PROJECTOR_NEWTON(A)                                                                          \
    /* A solver of the projector's equations, which it owns from then on: unknowns e, data (qb1, pb1). */    \
    struct newton_##A *projector_newton_create_##A(const struct setup *setup, struct projector_##A *own);
EACH_SOLVING_ARITHMETIC(DECLARE_PROJECTOR_NEWTON)

#endif
