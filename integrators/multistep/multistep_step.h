/* Linear multistep methods, in any arithmetic: see integrators/methods/multistep_file.h.
 *
 * From y_0 .. y_{k-1}, oldest first, to y_k = y_{k-1} + D,
 *
 *     alpha_k D = -sum_{j=1}^{k-1} s_j (y_j - y_{j-1}) + sum_{j=0}^{k} beta_j h f(y_j),    s_j = sum_{i >= j} alpha_i
 *
 * which is sum_j alpha_j y_j = h sum_j beta_j f(y_j), since the sum of all alpha is 0.  What is carried from step to step
 * are y, the differences and the h f of the states before.  The first k - 1 steps are made by the starter. */
#ifndef ASSAY_MULTISTEP_STEP_H
#define ASSAY_MULTISTEP_STEP_H

#include "integrators/steps/stepper.h"

/* A stepper of the setup's method at x_0; the caller destroys it.  `setup` is borrowed. */
#define DECLARE_MULTISTEP_STEP(A) struct stepper_##A *multistep_step_create_##A(const struct setup *setup);
EACH_SOLVING_ARITHMETIC(DECLARE_MULTISTEP_STEP)
#define DECLARE_LANES(A) stepper_create_##A multistep_step_create_##A;
EACH_LANES_BUILD(DECLARE_LANES)
#undef DECLARE_LANES

extern const struct stepper_lanes_builds step_families_multistep_lanes;

/* What a descriptor of a method says whose steps are such. */
#define MULTISTEP_STEPPERS                                                                                   \
    .create_double = multistep_step_create_double, .create_mpfr = multistep_step_create_mpfr,                \
    .create_series = multistep_step_create_series, .lanes = &step_families_multistep_lanes

#endif
