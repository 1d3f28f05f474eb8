/* How a projection modifies a variational step: what the step carries, where it starts, and what becomes of
 * its end.
 *
 * The rows of the projection table (projection.h) differ in what is carried from step to step:
 *
 *     the base       (qb, pb), advanced by the base method alone, where the perturbation undoes the projection
 *                    of the step before (symplectic projection with R(infinity) = -1).  The result is its
 *                    projection, made for output only: carrying (qb, pb) has the smaller round-off.
 *     projected      q on the constraint, and e where the next perturbation uses it. */
#ifndef ASSAY_PROJECTED_STEP_H
#define ASSAY_PROJECTED_STEP_H

#include "integrators/steps/stepper.h"
#include "integrators/steps/vprk.h"

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
