/* The order conditions of symmetric compositions of symmetric steps, as equations for Newton's method.
 *
 * A symmetric step of length gamma h is exp(gamma X_1 + gamma^3 X_3 + gamma^5 X_5 + ..); s of them after each
 * other are the ordered exponential along the curve that spends the time i - 1 < u < i with f_a(u) = gamma_i^a as
 * the rate of X_a.  It is that of X_1 up to order 8 where the integrals of the Lyndon words over 1, 3, 5, 7
 * vanish, but that of 1 alone; those of even length vanish by symmetry.  With t(u) and g(u) the integrals of f_1
 * and f_3,
 *
 *     order 4    3        int f_3 = 0
 *     order 6    5        int f_5 = 0                113      int f_3 t^2 = 0
 *     order 8    7        int f_7 = 0                115      int f_5 t^2 = 0
 *                11113    int f_3 t^4 = 0            133      int f_1 g^2 = 0
 *
 * each a sum over the steps, on which t and g are linear in u:
 * int f_3 t^2 = sum_i gamma_i^2 (t_i^3 - t_{i-1}^3)/3.
 * Source: Murua, Sanz-Serna (1999), Phil. Trans. R. Soc. A 357, 1079; Hairer, Lubich, Wanner (2006), section V.3. */
#ifndef ASSAY_COMPOSITION_CONDITIONS_H
#define ASSAY_COMPOSITION_CONDITIONS_H

#include "numerics/equations.h"

/* Unknowns: gamma of the `unknowns` (3: to order 6, or 7: to order 8) steps on one side, from the middle to the
 * end; no data. */
#define DECLARE_CONDITIONS(A) struct equations_##A composition_conditions_##A(size_t unknowns);
EACH_ARITHMETIC(DECLARE_CONDITIONS)

#endif
