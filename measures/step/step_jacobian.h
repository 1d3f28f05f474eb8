/* The exact Jacobian of one step, at the precision of the run, and the spaces on which steps are maps.
 *
 *     momentum     z = (q, p): a variational method without projection, on the whole of T*Q
 *     position     z = q: everything that starts from p = theta(q)
 *     multiplier   z = (q, e), e = h lambda: a projection whose multiplier enters the next step */
#ifndef ASSAY_STEP_JACOBIAN_H
#define ASSAY_STEP_JACOBIAN_H

#include "integrators/methods/method.h"

enum step_space { STEP_MOMENTUM, STEP_POSITION, STEP_MULTIPLIER };

/* The space on which a step of the method with the projection is a map. */
enum step_space step_jacobian_space(const struct method *method, const struct projection *projection);
/* The length of z for d coordinates. */
size_t step_jacobian_size(enum step_space space, size_t d);

/* Takes one step from z0 (n numbers): z1 (n) is where it ends and M (n x n, row-major) = d z1 / d z0.
 * Everything is at the precision of the run.  Where the step is not solved nothing is written. */
enum newton_status step_jacobian_evaluate(const struct setup *setup, const struct method *method, mpfr_t *z0,
                                          mpfr_t *z1, mpfr_t *M);

#endif
