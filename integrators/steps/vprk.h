/* The equations of one variational partitioned Runge-Kutta step with its projection, in any arithmetic.
 *
 * Kraus (2017), eq. 75, 80, 112, 120, 127.  Unknowns, with s stages in d dimensions:
 *
 *     W_i = h V_i    s x d
 *     mu             d, if the tableau has a null vector n
 *     e = h lambda   d, if the projection is coupled
 *
 * Perturbation of the start, if the projection is coupled (else qb = q, pb = p):
 *
 *     qb = q + w_1 e
 *     pb = p + w_1 T(at)^T e
 *
 * Stages:
 *
 *     Q_i  = qb + sum_j a_ij W_j
 *     hF_i = h f(Q_i, W_i / h)
 *     th(Q_i) - pb - sum_j abar_ij hF_j + mu n_i / b_i = 0
 *     sum_i n_i W_i = 0                                             if there is a null vector
 *
 * End of the base step, and its projection, if that is coupled:
 *
 *     qb1 = qb + sum_i b_i W_i
 *     pb1 = pb + sum_i b_i hF_i
 *     th(qb1 + w_2 e) - pb1 - w_2 T(at)^T e = 0
 *
 * Exactly symplectic coefficients multiply b_j W_j and b_j hF_j: scheme.h.
 *
 * The context of these equations (step_families.h) is a struct vprk.
 *
 * In W and e the Jacobian is O(1), whatever h is.  Data: (q, p, h).  Increment: (qb1 - qb, pb1 - pb). */
#ifndef ASSAY_VPRK_H
#define ASSAY_VPRK_H

#include "integrators/steps/projector.h"
#include "integrators/steps/step_equations.h"
#include "numerics/evaluator.h"

#define DECLARE_VPRK(A)                                                                                      \
    struct vprk_##A {                                                                                        \
        size_t s, d;                                                                                         \
        struct scheme_##A *scheme;                                                                           \
        const struct projection *projection;                                                                 \
        int perturb_weight;                                                                                  \
        size_t multiplier, unknowns; /* where e starts in x; unknowns where there is no e */                 \
        struct evaluator_##A *momentum_force;                                                                \
        struct projector_##A *projector;                                                                     \
        real_##A *room;        /* of all that follows, which the residual writes and the step reads */       \
        real_##A *Q, *P, *hF;  /* s x d: the stages */                                                       \
        real_##A *weighted;    /* s x d: b_i hF_i where the scheme has weights */                            \
        real_##A *qb, *pb;     /* d: perturbed start */                                                      \
        real_##A *qb1, *pb1;   /* d: end of the base step */                                                 \
        real_##A *moved;       /* d: sum_i b_i W_i */                                                        \
        real_##A *at, *pushed; /* d: where the perturbation takes T; T(at)^T e */                            \
    };
EACH_ARITHMETIC(DECLARE_VPRK)
#endif
