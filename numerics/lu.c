/* LU factorisation with partial pivoting: see lu.h.
 *
 * P A = L U, L unit lower triangular.  Pivots are chosen by the values (not the tangents) in double
 * precision, so that every arithmetic makes the same exchanges. */
#include "numerics/lu.h"

#include <math.h>

#if defined ARITHMETIC_LANES
typedef narrow lu_magnitude;

static inline lu_magnitude magnitude(const real *x)
{
    return narrow_absolute(*x);
}

static inline lu_magnitude lu_none(void)
{
    return narrow_all(0);
}

static inline mask lu_less(lu_magnitude a, lu_magnitude b)
{
    return narrow_less(a, b);
}

static inline lu_magnitude larger(mask m, lu_magnitude a, lu_magnitude b)
{
    return narrow_select(m, a, b);
}
#else
/* Its exponents hold what no double does. */
typedef long double lu_magnitude;

static inline lu_magnitude magnitude(const real *x)
{
    long exponent;
    double mantissa = real_to_double_scaled(x, 0, &exponent);

    return exponent ? ldexpl(fabs(mantissa), (int)exponent) : fabs(mantissa);
}

static inline lu_magnitude lu_none(void)
{
    return 0;
}

static inline mask lu_less(lu_magnitude a, lu_magnitude b)
{
    return a < b;
}

static inline lu_magnitude larger(mask m, lu_magnitude a, lu_magnitude b)
{
    return m ? a : b;
}
#endif

static pivot_row find_pivot(const real *matrix, size_t n, size_t column)
{
    pivot_row best = pivot_all(column);
    lu_magnitude largest = magnitude(matrix + column * n + column);

    for (size_t i = column + 1; i < n; i++) {
        lu_magnitude candidate = magnitude(matrix + i * n + column);
        mask found = lu_less(largest, candidate);

        largest = larger(found, candidate, largest);
        best = pivot_where(found, i, best);
    }
    return best;
}

/* Exchanges rows k and `pivot` of n rows of the given width: lanes may differ in their pivots. */
static inline void exchange_rows(real *rows, size_t n, size_t width, size_t k, pivot_row pivot)
{
    size_t common;

    if (pivot_is_common(pivot, &common)) {
        if (common != k)
            for (size_t j = 0; j < width; j++)
                real_exchange(rows + k * width + j, rows + common * width + j);
        return;
    }
    for (size_t i = k + 1; i < n; i++) {
        mask here = pivot_is(pivot, i);

        for (size_t j = 0; j < width && mask_any(here); j++)
            real_exchange_where(here, rows + k * width + j, rows + i * width + j);
    }
}

mask X(lu_factorise)(real *matrix, size_t n, pivot_row *pivot)
{
    mask regular = mask_all();

    for (size_t k = 0; k < n; k++) {
        real *diagonal = matrix + k * n + k;

        pivot[k] = find_pivot(matrix, n, k);
        exchange_rows(matrix, n, n, k, pivot[k]);
        regular &= real_is_finite(diagonal);
        regular &= lu_less(lu_none(), magnitude(diagonal));
        if (!mask_any(regular))
            return regular;
        for (size_t i = k + 1; i < n; i++) {
            real *factor = matrix + i * n + k;

            real_divide(factor, factor, diagonal);
            for (size_t j = k + 1; j < n; j++)
                real_subtract_product(matrix + i * n + j, factor, matrix + k * n + j);
        }
    }
    return regular;
}

void X(lu_solve)(const real *factors, size_t n, const pivot_row *pivot, real *x)
{
    for (size_t k = 0; k < n; k++)
        exchange_rows(x, n, 1, k, pivot[k]);
    for (size_t i = 1; i < n; i++)
        real_subtract_products(x + i, factors + i * n, x, i);
    for (size_t i = n; i-- > 0;) {
        real_subtract_products(x + i, factors + i * n + i + 1, x + i + 1, n - i - 1);
        real_divide(x + i, x + i, factors + i * n + i);
    }
}
