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
 * Made by quadrature_direct.h (any arithmetic, n^2 operations) and quadrature_fftw.h (double, n log n). */
#ifndef ASSAY_QUADRATURE_H
#define ASSAY_QUADRATURE_H

#include "numerics/arithmetic.h"

enum quadrature_kind { QUADRATURE_FOURIER, QUADRATURE_CHEBYSHEV };

#define DECLARE_QUADRATURE(A)                                                                                \
    struct quadrature_##A {                                                                                  \
        size_t n;                                                                                            \
        real_##A *weight; /* n: the integral of f is sum_k weight_k f(x_k) */                                \
        /* f'(x_k) at derivative[k stride] for f(x_k) at values[k stride]; the arrays do not overlap. */     \
        void (*differentiate)(const struct quadrature_##A *rule, real_##A *derivative,                       \
                              const real_##A *values, size_t stride);                                        \
        void (*destroy)(struct quadrature_##A * rule);                                                       \
    };
EACH_TRAJECTORY_ARITHMETIC(DECLARE_QUADRATURE)

#endif
