/* Steps of discrete Lagrangians, of nonholonomic systems: L_d(q, q1) = h L(c, w) with
 *
 *     W = q1 - q        w = W/h        c = q + alpha W
 *
 * and the momentum p = D2 L_d of the step before.  A step solves -D1 L_d(q, q1) = p, with L the Lagrangian or a
 * Hamiltonized one,
 *
 *     r  = L_v(c, w) - (1 - alpha) h L_q(c, w) - p
 *     p1 = p + r + h L_q(c, w)
 *
 * and the discrete constraint A(c) W = 0 enters, in the unknowns (W, y), y as many as constraints,
 *
 *     reacts    r + A(q)^T y = 0,  A(c) W = 0     y the reaction: the principle of Lagrange and d'Alembert
 *     free      r = 0                             (W alone)
 *     post      r = 0,  A(c) (W_r, y) = 0         y what the last coordinates s move by, in the place of W_s
 *     inside    r_r = 0,  A(c) W = 0              (W alone) in the place of the equations of s
 *     start     W_r = D_r,  A(c) W = 0            (W alone) the first step, D given in the place of p
 *
 * Data: (q, p).  Increment: (q1 - q, p1 - p), the momenta of s in `inside` having no use.
 * Cortes, Martinez (2001); Fernandez (2010). */
#ifndef ASSAY_DISCRETE_LAGRANGE_H
#define ASSAY_DISCRETE_LAGRANGE_H

#include "integrators/steps/step_equations.h"
#include "integrators/steps/stepper.h"

#define DECLARE_DISCRETE_LAGRANGE(A)                                                                         \
    step_equations_create_##A discrete_lagrange_equations_##A, discrete_lagrange_start_##A;                  \
    /* Of the equations made by either, after the residual was evaluated at a solution: (c, w), and the    \
     * diagonal entries of L_vv that belong to s. */ \
    const real_##A *discrete_lagrange_point_##A(const struct step_equations_##A *equations);                 \
    const real_##A *discrete_lagrange_inertia_##A(const struct step_equations_##A *equations);
EACH_BUILD(DECLARE_DISCRETE_LAGRANGE)
#undef DECLARE_DISCRETE_LAGRANGE

#define DECLARE_CREATE(A) struct stepper_##A *discrete_step_create_##A(const struct setup *setup);
EACH_STEPPING_ARITHMETIC(DECLARE_CREATE)
EACH_LANES_BUILD(DECLARE_CREATE)
#undef DECLARE_CREATE

extern const struct step_family step_families_discrete, step_families_discrete_first;
extern const struct stepper_lanes_builds step_families_discrete_lanes;

#define DISCRETE_LAGRANGE_STEPPERS                                                                           \
    .steps = &step_families_discrete, .create_double = discrete_step_create_double,                          \
    .create_mpfr = discrete_step_create_mpfr, .create_tangent = discrete_step_create_tangent,                \
    .lanes = &step_families_discrete_lanes

#endif
