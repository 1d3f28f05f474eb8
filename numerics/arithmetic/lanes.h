/* The arithmetic `lanes`: 8 doubles side by side, one trajectory each; see arithmetic.h and narrow.h.
 *
 * Every lane makes the operations of a trajectory in double, in the same order, each rounded alike: + - * /
 * and sqrt act on all lanes at once, and log, sin, ... are calls of the C library lane by lane, the same
 * calls that `double` makes.  So each lane has the bits of the same trajectory in double, whatever functions
 * the model uses.
 *
 * A comparison gives a mask, all bits of a lane or none.  Where lanes decide differently (one has converged,
 * another iterates) what is computed for a lane that has finished is not stored in it.
 *
 * These are the vector extensions of gcc and clang; a machine with shorter vectors takes several. */
#ifndef ASSAY_ARITHMETIC_LANES_H
#define ASSAY_ARITHMETIC_LANES_H

#include <math.h>
#include <stdlib.h>

#include "numerics/arithmetic/narrow_lanes.h"

#if defined LANES_V3
#define X(name) name##_lanes_v3
#elif defined LANES_V4
#define X(name) name##_lanes_v4
#else
#define X(name) name##_lanes
#endif
#define NARROW(name) X(name)

enum { REAL_PARTS = 1, REAL_SCALES = 0 };

typedef lanes_vector real;

VERB(int, real_precision, (void), 53)
VERB(bool, real_have_precision, (const real *x, size_t n), ((void)x, (void)n, true))

#define REAL_BINARY(name, formula)                                                                           \
    static inline void name(real *x, const real *a, const real *b)                                           \
    {                                                                                                        \
        for (int k = 0; k < LANES_PARTS; k++) {                                                              \
            lanes_part *to = (lanes_part *)x + k;                                                            \
            const lanes_part u = ((const lanes_part *)a)[k], v = ((const lanes_part *)b)[k];                 \
                                                                                                             \
            *to = formula;                                                                                   \
        }                                                                                                    \
    }
#define REAL_UNARY(name, formula)                                                                            \
    static inline void name(real *x, const real *a)                                                          \
    {                                                                                                        \
        for (int k = 0; k < LANES_PARTS; k++) {                                                              \
            const lanes_part u = ((const lanes_part *)a)[k];                                                 \
                                                                                                             \
            ((lanes_part *)x)[k] = formula;                                                                  \
        }                                                                                                    \
    }
#define REAL_FUNCTION(NAME, f)                                                                               \
    static inline void real_##f(real *x, const real *a)                                                      \
    {                                                                                                        \
        real value = *a;                                                                                     \
                                                                                                             \
        for (int i = 0; i < LANES; i++)                                                                      \
            value[i] = f(value[i]);                                                                          \
        *x = value;                                                                                          \
    }

REAL_BINARY(real_add, u + v)
REAL_BINARY(real_subtract, u - v)
REAL_BINARY(real_multiply, u *v)
REAL_BINARY(real_divide, u / v)
REAL_BINARY(real_add_product, *to + u * v)
REAL_BINARY(real_subtract_product, *to - u * v)
REAL_UNARY(real_set, u)
REAL_UNARY(real_negate, -u)
EACH_FUNCTION(REAL_FUNCTION)
#undef REAL_BINARY
#undef REAL_UNARY
#undef REAL_FUNCTION

ACTION(real_absolute, (real * x, const real *a), *x = narrow_absolute(*a))

static inline void real_set_where(real *x, mask m, const real *a)
{
    const union lanes_cut where = {.integers = m};

    for (int k = 0; k < LANES_PARTS; k++) {
        lanes_integer_part *to = (lanes_integer_part *)x + k;
        const lanes_integer_part from = ((const lanes_integer_part *)a)[k];

        *to = (from & where.integer_part[k]) | (*to & ~where.integer_part[k]);
    }
}

static inline void real_exchange(real *x, real *y)
{
    for (int k = 0; k < LANES_PARTS; k++) {
        const lanes_part swap = ((lanes_part *)x)[k];

        ((lanes_part *)x)[k] = ((lanes_part *)y)[k];
        ((lanes_part *)y)[k] = swap;
    }
}

static inline void real_exchange_where(mask m, real *x, real *y)
{
    const real swap = *x;

    real_set_where(x, m, y);
    real_set_where(y, m, &swap);
}

/* x_l += or -= sum_j a_j b_jl for a few l, rows of b at a distance from each other: sums stay in registers. */
enum { COLUMNS_AT_ONCE = LANES_PARTS > 2 ? 2 : 4 };
#define REAL_PRODUCTS(name, operation)                                                                       \
    static inline __attribute__((always_inline)) void name(real *x, const real *a, const real *b, size_t n,  \
                                                           size_t distance, size_t columns)                  \
    {                                                                                                        \
        lanes_part sum[COLUMNS_AT_ONCE * LANES_PARTS];                                                       \
                                                                                                             \
        for (size_t k = 0; k < columns * LANES_PARTS; k++)                                                   \
            sum[k] = ((const lanes_part *)x)[k];                                                             \
        for (size_t j = 0; j < n; j++) {                                                                     \
            const lanes_part *u = (const lanes_part *)(a + j), *v = (const lanes_part *)(b + j * distance);  \
                                                                                                             \
            for (size_t k = 0; k < columns * LANES_PARTS; k++)                                               \
                sum[k] = sum[k] operation u[k % LANES_PARTS] * v[k];                                         \
        }                                                                                                    \
        for (size_t k = 0; k < columns * LANES_PARTS; k++)                                                   \
            ((lanes_part *)x)[k] = sum[k];                                                                   \
    }
REAL_PRODUCTS(real_add_products_apart, +)
REAL_PRODUCTS(real_subtract_products_apart, -)
#undef REAL_PRODUCTS

ACTION(real_subtract_products, (real * x, const real *a, const real *b, size_t n),
       real_subtract_products_apart(x, a, b, n, 1, 1))
ACTION(real_set_double, (real * x, double value), *x = narrow_all(value))
ACTION(real_set_narrow, (real * x, const narrow *value), *x = *value)
/* x = value rounded once to nearest, in every lane */
ACTION(real_set_mpfr, (real * x, mpfr_srcptr value), real_set_double(x, mpfr_get_d(value, MPFR_RNDN)))
/* value = the first lane: coefficients are equal in all of them */
ACTION(real_get_mpfr, (mpfr_ptr value, const real *x), mpfr_set_d(value, (*x)[0], MPFR_RNDN))
ACTION(real_set_narrow_where, (real * x, mask m, const narrow *value), *x = narrow_select(m, *value, *x))
VERB(narrow, real_to_narrow, (const real *x), *x)

static inline narrow real_to_double_scaled(const real *x, int part, long *exponent)
{
    (void)part; /* the value: there are no tangents */
    *exponent = 0;
    return *x;
}

static inline void real_subtract_scaled(real *x, int part, const narrow *value, long exponent)
{
    (void)part;
    (void)exponent;
    for (int k = 0; k < LANES_PARTS; k++)
        ((lanes_part *)x)[k] -= ((const lanes_part *)value)[k];
}

VERB(mask, real_is_finite, (const real *x), narrow_is_finite(*x))

static inline mask real_are_finite(const real *a, size_t n)
{
    union lanes_cut finite;

    for (int k = 0; k < LANES_PARTS; k++) {
        lanes_integer_part all = ~(lanes_integer_part){0};

        for (size_t i = 0; i < n; i++)
            all &= lanes_magnitude(((const lanes_part *)(a + i))[k]) <= 0x1.fffffffffffffp+1023;
        finite.integer_part[k] = all;
    }
    return finite.integers;
}

static inline real *real_array_create(size_t n)
{
    real *array = aligned_alloc(sizeof(real), (n ? n : 1) * sizeof(real));

    if (!array)
        abort();
    for (size_t i = 0; i < n; i++)
        array[i] = (real){0};
    return array;
}

ACTION(real_array_destroy, (real * array), free(array))

#endif
