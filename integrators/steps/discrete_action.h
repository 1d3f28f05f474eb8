/* The equations of two approaches that start from a discrete action and fail for degenerate Lagrangians, in
 * any arithmetic: Kraus (2017), sections 3.6 and 3.7.
 *
 * Both step from (q, p) to (q1, p1) = (q + D, p + G).  With
 *
 *     W_i  = h V_i
 *     Q_i  = q + sum_j a_ij W_j
 *     hF_i = h f(Q_i, W_i / h)
 *
 * the Hamilton-Pontryagin principle (eq. 84, 86) has the unknowns (W, mu, D, G).  The action of a step,
 *
 *     sum_i b_i h L(Q_i, V_i) + p1 . (q1 - q - sum_i b_i W_i) + mu . sum_i n_i W_i
 *
 * is stationary with respect to W_j and p1, and p = -D_1 L_d:
 *
 *     b_j (th(Q_j) - p1) + sum_i b_i a_ij hF_i + n_j mu = 0
 *     sum_j n_j W_j = 0
 *     D - sum_i b_i W_i = 0
 *     G - sum_i b_i hF_i = 0
 *
 * abar is not used: the action knows a, b and n alone.
 *
 * The augmented action (eq. 83) has the unknowns (W, mu, D): the stages of the variational step from (q, p),
 * then its end (qb1, pb1) with
 *
 *     th(q + D) - pb1 = 0
 *     l  = D - sum_i b_i W_i
 *     p1 = pb1 + T(q1)^T l
 *
 * which needs det T != 0 (T_ki = d th_k / d q_i).
 *
 * Data: (q, p, h).  Increment: (D, G). */
#ifndef ASSAY_DISCRETE_ACTION_H
#define ASSAY_DISCRETE_ACTION_H

#include "integrators/steps/step_equations.h"

#define DECLARE_DISCRETE_ACTION(A)                                                                           \
    step_equations_create_##A discrete_action_pontryagin_##A;                                                \
    step_equations_create_##A discrete_action_augmented_##A;
EACH_BUILD(DECLARE_DISCRETE_ACTION)

#endif
