/* The families of steps. */
#ifndef ASSAY_STEP_FAMILIES_H
#define ASSAY_STEP_FAMILIES_H

#include "integrators/steps/step_equations.h"
#include "integrators/steps/stepper.h"

/* The equations of each, in every arithmetic. */
#define DECLARE_FAMILIES(A)                                                                                  \
    step_equations_create_##A vprk_equations_##A, projector_equations_##A, runge_kutta_equations_##A;        \
    step_equations_create_##A discrete_action_pontryagin_##A, discrete_action_augmented_##A,                 \
        generalized_runge_kutta_equations_##A;                                                               \
    step_equations_create_##A constrained_stages_jay_##A, constrained_stages_direct_##A;                     \
    step_equations_create_##A projected_stages_equations_##A, partitioned_equations_##A,                     \
        nystroem_equations_##A, multistep_equations_##A;                                                     \
    step_equations_create_##A discrete_lagrange_equations_##A, discrete_lagrange_first_##A;
EACH_BUILD(DECLARE_FAMILIES)
#undef DECLARE_FAMILIES
/* The formulas of others. */
step_formulate bdf_formulas, rattle_midpoint_formulas, rattle_position_formulas, rattle_momentum_formulas,
    rigid_body_iteration, rigid_body_factorisation;

extern const struct step_family step_families_vprk, step_families_runge_kutta, step_families_pontryagin,
    step_families_augmented, step_families_partitioned, step_families_nystroem, step_families_multistep,
    step_families_generalized, step_families_rattle_midpoint;
extern const struct step_family step_families_projector; /* not a step: the projection of its end alone */
extern const struct step_family step_families_rattle, step_families_shake, step_families_reich,
    step_families_reich_adjoint, step_families_rattle_cotangent, step_families_reich_cotangent,
    step_families_jay, step_families_direct, step_families_bdf, step_families_discrete;
extern const struct step_family step_families_body_rattle, step_families_body_reich,
    step_families_body_reich_adjoint, step_families_body_moser_veselov;
extern const struct stepper_lanes_builds step_families_lanes, step_families_phase_lanes;

/* What a descriptor of a method says whose steps are those of FAMILY. */
#define STEP_FAMILIES_STEPPERS(FAMILY)                                                                       \
    .steps = &step_families_##FAMILY, .create_double = implicit_step_create_double,                          \
    .create_mpfr = implicit_step_create_mpfr, .create_tangent = implicit_step_create_tangent,                \
    .create_series = implicit_step_create_series, .lanes = &step_families_lanes
/* The same of a family whose steps are made in phases. */
#define STEP_FAMILIES_PHASES(FAMILY) .steps = &step_families_##FAMILY, STEP_FAMILIES_IN_PHASES
#define STEP_FAMILIES_IN_PHASES                                                                              \
    .create_double = phase_step_create_double, .create_mpfr = phase_step_create_mpfr,                        \
    .create_tangent = phase_step_create_tangent, .create_series = phase_step_create_series,                  \
    .lanes = &step_families_phase_lanes

#endif
