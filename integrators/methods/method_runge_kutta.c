/* Plain Runge-Kutta methods on the explicit equations of motion Om q' = grad H: what variational methods are
 * compared with. */
#include "integrators/methods/method_families.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"

static const struct method_claim claims_rk4[] = {
    {"order", "4", "Kutta (1901); Hairer, Norsett, Wanner (1993), section II.1"},
};

const struct method_family method_rk4 = {
    .name = "rk4",
    .documentation = "The classical explicit Runge-Kutta method, on the explicit equations of motion.",
    .kinds = 1U << MODEL_DEGENERATE | 1U << MODEL_ODE,
    .space = STEP_POSITION,
    .no_projections = "it acts on the explicit equations of motion, where p = theta(q) by definition",
    .order_offset = 4,
    .claims = 1,
    .claim = claims_rk4,
    STEP_FAMILIES_STEPPERS(runge_kutta),
};

const struct method_family method_runge_kutta = {
    .name = "runge-kutta",
    .documentation =
        "runge-kutta:TABLEAU, the Runge-Kutta method of the tableau's a, b on the explicit equations of "
        "motion: runge-kutta:gauss-3.",
    .kinds = 1U << MODEL_DEGENERATE | 1U << MODEL_ODE,
    .space = STEP_POSITION,
    .names_tableau = true,
    .a_alone = true,
    .no_projections = "it acts on the explicit equations of motion, where p = theta(q) by definition",
    STEP_FAMILIES_STEPPERS(runge_kutta),
};
