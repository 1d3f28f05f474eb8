/* The equations of a Runge-Kutta step on the explicit equations of motion q' = v(q), in any arithmetic.
 *
 *     K_i - h v(q + sum_j a_ij K_j) = 0
 *
 * Unknowns K_i = h v(Q_i) (s x d), data (q, h), increment sum_i b_i K_i.  Where a is strictly lower triangular
 * the K_i are evaluated one after the other.  Exactly symplectic coefficients multiply b_j K_j: scheme.h. */
#ifndef ASSAY_RUNGE_KUTTA_H
#define ASSAY_RUNGE_KUTTA_H

#include "integrators/steps/step_equations.h"

#define DECLARE_RUNGE_KUTTA(A) step_equations_create_##A runge_kutta_equations_##A;
EACH_BUILD(DECLARE_RUNGE_KUTTA)

#endif
