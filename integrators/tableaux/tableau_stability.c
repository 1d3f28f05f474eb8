/* Applied to y' = lambda y with z = h lambda a Runge-Kutta method multiplies y by
 *
 *     R(z) = P(z)/Q(z) = det(I - z (A - 1 b^T)) / det(I - z A),     det(I - z M) = sum_k d_k(M) z^k.
 *
 * R(infinity) is the quotient of the coefficients of the highest power of the denominator, which is s when A
 * is regular (then R(infinity) = det(A - 1 b^T)/det(A)) and s - 1 for Lobatto IIIA and IIIB.  The d_k come
 * from the recurrence of Faddeev and Le Verrier: M_1 = M, d_k = -tr(M_k)/k, M_{k+1} = M (M_k + d_k I), in a
 * precision that leaves room for its cancellation.
 *
 * By the maximum principle |R| <= 1 in Re z <= 0 if and only if
 *
 *     R has no pole there:              Q(-z) is a Hurwitz polynomial, which Routh's scheme decides,
 *     |R(iy)| <= 1 for all real y:      E(x) = |Q(iy)|^2 - |P(iy)|^2 >= 0 for all x = y^2 >= 0.
 *
 * E(x) = sum_k e_k x^k with x = t/(1 - t) has on [0, 1] the Bernstein coefficients e_k / binom(n, k): where none is
 * negative E is not, where the first or the last one is, E is; else the interval is halved.
 *
 * A number counts as zero when rounding of A and b explains it.
 * Source: Hairer, Wanner, Solving ODEs II (1996), IV.3; Faddeev and Faddeeva (1963), section 47; Gantmacher,
 * Theory of Matrices (1959), XV; Farouki, Rajan (1987). */
#include "integrators/tableaux/tableau_stability.h"

#include "numerics/number_block.h"

enum {
    EXTRA_BITS = 64,
    BITS_OF_A_STAGE = 16,
    SLACK = 16,
    SLACK_OF_A_STAGE = 4, /* in the sums of products of many coefficients */
    MOST_HALVINGS = 600
};

/* P and Q, and what they are known to. */
struct function {
    size_t stages, numerator, denominator; /* the degrees */
    mpfr_prec_t precision, bits;
    mpfr_t *p, *q; /* coefficients 0 .. stages, zero beyond the degree */
};

/* coefficient[0..size] of det(I - z M). */
static void characteristic_coefficients(mpfr_t *coefficient, mpfr_t *matrix, size_t size)
{
    mpfr_prec_t precision = mpfr_get_prec(coefficient[0]);
    mpfr_t *power = (mpfr_t *)number_block_create(size * size, precision);
    mpfr_t *product = (mpfr_t *)number_block_create(size * size, precision);
    mpfr_t term;

    mpfr_init2(term, precision);
    mpfr_set_si(coefficient[0], 1, MPFR_RNDN);
    for (size_t i = 0; i < size; i++)
        mpfr_set_si(power[i * size + i], 1, MPFR_RNDN);
    for (size_t k = 1; k <= size; k++) {
        mpfr_set_si(coefficient[k], 0, MPFR_RNDN);
        for (size_t i = 0; i < size; i++) {
            for (size_t j = 0; j < size; j++) {
                mpfr_set_si(product[i * size + j], 0, MPFR_RNDN);
                for (size_t m = 0; m < size; m++) {
                    mpfr_mul(term, matrix[i * size + m], power[m * size + j], MPFR_RNDN);
                    mpfr_add(product[i * size + j], product[i * size + j], term, MPFR_RNDN);
                }
            }
            mpfr_sub(coefficient[k], coefficient[k], product[i * size + i], MPFR_RNDN);
        }
        mpfr_div_ui(coefficient[k], coefficient[k], (unsigned long)k, MPFR_RNDN);
        number_block_set(*power, *product, size * size);
        for (size_t i = 0; i < size; i++)
            mpfr_add(power[i * size + i], power[i * size + i], coefficient[k], MPFR_RNDN);
    }
    mpfr_clear(term);
    number_block_destroy(*power);
    number_block_destroy(*product);
}

/* The degree of a polynomial whose coefficients carry the rounding of so many bits: below 2^(16 - bits) times the one
 * before they are zero, which they become beyond the degree. */
static size_t significant_degree(mpfr_t *coefficient, size_t size, mpfr_prec_t bits)
{
    size_t degree = 0;
    mpfr_t noise;

    mpfr_init2(noise, 53);
    mpfr_set_ui_2exp(noise, 1, SLACK - (mpfr_exp_t)bits, MPFR_RNDN);
    for (size_t k = 1; k <= size; k++) {
        if (!mpfr_nan_p(coefficient[k]) && mpfr_cmpabs(coefficient[k], noise) <= 0)
            continue;
        degree = k;
        mpfr_abs(noise, coefficient[k], MPFR_RNDN);
        mpfr_mul_2si(noise, noise, SLACK - (long)bits, MPFR_RNDN);
    }
    for (size_t k = degree + 1; k <= size; k++)
        mpfr_set_si(coefficient[k], 0, MPFR_RNDN);
    mpfr_clear(noise);
    return degree;
}

/* matrix = a - 1 b^T */
static void subtract_weights(mpfr_t *matrix, const struct tableau *t)
{
    for (size_t i = 0; i < t->stages; i++) {
        for (size_t j = 0; j < t->stages; j++)
            mpfr_sub(matrix[i * t->stages + j], t->a[i * t->stages + j], t->b[j], MPFR_RNDN);
    }
}

static struct function function_create(const struct tableau *t, mpfr_prec_t bits)
{
    const size_t s = t->stages;
    struct function r = {
        .stages = s, .precision = t->precision + EXTRA_BITS + BITS_OF_A_STAGE * (mpfr_prec_t)s, .bits = bits};
    mpfr_t *shifted = (mpfr_t *)number_block_create(s * s, r.precision);

    r.p = (mpfr_t *)number_block_create(s + 1, r.precision);
    r.q = (mpfr_t *)number_block_create(s + 1, r.precision);
    subtract_weights(shifted, t);
    characteristic_coefficients(r.p, shifted, s);
    characteristic_coefficients(r.q, t->a, s);
    r.numerator = significant_degree(r.p, s, bits);
    r.denominator = significant_degree(r.q, s, bits);
    number_block_destroy(*shifted);
    return r;
}

static void function_destroy(struct function *r)
{
    number_block_destroy(*r->p);
    number_block_destroy(*r->q);
}

void tableau_stability_limit(mpfr_t limit, const struct tableau *t)
{
    struct function r = function_create(t, t->precision);

    if (r.numerator > r.denominator)
        mpfr_set_nan(limit);
    else
        mpfr_div(limit, r.p[r.denominator], r.q[r.denominator], MPFR_RNDN);
    function_destroy(&r);
}

/* noise = what the rounding leaves of a sum of terms whose absolute values add up to `magnitude`; it may be that. */
static void set_noise(mpfr_t noise, const mpfr_t magnitude, const struct function *r)
{
    mpfr_mul_2si(noise, magnitude, SLACK + SLACK_OF_A_STAGE * (long)r->stages - (long)r->bits, MPFR_RNDU);
}

/* x - y z, zero where rounding explains it. */
static void subtract_product(mpfr_t x, const mpfr_t y, const mpfr_t z, const struct function *r)
{
    mpfr_t product, noise;

    mpfr_inits2(r->precision, product, noise, (mpfr_ptr)0);
    mpfr_mul(product, y, z, MPFR_RNDN);
    mpfr_abs(noise, product, MPFR_RNDN);
    if (mpfr_cmpabs(x, noise) > 0)
        mpfr_abs(noise, x, MPFR_RNDN);
    set_noise(noise, noise, r);
    mpfr_sub(x, x, product, MPFR_RNDN);
    if (mpfr_cmpabs(x, noise) <= 0)
        mpfr_set_si(x, 0, MPFR_RNDN);
    mpfr_clears(product, noise, (mpfr_ptr)0);
}

/* ---- poles ---- */

/* Routh's scheme on the coefficients c_0 > 0, c_1, ... c_degree of a polynomial: row k + 1 is row k - 1 less a multiple
 * of row k, so that its first entry goes; all zeros lie in Re z < 0 if and only if all first entries are positive. */
static bool is_hurwitz(mpfr_t *c, size_t degree, const struct function *r)
{
    bool positive = true;
    mpfr_t factor;

    mpfr_init2(factor, r->precision);
    for (size_t k = 0; positive && k < degree; k++) {
        /* Row k stands at c[k], c[k + 2], ..., row k + 1 at c[k + 1], c[k + 3], ... */
        positive = mpfr_sgn(c[k]) > 0 && mpfr_sgn(c[k + 1]) > 0;
        if (!positive)
            break;
        mpfr_div(factor, c[k], c[k + 1], MPFR_RNDN);
        for (size_t i = k + 2; i + 1 <= degree; i += 2)
            subtract_product(c[i], factor, c[i + 1], r);
    }
    mpfr_clear(factor);
    return positive;
}

/* Euclid's algorithm on P and Q, which it overwrites. */
static bool are_coprime(struct function *r)
{
    mpfr_t *u = r->p, *v = r->q, *other;
    size_t m = r->numerator, n = r->denominator, degree;
    mpfr_t factor;

    mpfr_init2(factor, r->precision);
    while (n > 0) {
        for (; m >= n; m--) { /* u less a multiple of v, so that the power m goes */
            mpfr_div(factor, u[m], v[n], MPFR_RNDN);
            for (size_t k = 0; k < n; k++)
                subtract_product(u[m - n + k], factor, v[k], r);
            mpfr_set_si(u[m], 0, MPFR_RNDN);
        }
        while (m > 0 && mpfr_zero_p(u[m]))
            m--;
        other = u, u = v, v = other;
        degree = m, m = n, n = degree;
    }
    mpfr_clear(factor);
    return !mpfr_zero_p(v[0]);
}

static enum tableau_answer find_poles(struct function *r)
{
    mpfr_t *reflected = (mpfr_t *)number_block_create(r->stages + 1, r->precision);
    bool stable;

    for (size_t k = 0; k <= r->denominator; k++)
        mpfr_mul_si(reflected[k], r->q[k], k % 2 ? -1 : 1, MPFR_RNDN);
    stable = is_hurwitz(reflected, r->denominator, r);
    number_block_destroy(*reflected);
    return stable ? TABLEAU_YES : are_coprime(r) ? TABLEAU_NO : TABLEAU_UNDECIDED;
}

/* ---- the imaginary axis ---- */

/* e_k = sum over i + j = 2k of (-1)^((i - j)/2) (q_i q_j - p_i p_j), and the largest noise of them. */
static void fill_e(mpfr_t *e, mpfr_t noise, const struct function *r)
{
    mpfr_t product[2], magnitude;

    mpfr_inits2(r->precision, product[0], product[1], magnitude, (mpfr_ptr)0);
    mpfr_set_si(noise, 0, MPFR_RNDN);
    for (size_t k = 0; k <= r->stages; k++) {
        mpfr_set_si(magnitude, 0, MPFR_RNDN);
        mpfr_set_si(e[k], 0, MPFR_RNDN);
        for (size_t i = k > r->stages - k ? 2 * k - r->stages : 0; i <= r->stages && i <= 2 * k; i++) {
            const size_t j = 2 * k - i, apart = i > j ? i - j : j - i;

            mpfr_mul(product[0], r->q[i], r->q[j], MPFR_RNDN);
            mpfr_mul(product[1], r->p[i], r->p[j], MPFR_RNDN);
            for (int of_p = 0; of_p < 2; of_p++) {
                ((size_t)of_p != apart / 2 % 2 ? mpfr_sub : mpfr_add)(e[k], e[k], product[of_p], MPFR_RNDN);
                mpfr_abs(product[of_p], product[of_p], MPFR_RNDN);
                mpfr_add(magnitude, magnitude, product[of_p], MPFR_RNDU);
            }
        }
        set_noise(magnitude, magnitude, r);
        if (mpfr_cmpabs(e[k], magnitude) <= 0)
            mpfr_set_si(e[k], 0, MPFR_RNDN);
        mpfr_max(noise, noise, magnitude, MPFR_RNDU);
    }
    mpfr_clears(product[0], product[1], magnitude, (mpfr_ptr)0);
}

/* e_k / binom(n, k) of the coefficients from the first to the last that are not zero, moved to the front; n. */
static size_t make_bernstein(mpfr_t *e, size_t size)
{
    size_t first = 0, last = size;
    mpfr_t binomial;

    while (last > 0 && mpfr_zero_p(e[last]))
        last--;
    while (first < last && mpfr_zero_p(e[first]))
        first++;
    mpfr_init2(binomial, mpfr_get_prec(e[0]));
    mpfr_set_ui(binomial, 1, MPFR_RNDN);
    for (size_t k = 0; k <= last - first; k++) {
        mpfr_div(e[k], e[first + k], binomial, MPFR_RNDN);
        mpfr_mul_ui(binomial, binomial, (unsigned long)(last - first - k), MPFR_RNDN);
        mpfr_div_ui(binomial, binomial, (unsigned long)k + 1, MPFR_RNDN);
    }
    mpfr_clear(binomial);
    return last - first;
}

/* De Casteljau: b becomes the coefficients of the left half, `right` those of the right one. */
static void halve(mpfr_t *b, mpfr_t *right, size_t n)
{
    number_block_set(*right, *b, n + 1);
    for (size_t level = 1; level <= n; level++) {
        for (size_t k = 0; k + level <= n; k++) {
            mpfr_add(right[k], right[k], right[k + 1], MPFR_RNDN);
            mpfr_div_2ui(right[k], right[k], 1, MPFR_RNDN);
        }
        mpfr_set(b[level], right[0], MPFR_RNDN);
    }
}

/* Whether the polynomial is negative nowhere, up to the noise. */
static enum tableau_answer is_not_negative(mpfr_t *b, size_t n, const mpfr_t noise, int halvings)
{
    enum tableau_answer left, answer = TABLEAU_YES;
    mpfr_t *right;

    for (size_t k = 0; k <= n; k++) {
        if (mpfr_sgn(b[k]) < 0 && mpfr_cmpabs(b[k], noise) > 0)
            answer = k == 0 || k == n ? TABLEAU_NO : answer == TABLEAU_NO ? answer : TABLEAU_UNDECIDED;
    }
    if (answer != TABLEAU_UNDECIDED || halvings == 0)
        return answer;
    right = (mpfr_t *)number_block_create(n + 1, mpfr_get_prec(b[0]));
    halve(b, right, n);
    left = is_not_negative(b, n, noise, halvings - 1);
    answer = left == TABLEAU_NO ? left : is_not_negative(right, n, noise, halvings - 1);
    number_block_destroy(*right);
    return answer == TABLEAU_YES ? left : answer;
}

static enum tableau_answer find_imaginary(const struct function *r)
{
    mpfr_t *e = (mpfr_t *)number_block_create(r->stages + 1, r->precision);
    enum tableau_answer answer;
    mpfr_t noise;

    mpfr_init2(noise, r->precision);
    fill_e(e, noise, r);
    answer = is_not_negative(e, make_bernstein(e, r->stages), noise, MOST_HALVINGS);
    mpfr_clear(noise);
    number_block_destroy(*e);
    return answer;
}

void tableau_stability_find(struct tableau_stability *stability, const struct tableau *t, mpfr_prec_t bits)
{
    struct function r = function_create(t, bits);
    const bool vanishes = r.numerator < r.denominator;

    stability->imaginary = find_imaginary(&r);
    stability->poles = find_poles(&r);
    stability->a_stable = stability->imaginary == TABLEAU_NO || stability->poles == TABLEAU_NO ? TABLEAU_NO
                          : stability->imaginary == TABLEAU_YES && stability->poles == TABLEAU_YES
                              ? TABLEAU_YES
                              : TABLEAU_UNDECIDED;
    stability->l_stable = vanishes ? stability->a_stable : TABLEAU_NO;
    function_destroy(&r);
}
