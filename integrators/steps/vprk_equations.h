/* The equations of one variational partitioned Runge-Kutta step with its projection, in any arithmetic.
 *
 * Kraus (2017), eq. 75, 80, 112, 120, 127.  Unknowns, with s stages in d dimensions:
 *
 *     x = (W, mu, e)    W_i = h V_i (s x d); mu (d) if the tableau has a null vector n; e = h lambda (d) if
 * the projection is coupled
 *
 *     qb  = q + w_1 e            pb  = p + w_1 T(at)^T e                                  (perturbation, if
 * coupled) Q_i = qb + sum_j a_ij W_j  hF_i = h f(Q_i, W_i / h) th(Q_i) - pb - sum_j abar_ij hF_j + mu n_i /
 * b_i = 0 sum_i n_i W_i = 0                                                                   (if there is a
 * null vector) qb1 = qb + sum_i b_i W_i   pb1 = pb + sum_i b_i hF_i th(qb1 + w_2 e) - pb1 - w_2 T(at)^T e = 0
 * (projection, if coupled)
 *
 * Exactly symplectic coefficients multiply b_j W_j and b_j hF_j: scheme.h.
 *
 * In W and e the Jacobian is O(1), whatever h is.  Data: (q, p, h). */
#ifndef ASSAY_VPRK_EQUATIONS_H
#define ASSAY_VPRK_EQUATIONS_H

#include "integrators/steps/projector.h"
#include "integrators/steps/scheme.h"
#include "integrators/steps/setup.h"
#include "numerics/equations.h"
#include "numerics/evaluator.h"

#define DECLARE_VPRK_EQUATIONS(A)                                                                            \
    struct vprk_equations_##A {                                                                              \
        struct equations_##A equations; /* for Newton; its context is this structure */                      \
        size_t s, d;                                                                                         \
        struct scheme_##A *scheme;                                                                           \
        const struct projection *projection;                                                                 \
        int perturb_weight;                                                                                  \
        struct evaluator_##A *momentum_force;                                                                \
        struct projector_##A *projector;                                                                     \
        /* Written by the residual, read by the step: */                                                     \
        real_##A *Q, *P, *hF;  /* s x d: the stages */                                                       \
        real_##A *weighted;    /* s x d: b_i hF_i where the scheme has weights */                            \
        real_##A *qb, *pb;     /* d: perturbed start */                                                      \
        real_##A *qb1, *pb1;   /* d: end of the base step */                                                 \
        real_##A *increment;   /* d: sum_i b_i W_i */                                                        \
        real_##A *at, *pushed; /* d: where the perturbation takes T; T(at)^T e */                            \
    };                                                                                                       \
    struct vprk_equations_##A *vprk_equations_create_##A(const struct setup *setup);                         \
    /* Takes the context of the equations; the same as equations.destroy. */                                 \
    void vprk_equations_destroy_##A(void *context);                                                          \
    /* Where e starts in x; the number of unknowns when there is no e. */                                    \
    size_t vprk_equations_multiplier_##A(const struct vprk_equations_##A *w);
EACH_ARITHMETIC(DECLARE_VPRK_EQUATIONS)

#endif
