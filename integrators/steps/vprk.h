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
 *     pb = p + w_1 T(at)^T e                            at: q, (qb + qb1)/2 or q1 = qb1 + w_2 e
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
 * Where theta and H are of the time, the last coordinate of q, stage i has it at t + c_i h, the end of the base step at
 * t + h; the equations of the time are W = h, mu = 0, e = 0.
 *
 * The context of these equations (step_families.h) is a struct vprk.
 *
 * In W and e the Jacobian is O(1), whatever h is.  Data: (q, p, h).  Increment: (qb1 - qb, pb1 - pb). */
#ifndef ASSAY_VPRK_H
#define ASSAY_VPRK_H

#include "integrators/steps/projector.h"
#include "integrators/steps/step_equations.h"
#include "numerics/evaluator.h"
#include "integrators/steps/stepper.h"

#define DECLARE_VPRK(A)                                                                                      \
    struct vprk_##A {                                                                                        \
        size_t s, d;                                                                                         \
        struct scheme_##A *scheme;                                                                           \
        const struct projection *projection;                                                                 \
        int r_infinity, perturb_weight;                                                                      \
        bool timed;                  /* the last of the d coordinates is the time */                         \
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
        real_##A *project_at;  /* d: where the projection takes it, unless that is its end */                \
        real_##A *half;        /* 1 */                                                                       \
    };                                                                                                       \
    /* Where the projection takes T after a step from q whose residual was evaluated; NULL: at its end. */   \
    const real_##A *vprk_projects_at_##A(struct vprk_##A *w, const real_##A *q);
EACH_ARITHMETIC(DECLARE_VPRK)

/* ---- projected_step.c ---- */

/* How a projection modifies a variational step: what the step carries, where it starts, and what becomes of
 * its end.
 *
 * The rows of the projection table (projection.h) differ in what is carried from step to step:
 *
 *     the base       (qb, pb), advanced by the base method alone, where the perturbation undoes the projection
 *                    of the step before (symplectic projection with R(infinity) = -1).  The result is its
 *                    projection, made for output only: carrying (qb, pb) has the smaller round-off.
 *     projected      q on the constraint, and e where the next perturbation uses it. */
#define DECLARE_PROJECTED_STEP(A)                                                                              \
    struct projected_step_##A;                                                                                 \
    /* Lays out the state of `stepper`, whose equations, those of vprk.h, are `own`; borrows all three. */     \
    struct projected_step_##A *projected_step_create_##A(                                                      \
        const struct setup *setup, struct stepper_##A *stepper, const struct step_equations_##A *own);         \
    void projected_step_destroy_##A(struct projected_step_##A *w);                                             \
    /* data = (q, p) at which the base method starts (before the perturbation of a coupled projection) */      \
    void projected_step_start_##A(struct projected_step_##A *w, real_##A *data);                               \
    /* The state after the step, where `status` says that its equations are solved: x (narrow_x) with        \
     * residual r.  The status of the lanes where the projection, too, is solved. */ \
    newton_status_##A projected_step_advance_##A(struct projected_step_##A *w, newton_status_##A status,       \
                                                 const real_##A *x, const narrow_##A *narrow_x,                \
                                                 const real_##A *r);                                           \
    /* As of a stepper: */                                                                                     \
    void projected_step_restart_##A(struct projected_step_##A *w);                                             \
    void projected_step_forget_##A(struct projected_step_##A *w);                                              \
    void projected_step_count_##A(const struct projected_step_##A *w, struct newton_counts *sum);
EACH_SOLVING_ARITHMETIC(DECLARE_PROJECTED_STEP)

#endif
