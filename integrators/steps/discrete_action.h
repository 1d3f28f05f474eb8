/* Two methods that start from a discrete action on (q, p): Kraus (2017), sections 3.6 and 3.7. */
#ifndef ASSAY_DISCRETE_ACTION_H
#define ASSAY_DISCRETE_ACTION_H

#include "integrators/steps/stepper.h"

/* A stepper at q_0 with p_0 = theta(q_0); the caller destroys it.  `setup` is borrowed; its projection is not
 * used. */
#define DECLARE_DISCRETE_ACTION(A)                                                                           \
    struct stepper_##A *discrete_action_pontryagin_create_##A(const struct setup *setup);                    \
    struct stepper_##A *discrete_action_augmented_create_##A(const struct setup *setup);
EACH_STEPPING_ARITHMETIC(DECLARE_DISCRETE_ACTION)
#undef DECLARE_DISCRETE_ACTION
#define DECLARE_LANES(A)                                                                                     \
    stepper_create_##A discrete_action_pontryagin_create_##A;                                                \
    stepper_create_##A discrete_action_augmented_create_##A;
EACH_LANES_BUILD(DECLARE_LANES)
#undef DECLARE_LANES
extern const struct stepper_lanes_builds discrete_action_pontryagin_lanes, discrete_action_augmented_lanes;

#endif
