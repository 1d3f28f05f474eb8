/* The discrete Hamilton-Pontryagin principle with the discrete Lagrangian of a tableau: the method without
 * projection in other unknowns, and unstable like it. */
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"
#include "integrators/methods/method_families.h"

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
