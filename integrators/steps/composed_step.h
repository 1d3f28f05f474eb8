/* Compositions of steps of a method and of its adjoint: see integrators/methods/composition.h.
 *
 * Each part is a stepper of its own, of the length gamma_i h; where the method Phi is not symmetric a part is the
 * pair Phi_{gamma h/2} Phi*_{gamma h/2}, the adjoint Phi* = Phi_{-h}^{-1} first (Hairer, Lubich, Wanner 2006, eq.
 * II.3.3), unless a file says which step is which.  What is carried goes from part to part; of history nothing does: each starts as in a first step. */
#ifndef ASSAY_COMPOSED_STEP_H
#define ASSAY_COMPOSED_STEP_H

#include "integrators/steps/stepper.h"

#define DECLARE_COMPOSED_STEP(A)                                                                                 \
    /* A stepper of the composition that the setup's method is; NULL where what is composed does not serve the \
     * arithmetic.  The caller destroys it; `setup` is borrowed. */ \
    struct stepper_##A *composed_step_create_##A(const struct setup *setup);
EACH_SOLVING_ARITHMETIC(DECLARE_COMPOSED_STEP)
#define DECLARE_LANES(A) stepper_create_##A composed_step_create_##A;
EACH_LANES_BUILD(DECLARE_LANES)
#undef DECLARE_LANES

extern const struct stepper_lanes_builds step_families_composed_lanes;

/* What a descriptor of a method says whose steps are composed. */
#define COMPOSED_STEPPERS                                                                                    \
    .create_double = composed_step_create_double, .create_mpfr = composed_step_create_mpfr,                  \
    .create_tangent = composed_step_create_tangent, .create_series = composed_step_create_series,            \
    .lanes = &step_families_composed_lanes

#endif
