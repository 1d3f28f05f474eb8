/* Poincare's integral invariants over a loop or a surface that is known at points: Kraus (2017), section 5.6.
 *
 * The first invariant, over a closed loop, is the integral of
 *
 *     noncanonical   theta_i dq^i
 *     canonical      p_i dq^i
 *     corrected      (theta_i + h l_k T_ki) (dq^i + h dl^i)
 *     printed        (theta_i - h l_k T_ki) (dq^i - h dl^i)                                       (124)
 *
 * and the second, over a surface, that of
 *
 *     noncanonical   Om_ij q^i_s q^j_t
 *     canonical      p_s . q_t - p_t . q_s
 *     corrected      Om_ij (q^i_s q^j_t - h^2 l^i_s l^j_t) + h^2 l^k theta_k,ij (q^i_s l^j_t - q^i_t l^j_s)
 *     printed        Om_ij (q^i_s q^j_t - h^2 l^i_s l^j_t) - h^2 l^k theta_k,ij (q^i_s l^j_t - q^i_t l^j_s) (122)
 *
 * T_ki = d theta_k / d q_i, l = lambda.  `corrected` is what the symplectic projection preserves: the
 * canonical forms at (q + h l, theta + T^T h l).  Of `printed`, the one-form differs from the corrected one
 * by 2 d(theta . h l), which vanishes on loops, while the two-form has a wrong sign. */
#ifndef ASSAY_POINCARE_INTEGRAL_H
#define ASSAY_POINCARE_INTEGRAL_H

#include "measures/poincare/quadrature.h"
#include "models/kinds/system.h"

enum poincare_form {
    POINCARE_NONCANONICAL,
    POINCARE_CANONICAL,
    POINCARE_CORRECTED,
    POINCARE_PRINTED,
    POINCARE_FORMS
};

/* What the integrals are taken of. */
struct poincare_forms {
    const struct system *system;
    const struct program *two_forms; /* system_create_two_forms; not used for loops */
    int order;                       /* 1: a loop of n points; 2: a surface of n x n points, t the faster */
    bool multiplier;                 /* states have one: else `corrected` and `printed` are NaN */
};

#define DECLARE_POINCARE_INTEGRAL(A)                                                                           \
    struct poincare_integral_##A;                                                                              \
    /* Over points of `rule`, which lie `spread` apart (1: all points; 2: every second one, so that there    \
     * are 2 n points in a loop, and 2 n - 1 along a side of a surface; ...).  Borrows forms and rule. */ \
    struct poincare_integral_##A *poincare_integral_create_##A(                                                \
        const struct poincare_forms *forms, const struct quadrature_##A *rule, size_t spread);                 \
    void poincare_integral_destroy_##A(struct poincare_integral_##A *integral);                                \
    /* values (POINCARE_FORMS) at the states (q, p, e) of all points, a row of 3 d numbers each; e = h l. */   \
    void poincare_integral_evaluate_##A(struct poincare_integral_##A *integral, const real_##A *states,        \
                                        real_##A *values);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_POINCARE_INTEGRAL)

#endif
