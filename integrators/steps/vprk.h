/* Variational partitioned Runge-Kutta methods with projections: Kraus (2017), eq. 75, 80 and section 4. */
#ifndef ASSAY_VPRK_H
#define ASSAY_VPRK_H

#include "integrators/steps/stepper.h"

/* A stepper at q_0 with p_0 = theta(q_0); the caller destroys it.  `setup` is borrowed. */
struct stepper_double *vprk_create_double(const struct setup *setup);
struct stepper_mpfr *vprk_create_mpfr(const struct setup *setup);
struct stepper_tangent *vprk_create_tangent(const struct setup *setup);
#define DECLARE_LANES(A) stepper_create_##A vprk_create_##A;
EACH_LANES_BUILD(DECLARE_LANES)
#undef DECLARE_LANES
extern const struct stepper_lanes_builds vprk_lanes;

#endif
