/* Runge-Kutta coefficients that belong to given nodes. */
#ifndef ASSAY_TABLEAU_COLLOCATION_H
#define ASSAY_TABLEAU_COLLOCATION_H

#include <mpfr.h>
#include <stddef.h>

/* All matrices are stages x stages, row-major; everything is computed in the precision of c[0].  About 3 bits
 * per stage are lost, so that the caller brings guard bits. */

/* b from B(s): the weights of the interpolatory quadrature on the nodes c. */
void tableau_collocation_weights(mpfr_t *b, mpfr_t *c, size_t stages);

/* a from C(s): collocation on the nodes c. */
void tableau_collocation_matrix(mpfr_t *a, mpfr_t *c, size_t stages);

/* a from its first column a_i1 = b_1 and C(s-1): Lobatto IIIC.  c_1 = 0, stages >= 2. */
void tableau_collocation_iiic_matrix(mpfr_t *a, mpfr_t *b, mpfr_t *c, size_t stages);

/* The symplectic conjugate abar_ij = b_j (1 - a_ji / b_i); no b_i is zero. */
void tableau_collocation_conjugate(mpfr_t *abar, mpfr_t *a, mpfr_t *b, size_t stages);

/* n such that n_i / b_i spans the kernel of the collocation matrix on c, where c_1 = 0. */
void tableau_collocation_null_vector(mpfr_t *n, mpfr_t *b, mpfr_t *c, size_t stages);

#endif
