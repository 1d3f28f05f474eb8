/* What all implicit steps have in common: a stepper made from the equations of a family (step_equations.h).
 *
 * The stages of a step are solved for, from a guess (guess.h) or along the branch from h = 0, and
 * what the family advances is updated with compensation, unless that is switched off: the round-off of a step
 * enters the next one.  A projection modifies where the step starts and what becomes of its end
 * (vprk.h).
 *
 * In `lanes` each lane solves, starts again and follows its solution for itself: a mask says for which lanes
 * something is done, and what is computed for the others is not kept. */
#ifndef ASSAY_IMPLICIT_STEP_H
#define ASSAY_IMPLICIT_STEP_H

#include "integrators/steps/step_equations.h"
#include "integrators/steps/stepper.h"

#define DECLARE_IMPLICIT_STEP(A)                                                                                               \
    /* A stepper of the setup's method at q_0 with p_0 = theta(q_0); the caller destroys it.  `setup` is     \
     * borrowed. */                 \
    struct stepper_##A *implicit_step_create_##A(const struct setup *setup);                                                   \
    /* The same in each chart of the setup's system, which has some (charted_step.c). */                                       \
    struct stepper_##A *charted_step_create_##A(const struct setup *setup);                                                    \
    /* A solver of the equations of `family`, which owns them; `own` receives what it solves. */                               \
    struct newton_##A *implicit_step_newton_##A(const struct step_family *family, const struct setup *setup,                   \
                                                struct step_equations_##A *own);                                               \
    /* sum += what all lanes have counted: evaluations, each at so many points and of so many operations, and what           \
     * `newton` has, NULL: nothing. */ \
    void implicit_step_count_##A(struct newton_counts *sum, const tally_##A *evaluations, double points,                       \
                                 unsigned long operations, const struct newton_##A *newton);                                   \
    /* The flow of the model's equations by Gauss's methods with many stages, an exact solution for steps of low order: \
     * over -h, or h, to as many digits as there are where the solution is analytic in a disc of radius 1. */      \
    struct implicit_step_flow_##A;                                                                                             \
    struct implicit_step_flow_##A *implicit_step_flow_create_back_##A(const struct setup *setup);                              \
    struct implicit_step_flow_##A *implicit_step_flow_create_ahead_##A(const struct setup *setup);                             \
    void implicit_step_flow_destroy_##A(struct implicit_step_flow_##A *flow);                                                  \
    /* end (d) = where it leads from the state q (d); infinite where that is not solved. */                                    \
    void implicit_step_flow_follow_##A(struct implicit_step_flow_##A *flow, const real_##A *q, real_##A *end);
EACH_SOLVING_ARITHMETIC(DECLARE_IMPLICIT_STEP)
#define DECLARE_LANES(A) stepper_create_##A implicit_step_create_##A, charted_step_create_##A;
EACH_LANES_BUILD(DECLARE_LANES)
#undef DECLARE_LANES

#endif
