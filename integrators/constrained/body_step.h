/* Steps of rigid bodies and tops in reduced variables, composed of the free motion and of kicks by gravity:
 *
 *     FREE(t): w^T J - J w = t m, w in SO(n) near 1;    m <- w m w^T, v <- w v        body_rotation.h
 *     KICK(t): m <- m - t (c (v chi^T - chi v^T) - M)
 *
 *     reich            KICK(h) FREE(h), the first first: McLachlan, Scovel (1994), eq. 9
 *     reich-adjoint    FREE(h) KICK(h): eq. 10
 *     rattle           KICK(h/2) FREE(h) KICK(h/2): eq. 11
 *     moser-veselov    FREE(h) of a free body, w by the factorisation of Moser and Veselov (theorem 6)
 *
 * The time goes on in FREE: a kick before it has c and M at the start of the step, one after it at its end.
 *
 * v stands for every vector that turns with the body, the rows of its attitude among them.  All updates are sums,
 * with compensation unless that is switched off. */
#ifndef ASSAY_BODY_STEP_H
#define ASSAY_BODY_STEP_H

#include "integrators/steps/stepper.h"

struct body_splitting {
    unsigned before, after; /* halves of a kick before and after the free motion */
    bool factorises;        /* w by factorisation; for free bodies alone */
};

#define DECLARE_BODY_STEP(A)                                                                                       \
    /* A stepper by the splitting of the setup's method; of models of other kinds, in phases (phase_step.h). The \
     * caller destroys it; `setup` is borrowed. */ \
    struct stepper_##A *body_step_create_##A(const struct setup *setup);
EACH_SOLVING_ARITHMETIC(DECLARE_BODY_STEP)
#define DECLARE_LANES(A) stepper_create_##A body_step_create_##A;
EACH_LANES_BUILD(DECLARE_LANES)
#undef DECLARE_LANES

extern const struct stepper_lanes_builds step_families_body_lanes;

/* What a descriptor of a method says whose steps are these. */
#define BODY_STEPPERS                                                                                        \
    .create_double = body_step_create_double, .create_mpfr = body_step_create_mpfr,                          \
    .create_tangent = body_step_create_tangent, .lanes = &step_families_body_lanes

#endif
