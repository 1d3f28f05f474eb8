/* The families of steps. */
#ifndef ASSAY_STEP_FAMILIES_H
#define ASSAY_STEP_FAMILIES_H

#include "integrators/steps/step_equations.h"
#include "integrators/steps/stepper.h"

/* The equations of each, in every arithmetic. */
#define DECLARE_FAMILIES(A)                                                                                  \
    step_equations_create_##A vprk_equations_##A, projector_equations_##A, runge_kutta_equations_##A;        \
    step_equations_create_##A discrete_action_pontryagin_##A, discrete_action_augmented_##A,                 \
        generalized_runge_kutta_equations_##A;
EACH_BUILD(DECLARE_FAMILIES)
#undef DECLARE_FAMILIES

extern const struct step_family step_families_vprk, step_families_runge_kutta, step_families_pontryagin,
    step_families_augmented, step_families_generalized;
extern const struct step_family step_families_projector; /* not a step: the projection of its end alone */
extern const struct stepper_lanes_builds step_families_lanes;

/* What a descriptor of a method says whose steps are those of FAMILY. */
#define STEP_FAMILIES_STEPPERS(FAMILY)                                                                       \
    .steps = &step_families_##FAMILY, .create_double = implicit_step_create_double,                          \
    .create_mpfr = implicit_step_create_mpfr, .create_tangent = implicit_step_create_tangent,                \
    .lanes = &step_families_lanes

#endif
