/* The projection of a step's end onto p = theta(q), in any arithmetic: Kraus (2017), eq. 112d.
 *
 *     q1 = qb1 + w e
 *     r  = theta(q1) - pb1 - w T(at)^T e            T_ki = d theta_k / d q_i
 *
 * Used inside the equations of a coupled projection, and alone where e is found after the base step: equations of
 * their own (step_families.h) with unknowns e and data (qb1, pb1), T at q1, or (qb1, pb1, at), whose context is the
 * projector. */
#ifndef ASSAY_PROJECTOR_H
#define ASSAY_PROJECTOR_H

#include "integrators/steps/step_equations.h"
#include "numerics/evaluator.h"

#define DECLARE_PROJECTOR(A)                                                                                 \
    struct projector_##A;                                                                                    \
    struct projector_##A *projector_create_##A(const struct setup *setup);                                   \
    void projector_destroy_##A(void *projector);                                                             \
    /* x += w y for the weights -1, 0, 1 of projections */                                                   \
    void projector_add_weighted_##A(real_##A *x, int w, const real_##A *y, size_t n);                        \
    /* pushed = T(at)^T e */                                                                                 \
    void projector_push_##A(struct projector_##A *projector, const real_##A *at, const real_##A *e,          \
                            real_##A *pushed);                                                               \
    /* r (d) as above; T is taken at `at`, or at q1 when `at` is NULL. */                                    \
    void projector_residual_##A(struct projector_##A *projector, const real_##A *qb1, const real_##A *pb1,   \
                                const real_##A *e, const real_##A *at, real_##A *r);                         \
    /* q1 of the last residual */                                                                            \
    const real_##A *projector_projected_##A(const struct projector_##A *projector);
EACH_ARITHMETIC(DECLARE_PROJECTOR)
#endif
