/* The values of power series: see series_plain.h.
 *
 * Each operation is made by FLINT; within an evaluation that follows another it continues what the record has
 * (series_record.h), coefficient by coefficient, in the same bits. */
#include "numerics/arithmetic/series_plain.h"

#include "numerics/arithmetic/series_record.h"

arb_srcptr series_coefficient(const struct series *a, long k)
{
    static const arb_struct zero = {0};

    return k < a->coefficient.length ? a->coefficient.coeffs + k : &zero;
}

/* x is a number of its own. */
void series_plain_own(struct series *x)
{
    const arb_poly_struct view = x->coefficient;

    if (!x->is_view)
        return;
    arb_poly_init(&x->coefficient);
    arb_poly_set(&x->coefficient, &view);
    x->is_view = false;
}

/* x is empty if it was a view. */
void series_plain_forget(struct series *x)
{
    if (x->is_view)
        arb_poly_init(&x->coefficient);
    x->is_view = false;
}

void series_prepare(struct series *x, const struct series *a, const struct series *b)
{
    if (x == a || x == b)
        series_plain_own(x);
    else
        series_plain_forget(x);
}

/* Without its tangents. */
void series_plain_release(struct series *x)
{
    series_plain_forget(x);
    arb_poly_clear(&x->coefficient);
}

void series_plain_truncate(struct series *x, long known)
{
    x->known = smaller(x->known, known);
    if (!x->is_view) {
        arb_poly_truncate(&x->coefficient, x->known);
    } else if (x->coefficient.length > x->known) {
        x->coefficient.length = x->known;
        _arb_poly_normalise(&x->coefficient);
    }
}

static bool is_zero(const struct series *a)
{
    return a->coefficient.length == 0;
}

/* The power of h that surely divides a: leading coefficients that are zero exactly. */
static long exact_zeros(const struct series *a)
{
    long k = 0;

    while (k < a->coefficient.length && arb_is_zero(a->coefficient.coeffs + k))
        k++;
    return k < a->coefficient.length ? k : a->known;
}

/* -- what an evaluation adds to the one before: coefficients from ... to - 1 -- */

static void continue_negation(arb_ptr c, long from, long to, const struct series *a, const struct series *b)
{
    (void)b;
    for (long i = from; i < to; i++)
        arb_neg(c + i, series_coefficient(a, i));
}

static void continue_sum(arb_ptr c, long from, long to, const struct series *a, const struct series *b)
{
    for (long i = from; i < to; i++)
        arb_add(c + i, series_coefficient(a, i), series_coefficient(b, i), bits());
}

static void continue_difference(arb_ptr c, long from, long to, const struct series *a, const struct series *b)
{
    for (long i = from; i < to; i++)
        arb_sub(c + i, series_coefficient(a, i), series_coefficient(b, i), bits());
}

/* 2 sum_j a_j a_(i - j) of j < i/2, and a_(i/2)^2 */
static void square(arb_ptr c, long i, const struct series *a)
{
    const long last = a->coefficient.length - 1, start = i > last ? i - last : 0,
               pairs = smaller(last, (i + 1) / 2 - 1) - start + 1;
    arb_srcptr x = a->coefficient.coeffs;

    if (i > 2 * last) {
        arb_zero(c + i);
        return;
    }
    arb_dot(c + i, NULL, 0, x + start, 1, x + i - start, -1, pairs, bits());
    arb_mul_2exp_si(c + i, c + i, 1);
    if (i % 2 == 0)
        arb_addmul(c + i, x + i / 2, x + i / 2, bits());
}

static void continue_product(arb_ptr c, long from, long to, const struct series *a, const struct series *b)
{
    arb_srcptr x = a->coefficient.coeffs, y = b->coefficient.coeffs;
    const long m = a->coefficient.length, n = b->coefficient.length;

    for (long i = from; i < to; i++) {
        const long last = smaller(m - 1, i), first = i - smaller(n - 1, i);

        if (x == y && m == n)
            square(c, i, a);
        else if (i == 0)
            arb_mul(c, x, y, bits());
        else if (m == 1 && i < n)
            arb_mul(c + i, y + i, x, bits());
        else if (n == 1 && i < m)
            arb_mul(c + i, x + i, y, bits());
        else
            arb_dot(c + i, NULL, 0, x + first, 1, y + (i - first), -1, last - first + 1, bits());
    }
}

/* Term by term: x_i = (a_(i + k) - sum_j b_(j + k) x_(i - j)) / b_k. */
static void continue_quotient(arb_ptr c, long from, long to, const struct series *a, const struct series *b)
{
    const long k = exact_zeros(b);
    arb_t inverse;

    arb_init(inverse);
    arb_inv(inverse, b->coefficient.coeffs + k, bits());
    for (long i = from; i < to; i++) {
        arb_dot(c + i, series_coefficient(a, k + i), 1, b->coefficient.coeffs + k + 1, 1, c + i - 1, -1,
                smaller(i, b->coefficient.length - 1 - k), bits());
        arb_mul(c + i, c + i, inverse, bits());
    }
    arb_clear(inverse);
}

/* -- values -- */

/* Views stay views. */
void series_plain_set(struct series *x, const struct series *a)
{
    if (x != a && a->is_view && mpfr_precision.record) {
        series_plain_release(x);
        x->coefficient = a->coefficient;
        x->is_view = true;
    } else if (x != a) {
        series_plain_forget(x);
        arb_poly_set(&x->coefficient, &a->coefficient);
    }
    x->known = smaller(a->known, mpfr_precision.terms);
    x->same = a->same;
    x->origin = mpfr_precision.record ? a->origin : 0;
}

void series_plain_negate(struct series *x, const struct series *a)
{
    const long known = smaller(a->known, mpfr_precision.terms), same = a->same;

    if (series_record_apply(x, a, a, continue_negation, (struct series_record_result){known, same, 0, 0}))
        return;
    arb_poly_neg(&x->coefficient, &a->coefficient);
    x->known = known;
    x->same = same;
}

/* x = a, of which as much is known as of b, too */
static void set_sum_with_zero(struct series *x, const struct series *a, const struct series *b)
{
    const long known = b->known, same = smaller(a->same, b->same);

    const size_t origin = series_record_pass(a, b, continue_sum);

    series_plain_set(x, a);
    series_plain_truncate(x, known);
    x->same = same;
    x->origin = origin;
}

void series_plain_add(struct series *x, const struct series *a, const struct series *b)
{
    const long known = smaller(a->known, b->known), same = smaller(a->same, b->same);

    if (mpfr_precision.record && (is_zero(a) || is_zero(b))) {
        set_sum_with_zero(x, is_zero(a) ? b : a, is_zero(a) ? a : b);
        return;
    }
    if (series_record_apply(x, a, b, continue_sum, (struct series_record_result){known, same, 0, 0}))
        return;
    x->known = known;
    x->same = same;
    arb_poly_add_series(&x->coefficient, &a->coefficient, &b->coefficient, x->known, bits());
}

void series_plain_subtract(struct series *x, const struct series *a, const struct series *b)
{
    const long known = smaller(a->known, b->known), same = smaller(a->same, b->same);

    if (series_record_apply(x, a, b, continue_difference, (struct series_record_result){known, same, 0, 0}))
        return;
    x->known = known;
    x->same = same;
    arb_poly_sub_series(&x->coefficient, &a->coefficient, &b->coefficient, x->known, bits());
}

/* h^i (1 + ...) known below h^m, and h^j (1 + ...) below h^n: the product is known below h^min(m + j, n + i). */
static long known_of_product(const struct series *a, const struct series *b)
{
    const long known = smaller(a->known + exact_zeros(b), b->known + exact_zeros(a));

    return smaller(known, mpfr_precision.terms);
}

/* Zeros that were there before, too: none of what was no number. */
static long lasting_zeros(const struct series *a)
{
    const long zeros = smaller(exact_zeros(a), a->same);

    return zeros > 0 ? zeros : 0;
}

/* Likewise; only zeros count that last. */
static long same_of_product(const struct series *a, const struct series *b)
{
    return smaller(a->same + lasting_zeros(b), b->same + lasting_zeros(a));
}

void series_plain_multiply(struct series *x, const struct series *a, const struct series *b)
{
    const long known = known_of_product(a, b), same = same_of_product(a, b);

    if (mpfr_precision.record && (is_zero(a) || is_zero(b))) {
        const size_t origin = series_record_pass(a, b, continue_product);

        series_plain_release(x);
        arb_poly_init(&x->coefficient);
        x->known = known;
        x->same = same;
        x->origin = origin;
        return;
    }
    if (series_record_apply(x, a, b, continue_product,
                            (struct series_record_result){known, same, -exact_zeros(b), -exact_zeros(a)}))
        return;
    arb_poly_mullow(&x->coefficient, &a->coefficient, &b->coefficient, known, bits());
    x->known = known;
    x->same = same;
}

/* The tangents stay: that there are no numbers is seen of the value. */
void series_plain_lose(struct series *x)
{
    series_plain_forget(x);
    x->known = mpfr_precision.terms;
    x->same = SERIES_NOTHING;
    x->origin = 0;
    arb_poly_fit_length(&x->coefficient, 1);
    arb_indeterminate(x->coefficient.coeffs);
    _arb_poly_set_length(&x->coefficient, 1);
}

/* The quotient of a / h^k and b / h^k.  For so few terms that is several times faster than an inverse. */
static void divide(arb_poly_t x, const struct series *a, const struct series *b, long known)
{
    continue_quotient(x->coeffs, 0, known, a, b);
    _arb_poly_set_length(x, known);
    _arb_poly_normalise(x);
}

/* h^k leaves both: what is below it in a has to be zero, and something has to be known above it. */
void series_plain_divide(struct series *x, const struct series *a, const struct series *b)
{
    const long k = exact_zeros(b);
    arb_poly_t quotient;
    long known, same;

    if (k >= b->known || k >= a->known || exact_zeros(a) < k || arb_contains_zero(series_coefficient(b, k))) {
        series_record_lose(a, b, continue_quotient);
        series_prepare(x, a, b);
        series_plain_lose(x);
        return;
    }
    known = smaller(a->known, b->known) - k;
    same = smaller(a->same, b->same) - k;
    if (series_record_apply(x, a, b, continue_quotient, (struct series_record_result){known, same, k, k}))
        return;
    arb_poly_init2(quotient, known);
    divide(quotient, a, b, known);
    arb_poly_swap(&x->coefficient, quotient);
    arb_poly_clear(quotient);
    x->known = known;
    x->same = same;
}

/* The terms from ... to - 1 of y, or zeros behind its last. */
static void take_terms(arb_ptr c, long from, long to, arb_poly_t y)
{
    for (long i = from; i < to; i++) {
        if (i < y->length)
            arb_swap(c + i, y->coeffs + i);
        else
            arb_zero(c + i);
    }
}

/* Functions of FLINT; these fail on a series without terms, which is the constant 0. */
static void find_tanh(arb_poly_t y, const arb_poly_t a, long known, slong precision)
{
    arb_poly_t sine, cosine;

    arb_poly_init(sine);
    arb_poly_init(cosine);
    arb_poly_sinh_cosh_series(sine, cosine, a, known, precision);
    arb_poly_div_series(y, sine, cosine, known, precision);
    arb_poly_clear(sine);
    arb_poly_clear(cosine);
}

/* asinh a = asinh a_0 + integral of a' / sqrt(1 + a^2) */
static void find_asinh(arb_poly_t y, const arb_poly_t a, long known, slong precision)
{
    arb_poly_t slope, root;
    arb_t first;

    arb_init(first);
    arb_poly_init(slope);
    arb_poly_init(root);
    arb_poly_get_coeff_arb(first, a, 0);
    arb_asinh(first, first, precision);
    arb_poly_mullow(root, a, a, known, precision);
    arb_poly_add_si(root, root, 1, precision);
    arb_poly_sqrt_series(root, root, known, precision);
    arb_poly_derivative(slope, a, precision);
    arb_poly_div_series(slope, slope, root, known > 1 ? known - 1 : 1, precision);
    arb_poly_integral(y, slope, precision);
    arb_poly_set_coeff_arb(y, 0, first);
    arb_poly_truncate(y, known);
    arb_poly_clear(root);
    arb_poly_clear(slope);
    arb_clear(first);
}

#define SERIES_FUNCTION(f, find)                                                                             \
    static void continue_##f(arb_ptr c, long from, long to, const struct series *a, const struct series *b)  \
    {                                                                                                        \
        arb_poly_t y;                                                                                        \
                                                                                                             \
        (void)b;                                                                                             \
        arb_poly_init(y);                                                                                    \
        find(y, &a->coefficient, to, bits());                                                                \
        take_terms(c, from, to, y);                                                                          \
        arb_poly_clear(y);                                                                                   \
    }                                                                                                        \
    void series_plain_##f(struct series *x, const struct series *a)                                          \
    {                                                                                                        \
        const long known = a->known, same = a->same;                                                         \
                                                                                                             \
        if (series_record_apply(x, a, a, continue_##f, (struct series_record_result){known, same, 0, 0}))    \
            return;                                                                                          \
        x->known = known;                                                                                    \
        x->same = same;                                                                                      \
        find(&x->coefficient, &a->coefficient, known, bits());                                               \
    }
SERIES_FUNCTION(sqrt, arb_poly_sqrt_series)
SERIES_FUNCTION(exp, arb_poly_exp_series)
SERIES_FUNCTION(log, arb_poly_log_series)
SERIES_FUNCTION(sin, arb_poly_sin_series)
SERIES_FUNCTION(cos, arb_poly_cos_series)
SERIES_FUNCTION(tan, arb_poly_tan_series)
SERIES_FUNCTION(asin, arb_poly_asin_series)
SERIES_FUNCTION(acos, arb_poly_acos_series)
SERIES_FUNCTION(atan, arb_poly_atan_series)
SERIES_FUNCTION(sinh, arb_poly_sinh_series)
SERIES_FUNCTION(cosh, arb_poly_cosh_series)
SERIES_FUNCTION(tanh, find_tanh)
SERIES_FUNCTION(asinh, find_asinh)
#undef SERIES_FUNCTION
