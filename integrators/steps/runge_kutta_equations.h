/* The equations of a Runge-Kutta step on the explicit equations of motion, in any arithmetic.
 *
 *     K_i - h v(q + sum_j a_ij K_j) = 0,    unknowns K_i = h v(Q_i) (s x d), data q
 *
 * (exactly symplectic coefficients multiply b_j K_j: scheme.h). */
#ifndef ASSAY_RUNGE_KUTTA_EQUATIONS_H
#define ASSAY_RUNGE_KUTTA_EQUATIONS_H

#include "integrators/steps/scheme.h"
#include "numerics/equations.h"
#include "numerics/evaluator.h"

#define DECLARE_RUNGE_KUTTA_EQUATIONS(A)                                                                     \
    struct runge_kutta_equations_##A {                                                                       \
        struct equations_##A equations; /* its context is this structure */                                  \
        size_t s, d;                                                                                         \
        struct scheme_##A *scheme;                                                                           \
        real_##A *h;                                                                                         \
        struct evaluator_##A *velocity;                                                                      \
        real_##A *Q, *v, *weighted; /* s x d */                                                              \
    };                                                                                                       \
    struct runge_kutta_equations_##A *runge_kutta_equations_create_##A(const struct setup *setup);           \
    void runge_kutta_equations_destroy_##A(void *context);                                                   \
    /* K row by row for a strictly lower triangular a: no equations to solve. */                             \
    void runge_kutta_equations_explicit_##A(struct runge_kutta_equations_##A *w, const real_##A *q,          \
                                            real_##A *K);
EACH_ARITHMETIC(DECLARE_RUNGE_KUTTA_EQUATIONS)

#endif
