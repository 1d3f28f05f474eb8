/* The arithmetic `series`: a power series in h with balls as coefficients; see arithmetic.h and series_number.h.
 *
 * A step that is made in this arithmetic is its own expansion in powers of h. */
#ifndef ASSAY_ARITHMETIC_SERIES_H
#define ASSAY_ARITHMETIC_SERIES_H

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/arithmetic/series_number.h"
#include "numerics/arithmetic/series_record.h"

typedef struct series real;
#define X(name) name##_series

VERB(int, real_precision, (void), (int)mpfr_precision.bits)
/* Coefficients have no precision of their own. */
VERB(bool, real_have_precision, (const real *x, size_t n), ((void)x, (void)n, true))

#define REAL_BINARY(name)                                                                                    \
    ACTION(real_##name, (real * x, const real *a, const real *b), series_##name(x, a, b))
#define REAL_UNARY(name)       ACTION(real_##name, (real * x, const real *a), series_##name(x, a))
#define REAL_FUNCTION(NAME, f) REAL_UNARY(f)
REAL_BINARY(add)
REAL_BINARY(subtract)
REAL_BINARY(multiply)
REAL_BINARY(divide)
REAL_BINARY(add_product)
REAL_BINARY(subtract_product)
REAL_UNARY(set)
REAL_UNARY(negate)
REAL_UNARY(absolute)
EACH_FUNCTION(REAL_FUNCTION)
#undef REAL_BINARY
#undef REAL_UNARY
#undef REAL_FUNCTION

ACTION(real_set_double, (real * x, double value), series_set_double(x, value))
ACTION(real_set_mpfr, (real * x, mpfr_srcptr value), series_set_mpfr(x, value))
ACTION(real_get_mpfr, (mpfr_ptr value, const real *x), series_get_mpfr(value, x))
VERB(double, real_to_double, (const real *x), series_to_double(x))
/* Of pivots: the value at h = 0. */
VERB(double, real_to_double_scaled, (const real *x, int part, long *exponent),
     ((void)part, *exponent = 0, series_to_double(x)))
VERB(bool, real_is_finite, (const real *x), series_is_finite(x))
VERB(real *, real_array_create, (size_t n), series_array_create(n))
ACTION(real_array_destroy, (real * array), series_array_destroy(array))

#endif
