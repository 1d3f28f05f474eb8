/* The builds of the Runge-Kutta steps that carry eight trajectories: see stepper.h. */
#include "integrators/steps/runge_kutta.h"

#define CREATE(A) .create_##A = runge_kutta_create_##A,
const struct stepper_lanes_builds runge_kutta_lanes = {EACH_LANES_BUILD(CREATE)};
