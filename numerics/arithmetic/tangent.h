/* The arithmetic `tangent`: an MPFR number with 8 tangents, `dual` over MPFR; see arithmetic.h.
 *
 * (a + a' t)(b + b' t) = ab + (a'b + ab') t: every operation carries eight directional derivatives along, at
 * the precision of the run.  A step made in this arithmetic brings its own exact Jacobian.
 *
 * Values are those of `mpfr` to the last bit; at 53 bits the tangents of + - * / and square roots are those
 * of `dual` to the last bit, since the same operations round in the same order. */
#ifndef ASSAY_ARITHMETIC_TANGENT_H
#define ASSAY_ARITHMETIC_TANGENT_H

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/arithmetic/rounded.h"

enum { TANGENT_COUNT = 8, REAL_PARTS = 1 + TANGENT_COUNT, REAL_SCALES = 1 };

struct tangent {
    __mpfr_struct part[REAL_PARTS]; /* the value, then the tangents */
};

typedef struct tangent real;
#define X(name) name##_tangent

VERB(int, real_precision, (void), (int)mpfr_precision.bits)

static inline bool real_have_precision(const real *x, size_t n)
{
    bool all = true;

    for (size_t i = 0; i < n; i++)
        all &= mpfr_get_prec(x[i].part) == mpfr_precision.bits;
    return all;
}

/* x' = u a' + v b', tangent by tangent; u and v are not parts of x. */
static inline void tangent_combine(real *x, mpfr_srcptr u, const real *a, mpfr_srcptr v, const real *b)
{
    for (int i = 1; i < REAL_PARTS; i++) {
        mpfr_mul(mpfr_precision.product, u, a->part + i, MPFR_RNDN);
        mpfr_mul(mpfr_precision.term, v, b->part + i, MPFR_RNDN);
        mpfr_add(x->part + i, mpfr_precision.product, mpfr_precision.term, MPFR_RNDN);
    }
}

/* x = (value, derivative a'), with the value in mpfr_precision.value */
static inline void tangent_chain(real *x, mpfr_srcptr derivative, const real *a)
{
    for (int i = 1; i < REAL_PARTS; i++)
        mpfr_mul(x->part + i, derivative, a->part + i, MPFR_RNDN);
    mpfr_set(x->part, mpfr_precision.value, MPFR_RNDN);
}

static inline void real_add(real *x, const real *a, const real *b)
{
    for (int i = 0; i < REAL_PARTS; i++)
        mpfr_add(x->part + i, a->part + i, b->part + i, MPFR_RNDN);
}

static inline void real_subtract(real *x, const real *a, const real *b)
{
    for (int i = 0; i < REAL_PARTS; i++)
        mpfr_sub(x->part + i, a->part + i, b->part + i, MPFR_RNDN);
}

static inline void real_multiply(real *x, const real *a, const real *b)
{
    tangent_combine(x, b->part, a, a->part, b);
    mpfr_mul(x->part, a->part, b->part, MPFR_RNDN);
}

/* (a / b)' = (1/b) a' - ((a/b) / b) b' */
static inline void real_divide(real *x, const real *a, const real *b)
{
    mpfr_ptr value = mpfr_precision.value, left = mpfr_precision.left, right = mpfr_precision.right;

    mpfr_div(value, a->part, b->part, MPFR_RNDN);
    mpfr_ui_div(left, 1, b->part, MPFR_RNDN);
    mpfr_div(right, value, b->part, MPFR_RNDN);
    mpfr_neg(right, right, MPFR_RNDN);
    tangent_combine(x, left, a, right, b);
    mpfr_set(x->part, value, MPFR_RNDN);
}

/* x = accumulate(x, a b) */
static inline void tangent_accumulate(real *x, const real *a, const real *b,
                                      int (*accumulate)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t))
{
    for (int i = 1; i < REAL_PARTS; i++) {
        mpfr_mul(mpfr_precision.product, b->part, a->part + i, MPFR_RNDN);
        mpfr_mul(mpfr_precision.term, a->part, b->part + i, MPFR_RNDN);
        mpfr_add(mpfr_precision.product, mpfr_precision.product, mpfr_precision.term, MPFR_RNDN);
        accumulate(x->part + i, x->part + i, mpfr_precision.product, MPFR_RNDN);
    }
    mpfr_mul(mpfr_precision.product, a->part, b->part, MPFR_RNDN);
    accumulate(x->part, x->part, mpfr_precision.product, MPFR_RNDN);
}

ACTION(real_add_product, (real * x, const real *a, const real *b), tangent_accumulate(x, a, b, mpfr_add))
ACTION(real_subtract_product, (real * x, const real *a, const real *b), tangent_accumulate(x, a, b, mpfr_sub))

static inline void real_set(real *x, const real *a)
{
    for (int i = 0; i < REAL_PARTS; i++)
        mpfr_set(x->part + i, a->part + i, MPFR_RNDN);
}

static inline void real_negate(real *x, const real *a)
{
    for (int i = 0; i < REAL_PARTS; i++)
        mpfr_neg(x->part + i, a->part + i, MPFR_RNDN);
}

static inline void real_absolute(real *x, const real *a)
{
    if (mpfr_signbit(a->part))
        real_negate(x, a);
    else
        real_set(x, a);
}

/* The derivative of each function: statements that leave it in `slope`, from the argument a and the value y
 * of the function; `right` is at their disposal. */
#define REAL_UNARY(name, function, derivative)                                                               \
    static inline void name(real *x, const real *argument)                                                   \
    {                                                                                                        \
        mpfr_ptr y = mpfr_precision.value, slope = mpfr_precision.left, right = mpfr_precision.right;        \
        mpfr_srcptr a = argument->part;                                                                      \
        (void)right;                                                                                         \
        function(y, a);                                                                                      \
        derivative;                                                                                          \
        tangent_chain(x, slope, argument);                                                                   \
    }
/* slope = 1 + sign x^2 */
#define ONE_AND_SQUARE(add, x) (mpfr_mul(right, x, x, MPFR_RNDN), add(slope, right, 1, MPFR_RNDN))
/* slope = 1 / slope and sign / sqrt(slope) */
#define RECIPROCAL            mpfr_ui_div(slope, 1, slope, MPFR_RNDN)
#define RECIPROCAL_ROOT(sign) (mpfr_sqrt(right, slope, MPFR_RNDN), mpfr_si_div(slope, sign, right, MPFR_RNDN))
#define ONE_MINUS_SQUARE(x)   (ONE_AND_SQUARE(mpfr_sub_ui, x), mpfr_neg(slope, slope, MPFR_RNDN))

REAL_UNARY(real_sqrt, rounded_sqrt, (mpfr_mul_ui(slope, y, 2, MPFR_RNDN), RECIPROCAL))
REAL_UNARY(real_exp, rounded_exp, mpfr_set(slope, y, MPFR_RNDN))
REAL_UNARY(real_log, rounded_log, mpfr_ui_div(slope, 1, a, MPFR_RNDN))
REAL_UNARY(real_sin, rounded_sin, rounded_cos(slope, a))
REAL_UNARY(real_cos, rounded_cos, (rounded_sin(slope, a), mpfr_neg(slope, slope, MPFR_RNDN)))
REAL_UNARY(real_tan, rounded_tan, ONE_AND_SQUARE(mpfr_add_ui, y))
REAL_UNARY(real_asin, rounded_asin, (ONE_MINUS_SQUARE(a), RECIPROCAL_ROOT(1)))
REAL_UNARY(real_acos, rounded_acos, (ONE_MINUS_SQUARE(a), RECIPROCAL_ROOT(-1)))
REAL_UNARY(real_atan, rounded_atan, (ONE_AND_SQUARE(mpfr_add_ui, a), RECIPROCAL))
REAL_UNARY(real_sinh, rounded_sinh, rounded_cosh(slope, a))
REAL_UNARY(real_cosh, rounded_cosh, rounded_sinh(slope, a))
REAL_UNARY(real_tanh, rounded_tanh, ONE_MINUS_SQUARE(y))
REAL_UNARY(real_asinh, rounded_asinh, (ONE_AND_SQUARE(mpfr_add_ui, a), RECIPROCAL_ROOT(1)))
#undef REAL_UNARY
#undef ONE_AND_SQUARE
#undef ONE_MINUS_SQUARE
#undef RECIPROCAL
#undef RECIPROCAL_ROOT

static inline void tangent_clear(real *x)
{
    for (int i = 1; i < REAL_PARTS; i++)
        mpfr_set_zero(x->part + i, 1);
}

static inline void real_set_double(real *x, double value)
{
    mpfr_set_d(x->part, value, MPFR_RNDN);
    tangent_clear(x);
}

static inline void real_set_mpfr(real *x, mpfr_srcptr value)
{
    mpfr_set(x->part, value, MPFR_RNDN);
    tangent_clear(x);
}

ACTION(real_get_mpfr, (mpfr_ptr value, const real *x), mpfr_set(value, x->part, MPFR_RNDN))
/* Tangent k of x. */
ACTION(real_set_tangent, (real * x, int k, double value), mpfr_set_d(x->part + 1 + k, value, MPFR_RNDN))
ACTION(real_get_tangent, (mpfr_ptr value, const real *x, int k), mpfr_set(value, x->part + 1 + k, MPFR_RNDN))
VERB(double, real_to_double, (const real *x), mpfr_get_d(x->part, MPFR_RNDN))
VERB(double, real_to_double_scaled, (const real *x, int part, long *exponent),
     mpfr_precision_to_double_scaled(x->part + part, exponent))
ACTION(real_subtract_scaled, (real * x, int part, const double *value, long exponent),
       mpfr_precision_subtract_scaled(x->part + part, *value, exponent))

static inline bool real_is_finite(const real *x)
{
    bool finite = true;

    for (int i = 0; i < REAL_PARTS; i++)
        finite &= mpfr_number_p(x->part + i) != 0;
    return finite;
}

VERB(real *, real_array_create, (size_t n), (real *)number_block_create(REAL_PARTS *n, mpfr_precision.bits))
ACTION(real_array_destroy, (real * array), number_block_destroy((mpfr_ptr)array))

#endif
