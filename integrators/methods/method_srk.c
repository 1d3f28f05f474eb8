/* The symplectic Runge-Kutta method with three stages whose central stage is the midpoint of the step: Kraus
 * (2017), table 1, after Zhao and Wei.  R(infinity) = -1. */
#include "integrators/methods/method_families.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"

static const struct method_claim claims[] = {
    {"order", "4", "Kraus (2017), section 4.5 and table 2"},
    {"symplectic", "true", "Kraus (2017), section 4.5; on T*Q, without projection"},
    {"symmetric", "true", "Kraus (2017), section 4.5"},
};

const struct method_family method_srk_3 = {
    .name = "srk-3",
    .documentation =
        "Symplectic Runge-Kutta method with three stages, the second at the midpoint of the step.",
    .kinds = 1U << MODEL_DEGENERATE,
    .space = STEP_MOMENTUM,
    .order_offset = 4,
    .symmetric = true,
    .claims = sizeof claims / sizeof *claims,
    .claim = claims,
    STEP_FAMILIES_STEPPERS(vprk),
};
