/* The multipliers of a step on (q, p) that belong to departures from the constraint p = theta(q).
 *
 * The linearised step M = D Psi_h at a state z0 of the constraint manifold has 2d multipliers.  Were the
 * manifold invariant, d of them would be those of M on its tangent space, near 1, and d those of the quotient
 * map: what becomes of a departure phi = p - theta(q), to first order.  These are the parasitic ones.  They
 * are near R(infinity), and exactly R(infinity) where theta is linear, abar = a and a is not singular:
 * phi_1 = (1 - b^T a^-1 1) phi_0.
 *
 * The manifold is invariant only up to the error of the step (for linear theta exactly), so that the quotient
 * depends on where a departure starts.  It starts in the symplectic complement of the tangent space, which is
 * where projections move, (dq, dp) = (e, T^T e), and a symplectic M that keeps the tangent space keeps that
 * too.  Its end is measured by phi there, and with phi = Om e written as e again:
 *
 *     e_1 = Om(q_1)^-1 [-T(q_1), 1] M [1; T(q_0)^T] e_0        T_ki = d theta_k / d q_i,  Om = T^T - T
 *
 * The multipliers are the eigenvalues of this d x d matrix.                    Kraus (2017), section 3.5 */
#ifndef ASSAY_PARASITIC_H
#define ASSAY_PARASITIC_H

#include <mpfr.h>
#include <stdbool.h>

#include "models/kinds/system.h"

/* The d multipliers as real and imaginary parts; z0, z1 (2 d numbers) and M (2d x 2d, row-major) as
 * step_jacobian_evaluate writes them for an unprojected variational method.  False where an entry is not
 * finite or Om(q_1) is singular. */
bool parasitic_multipliers(const struct system *system, mpfr_t *z0, mpfr_t *z1, mpfr_t *M, double *re,
                           double *im);

#endif
