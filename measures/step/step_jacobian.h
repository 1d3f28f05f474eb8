/* The exact Jacobian of one step, at the precision of the run, on the space on which it is a map
 * (method_space). */
#ifndef ASSAY_STEP_JACOBIAN_H
#define ASSAY_STEP_JACOBIAN_H

#include "integrators/steps/stepper.h"

/* The length of z for d coordinates. */
size_t step_jacobian_size(enum step_space space, size_t d);

/* Takes one step from z0 (n numbers): z1 (n) is where it ends and M (n x n, row-major) = d z1 / d z0.
 * Everything is at the precision of the run.  Where the step is not solved nothing is written. */
enum newton_status step_jacobian_evaluate(const struct setup *setup, const struct method *method, mpfr_t *z0,
                                          mpfr_t *z1, mpfr_t *M);

#endif
