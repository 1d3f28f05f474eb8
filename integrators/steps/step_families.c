/* The families of steps, each in every arithmetic. */
#include "integrators/steps/step_families.h"

#include "integrators/steps/composed_step.h"
#include "integrators/steps/implicit_step.h"

#define VPRK(A)        .create_##A = vprk_equations_##A,
#define RUNGE_KUTTA(A) .create_##A = runge_kutta_equations_##A,
#define GENERALIZED(A) .create_##A = generalized_runge_kutta_equations_##A,
#define PONTRYAGIN(A)  .create_##A = discrete_action_pontryagin_##A,
#define AUGMENTED(A)   .create_##A = discrete_action_augmented_##A,
#define PROJECTOR(A)   .create_##A = projector_equations_##A,

const struct step_family step_families_vprk = {
    .moves_momentum = true, .search = STEP_SEARCH_GUARDED, .weighs = true, EACH_BUILD(VPRK)};
const struct step_family step_families_runge_kutta = {
    .search = STEP_SEARCH_ONCE, .weighs = true, EACH_BUILD(RUNGE_KUTTA)};
const struct step_family step_families_generalized = {
    .search = STEP_SEARCH_TWICE, .weighs = true, EACH_BUILD(GENERALIZED)};
const struct step_family step_families_pontryagin = {
    .moves_momentum = true, .search = STEP_SEARCH_FOLLOWS, EACH_BUILD(PONTRYAGIN)};
const struct step_family step_families_augmented = {
    .moves_momentum = true, .search = STEP_SEARCH_FOLLOWS, EACH_BUILD(AUGMENTED)};
const struct step_family step_families_projector = {EACH_BUILD(PROJECTOR)};

#define LANES(A) .create_##A = implicit_step_create_##A,
const struct stepper_lanes_builds step_families_lanes = {EACH_LANES_BUILD(LANES)};
#define COMPOSED_LANES(A) .create_##A = composed_step_create_##A,
const struct stepper_lanes_builds step_families_composed_lanes = {EACH_LANES_BUILD(COMPOSED_LANES)};
