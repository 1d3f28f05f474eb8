/* LU factorisation with partial pivoting: see lu.h.
 *
 * P A = L U, L unit lower triangular.  Pivots are chosen by the values (not the tangents) in double
 * precision, so that every arithmetic makes the same exchanges. */
#include "numerics/lu.h"

static inline real_size magnitude(const real *x)
{
    long exponent;
    narrow mantissa = real_to_double_scaled(x, 0, &exponent);

    return size_of(narrow_absolute(mantissa), exponent);
}

static pivot_row find_pivot(const real *matrix, size_t n, size_t column)
{
    pivot_row best = pivot_all(column);
    real_size largest = magnitude(matrix + column * n + column);

    for (size_t i = column + 1; i < n; i++) {
        real_size candidate = magnitude(matrix + i * n + column);
        mask found = size_less(largest, candidate);

        largest = size_select(found, candidate, largest);
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

/* Inlined with n a constant where it is small, so that the loops unroll. */
static inline __attribute__((always_inline)) mask factorise(real *matrix, size_t n, pivot_row *pivot)
{
    mask regular = mask_all();

    for (size_t k = 0; k < n; k++) {
        real *diagonal = matrix + k * n + k;

        pivot[k] = find_pivot(matrix, n, k);
#if defined ARITHMETIC_SERIES
        series_record_decide((long)pivot[k]);
#endif
        exchange_rows(matrix, n, n, k, pivot[k]);
        regular &= real_is_finite(diagonal);
        regular &= size_less(size_of(narrow_all(0), 0), magnitude(diagonal));
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

mask X(lu_factorise)(real *matrix, size_t n, pivot_row *pivot)
{
    return n == 2 ? factorise(matrix, 2, pivot) : factorise(matrix, n, pivot);
}

/* Inlined likewise */
static inline __attribute__((always_inline)) void solve(const real *factors, size_t n, const pivot_row *pivot,
                                                        real *x)
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

/* The same for n = 2, without arrays between the operations */
static void solve_two(const real *restrict factors, const pivot_row *pivot, real *restrict x)
{
    exchange_rows(x, 2, 1, 0, pivot[0]);
    real_subtract_product(x + 1, factors + 2, x);
    real_divide(x + 1, x + 1, factors + 3);
    real_subtract_product(x, factors + 1, x + 1);
    real_divide(x, x, factors);
}

void X(lu_solve)(const real *factors, size_t n, const pivot_row *pivot, real *x)
{
    if (n == 1)
        solve(factors, 1, pivot, x);
    else if (n == 2)
        solve_two(factors, pivot, x);
    else
        solve(factors, n, pivot, x);
}
