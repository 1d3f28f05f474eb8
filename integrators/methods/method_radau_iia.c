/* Radau IIA as a variational integrator with abar = a: stiffly accurate, so that the last stage is the end of
 * the step, p_{n+1} = theta(q_{n+1}) holds by itself and projections have nothing to do.  Not symplectic. */
#include "integrators/methods/method_families.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"

static const struct method_claim claims[] = {
    {"order", "2*s - 1", "Hairer, Wanner (1996), section IV.5"},
    {"constraint", "true", "Q_s = q_{n+1}, P_s = p_{n+1}: Kraus (2017), section 3.5"},
};

const struct method_family method_radau_iia = {
    .name = "radau-iia",
    .documentation = "Radau IIA collocation for positions and momenta: keeps the Dirac constraint by itself.",
    .kinds = 1U << MODEL_DEGENERATE,
    .space = STEP_POSITION,
    .has_stages = true,
    .fewest = 2,
    .most_listed = 3,
    .no_projections = "it keeps the constraint by itself (stiffly accurate)",
    .order_factor = 2,
    .order_offset = -1,
    .claims = sizeof claims / sizeof *claims,
    .claim = claims,
    STEP_FAMILIES_STEPPERS(vprk),
};
