/* The two-form that a step should preserve, on each space of steps.
 *
 *     momentum     J = [[0, -1], [1, 0]]
 *     position     Om(q) = T^T - T, Om_ij = d_i theta_j - d_j theta_i
 *     multiplier   [[Om, E], [-E, -Om]], E_ij = sum_k e_k d_i d_j theta_k
 *
 * The first is p_s . q_t - p_t . q_s, the second the same pulled back by p = theta(q), and the third pulled
 * back by (q + e, theta(q) + T(q)^T e): Kraus (2017), eq. 122 with the sign corrected. */
#ifndef ASSAY_SYMPLECTIC_FORM_H
#define ASSAY_SYMPLECTIC_FORM_H

#include "measures/step/step_jacobian.h"

/* omega (n x n, row-major) at z (n numbers), at the precision of the run; on positions the matrix Pi of
 * Poisson's bracket where the model gives that instead. */
void symplectic_form_evaluate(const struct system *system, enum step_space space, mpfr_t *z, mpfr_t *omega);

/* defect = |M^T Om1 M - Om0| / |Om0| in the Frobenius norm, for n x k, n x n and k x k matrices, row-major;
 * computed at the precision of `defect`.  NaN where an entry is no number. */
void symplectic_defect(mpfr_t defect, size_t n, size_t k, mpfr_t *M, mpfr_t *start_form, mpfr_t *end_form);
/* restricted (k x k) = B^T form B for B n x k */
void symplectic_defect_restrict(mpfr_t *restricted, size_t n, size_t k, mpfr_t *B, mpfr_t *form);

#endif
