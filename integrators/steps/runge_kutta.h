/* Plain Runge-Kutta methods on the explicit equations of motion: the comparison for variational methods. */
#ifndef ASSAY_RUNGE_KUTTA_H
#define ASSAY_RUNGE_KUTTA_H

#include "integrators/steps/stepper.h"

/* A stepper at q_0; p is theta(q).  The caller destroys it.  `setup` is borrowed; its projection is not used.
 */
struct stepper_double *runge_kutta_create_double(const struct setup *setup);
struct stepper_mpfr *runge_kutta_create_mpfr(const struct setup *setup);
struct stepper_tangent *runge_kutta_create_tangent(const struct setup *setup);
#define DECLARE_LANES(A) stepper_create_##A runge_kutta_create_##A;
EACH_LANES_BUILD(DECLARE_LANES)
#undef DECLARE_LANES
extern const struct stepper_lanes_builds runge_kutta_lanes;

#endif
