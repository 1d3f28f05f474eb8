/* The builds of the steps of discrete actions that carry eight trajectories: see stepper.h. */
#include "integrators/steps/discrete_action.h"

#define PONTRYAGIN(A) .create_##A = discrete_action_pontryagin_create_##A,
const struct stepper_lanes_builds discrete_action_pontryagin_lanes = {EACH_LANES_BUILD(PONTRYAGIN)};
#define AUGMENTED(A) .create_##A = discrete_action_augmented_create_##A,
const struct stepper_lanes_builds discrete_action_augmented_lanes = {EACH_LANES_BUILD(AUGMENTED)};
