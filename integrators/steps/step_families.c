/* The families of steps, each in every arithmetic. */
#include "integrators/steps/step_families.h"

#include "integrators/steps/composed_step.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/multistep/multistep_step.h"
#include "integrators/constrained/phase_step.h"

#define VPRK(A)             .create_##A = vprk_equations_##A,
#define RUNGE_KUTTA(A)      .create_##A = runge_kutta_equations_##A,
#define GENERALIZED(A)      .create_##A = generalized_runge_kutta_equations_##A,
#define PONTRYAGIN(A)       .create_##A = discrete_action_pontryagin_##A,
#define AUGMENTED(A)        .create_##A = discrete_action_augmented_##A,
#define PROJECTED_STAGES(A) .create_##A = projected_stages_equations_##A,
#define PROJECTOR(A)        .create_##A = projector_equations_##A,
#define JAY(A)              .create_##A = constrained_stages_jay_##A,
#define DIRECT(A)           .create_##A = constrained_stages_direct_##A,
#define DISCRETE(A)         .create_##A = discrete_lagrange_equations_##A,
#define DISCRETE_FIRST(A)   .create_##A = discrete_lagrange_first_##A,
#define PARTITIONED(A)      .create_##A = partitioned_equations_##A,
#define MULTISTEP(A)        .create_##A = multistep_equations_##A,
#define NYSTROEM(A)         .create_##A = nystroem_equations_##A,

const struct step_family step_families_vprk = {
    .moves_momentum = true, .search = STEP_SEARCH_GUARDED, .weighs = true, EACH_BUILD(VPRK)};
static const struct step_family projected_stages = {
    .search = STEP_SEARCH_TWICE, .weighs = true, EACH_BUILD(PROJECTED_STAGES)};
const struct step_family step_families_runge_kutta = {
    .search = STEP_SEARCH_ONCE, .weighs = true, .onto_manifold = &projected_stages, EACH_BUILD(RUNGE_KUTTA)};
const struct step_family step_families_partitioned = {.search = STEP_SEARCH_TWICE, EACH_BUILD(PARTITIONED)};
const struct step_family step_families_multistep = {EACH_BUILD(MULTISTEP)};
const struct step_family step_families_nystroem = {.search = STEP_SEARCH_TWICE, EACH_BUILD(NYSTROEM)};
const struct step_family step_families_generalized = {.weighs = true, EACH_BUILD(GENERALIZED)};
const struct step_family step_families_pontryagin = {
    .moves_momentum = true, .search = STEP_SEARCH_FOLLOWS, EACH_BUILD(PONTRYAGIN)};
const struct step_family step_families_augmented = {
    .moves_momentum = true, .search = STEP_SEARCH_FOLLOWS, EACH_BUILD(AUGMENTED)};
const struct step_family step_families_projector = {EACH_BUILD(PROJECTOR)};

const struct step_family step_families_jay = {EACH_BUILD(JAY)};
const struct step_family step_families_direct = {EACH_BUILD(DIRECT)};

static const struct step_family discrete_first = {EACH_BUILD(DISCRETE_FIRST)};
const struct step_family step_families_discrete = {
    .moves_momentum = true, .first = &discrete_first, EACH_BUILD(DISCRETE)};
const struct step_family step_families_bdf = {.remembers = true, .formulate = bdf_formulas};

/* The methods whose second phase is that of rattle.c, by their weights and their first. */
#define HOLONOMIC(family, FIRST, ...)                                                                        \
    static const struct step_weights family##_weights = {__VA_ARGS__};                                       \
    static const struct step_family family##_momentum = {.weights = &family##_weights,                       \
                                                         .formulate = rattle_momentum_formulas};             \
    const struct step_family step_families_##family = {                                                      \
        .weights = &family##_weights, .then = &family##_momentum, .formulate = FIRST};
HOLONOMIC(rattle, rattle_position_formulas, 0.5, 0.5, 0.5, 0.5, STEP_END_HIDDEN)
HOLONOMIC(shake, rattle_position_formulas, 0.5, 0.5, 0.5, 0.5, STEP_END_FREE)
HOLONOMIC(reich, rattle_position_formulas, 1, 1, 0, 0, STEP_END_HIDDEN)
HOLONOMIC(reich_adjoint, rattle_position_formulas, 0, 0, 1, 1, STEP_END_HIDDEN)
HOLONOMIC(rattle_cotangent, rattle_position_formulas, 0.5, 0.5, 0.5, 0.5, STEP_END_COTANGENT)
HOLONOMIC(reich_cotangent, rattle_position_formulas, 1, 1, 0, 0, STEP_END_COTANGENT)
/* Its first phase has no weights, and kicks and drifts are in it. */
HOLONOMIC(rattle_midpoint, rattle_midpoint_formulas, 0, 0, 0, 0, STEP_END_HIDDEN)

/* Of rigid bodies: kicks before and after the free motion, in parts of h. */
#define BODY(family, FORMULAS, before, after)                                                                \
    const struct step_family step_families_body_##family = {                                                 \
        .weights = &(const struct step_weights){.a = before, .c = after}, .formulate = FORMULAS};
BODY(rattle, rigid_body_iteration, 0.5, 0.5)
BODY(reich, rigid_body_iteration, 1, 0)
BODY(reich_adjoint, rigid_body_iteration, 0, 1)
BODY(moser_veselov, rigid_body_factorisation, 0, 0)

#define LANES(A) .create_##A = implicit_step_create_##A,
const struct stepper_lanes_builds step_families_lanes = {EACH_LANES_BUILD(LANES)};
#define COMPOSED_LANES(A) .create_##A = composed_step_create_##A,
const struct stepper_lanes_builds step_families_composed_lanes = {EACH_LANES_BUILD(COMPOSED_LANES)};
#define PHASE_LANES(A) .create_##A = phase_step_create_##A,
const struct stepper_lanes_builds step_families_phase_lanes = {EACH_LANES_BUILD(PHASE_LANES)};
#define MULTISTEP_LANES(A) .create_##A = multistep_step_create_##A,
const struct stepper_lanes_builds step_families_multistep_lanes = {EACH_LANES_BUILD(MULTISTEP_LANES)};
