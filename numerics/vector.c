/* Vector and matrix verbs: see vector.h. */
#include "numerics/vector.h"

real *X(vector_create)(size_t n)
{
    return real_array_create(n);
}

void X(vector_destroy)(real *x)
{
    real_array_destroy(x);
}

real *X(vector_share)(real *room, real **const *arrays, size_t count, size_t n)
{
    for (size_t i = 0; i < count; i++)
        *arrays[i] = room + i * n;
    return room + count * n;
}

void X(vector_copy)(real *x, const real *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_set(x + i, y + i);
}

void X(vector_zero)(real *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_set_double(x + i, 0);
}

void X(vector_add)(real *x, const real *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_add(x + i, x + i, y + i);
}

void X(vector_subtract)(real *x, const real *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_subtract(x + i, x + i, y + i);
}

void X(vector_sum)(real *x, const real *y, const real *z, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_add(x + i, y + i, z + i);
}

void X(vector_difference)(real *x, const real *y, const real *z, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_subtract(x + i, y + i, z + i);
}

void X(vector_multiple)(real *x, const real *a, const real *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_multiply(x + i, a, y + i);
}

void X(vector_sum_multiple)(real *x, const real *y, const real *a, const real *z, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        real_set(x + i, y + i);
        real_add_product(x + i, a, z + i);
    }
}

void X(vector_add_multiple)(real *x, const real *a, const real *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_add_product(x + i, a, y + i);
}

void X(vector_subtract_multiple)(real *x, const real *a, const real *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_subtract_product(x + i, a, y + i);
}

/* low + increment is what is owed to the sum; what the rounded sum does not take, (x - sum) + owed, stays in
 * low (Kahan 1965). */
void X(vector_add_compensated)(real *restrict x, real *restrict low, real *restrict increment, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        real *owed = low + i, *previous = increment + i;

        real_add(owed, owed, increment + i);
        real_set(previous, x + i);
        real_add(x + i, x + i, owed);
        real_subtract(previous, previous, x + i);
        real_add(owed, owed, previous);
    }
}

void X(vector_import)(real *x, const narrow *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_set_narrow(x + i, y + i);
}

void X(vector_narrow)(narrow *x, const real *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = real_to_narrow(y + i);
}

void X(vector_set_mpfr)(real *x, mpfr_t *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_set_mpfr(x + i, y[i]);
}

void X(vector_set_where)(real *x, mask m, const real *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_set_where(x + i, m, y + i);
}

mask X(vector_is_finite)(const real *x, size_t n)
{
    return real_are_finite(x, n);
}

void X(matrix_broadcast_rows)(real *M, const real *v, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows; i++)
        X(vector_copy)(M + i * columns, v, columns);
}

void X(matrix_subtract_rows)(real *M, const real *v, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows; i++)
        X(vector_subtract)(M + i * columns, v, columns);
}

/* c += or -= a B, of one row. */
#if defined ARITHMETIC_LANES
#define ROW(verb)                                                                                            \
    static inline __attribute__((always_inline)) void verb##_row(real *c, const real *a, const real *B,      \
                                                                 size_t m, size_t k)                         \
    {                                                                                                        \
        size_t l = 0;                                                                                        \
                                                                                                             \
        for (; l + COLUMNS_AT_ONCE <= k; l += COLUMNS_AT_ONCE)                                               \
            verb##s_apart(c + l, a, B + l, m, k, COLUMNS_AT_ONCE);                                           \
        for (; l + 2 <= k; l += 2)                                                                           \
            verb##s_apart(c + l, a, B + l, m, k, 2);                                                         \
        for (; l < k; l++)                                                                                   \
            verb##s_apart(c + l, a, B + l, m, k, 1);                                                         \
    }
#else
#define ROW(verb)                                                                                            \
    static inline __attribute__((always_inline)) void verb##_row(real *restrict c, const real *restrict a,   \
                                                                 const real *restrict B, size_t m, size_t k) \
    {                                                                                                        \
        for (size_t j = 0; j < m; j++) {                                                                     \
            for (size_t l = 0; l < k; l++)                                                                   \
                verb(c + l, a + j, B + j * k + l);                                                           \
        }                                                                                                    \
    }
#endif

/* C += or -= A B.  Inlined with the number of columns a constant for the dimensions that are common, so that
 * the innermost loop unrolls. */
#define PRODUCT(name, verb, column)                                                                          \
    ROW(verb)                                                                                                \
    static inline __attribute__((always_inline)) void name##_columns(                                        \
        real *restrict C, const real *restrict A, const real *restrict B, size_t n, size_t m, size_t k)      \
    {                                                                                                        \
        for (size_t i = 0; i < n; i++)                                                                       \
            verb##_row(C + i * k, A + i * m, B, m, k);                                                       \
    }                                                                                                        \
                                                                                                             \
    void X(matrix_##name)(real * C, const real *A, const real *B, size_t n, size_t m, size_t k)              \
    {                                                                                                        \
        if (k == 1)                                                                                          \
            for (size_t i = 0; i < n; i++)                                                                   \
                column(C + i, A + i * m, B, m);                                                              \
        else if (k == 2)                                                                                     \
            name##_columns(C, A, B, n, m, 2);                                                                \
        else if (k == 4)                                                                                     \
            name##_columns(C, A, B, n, m, 4);                                                                \
        else                                                                                                 \
            name##_columns(C, A, B, n, m, k);                                                                \
    }

static void add_products(real *x, const real *a, const real *b, size_t n)
{
    for (size_t j = 0; j < n; j++)
        real_add_product(x, a + j, b + j);
}

PRODUCT(add_product, real_add_product, add_products)
PRODUCT(subtract_product, real_subtract_product, real_subtract_products)
