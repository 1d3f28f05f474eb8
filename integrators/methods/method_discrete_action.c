/* Two methods that start from a discrete action on (q, p): integrators/steps/discrete_action.c.
 *
 * The augmented variational Runge-Kutta method puts the constraint at the end of the step into the action.  It
 * holds at (q_{n+1}, pb_{n+1}), not at (q_{n+1}, p_{n+1}), where the next step starts: shown by its author as an
 * approach that fails, and kept as that.
 *
 * The discrete Hamilton-Pontryagin principle with the discrete Lagrangian of a tableau is the method without
 * projection in other unknowns, and unstable like it. */
#include "integrators/methods/method_families.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"

const struct method_family method_augmented = {
    .name = "augmented",
    .documentation = "augmented:TABLEAU, the variational method of the tableau with the constraint in its "
                     "action (Kraus 2017, section 3.6), which fails; for theta with det T != 0.",
    .kinds = 1U << MODEL_DEGENERATE,
    .space = STEP_MOMENTUM,
    .names_tableau = true,
    .no_projections = "it has a projection of its own, and fails with it",
    STEP_FAMILIES_STEPPERS(augmented),
};

const struct method_family method_hamilton_pontryagin = {
    .name = "hamilton-pontryagin",
    .documentation = "hamilton-pontryagin:TABLEAU, the discrete Hamilton-Pontryagin principle (Kraus 2017, "
                     "section 3.7): for a symplectic tableau the unprojected method in other unknowns.",
    .kinds = 1U << MODEL_DEGENERATE,
    .space = STEP_MOMENTUM,
    .names_tableau = true,
    .no_projections = "it is the method without projection; write the method of the tableau itself",
    STEP_FAMILIES_STEPPERS(pontryagin),
};
