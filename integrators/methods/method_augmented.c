/* The augmented variational Runge-Kutta method: the discrete action with the constraint at the end of the
 * step.  The constraint holds at (q_{n+1}, pb_{n+1}), not at (q_{n+1}, p_{n+1}), where the next step starts:
 * shown by its author as an approach that fails, and kept as that. */
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"
#include "integrators/methods/method_families.h"

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
