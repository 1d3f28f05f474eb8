/* The equations of two approaches that start from a discrete action and fail for degenerate Lagrangians, in
 * any arithmetic: Kraus (2017), sections 3.6 and 3.7.
 *
 * Both step from (q, p) to (q1, p1) = (q + D, p + G).  With W_i = h V_i, Q_i = q + sum_j a_ij W_j and hF_i =
 * h f(Q_i, W_i / h):
 *
 *     hamilton-pontryagin    x = (W, mu, D, G)                                               eq. 84, 86
 *         the action  sum_i b_i h L(Q_i, V_i) + p1 . (q1 - q - sum_i b_i W_i) + mu . sum_i n_i W_i  of a step
 *         is stationary with respect to W_j and p1, and p = -D_1 L_d:
 *             b_j (th(Q_j) - p1) + sum_i b_i a_ij hF_i + n_j mu = 0          sum_j n_j W_j = 0
 *             D - sum_i b_i W_i = 0           G - sum_i b_i hF_i = 0
 *         abar is not used: the action knows a, b and n alone.
 *     augmented              x = (W, mu, D)                                                        eq. 83
 *         the stages of the variational step from (q, p), then its end (qb1, pb1) with
 *             th(q + D) - pb1 = 0,    l = D - sum_i b_i W_i,    p1 = pb1 + T(q1)^T l
 *         which needs det T != 0 (T_ki = d th_k / d q_i).
 *
 * Data: (q, p, h). */
#ifndef ASSAY_DISCRETE_ACTION_EQUATIONS_H
#define ASSAY_DISCRETE_ACTION_EQUATIONS_H

#include "integrators/steps/scheme.h"
#include "integrators/steps/setup.h"
#include "integrators/steps/vprk_equations.h"
#include "numerics/equations.h"
#include "numerics/evaluator.h"

enum discrete_action { DISCRETE_ACTION_HAMILTON_PONTRYAGIN, DISCRETE_ACTION_AUGMENTED };

#define DECLARE_DISCRETE_ACTION_EQUATIONS(A)                                                                 \
    struct discrete_action_equations_##A {                                                                   \
        struct equations_##A equations; /* for Newton; its context is this structure */                      \
        enum discrete_action action;                                                                         \
        size_t s, d, end;                /* where D starts in x */                                           \
        struct vprk_equations_##A *base; /* of the augmented action */                                       \
        struct scheme_##A *scheme;                                                                           \
        struct scheme_##A *weighted; /* a: b_i a_ij in row j, column i; abar: diag(b) */                     \
        struct evaluator_##A *momentum_force, *momentum, *push;                                              \
        /* Written by the residual: */                                                                       \
        real_##A *Q, *P, *hF; /* s x d: the stages of the first action */                                    \
        real_##A *q1, *p1;    /* d */                                                                        \
    };                                                                                                       \
    struct discrete_action_equations_##A *discrete_action_equations_create_##A(const struct setup *setup,    \
                                                                               enum discrete_action action); \
    /* Takes the context of the equations; the same as equations.destroy. */                                 \
    void discrete_action_equations_destroy_##A(void *context);                                               \
    /* The increments (D, G) of a solution x, after the residual was evaluated there. */                     \
    void discrete_action_equations_increment_##A(struct discrete_action_equations_##A *w, const real_##A *x, \
                                                 real_##A *increment);
EACH_ARITHMETIC(DECLARE_DISCRETE_ACTION_EQUATIONS)

#endif
