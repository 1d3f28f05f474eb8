/* Power series with balls as coefficients: see series_number.h. */
#include "numerics/arithmetic/series_number.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/memory.h"

struct array {
    size_t n;
    struct series series[];
};

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

static void truncate(struct series *x, long known)
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

/* -- values -- */

static void plain_set(struct series *x, const struct series *a)
{
    arb_poly_set(&x->coefficient, &a->coefficient);
    x->known = smaller(a->known, mpfr_precision.terms);
}

static void plain_negate(struct series *x, const struct series *a)
{
    arb_poly_neg(&x->coefficient, &a->coefficient);
    x->known = smaller(a->known, mpfr_precision.terms);
}

static void plain_add(struct series *x, const struct series *a, const struct series *b)
{
    x->known = smaller(a->known, b->known);
    arb_poly_add_series(&x->coefficient, &a->coefficient, &b->coefficient, x->known, bits());
}

static void plain_subtract(struct series *x, const struct series *a, const struct series *b)
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

static void plain_multiply(struct series *x, const struct series *a, const struct series *b)
{
    const long known = known_of_product(a, b);

    arb_poly_mullow(&x->coefficient, &a->coefficient, &b->coefficient, known, bits());
    x->known = known;
}

/* The tangents stay: that there are no numbers is seen of the value. */
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
static void plain_divide(struct series *x, const struct series *a, const struct series *b)
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

/* Functions of FLINT; these fail on a series without terms, which is the constant 0. */
#define SERIES_FUNCTION(f)                                                                                   \
    static void plain_##f(struct series *x, const struct series *a)                                          \
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

static void plain_tanh(struct series *x, const struct series *a)
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
static void plain_asinh(struct series *x, const struct series *a)
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

/* -- tangents -- */

/* Zero, known to all powers: a tangent of what has none. */
static const struct series none = {.known = LONG_MAX / 4};

const struct series *series_tangent(const struct series *a, int k)
{
    return a->tangent ? a->tangent + k : &none;
}

static bool move(const struct series *a, const struct series *b)
{
    return mpfr_precision.tangents > 0 && (a->tangent || b->tangent);
}

/* The tangents of x are these from now on; NULL: it has none. */
static void take_tangents(struct series *x, struct series *tangent)
{
    series_array_destroy(x->tangent);
    x->tangent = tangent;
}

static void clear(struct series *x)
{
    arb_poly_clear(&x->coefficient);
    take_tangents(x, NULL);
}

static struct series *create_tangents(void)
{
    return series_array_create((size_t)mpfr_precision.tangents);
}

/* Tangents by an operation on those of a alone, or of a and b. */
static struct series *apply(const struct series *a, void (*operation)(struct series *, const struct series *))
{
    struct series *tangent = move(a, a) ? create_tangents() : NULL;

    for (int k = 0; tangent && k < mpfr_precision.tangents; k++)
        operation(tangent + k, a->tangent + k);
    return tangent;
}

static struct series *combine(const struct series *a, const struct series *b,
                              void (*operation)(struct series *, const struct series *,
                                                const struct series *))
{
    struct series *tangent = move(a, b) ? create_tangents() : NULL;

    for (int k = 0; tangent && k < mpfr_precision.tangents; k++)
        operation(tangent + k, series_tangent(a, k), series_tangent(b, k));
    return tangent;
}

/* x = accumulate(x, a b) */
static void accumulate(struct series *x, const struct series *a, const struct series *b,
                       void (*accumulate_to)(struct series *, const struct series *, const struct series *))
{
    struct series product = {.known = 0};

    plain_multiply(&product, a, b);
    accumulate_to(x, x, &product);
    arb_poly_clear(&product.coefficient);
}

/* a' b + a b' */
static struct series *product_tangents(const struct series *a, const struct series *b)
{
    struct series *tangent = move(a, b) ? create_tangents() : NULL;

    for (int k = 0; tangent && k < mpfr_precision.tangents; k++) {
        plain_multiply(tangent + k, series_tangent(a, k), b);
        accumulate(tangent + k, a, series_tangent(b, k), plain_add);
    }
    return tangent;
}

/* (a' - q b') / b of the quotient q */
static struct series *quotient_tangents(const struct series *a, const struct series *b,
                                        const struct series *q)
{
    struct series *tangent = move(a, b) ? create_tangents() : NULL;

    for (int k = 0; tangent && k < mpfr_precision.tangents; k++) {
        plain_set(tangent + k, series_tangent(a, k));
        accumulate(tangent + k, q, series_tangent(b, k), plain_subtract);
        plain_divide(tangent + k, tangent + k, b);
    }
    return tangent;
}

/* -- operations -- */

void series_set(struct series *x, const struct series *a)
{
    if (x == a)
        return;
    plain_set(x, a);
    take_tangents(x, apply(a, plain_set));
}

void series_negate(struct series *x, const struct series *a)
{
    struct series *tangent = apply(a, plain_negate);

    plain_negate(x, a);
    take_tangents(x, tangent);
}

void series_add(struct series *x, const struct series *a, const struct series *b)
{
    struct series *tangent = combine(a, b, plain_add);

    plain_add(x, a, b);
    take_tangents(x, tangent);
}

void series_subtract(struct series *x, const struct series *a, const struct series *b)
{
    struct series *tangent = combine(a, b, plain_subtract);

    plain_subtract(x, a, b);
    take_tangents(x, tangent);
}

void series_multiply(struct series *x, const struct series *a, const struct series *b)
{
    struct series *tangent = product_tangents(a, b);

    plain_multiply(x, a, b);
    take_tangents(x, tangent);
}

void series_add_product(struct series *x, const struct series *a, const struct series *b)
{
    struct series product = {.known = 0};

    series_multiply(&product, a, b);
    series_add(x, x, &product);
    clear(&product);
}

void series_subtract_product(struct series *x, const struct series *a, const struct series *b)
{
    struct series product = {.known = 0};

    series_multiply(&product, a, b);
    series_subtract(x, x, &product);
    clear(&product);
}

void series_divide(struct series *x, const struct series *a, const struct series *b)
{
    struct series quotient = {.known = 0}, *tangent;

    plain_divide(&quotient, a, b);
    tangent = quotient_tangents(a, b, &quotient);
    arb_poly_swap(&x->coefficient, &quotient.coefficient);
    x->known = quotient.known;
    take_tangents(x, tangent);
    clear(&quotient);
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

/* -- functions: y' = slope(a, y) a' -- */

static void invert(struct series *x)
{
    struct series one = {.known = mpfr_precision.terms};

    arb_poly_one(&one.coefficient);
    plain_divide(x, &one, x);
    arb_poly_clear(&one.coefficient);
}

/* x = 1 + sign a^2 */
static void one_and_square(struct series *x, const struct series *a, int sign)
{
    plain_multiply(x, a, a);
    if (sign < 0)
        plain_negate(x, x);
    arb_poly_add_si(&x->coefficient, &x->coefficient, 1, bits());
}

static void invert_root(struct series *x)
{
    plain_sqrt(x, x);
    invert(x);
}

#define SLOPE(f, ...)                                                                                        \
    static void slope_##f(struct series *slope, const struct series *a, const struct series *y)              \
    {                                                                                                        \
        (void)a, (void)y;                                                                                    \
        __VA_ARGS__;                                                                                         \
    }
SLOPE(sqrt, plain_add(slope, y, y), invert(slope))
SLOPE(exp, plain_set(slope, y))
SLOPE(log, plain_set(slope, a), invert(slope))
SLOPE(sin, plain_cos(slope, a))
SLOPE(cos, plain_sin(slope, a), plain_negate(slope, slope))
SLOPE(tan, one_and_square(slope, y, 1))
SLOPE(asin, one_and_square(slope, a, -1), invert_root(slope))
SLOPE(acos, one_and_square(slope, a, -1), invert_root(slope), plain_negate(slope, slope))
SLOPE(atan, one_and_square(slope, a, 1), invert(slope))
SLOPE(sinh, plain_cosh(slope, a))
SLOPE(cosh, plain_sinh(slope, a))
SLOPE(tanh, one_and_square(slope, y, -1))
SLOPE(asinh, one_and_square(slope, a, 1), invert_root(slope))
#undef SLOPE

static void chain(struct series *x, const struct series *a,
                  void (*function)(struct series *, const struct series *),
                  void (*find_slope)(struct series *, const struct series *, const struct series *))
{
    struct series y = {.known = 0}, slope = {.known = 0}, *tangent = move(a, a) ? create_tangents() : NULL;

    function(&y, a);
    if (tangent)
        find_slope(&slope, a, &y);
    for (int k = 0; tangent && k < mpfr_precision.tangents; k++)
        plain_multiply(tangent + k, &slope, a->tangent + k);
    arb_poly_swap(&x->coefficient, &y.coefficient);
    x->known = y.known;
    take_tangents(x, tangent);
    clear(&y);
    clear(&slope);
}

#define PUBLIC_FUNCTION(NAME, f)                                                                             \
    void series_##f(struct series *x, const struct series *a)                                                \
    {                                                                                                        \
        chain(x, a, plain_##f, slope_##f);                                                                   \
    }
EACH_FUNCTION(PUBLIC_FUNCTION)
#undef PUBLIC_FUNCTION

/* -- numbers -- */

static void set_constant(struct series *x, arb_srcptr value)
{
    arb_poly_zero(&x->coefficient);
    arb_poly_set_coeff_arb(&x->coefficient, 0, value);
    x->known = mpfr_precision.terms;
    take_tangents(x, NULL);
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

static size_t count_tangents(const struct series *x)
{
    return x->tangent ? (size_t)mpfr_precision.tangents : 0;
}

void series_truncate(struct series *x, long known)
{
    truncate(x, known);
    for (size_t k = 0; k < count_tangents(x); k++)
        truncate(x->tangent + k, known);
}

void series_set_known(struct series *x, long known)
{
    arb_poly_truncate(&x->coefficient, known);
    x->known = known;
    for (size_t k = 0; k < count_tangents(x); k++)
        series_set_known(x->tangent + k, known);
}

void series_raise(struct series *x)
{
    arb_poly_shift_left(&x->coefficient, &x->coefficient, 1);
    x->known++;
    truncate(x, mpfr_precision.terms);
    for (size_t k = 0; k < count_tangents(x); k++)
        series_raise(x->tangent + k);
}

void series_integrate(struct series *x, const struct series *start)
{
    arb_poly_integral(&x->coefficient, &x->coefficient, bits());
    arb_poly_set_coeff_arb(&x->coefficient, 0, series_coefficient(start, 0));
    x->known++;
    truncate(x, mpfr_precision.terms);
    if (!x->tangent && start->tangent)
        x->tangent = create_tangents();
    for (size_t k = 0; k < count_tangents(x); k++)
        series_integrate(x->tangent + k, series_tangent(start, (int)k));
}

void series_set_tangent(struct series *x, int k, double value)
{
    if (!x->tangent)
        x->tangent = create_tangents();
    series_set_double(x->tangent + k, value);
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
    for (size_t k = 0; k < count_tangents(a); k++) {
        if (!series_is_finite(a->tangent + k))
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

struct series *series_array_create(size_t n)
{
    struct array *array = memory_create(1, sizeof *array + n * sizeof *array->series);

    array->n = n;
    for (size_t i = 0; i < n; i++) {
        arb_poly_init(&array->series[i].coefficient);
        array->series[i].known = mpfr_precision.terms;
        array->series[i].tangent = NULL;
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
        clear(array->series + i);
    free(array);
}
