/* Quadrature by differentiation matrices: see quadrature.h.
 *
 * The matrix of the trigonometric interpolant is circulant and antisymmetric, so that one row says it all:
 *
 *     f'(x_j) = sum_{m=1}^{floor((n-1)/2)} row_m (f(x_{j-m}) - f(x_{j+m})),   indices modulo n */
#include "measures/poincare/quadrature.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

enum { GUARD_BITS = 64 };

struct direct {
    struct X(quadrature) rule; /* first: a rule is one of these */
    real *matrix;              /* n^2; of the circulant one a row, n */
    real *difference;          /* one */
};

static void differentiate_circulant(const struct X(quadrature) *rule, real *derivative, const real *values,
                                    size_t stride)
{
    const struct direct *w = (const struct direct *)rule;
    size_t n = rule->n;

    for (size_t j = 0; j < n; j++) {
        real *sum = derivative + j * stride;

        real_set_double(sum, 0);
        for (size_t m = 1; 2 * m < n; m++) {
            real_subtract(w->difference, values + (j + n - m) % n * stride, values + (j + m) % n * stride);
            real_add_product(sum, w->matrix + m, w->difference);
        }
    }
}

static void differentiate_full(const struct X(quadrature) *rule, real *derivative, const real *values,
                               size_t stride)
{
    const struct direct *w = (const struct direct *)rule;
    size_t n = rule->n;

    for (size_t j = 0; j < n; j++) {
        real_set_double(derivative + j * stride, 0);
        for (size_t k = 0; k < n; k++)
            real_add_product(derivative + j * stride, w->matrix + j * n + k, values + k * stride);
    }
}

static void destroy(struct X(quadrature) *rule)
{
    struct direct *w = (struct direct *)rule;

    if (!w)
        return;
    X(vector_destroy)(rule->weight);
    X(vector_destroy)(w->matrix);
    X(vector_destroy)(w->difference);
    free(w);
}

/* n numbers, each rounded once; frees the exact ones. */
static real *round_block(mpfr_ptr exact, size_t n)
{
    real *rounded = X(vector_create)(n);

    for (size_t i = 0; i < n; i++)
        real_set_mpfr(rounded + i, exact + i);
    number_block_destroy(exact);
    return rounded;
}

struct X(quadrature) *X(quadrature_create)(enum quadrature_kind kind, size_t n)
{
    struct direct *w = memory_create(1, sizeof *w);
    bool circulant = kind == QUADRATURE_FOURIER;
    size_t entries = circulant ? n : n * n;
    mpfr_ptr weight = number_block_create(n, real_precision() + GUARD_BITS),
             matrix = number_block_create(entries, real_precision() + GUARD_BITS);

    quadrature_rule_weights(weight, kind, n);
    if (circulant)
        quadrature_rule_fourier_row(matrix, n);
    else
        quadrature_rule_chebyshev_matrix(matrix, n);
    w->rule = (struct X(quadrature)){
        .n = n,
        .weight = round_block(weight, n),
        .differentiate = circulant ? differentiate_circulant : differentiate_full,
        .destroy = destroy,
    };
    w->matrix = round_block(matrix, entries);
    w->difference = X(vector_create)(1);
    return &w->rule;
}
