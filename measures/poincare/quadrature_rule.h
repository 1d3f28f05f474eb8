/* Points, weights and differentiation matrices of the rules of quadrature.h, to any precision.
 *
 * Every result is written to numbers of one precision, made by number_block_create. */
#ifndef ASSAY_QUADRATURE_RULE_H
#define ASSAY_QUADRATURE_RULE_H

#include <mpfr.h>

#include "measures/poincare/quadrature.h"

/* n numbers x_k. */
void quadrature_rule_points(mpfr_ptr x, enum quadrature_kind kind, size_t n);
/* n numbers. */
void quadrature_rule_weights(mpfr_ptr weight, enum quadrature_kind kind, size_t n);
/* f'(x_j) = sum_k row[(j - k) mod n] f(x_k); n numbers, row[n - m] = -row[m]. */
void quadrature_rule_fourier_row(mpfr_ptr row, size_t n);
/* f'(x_j) = sum_k matrix[j n + k] f(x_k); n^2 numbers. */
void quadrature_rule_chebyshev_matrix(mpfr_ptr matrix, size_t n);

#endif
