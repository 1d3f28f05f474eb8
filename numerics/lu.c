/* LU factorisation with partial pivoting: see lu.h.
 *
 * P A = L U, L unit lower triangular.  Pivots are chosen by the values (not the tangents) in double
 * precision, so that every arithmetic makes the same exchanges. */
#include "numerics/lu.h"

#include <math.h>

/* In long double, whose exponents hold what no double does. */
static long double magnitude(const real *x)
{
    long exponent;
    double mantissa = real_to_double_scaled(x, 0, &exponent);

    return exponent ? ldexpl(fabs(mantissa), (int)exponent) : fabs(mantissa);
}

static size_t find_pivot(const real *matrix, size_t n, size_t column)
{
    size_t best = column;
    long double largest = magnitude(matrix + column * n + column);

    for (size_t i = column + 1; i < n; i++) {
        long double candidate = magnitude(matrix + i * n + column);

        if (candidate > largest) {
            largest = candidate;
            best = i;
        }
    }
    return best;
}

static void exchange_rows(real *matrix, size_t n, size_t i, size_t j)
{
    for (size_t k = 0; k < n; k++) {
        real swap = matrix[i * n + k];

        matrix[i * n + k] = matrix[j * n + k];
        matrix[j * n + k] = swap;
    }
}

bool X(lu_factorise)(real *matrix, size_t n, size_t *pivot)
{
    for (size_t k = 0; k < n; k++) {
        pivot[k] = find_pivot(matrix, n, k);
        if (pivot[k] != k)
            exchange_rows(matrix, n, k, pivot[k]);
        real *diagonal = matrix + k * n + k;
        if (!real_is_finite(diagonal) || magnitude(diagonal) == 0)
            return false;
        for (size_t i = k + 1; i < n; i++) {
            real *factor = matrix + i * n + k;

            real_divide(factor, factor, diagonal);
            for (size_t j = k + 1; j < n; j++)
                real_subtract_product(matrix + i * n + j, factor, matrix + k * n + j);
        }
    }
    return true;
}

void X(lu_solve)(const real *factors, size_t n, const size_t *pivot, real *x)
{
    for (size_t k = 0; k < n; k++) {
        if (pivot[k] != k) {
            real swap = x[k];

            x[k] = x[pivot[k]];
            x[pivot[k]] = swap;
        }
    }
    for (size_t i = 1; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            real_subtract_product(x + i, factors + i * n + j, x + j);
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++)
            real_subtract_product(x + i, factors + i * n + j, x + j);
        real_divide(x + i, x + i, factors + i * n + i);
    }
}
