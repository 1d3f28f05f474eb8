/* Gauss-Legendre methods as variational Runge-Kutta methods: nodes at the zeros of the shifted Legendre
 * polynomial, a from collocation, abar = a.  R(infinity) = (-1)^s. */
#include "integrators/methods/method_families.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"

static const struct method_claim claims[] = {
    {"order", "2*s", "Hairer, Lubich, Wanner (2006), theorem II.1.5; Kraus (2017), table 2 with projection"},
    {"symplectic", "true", "Hairer, Lubich, Wanner (2006), theorem VI.4.2; on T*Q, without projection"},
    {"symmetric", "true", "Hairer, Lubich, Wanner (2006), theorem V.2.1"},
};

const struct method_family method_gauss = {
    .name = "gauss",
    .documentation = "Gauss-Legendre collocation with s stages, as a variational integrator (abar = a).",
    .kinds = 1U << MODEL_DEGENERATE,
    .space = STEP_MOMENTUM,
    .has_stages = true,
    .fewest = 1,
    .most_listed = 6,
    .order_factor = 2,
    .symmetric = true,
    .claims = sizeof claims / sizeof *claims,
    .claim = claims,
    STEP_FAMILIES_STEPPERS(vprk),
};
