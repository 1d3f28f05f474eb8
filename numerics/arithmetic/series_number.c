/* Power series with balls as coefficients: see series_number.h. */
#include "numerics/arithmetic/series_number.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/memory.h"

static slong bits(void)
{
    return mpfr_precision.bits;
}

static long smaller(long a, long b)
{
    return a < b ? a : b;
}

arb_srcptr series_coefficient(const struct series *a, long k)
{
    static const arb_struct zero = {0};

    return k < a->coefficient.length ? a->coefficient.coeffs + k : &zero;
}

void series_truncate(struct series *x, long known)
{
    x->known = smaller(x->known, known);
    arb_poly_truncate(&x->coefficient, x->known);
}

/* The power of h that surely divides a: leading coefficients that are zero exactly. */
static long exact_zeros(const struct series *a)
{
    long k = 0;

    while (k < a->coefficient.length && arb_is_zero(a->coefficient.coeffs + k))
        k++;
    return k < a->coefficient.length ? k : a->known;
}

void series_set(struct series *x, const struct series *a)
{
    arb_poly_set(&x->coefficient, &a->coefficient);
    x->known = a->known;
}

void series_negate(struct series *x, const struct series *a)
{
    arb_poly_neg(&x->coefficient, &a->coefficient);
    x->known = a->known;
}

void series_add(struct series *x, const struct series *a, const struct series *b)
{
    x->known = smaller(a->known, b->known);
    arb_poly_add_series(&x->coefficient, &a->coefficient, &b->coefficient, x->known, bits());
}

void series_subtract(struct series *x, const struct series *a, const struct series *b)
{
    x->known = smaller(a->known, b->known);
    arb_poly_sub_series(&x->coefficient, &a->coefficient, &b->coefficient, x->known, bits());
}

/* h^i (1 + ...) known below h^m, and h^j (1 + ...) below h^n: the product is known below h^min(m + j, n + i). */
static long known_of_product(const struct series *a, const struct series *b)
{
    const long known = smaller(a->known + exact_zeros(b), b->known + exact_zeros(a));

    return smaller(known, mpfr_precision.terms);
}

void series_multiply(struct series *x, const struct series *a, const struct series *b)
{
    const long known = known_of_product(a, b);

    arb_poly_mullow(&x->coefficient, &a->coefficient, &b->coefficient, known, bits());
    x->known = known;
}

/* x = accumulate(x, a b) */
static void accumulate(struct series *x, const struct series *a, const struct series *b,
                       void (*accumulate_to)(struct series *, const struct series *, const struct series *))
{
    struct series product;

    arb_poly_init(&product.coefficient);
    series_multiply(&product, a, b);
    accumulate_to(x, x, &product);
    arb_poly_clear(&product.coefficient);
}

void series_add_product(struct series *x, const struct series *a, const struct series *b)
{
    accumulate(x, a, b, series_add);
}

void series_subtract_product(struct series *x, const struct series *a, const struct series *b)
{
    accumulate(x, a, b, series_subtract);
}

static void set_indeterminate(struct series *x)
{
    x->known = mpfr_precision.terms;
    arb_poly_fit_length(&x->coefficient, 1);
    arb_indeterminate(x->coefficient.coeffs);
    _arb_poly_set_length(&x->coefficient, 1);
}

/* The quotient of a / h^k and b / h^k, term by term: x_i = (a_i - sum_j b_j x_(i - j)) / b_0.  For so few terms that is
 * several times faster than an inverse. */
static void divide(arb_poly_t x, const struct series *a, const struct series *b, long k, long known)
{
    arb_t inverse;

    arb_init(inverse);
    arb_inv(inverse, b->coefficient.coeffs + k, bits());
    for (long i = 0; i < known; i++) {
        const long most = smaller(i, b->coefficient.length - 1 - k);

        arb_dot(x->coeffs + i, series_coefficient(a, k + i), 1, b->coefficient.coeffs + k + 1, 1,
                x->coeffs + i - 1, -1, most, bits());
        arb_mul(x->coeffs + i, x->coeffs + i, inverse, bits());
    }
    arb_clear(inverse);
    _arb_poly_set_length(x, known);
    _arb_poly_normalise(x);
}

/* h^k leaves both: what is below it in a has to be zero, and something has to be known above it. */
void series_divide(struct series *x, const struct series *a, const struct series *b)
{
    const long k = exact_zeros(b);
    arb_poly_t quotient;
    long known;

    if (k >= b->known || k >= a->known || exact_zeros(a) < k || arb_contains_zero(series_coefficient(b, k))) {
        set_indeterminate(x);
        return;
    }
    known = smaller(a->known, b->known) - k;
    arb_poly_init2(quotient, known);
    divide(quotient, a, b, k, known);
    arb_poly_swap(&x->coefficient, quotient);
    arb_poly_clear(quotient);
    x->known = known;
}

void series_absolute(struct series *x, const struct series *a)
{
    arb_srcptr first = series_coefficient(a, 0);

    if (arb_is_negative(first))
        series_negate(x, a);
    else if (arb_is_nonnegative(first))
        series_set(x, a);
    else
        set_indeterminate(x);
}

/* Functions of FLINT; these fail on a series without terms, which is the constant 0. */
#define SERIES_FUNCTION(f)                                                                                   \
    void series_##f(struct series *x, const struct series *a)                                                \
    {                                                                                                        \
        x->known = a->known;                                                                                 \
        arb_poly_##f##_series(&x->coefficient, &a->coefficient, a->known, bits());                           \
    }
SERIES_FUNCTION(sqrt)
SERIES_FUNCTION(exp)
SERIES_FUNCTION(log)
SERIES_FUNCTION(sin)
SERIES_FUNCTION(cos)
SERIES_FUNCTION(tan)
SERIES_FUNCTION(asin)
SERIES_FUNCTION(acos)
SERIES_FUNCTION(atan)
SERIES_FUNCTION(sinh)
SERIES_FUNCTION(cosh)
#undef SERIES_FUNCTION

void series_tanh(struct series *x, const struct series *a)
{
    arb_poly_t sine, cosine;

    arb_poly_init(sine);
    arb_poly_init(cosine);
    arb_poly_sinh_cosh_series(sine, cosine, &a->coefficient, a->known, bits());
    x->known = a->known;
    arb_poly_div_series(&x->coefficient, sine, cosine, x->known, bits());
    arb_poly_clear(sine);
    arb_poly_clear(cosine);
}

/* asinh a = asinh a_0 + integral of a' / sqrt(1 + a^2) */
void series_asinh(struct series *x, const struct series *a)
{
    const long known = a->known;
    arb_poly_t slope, root;
    arb_t first;

    arb_init(first);
    arb_poly_init(slope);
    arb_poly_init(root);
    arb_asinh(first, series_coefficient(a, 0), bits());
    arb_poly_mullow(root, &a->coefficient, &a->coefficient, known, bits());
    arb_poly_add_si(root, root, 1, bits());
    arb_poly_sqrt_series(root, root, known, bits());
    arb_poly_derivative(slope, &a->coefficient, bits());
    arb_poly_div_series(slope, slope, root, known > 1 ? known - 1 : 1, bits());
    arb_poly_integral(&x->coefficient, slope, bits());
    arb_poly_set_coeff_arb(&x->coefficient, 0, first);
    x->known = known;
    series_truncate(x, known);
    arb_poly_clear(root);
    arb_poly_clear(slope);
    arb_clear(first);
}

static void set_constant(struct series *x, arb_srcptr value)
{
    arb_poly_zero(&x->coefficient);
    arb_poly_set_coeff_arb(&x->coefficient, 0, value);
    x->known = mpfr_precision.terms;
    series_truncate(x, x->known);
}

void series_set_double(struct series *x, double value)
{
    arb_t ball;

    if (!isfinite(value)) {
        set_indeterminate(x);
        return;
    }
    arb_init(ball);
    arb_set_d(ball, value);
    set_constant(x, ball);
    arb_clear(ball);
}

void series_set_mpfr(struct series *x, mpfr_srcptr value)
{
    arb_t ball;

    if (!mpfr_number_p(value)) {
        set_indeterminate(x);
        return;
    }
    arb_init(ball);
    arf_set_mpfr(arb_midref(ball), value);
    if (2 * mpfr_min_prec(value) > mpfr_get_prec(value))
        mag_set_ui_2exp_si(arb_radref(ball), 1, mpfr_get_exp(value) - mpfr_get_prec(value));
    set_constant(x, ball);
    arb_clear(ball);
}

void series_raise(struct series *x)
{
    arb_poly_shift_left(&x->coefficient, &x->coefficient, 1);
    x->known++;
    series_truncate(x, mpfr_precision.terms);
}

void series_integrate(struct series *x, const struct series *start)
{
    const long known = x->known + 1;

    arb_poly_integral(&x->coefficient, &x->coefficient, bits());
    arb_poly_set_coeff_arb(&x->coefficient, 0, series_coefficient(start, 0));
    x->known = smaller(known, mpfr_precision.terms);
    series_truncate(x, x->known);
}

double series_to_double(const struct series *a)
{
    return arb_is_finite(series_coefficient(a, 0))
               ? arf_get_d(arb_midref(series_coefficient(a, 0)), ARF_RND_NEAR)
               : NAN;
}

void series_get_mpfr(mpfr_ptr value, const struct series *a)
{
    arf_get_mpfr(value, arb_midref(series_coefficient(a, 0)), MPFR_RNDN);
}

bool series_is_finite(const struct series *a)
{
    for (long k = 0; k < a->coefficient.length; k++) {
        if (!arb_is_finite(a->coefficient.coeffs + k))
            return false;
    }
    return true;
}

void series_end_with(struct series *x, long k, arb_srcptr coefficient)
{
    arb_poly_truncate(&x->coefficient, k);
    arb_poly_set_coeff_arb(&x->coefficient, k, coefficient);
}

/* -- arrays -- */

struct array {
    size_t n;
    struct series series[];
};

struct series *series_array_create(size_t n)
{
    struct array *array = memory_create(1, sizeof *array + n * sizeof *array->series);

    array->n = n;
    for (size_t i = 0; i < n; i++) {
        arb_poly_init(&array->series[i].coefficient);
        array->series[i].known = mpfr_precision.terms;
    }
    return array->series;
}

void series_array_destroy(struct series *series)
{
    struct array *array;

    if (!series)
        return;
    array = (struct array *)(void *)((char *)series - offsetof(struct array, series));
    for (size_t i = 0; i < array->n; i++)
        arb_poly_clear(&array->series[i].coefficient);
    free(array);
}
