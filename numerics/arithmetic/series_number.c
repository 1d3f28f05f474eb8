/* Power series with balls as coefficients: see series_number.h. */
#include "numerics/arithmetic/series_number.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "numerics/arithmetic/series_plain.h"
#include "numerics/arithmetic/series_record.h"
#include "numerics/memory.h"

/* -- tangents -- */

/* Zero, known to all powers: a tangent of what has none. */
static const struct series none = {.known = LONG_MAX / 4, .same = SERIES_CONSTANT};

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
    series_plain_release(x);
    take_tangents(x, NULL);
}

/* x = value, which is no number any more. */
static void take_value(struct series *x, struct series *value)
{
    series_plain_release(x);
    x->coefficient = value->coefficient;
    x->known = value->known;
    x->same = value->same;
    x->is_view = value->is_view;
    x->origin = value->origin;
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

    series_plain_multiply(&product, a, b);
    accumulate_to(x, x, &product);
    series_plain_release(&product);
}

/* a' b + a b' */
static struct series *product_tangents(const struct series *a, const struct series *b)
{
    struct series *tangent = move(a, b) ? create_tangents() : NULL;

    for (int k = 0; tangent && k < mpfr_precision.tangents; k++) {
        series_plain_multiply(tangent + k, series_tangent(a, k), b);
        accumulate(tangent + k, a, series_tangent(b, k), series_plain_add);
    }
    return tangent;
}

/* (a' - q b') / b of the quotient q */
static struct series *quotient_tangents(const struct series *a, const struct series *b,
                                        const struct series *q)
{
    struct series *tangent = move(a, b) ? create_tangents() : NULL;

    for (int k = 0; tangent && k < mpfr_precision.tangents; k++) {
        series_plain_set(tangent + k, series_tangent(a, k));
        accumulate(tangent + k, q, series_tangent(b, k), series_plain_subtract);
        series_plain_divide(tangent + k, tangent + k, b);
    }
    return tangent;
}

/* -- operations -- */

void series_set(struct series *x, const struct series *a)
{
    if (x == a)
        return;
    series_plain_set(x, a);
    take_tangents(x, apply(a, series_plain_set));
}

void series_negate(struct series *x, const struct series *a)
{
    struct series *tangent = apply(a, series_plain_negate);

    series_plain_negate(x, a);
    take_tangents(x, tangent);
}

void series_add(struct series *x, const struct series *a, const struct series *b)
{
    struct series *tangent = combine(a, b, series_plain_add);

    series_plain_add(x, a, b);
    take_tangents(x, tangent);
}

void series_subtract(struct series *x, const struct series *a, const struct series *b)
{
    struct series *tangent = combine(a, b, series_plain_subtract);

    series_plain_subtract(x, a, b);
    take_tangents(x, tangent);
}

void series_multiply(struct series *x, const struct series *a, const struct series *b)
{
    struct series *tangent = product_tangents(a, b);

    series_plain_multiply(x, a, b);
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

    series_plain_divide(&quotient, a, b);
    tangent = quotient_tangents(a, b, &quotient);
    take_value(x, &quotient);
    take_tangents(x, tangent);
}

void series_absolute(struct series *x, const struct series *a)
{
    arb_srcptr first = series_coefficient(a, 0);

    series_record_decide(arb_is_negative(first) ? -1 : arb_is_nonnegative(first));
    if (arb_is_negative(first)) {
        series_negate(x, a);
    } else if (arb_is_nonnegative(first)) {
        series_set(x, a);
    } else {
        series_prepare(x, a, a);
        series_plain_lose(x);
    }
}

/* -- functions: y' = slope(a, y) a' -- */

static struct series make_one(void)
{
    struct series one = {.known = mpfr_precision.terms, .same = SERIES_CONSTANT};

    arb_poly_one(&one.coefficient);
    return one;
}

static void invert(struct series *x)
{
    struct series one = make_one();

    series_plain_divide(x, &one, x);
    series_plain_release(&one);
}

/* x = 1 + sign a^2 */
static void one_and_square(struct series *x, const struct series *a, int sign)
{
    struct series one = make_one();

    series_plain_multiply(x, a, a);
    if (sign < 0)
        series_plain_negate(x, x);
    series_plain_add(x, x, &one);
    series_plain_release(&one);
}

static void invert_root(struct series *x)
{
    series_plain_sqrt(x, x);
    invert(x);
}

#define SLOPE(f, ...)                                                                                        \
    static void slope_##f(struct series *slope, const struct series *a, const struct series *y)              \
    {                                                                                                        \
        (void)a, (void)y;                                                                                    \
        __VA_ARGS__;                                                                                         \
    }
SLOPE(sqrt, series_plain_add(slope, y, y), invert(slope))
SLOPE(exp, series_plain_set(slope, y))
SLOPE(log, series_plain_set(slope, a), invert(slope))
SLOPE(sin, series_plain_cos(slope, a))
SLOPE(cos, series_plain_sin(slope, a), series_plain_negate(slope, slope))
SLOPE(tan, one_and_square(slope, y, 1))
SLOPE(asin, one_and_square(slope, a, -1), invert_root(slope))
SLOPE(acos, one_and_square(slope, a, -1), invert_root(slope), series_plain_negate(slope, slope))
SLOPE(atan, one_and_square(slope, a, 1), invert(slope))
SLOPE(sinh, series_plain_cosh(slope, a))
SLOPE(cosh, series_plain_sinh(slope, a))
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
        series_plain_multiply(tangent + k, &slope, a->tangent + k);
    take_value(x, &y);
    take_tangents(x, tangent);
    clear(&slope);
}

#define PUBLIC_FUNCTION(NAME, f)                                                                             \
    void series_##f(struct series *x, const struct series *a)                                                \
    {                                                                                                        \
        chain(x, a, series_plain_##f, slope_##f);                                                            \
    }
EACH_FUNCTION(PUBLIC_FUNCTION)
#undef PUBLIC_FUNCTION

/* -- numbers -- */

static void set_constant(struct series *x, arb_srcptr value)
{
    series_plain_forget(x);
    arb_poly_zero(&x->coefficient);
    arb_poly_set_coeff_arb(&x->coefficient, 0, value);
    x->known = mpfr_precision.terms;
    x->same = SERIES_CONSTANT;
    x->origin = 0;
    take_tangents(x, NULL);
}

void series_set_double(struct series *x, double value)
{
    arb_t ball;

    if (!isfinite(value)) {
        series_plain_lose(x);
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
        series_plain_lose(x);
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
    series_plain_truncate(x, known);
    for (size_t k = 0; k < count_tangents(x); k++)
        series_plain_truncate(x->tangent + k, known);
}

void series_set_known(struct series *x, long known)
{
    series_plain_own(x);
    arb_poly_truncate(&x->coefficient, known);
    x->known = known;
    for (size_t k = 0; k < count_tangents(x); k++)
        series_set_known(x->tangent + k, known);
}

void series_set_same(struct series *x, long same, long same_of_tangents)
{
    x->same = same;
    for (size_t k = 0; k < count_tangents(x); k++)
        x->tangent[k].same = same_of_tangents;
}

void series_raise(struct series *x)
{
    series_plain_own(x);
    arb_poly_shift_left(&x->coefficient, &x->coefficient, 1);
    x->known++;
    x->same++;
    series_plain_truncate(x, mpfr_precision.terms);
    for (size_t k = 0; k < count_tangents(x); k++)
        series_raise(x->tangent + k);
}

void series_integrate(struct series *x, const struct series *start)
{
    series_plain_own(x);
    arb_poly_integral(&x->coefficient, &x->coefficient, bits());
    arb_poly_set_coeff_arb(&x->coefficient, 0, series_coefficient(start, 0));
    x->known++;
    x->same = start->same > 0 ? x->same + 1 : 0;
    series_plain_truncate(x, mpfr_precision.terms);
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
    series_plain_own(x);
    arb_poly_truncate(&x->coefficient, k);
    arb_poly_set_coeff_arb(&x->coefficient, k, coefficient);
    x->same = smaller(x->same, k);
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
        array->series[i].same = SERIES_CONSTANT;
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
