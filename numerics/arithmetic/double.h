/* The arithmetic `double`: see arithmetic.h. */
#ifndef ASSAY_ARITHMETIC_DOUBLE_H
#define ASSAY_ARITHMETIC_DOUBLE_H

#include <math.h>
#include <stdlib.h>

#include "numerics/memory.h"

enum { REAL_PARTS = 1, REAL_SCALES = 0 };

typedef double real;
#define X(name) name##_double

VERB(int, real_precision, (void), 53)
VERB(bool, real_have_precision, (const real *x, size_t n), ((void)x, (void)n, true))

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
#define REAL_FUNCTION(NAME, f) REAL_UNARY(real_##f, f(*a))
EACH_FUNCTION(REAL_FUNCTION)
#undef REAL_BINARY
#undef REAL_UNARY
#undef REAL_FUNCTION

ACTION(real_set_double, (real * x, double value), *x = value)
/* x = value rounded once to nearest */
ACTION(real_set_mpfr, (real * x, mpfr_srcptr value), *x = mpfr_get_d(value, MPFR_RNDN))
ACTION(real_get_mpfr, (mpfr_ptr value, const real *x), mpfr_set_d(value, *x, MPFR_RNDN))
VERB(double, real_to_double, (const real *x), *x)

/* A part of x is mantissa 2^exponent: part 0 is the value, parts 1 .. REAL_PARTS - 1 are tangents. */
static inline double real_to_double_scaled(const real *x, int part, long *exponent)
{
    (void)part; /* the value: there are no tangents */
    *exponent = 0;
    return *x;
}

/* A part of x -= value 2^exponent */
ACTION(real_subtract_scaled, (real * x, int part, const double *value, long exponent),
       ((void)part, ((void)exponent, *x -= *value)))
VERB(bool, real_is_finite, (const real *x), isfinite(*x))
VERB(int, real_compare, (const real *a, const real *b), (*a > *b) - (*a < *b))

VERB(real *, real_array_create, (size_t n), memory_create(n, sizeof(real)))
ACTION(real_array_destroy, (real * array), free(array))

#endif
