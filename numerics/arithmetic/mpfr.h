/* The arithmetic `mpfr`: see arithmetic.h.
 *
 * The precision and the scratch variables are the one mutable global of the program: one precision at a time
 * in a process, set by mpfr_precision_set (mpfr_precision.h) before anything is created. */
#ifndef ASSAY_ARITHMETIC_MPFR_INLINE_H
#define ASSAY_ARITHMETIC_MPFR_INLINE_H

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/arithmetic/rounded.h"

enum { REAL_PARTS = 1, REAL_SCALES = 1 };

typedef __mpfr_struct real;
#define X(name) name##_mpfr

VERB(int, real_precision, (void), (int)mpfr_precision.bits)

static inline bool real_have_precision(const real *x, size_t n)
{
    bool all = true;

    for (size_t i = 0; i < n; i++)
        all &= mpfr_get_prec(x + i) == mpfr_precision.bits;
    return all;
}

#define REAL_BINARY(name, function)                                                                          \
    static inline void name(real *x, const real *a, const real *b)                                           \
    {                                                                                                        \
        function(x, a, b, MPFR_RNDN);                                                                        \
    }
#define REAL_UNARY(name, function)                                                                           \
    static inline void name(real *x, const real *a)                                                          \
    {                                                                                                        \
        function(x, a, MPFR_RNDN);                                                                           \
    }

REAL_BINARY(real_add, mpfr_add)
REAL_BINARY(real_subtract, mpfr_sub)
REAL_BINARY(real_multiply, mpfr_mul)
REAL_BINARY(real_divide, mpfr_div)
REAL_UNARY(real_set, mpfr_set)
REAL_UNARY(real_negate, mpfr_neg)
REAL_UNARY(real_absolute, mpfr_abs)
#define REAL_FUNCTION(NAME, f)                                                                               \
    static inline void real_##f(real *x, const real *a)                                                      \
    {                                                                                                        \
        rounded_##f(x, a);                                                                                   \
    }
EACH_FUNCTION(REAL_FUNCTION)
#undef REAL_BINARY
#undef REAL_UNARY
#undef REAL_FUNCTION

static inline void real_add_product(real *x, const real *a, const real *b)
{
    mpfr_mul(mpfr_precision.product, a, b, MPFR_RNDN);
    mpfr_add(x, x, mpfr_precision.product, MPFR_RNDN);
}

static inline void real_subtract_product(real *x, const real *a, const real *b)
{
    mpfr_mul(mpfr_precision.product, a, b, MPFR_RNDN);
    mpfr_sub(x, x, mpfr_precision.product, MPFR_RNDN);
}

ACTION(real_set_double, (real * x, double value), mpfr_set_d(x, value, MPFR_RNDN))
ACTION(real_set_mpfr, (real * x, mpfr_srcptr value), mpfr_set(x, value, MPFR_RNDN))
ACTION(real_get_mpfr, (mpfr_ptr value, const real *x), mpfr_set(value, x, MPFR_RNDN))
VERB(double, real_to_double, (const real *x), mpfr_get_d(x, MPFR_RNDN))
VERB(double, real_to_double_scaled, (const real *x, int part, long *exponent),
     ((void)part, mpfr_precision_to_double_scaled(x, exponent)))
ACTION(real_subtract_scaled, (real * x, int part, const double *value, long exponent),
       ((void)part, mpfr_precision_subtract_scaled(x, *value, exponent)))
VERB(bool, real_is_finite, (const real *x), mpfr_number_p(x) != 0)
VERB(int, real_compare, (const real *a, const real *b), mpfr_unordered_p(a, b) ? 0 : mpfr_cmp(a, b))

VERB(real *, real_array_create, (size_t n), number_block_create(n, mpfr_precision.bits))
ACTION(real_array_destroy, (real * array), number_block_destroy(array))

#endif
