/* The builds of the variational steps that carry eight trajectories: see stepper.h. */
#include "integrators/steps/vprk.h"

#define CREATE(A) .create_##A = vprk_create_##A,
const struct stepper_lanes_builds vprk_lanes = {EACH_LANES_BUILD(CREATE)};
