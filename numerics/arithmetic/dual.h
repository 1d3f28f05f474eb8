/* The arithmetic `dual`: a double with 8 tangents; see arithmetic.h.
 *
 * (a + a' t)(b + b' t) = ab + (a'b + ab') t: every operation carries eight directional derivatives along. */
#ifndef ASSAY_ARITHMETIC_DUAL_H
#define ASSAY_ARITHMETIC_DUAL_H

#include <math.h>
#include <stdlib.h>

#include "numerics/memory.h"

enum { DUAL_TANGENTS = 8 };

struct dual {
    double value;
    double tangent[DUAL_TANGENTS];
};

typedef struct dual real;
#define X(name) DUAL(name)
VERB(int, real_precision, (void), 53)
VERB(bool, real_have_precision, (const real *x, size_t n), ((void)x, (void)n, true))

/* Tangents are computed with in parts as long as the vectors of the machine. */
enum { DUAL_PARTS = DUAL_TANGENTS * sizeof(double) / VECTOR_BYTES };
typedef double dual_part __attribute__((vector_size(VECTOR_BYTES), aligned(8), may_alias));

static inline dual_part *dual_parts(real *x)
{
    return (dual_part *)x->tangent;
}

static inline const dual_part *dual_parts_of(const real *x)
{
    return (const dual_part *)x->tangent;
}

/* x = value, with tangents u a' + v b' */
static inline void dual_combine(real *x, double value, double u, const real *a, double v, const real *b)
{
    for (int k = 0; k < DUAL_PARTS; k++)
        dual_parts(x)[k] = u * dual_parts_of(a)[k] + v * dual_parts_of(b)[k];
    x->value = value;
}

/* x = value, with tangents derivative a' */
static inline void dual_chain(real *x, double value, double derivative, const real *a)
{
    for (int k = 0; k < DUAL_PARTS; k++)
        dual_parts(x)[k] = derivative * dual_parts_of(a)[k];
    x->value = value;
}

static inline void real_add(real *x, const real *a, const real *b)
{
    for (int k = 0; k < DUAL_PARTS; k++)
        dual_parts(x)[k] = dual_parts_of(a)[k] + dual_parts_of(b)[k];
    x->value = a->value + b->value;
}

static inline void real_subtract(real *x, const real *a, const real *b)
{
    for (int k = 0; k < DUAL_PARTS; k++)
        dual_parts(x)[k] = dual_parts_of(a)[k] - dual_parts_of(b)[k];
    x->value = a->value - b->value;
}

ACTION(real_multiply, (real * x, const real *a, const real *b),
       dual_combine(x, a->value * b->value, b->value, a, a->value, b))

static inline void real_divide(real *x, const real *a, const real *b)
{
    double quotient = a->value / b->value;

    dual_combine(x, quotient, 1 / b->value, a, -quotient / b->value, b);
}

static inline void real_add_product(real *x, const real *a, const real *b)
{
    real product;

    real_multiply(&product, a, b);
    real_add(x, x, &product);
}

static inline void real_subtract_product(real *x, const real *a, const real *b)
{
    real product;

    real_multiply(&product, a, b);
    real_subtract(x, x, &product);
}

ACTION(real_set, (real * x, const real *a), *x = *a)

/* The derivative of each function, in terms of the value a of the argument and the value y of the function.
 */
#define REAL_UNARY(name, function, derivative)                                                               \
    static inline void name(real *x, const real *argument)                                                   \
    {                                                                                                        \
        double a = argument->value, y = function;                                                            \
        (void)a;                                                                                             \
        dual_chain(x, y, derivative, argument);                                                              \
    }
REAL_UNARY(real_negate, -a, -1)
REAL_UNARY(real_absolute, fabs(a), a < 0 ? -1 : 1)
REAL_UNARY(real_sqrt, sqrt(a), 1 / (2 * y))
REAL_UNARY(real_exp, exp(a), y)
REAL_UNARY(real_log, log(a), 1 / a)
REAL_UNARY(real_sin, sin(a), cos(a))
REAL_UNARY(real_cos, cos(a), -sin(a))
REAL_UNARY(real_tan, tan(a), 1 + y * y)
REAL_UNARY(real_asin, asin(a), 1 / sqrt(1 - a * a))
REAL_UNARY(real_acos, acos(a), -1 / sqrt(1 - a * a))
REAL_UNARY(real_atan, atan(a), 1 / (1 + a * a))
REAL_UNARY(real_sinh, sinh(a), cosh(a))
REAL_UNARY(real_cosh, cosh(a), sinh(a))
REAL_UNARY(real_tanh, tanh(a), 1 - y * y)
REAL_UNARY(real_asinh, asinh(a), 1 / sqrt(1 + a * a))
#undef REAL_UNARY

static inline void real_set_double(real *x, double value)
{
    *x = (real){.value = value};
}

ACTION(real_set_mpfr, (real * x, mpfr_srcptr value), real_set_double(x, mpfr_get_d(value, MPFR_RNDN)))
ACTION(real_get_mpfr, (mpfr_ptr value, const real *x), mpfr_set_d(value, x->value, MPFR_RNDN))
VERB(double, real_to_double, (const real *x), x->value)

static inline double real_to_double_scaled(const real *x, int part, long *exponent)
{
    *exponent = 0;
    return part ? x->tangent[part - 1] : x->value;
}

static inline bool real_is_finite(const real *x)
{
    double sum = x->value;

    for (int i = 0; i < DUAL_TANGENTS; i++)
        sum += x->tangent[i];
    return isfinite(sum);
}

VERB(real *, real_array_create, (size_t n), memory_create(n, sizeof(real)))
ACTION(real_array_destroy, (real * array), free(array))

#endif
