/* The rotation of a free rigid body over a step: w in SO(n) near 1 with w^T J - J w = t m.
 *
 * By iteration, McLachlan and Scovel (1994), section 6.2: with w = 1 + wa + ws, wa antisymmetric and ws symmetric,
 *
 *     (i)   wa_ij = (ws_ij (alpha_j - alpha_i) - t m_ij) / (alpha_i + alpha_j)
 *     (ii)  ws    = -1/2 (ws + wa)^T (ws + wa),
 *
 * which converges with a factor O(t), until the changes stop shrinking at the level of round-off of ws itself.
 *
 * By factorisation, Moser and Veselov (1991): w^T J = S + P with S symmetric and P = t m/2, so that w is
 * orthogonal where (S - P)(S + P) = J^2, an equation of Riccati for Y = S - J:  Newton's method (body_factors.c).
 * */
#ifndef ASSAY_BODY_ROTATION_H
#define ASSAY_BODY_ROTATION_H

#include "integrators/steps/setup.h"
#include "numerics/newton.h"

#define DECLARE_BODY_ROTATION(A)                                                                                \
    struct body_rotation_##A;                                                                                   \
    /* For steps of length h (1), which it borrows; by factorisation or by iteration. */                        \
    struct body_rotation_##A *body_rotation_create_##A(const struct setup *setup, const real_##A *h,            \
                                                       bool factorises);                                        \
    void body_rotation_destroy_##A(struct body_rotation_##A *rotation);                                         \
    /* e = w - 1 (n x n) for m (above the diagonal) in the lanes of `where`; the others have nothing of use. */ \
    newton_status_##A body_rotation_solve_##A(struct body_rotation_##A *rotation, mask_##A where,               \
                                              const real_##A *m, real_##A *e);                                  \
    /* Forgets where it would start from. */                                                                    \
    void body_rotation_forget_##A(struct body_rotation_##A *rotation);                                          \
    /* Of all lanes together. */                                                                                \
    struct newton_counts body_rotation_counts_##A(const struct body_rotation_##A *rotation);
EACH_SOLVING_ARITHMETIC(DECLARE_BODY_ROTATION)

#define DECLARE_FACTORS(A)                                                                                   \
    /* The equation for Y on and above its diagonal, row by row; data: m above its diagonal, t. */           \
    struct equations_##A body_factors_equations_##A(const struct system *system);
EACH_ARITHMETIC(DECLARE_FACTORS)

#endif
