/* Derivatives and integrals on [0, 1] of functions that are known at n points.
 *
 * Two kinds of points, with spectral accuracy for smooth functions:
 *
 *     fourier      x_k = k/n, for functions of period 1: the derivative of the trigonometric interpolant, and
 *                  the trapezoidal rule
 *     chebyshev    x_k = (1 - cos(k pi/(n - 1)))/2: the derivative and the integral of the polynomial
 *
 * Where n (fourier) or n - 1 (chebyshev) is even, every second point makes up the points of the same kind
 * with half as many intervals: so one run tells how well its points resolve what they carry.
 *
 * The caller calls rule->destroy(rule). */
#ifndef ASSAY_QUADRATURE_H
#define ASSAY_QUADRATURE_H

#include <mpfr.h>

#include "numerics/arithmetic.h"

enum quadrature_kind { QUADRATURE_FOURIER, QUADRATURE_CHEBYSHEV };

#define DECLARE_QUADRATURE(A)                                                                                  \
    struct quadrature_##A {                                                                                    \
        size_t n;                                                                                              \
        real_##A *weight; /* n: the integral of f is sum_k weight_k f(x_k) */                                  \
        /* f'(x_k) at derivative[k stride] for f(x_k) at values[k stride]; the arrays do not overlap. */       \
        void (*differentiate)(const struct quadrature_##A *rule, real_##A *derivative,                         \
                              const real_##A *values, size_t stride);                                          \
        void (*destroy)(struct quadrature_##A * rule);                                                         \
    };                                                                                                         \
    /* Of n >= 2 points; in double by fast transforms (FFTW), n log n operations for a derivative, in mpfr   \
     * by differentiation matrices, n^2 operations. */ \
    struct quadrature_##A *quadrature_create_##A(enum quadrature_kind kind, size_t n);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_QUADRATURE)

/* Points, weights and differentiation matrices to any precision, that of the numbers that they are written to,
 * which number_block_create made. */
/* n numbers x_k. */
void quadrature_rule_points(mpfr_ptr x, enum quadrature_kind kind, size_t n);
/* n numbers. */
void quadrature_rule_weights(mpfr_ptr weight, enum quadrature_kind kind, size_t n);
/* f'(x_j) = sum_k row[(j - k) mod n] f(x_k); n numbers, row[n - m] = -row[m]. */
void quadrature_rule_fourier_row(mpfr_ptr row, size_t n);
/* f'(x_j) = sum_k matrix[j n + k] f(x_k); n^2 numbers. */
void quadrature_rule_chebyshev_matrix(mpfr_ptr matrix, size_t n);

#endif
