/* A- and L-stability against the literature, against the ranges of gamma of singly diagonally implicit methods, and of
 * random methods against R(z) itself, which is evaluated in complex arithmetic all over the left half-plane; and by how much conditions of order fail. */
#include "tests/fixtures/test.h"

#include <complex.h>

#include "integrators/tableaux/tableau_order.h"
#include "integrators/tableaux/tableau_stability.h"

enum { BITS = 256, MOST_STAGES = 6 };

static struct tableau_stability stability_of(const struct tableau *t)
{
    struct tableau_stability stability;

    tableau_stability_find(&stability, t, t->precision);
    return stability;
}

/* ---- the literature ---- */

/* Hairer, Wanner (1996), IV.3 and IV.5. */
static const struct {
    const char *family;
    size_t first, last;
    enum tableau_answer a_stable, l_stable;
} known[] = {
    {"gauss-", 1, 6, TABLEAU_YES, TABLEAU_NO},
    {"gauss-", 20, 20, TABLEAU_YES, TABLEAU_NO},
    {"radau-iia-", 1, 6, TABLEAU_YES, TABLEAU_YES},
    {"radau-iia-", 12, 12, TABLEAU_YES, TABLEAU_YES},
    {"lobatto-iiic-", 2, 6, TABLEAU_YES, TABLEAU_YES},
    {"lobatto-iiia-iiib-", 2, 6, TABLEAU_YES, TABLEAU_NO}, /* of IIIA */
    {"lobatto-iiib-iiia-", 2, 6, TABLEAU_YES, TABLEAU_NO}, /* of IIIB */
    {"rk", 4, 4, TABLEAU_NO, TABLEAU_NO},
};

TEST(test_literature)
{
    for (size_t k = 0; k < COUNT(known); k++) {
        for (size_t s = known[k].first; s <= known[k].last; s++) {
            struct tableau_stability stability;
            char name[64];

            snprintf(name, sizeof name, "%s%zu", known[k].family, s);
            stability = stability_of(kept_tableau_of(name, 512));
            if (stability.a_stable != known[k].a_stable || stability.l_stable != known[k].l_stable)
                fail_msg("%s: A-stable %d, L-stable %d", name, (int)stability.a_stable,
                         (int)stability.l_stable);
        }
    }
    assert_int_equal(stability_of(kept_tableau_of("euler", BITS)).a_stable, TABLEAU_NO);
}

/* What is meant by 16 digits is known to 16 digits. */
TEST(test_rounded_coefficients)
{
    struct tableau *rounded =
        kept(tableau_copy(kept(tableau_copy(kept_tableau_of("gauss-3", 512), 53)), 512));
    struct tableau_stability stability;

    tableau_stability_find(&stability, rounded, 53);
    assert_int_equal(stability.a_stable, TABLEAU_YES);
    mpfr_add_d(rounded->a[4], rounded->a[4], -1e-3, MPFR_RNDN);
    tableau_stability_find(&stability, rounded, 53);
    assert_int_equal(stability.a_stable, TABLEAU_NO);
}

/* ---- singly diagonally implicit methods ----
 *
 * A = gamma I + N, where N has ones below its diagonal: N^j 1 = u_j has ones from its entry j on, and with
 * beta_j = b . u_j,
 *
 *     b . A^k 1 = sum_j binom(k, j) gamma^(k-j) beta_j = 1/(k + 1)!,  k = 0, 1, ...
 *
 * are the conditions of order for linear equations, of which the last is left out where R(infinity) = 0 is asked for:
 *
 *     b . A^-1 1 = sum_j (-1)^j beta_j / gamma^(j+1) = 1. */

static long binomial(size_t n, size_t k)
{
    long value = 1;

    for (size_t i = 0; i < k; i++)
        value = value * (long)(n - i) / (long)(i + 1);
    return value;
}

static struct tableau *create_sdirk(size_t s, mpq_srcptr gamma, bool damped)
{
    mpq_t *a = kept_rationals(s * s), *b = kept_rationals(s + 1), *power = kept_rationals(s + 2);
    mpfr_t *a_rounded = kept_numbers(s * s, BITS), *b_rounded = kept_numbers(s, BITS);
    mpq_ptr term = kept_rational(0, 1);
    long factorial = 1;
    struct tableau given = {.stages = s, .a = a_rounded, .b = b_rounded};

    mpq_set_ui(power[0], 1, 1);
    for (size_t k = 0; k <= s; k++)
        mpq_mul(power[k + 1], power[k], gamma);
    for (size_t k = 0; k < s; k++) { /* b[k] is beta_k, and b[s] = 0 */
        const bool last = damped && k == s - 1;

        factorial *= (long)k + 1;
        mpq_set_si(b[k], 1, last ? 1 : (unsigned long)factorial);
        for (size_t j = 0; j < k; j++) {
            mpq_set_si(term, last ? (j % 2 ? -1 : 1) : binomial(k, j), 1);
            mpq_mul(term, term, b[j]);
            if (last)
                mpq_div(term, term, power[j + 1]);
            else
                mpq_mul(term, term, power[k - j]);
            mpq_sub(b[k], b[k], term);
        }
        if (last) {
            mpq_mul(b[k], b[k], power[s]);
            if (k % 2)
                mpq_neg(b[k], b[k]);
        }
    }
    for (size_t i = 0; i < s; i++) {
        mpq_set(a[i * s + i], gamma);
        if (i > 0)
            mpq_set_ui(a[i * s + i - 1], 1, 1);
        mpq_sub(b[i], b[i], b[i + 1]);
        mpfr_set_q(b_rounded[i], b[i], MPFR_RNDN);
    }
    for (size_t k = 0; k < s * s; k++)
        mpfr_set_q(a_rounded[k], a[k], MPFR_RNDN);
    return kept(tableau_create_from(&given, BITS, &said));
}

/* For which gamma SDIRK methods of order s (damped: s - 1) are A-stable (L-stable): Hairer, Wanner (1996), section IV.6;
 * the ends to eight digits, on either side of which the test looks. */
static const struct {
    size_t stages;
    bool damped;
    double low, high; /* INFINITY: no upper one */
} ranges[] = {
    {1, false, 0.5, INFINITY},          {2, false, 0.25, INFINITY},
    {3, false, 1.0 / 3, 1.06857902},    {4, false, 0.39433757, 1.28057976},
    {5, false, 0.24650519, 0.36180340}, {5, false, 0.42078251, 0.47326839},
    {6, false, 0.28406464, 0.54090688}, {2, true, 0.29289322, 1.70710678},
    {3, true, 0.18042531, 2.18560010},  {4, true, 0.22364780, 0.57281606},
    {5, true, 0.24799464, 0.67604239},
};

static void check_gamma(size_t row, double gamma, enum tableau_answer expected)
{
    mpq_ptr exact = kept_rational(lround(gamma * 1e9), 1000000000);
    const struct tableau_stability stability =
        stability_of(create_sdirk(ranges[row].stages, exact, ranges[row].damped));

    if (stability.a_stable != expected || stability.l_stable != (ranges[row].damped ? expected : TABLEAU_NO))
        fail_msg("s = %zu, gamma = %.9f: A-stable %d, L-stable %d", ranges[row].stages, gamma,
                 (int)stability.a_stable, (int)stability.l_stable);
}

TEST(test_ranges_of_gamma)
{
    const double apart = 2e-8;

    for (size_t k = 0; k < COUNT(ranges); k++) {
        check_gamma(k, ranges[k].low - apart, TABLEAU_NO);
        check_gamma(k, ranges[k].low + apart, TABLEAU_YES);
        check_gamma(k, isfinite(ranges[k].high) ? ranges[k].high - apart : 100, TABLEAU_YES);
        if (isfinite(ranges[k].high))
            check_gamma(k, ranges[k].high + apart, TABLEAU_NO);
    }
}

/* ---- random methods ---- */

/* R(z) = 1 + z b^T (I - z A)^-1 1, by elimination. */
static double complex evaluate(const struct tableau *t, double complex z)
{
    const size_t s = t->stages;
    double complex m[MOST_STAGES][MOST_STAGES + 1], r = 1;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++)
            m[i][j] = (i == j) - z * mpfr_get_d(t->a[i * s + j], MPFR_RNDN);
        m[i][s] = 1;
    }
    for (size_t k = 0; k < s; k++) {
        size_t pivot = k;

        for (size_t i = k + 1; i < s; i++)
            pivot = cabs(m[i][k]) > cabs(m[pivot][k]) ? i : pivot;
        for (size_t j = 0; j <= s; j++) {
            const double complex other = m[k][j];

            m[k][j] = m[pivot][j];
            m[pivot][j] = other;
        }
        for (size_t i = 0; i < s; i++) {
            const double complex factor = i == k ? 0 : m[i][k] / m[k][k];

            for (size_t j = k; j <= s; j++)
                m[i][j] -= factor * m[k][j];
        }
    }
    for (size_t i = 0; i < s; i++)
        r += z * mpfr_get_d(t->b[i], MPFR_RNDN) * m[i][s] / m[i][i];
    return r;
}

/* The largest |R| on half circles around 0. */
static double find_largest(const struct tableau *t)
{
    enum { RADII = 160, ANGLES = 60 };
    double largest = 0;

    for (int i = 0; i < RADII; i++) {
        for (int j = 0; j <= ANGLES; j++)
            largest =
                fmax(largest,
                     cabs(evaluate(t, I * pow(10, -3 + 7.0 * i / RADII) * cexp(I * M_PI / 2 * j / ANGLES))));
    }
    return largest;
}

/* A method of order 2 with random coefficients of two digits. */
static struct tableau *create_random(unsigned *seed)
{
    enum { STAGES = 3 };
    mpfr_t *a = kept_numbers(STAGES * STAGES, BITS), *b = kept_numbers(STAGES, BITS);
    struct tableau given = {.stages = STAGES, .a = a, .b = b};
    struct tableau *t;

    for (size_t k = 0; k < STAGES * STAGES; k++) {
        *seed = *seed * 1664525U + 1013904223U;
        mpfr_set_si(a[k], (long)(*seed >> 16) % 100 - (k % (STAGES + 1) ? 50 : 0), MPFR_RNDN);
        mpfr_div_ui(a[k], a[k], 100, MPFR_RNDN);
    }
    mpfr_set_d(b[0], 0.25, MPFR_RNDN);
    mpfr_set_d(b[1], 0.5, MPFR_RNDN);
    mpfr_set_d(b[2], 0.25, MPFR_RNDN);
    t = kept(tableau_create_from(&given, BITS, &said));
    return t;
}

TEST(test_random_methods)
{
    enum { METHODS = 300 };
    unsigned seed = 20260101;
    size_t stable = 0;

    for (size_t i = 0; i < METHODS; i++) {
        const struct tableau *t = create_random(&seed);
        const struct tableau_stability stability = stability_of(t);
        const double largest = find_largest(t);

        assert_int_not_equal(stability.a_stable, TABLEAU_UNDECIDED);
        stable += stability.a_stable == TABLEAU_YES;
        if ((stability.a_stable == TABLEAU_YES) != (largest <= 1 + 1e-9))
            fail_msg("method %zu: A-stable %d, but |R| up to %.12g in the left half-plane", i,
                     (int)stability.a_stable, largest);
    }
    assert_in_range(stable, METHODS / 20, METHODS / 2);
}

/* Two steps of which the second undoes a part of the first: R has no pole where its numerator vanishes as well. */
TEST(test_common_zero)
{
    mpfr_t *a = kept_numbers(4, BITS), *b = kept_numbers(2, BITS);
    struct tableau given = {.stages = 2, .a = a, .b = b};

    /* Stages on their own: A = diag(1, -1), b = (1, 0): R = 1/(1 - z), but Q = (1 - z)(1 + z). */
    mpfr_set_si(a[0], 1, MPFR_RNDN);
    mpfr_set_si(a[1], 0, MPFR_RNDN);
    mpfr_set_si(a[2], 0, MPFR_RNDN);
    mpfr_set_si(a[3], -1, MPFR_RNDN);
    mpfr_set_si(b[0], 1, MPFR_RNDN);
    mpfr_set_si(b[1], 0, MPFR_RNDN);
    assert_int_equal(stability_of(kept(tableau_create_from(&given, BITS, &said))).a_stable,
                     TABLEAU_UNDECIDED);
    mpfr_set_si(b[1], 1, MPFR_RNDN);
    assert_int_equal(stability_of(kept(tableau_create_from(&given, BITS, &said))).poles, TABLEAU_NO);
}

/* ---- digits ---- */

/* By how much the conditions fail: sum b_i c_i = 1/2 of Gauss by delta/2 where a_11 is too large by delta, those of order
 * 5 by at least 1/5 - 7/36, which is what the quadrature does; of a splitting the sum of its kicks. */
TEST(test_largest_residuals)
{
    struct tableau *gauss = kept_tableau_of("gauss-2", 256);
    mpfr_t *one = kept_numbers(4, 256);
    const struct tableau splitting = {
        .form = TABLEAU_SEPARABLE, .stages = 1, .a = one, .abar = one + 1, .b = one + 2, .bbar = one + 3};
    double largest[5];

    tableau_order_largest(gauss, 5, largest);
    for (int order = 1; order <= 4; order++)
        assert_true(largest[order - 1] < 1e-70);
    assert_true(largest[4] >= 1.0 / 180 - 1e-15 && largest[4] < 0.01);
    mpfr_add_d(gauss->a[0], gauss->a[0], 1e-12, MPFR_RNDN);
    mpfr_set(gauss->abar[0], gauss->a[0], MPFR_RNDN);
    tableau_order_largest(
        kept(tableau_create_from(&(struct tableau){.stages = 2, .a = gauss->a, .b = gauss->b}, 256, &said)),
        5, largest);
    assert_true(largest[0] < 1e-70);
    assert_true(fabs(largest[1] / 1e-12 - 0.5) < 1e-9);

    mpfr_set_si(one[0], 0, MPFR_RNDN);
    for (size_t i = 1; i < 4; i++)
        mpfr_set_si(one[i], 1, MPFR_RNDN);
    mpfr_add_d(one[3], one[3], 1e-9, MPFR_RNDN);
    tableau_order_largest(kept(tableau_create_from(&splitting, 256, &said)), 1, largest);
    assert_true(fabs(largest[0] / 1e-9 - 1) < 1e-9);
}
