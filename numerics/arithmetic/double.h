/* The arithmetic `double`: see arithmetic.h. */
#ifndef ASSAY_ARITHMETIC_DOUBLE_H
#define ASSAY_ARITHMETIC_DOUBLE_H

#include <math.h>
#include <stdlib.h>

enum { REAL_PARTS = 1 };

typedef double real;
#define X(name) name##_double

static inline int real_precision(void)
{
    return 53;
}

#define REAL_BINARY(name, formula)                                                                           \
    static inline void name(real *x, const real *a, const real *b)                                           \
    {                                                                                                        \
        *x = formula;                                                                                        \
    }
#define REAL_UNARY(name, formula)                                                                            \
    static inline void name(real *x, const real *a)                                                          \
    {                                                                                                        \
        *x = formula;                                                                                        \
    }

REAL_BINARY(real_add, *a + *b)
REAL_BINARY(real_subtract, *a - *b)
REAL_BINARY(real_multiply, *a **b)
REAL_BINARY(real_divide, *a / *b)
REAL_BINARY(real_add_product, *x + *a * *b)
REAL_BINARY(real_subtract_product, *x - *a * *b)
REAL_UNARY(real_set, *a)
REAL_UNARY(real_negate, -*a)
REAL_UNARY(real_absolute, fabs(*a))
REAL_UNARY(real_sqrt, sqrt(*a))
REAL_UNARY(real_exp, exp(*a))
REAL_UNARY(real_log, log(*a))
REAL_UNARY(real_sin, sin(*a))
REAL_UNARY(real_cos, cos(*a))
REAL_UNARY(real_tan, tan(*a))
REAL_UNARY(real_asin, asin(*a))
REAL_UNARY(real_acos, acos(*a))
REAL_UNARY(real_atan, atan(*a))
REAL_UNARY(real_sinh, sinh(*a))
REAL_UNARY(real_cosh, cosh(*a))
REAL_UNARY(real_tanh, tanh(*a))
REAL_UNARY(real_asinh, asinh(*a))
#undef REAL_BINARY
#undef REAL_UNARY

static inline void real_halve(real *x)
{
    *x *= 0.5;
}

static inline void real_set_double(real *x, double value)
{
    *x = value;
}

/* x = value rounded once to nearest */
static inline void real_set_mpfr(real *x, mpfr_srcptr value)
{
    *x = mpfr_get_d(value, MPFR_RNDN);
}

static inline void real_get_mpfr(mpfr_ptr value, const real *x)
{
    mpfr_set_d(value, *x, MPFR_RNDN);
}

static inline double real_to_double(const real *x)
{
    return *x;
}

/* A part of x is mantissa 2^exponent: part 0 is the value, parts 1 .. REAL_PARTS - 1 are tangents. */
static inline double real_to_double_scaled(const real *x, int part, long *exponent)
{
    (void)part; /* the value: there are no tangents */
    *exponent = 0;
    return *x;
}

/* A part of x -= value 2^exponent */
static inline void real_subtract_scaled(real *x, int part, const double *value, long exponent)
{
    (void)part;
    (void)exponent; /* always 0: see real_to_double_scaled */
    *x -= *value;
}

static inline bool real_is_finite(const real *x)
{
    return isfinite(*x);
}

static inline int real_compare(const real *a, const real *b)
{
    return (*a > *b) - (*a < *b);
}

static inline real *real_array_create(size_t n)
{
    return calloc(n ? n : 1, sizeof(real));
}

static inline void real_array_destroy(real *array)
{
    free(array);
}

#endif
