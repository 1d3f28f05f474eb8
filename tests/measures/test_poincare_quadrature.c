/* Derivatives and integrals at equidistant and at Chebyshev points.
 *
 * Trigonometric polynomials of degree below n/2, and polynomials of degree below n, are differentiated and
 * integrated exactly; beyond, they are not.  Two algorithms (fast transforms and matrices) are the same
 * linear map on any data. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/poincare_fixture.h"

enum { BITS = 200, GUARD = 64 };

/* -- exactness, at 200 bits -- */

/* value, derivative and integral of f at x: */
typedef void known(mpfr_ptr value, mpfr_ptr derivative, mpfr_ptr integral, mpfr_srcptr x,
                   unsigned long degree);

/* sin(2 pi k x + 1) */
static void wave(mpfr_ptr value, mpfr_ptr derivative, mpfr_ptr integral, mpfr_srcptr x, unsigned long degree)
{
    mpfr_const_pi(integral, MPFR_RNDN);
    mpfr_mul_ui(integral, integral, 2 * degree, MPFR_RNDN);
    mpfr_mul(value, integral, x, MPFR_RNDN);
    mpfr_add_ui(value, value, 1, MPFR_RNDN);
    mpfr_sin_cos(value, derivative, value, MPFR_RNDN);
    mpfr_mul(derivative, derivative, integral, MPFR_RNDN);
    mpfr_set_zero(integral, 1);
}

/* x^k */
static void power(mpfr_ptr value, mpfr_ptr derivative, mpfr_ptr integral, mpfr_srcptr x, unsigned long degree)
{
    mpfr_pow_ui(value, x, degree, MPFR_RNDN);
    mpfr_pow_ui(derivative, x, degree - 1, MPFR_RNDN);
    mpfr_mul_ui(derivative, derivative, degree, MPFR_RNDN);
    mpfr_set_ui(integral, 1, MPFR_RNDN);
    mpfr_div_ui(integral, integral, degree + 1, MPFR_RNDN);
}

struct errors {
    double derivative, integral;
};

static double distance(mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_ptr difference = kept_number(BITS);

    mpfr_sub(difference, x, y, MPFR_RNDN);
    return fabs(mpfr_get_d(difference, MPFR_RNDN));
}

static struct errors find_errors(enum quadrature_kind kind, size_t n, known *f, unsigned long degree)
{
    struct quadrature_mpfr *rule = quadrature_create_mpfr(kind, n);
    real_mpfr *value = kept_vector_mpfr(n), *slope = kept_vector_mpfr(n), *found = kept_vector_mpfr(n);
    mpfr_ptr x = kept_block(number_block_create(n + 2, BITS + GUARD)), sum = x + n, integral = x + n + 1;
    struct errors errors = {0, 0};

    quadrature_rule_points(x, kind, n);
    for (size_t k = 0; k < n; k++) {
        f(value + k, slope + k, integral, x + k, degree);
        mpfr_fma(sum, rule->weight + k, value + k, sum, MPFR_RNDN);
    }
    rule->differentiate(rule, found, value, 1);
    for (size_t k = 0; k < n; k++)
        errors.derivative = fmax(errors.derivative, distance(found + k, slope + k));
    errors.integral = distance(sum, integral);
    rule->destroy(rule);
    return errors;
}

TEST(test_exactness)
{
    static const size_t points[] = {5, 8, 9, 16, 33, 64};

    mpfr_precision_set(BITS);
    for (size_t i = 0; i < COUNT(points); i++) {
        size_t n = points[i];
        struct errors errors;

        for (unsigned long degree = 1; 2 * degree < n; degree++) {
            errors = find_errors(QUADRATURE_FOURIER, n, wave, degree);
            assert_true(errors.derivative < 0x1p-180 && errors.integral < 0x1p-190);
        }
        for (unsigned long degree = 1; degree < n; degree++) {
            errors = find_errors(QUADRATURE_CHEBYSHEV, n, power, degree);
            assert_true(errors.derivative < 0x1p-180 && errors.integral < 0x1p-190);
        }
        /* controls: one degree too many */
        assert_true(find_errors(QUADRATURE_FOURIER, n, wave, n / 2 + 1).derivative > 1);
        assert_true(find_errors(QUADRATURE_FOURIER, n, wave, n).integral > 0.1);
        assert_true(find_errors(QUADRATURE_CHEBYSHEV, n, power, n).derivative > 0x1p-140);
        assert_true(find_errors(QUADRATURE_CHEBYSHEV, n, power, n + 1).integral > 0x1p-140);
    }
}

/* -- two algorithms -- */

static void compare(enum quadrature_kind kind, size_t n, size_t stride, uint64_t *seed)
{
    struct quadrature_double *fast = quadrature_create_double(kind, n);
    struct quadrature_mpfr *plain = quadrature_create_mpfr(kind, n);
    double *values = kept_memory(memory_create(2 * n * stride, sizeof *values)), *x = values + n * stride;
    real_mpfr *exact = kept_vector_mpfr(n), *y = kept_vector_mpfr(n);

    for (size_t k = 0; k < n * stride; k++)
        values[k] = fixture_random_real(seed);
    for (size_t k = 0; k < n; k++)
        mpfr_set_d(exact + k, values[k * stride + stride - 1], MPFR_RNDN);
    fast->differentiate(fast, x, values + stride - 1, stride);
    plain->differentiate(plain, y, exact, 1);
    for (size_t k = 0; k < n; k++) {
        assert_true(fabs(x[k * stride] - mpfr_get_d(y + k, MPFR_RNDN)) <= 1e-14 * (double)(n * n));
        assert_true(fabs(fast->weight[k] - mpfr_get_d(plain->weight + k, MPFR_RNDN)) <= 0x1p-54);
        for (size_t i = 1; i < stride; i++)
            assert_true(x[k * stride + i] == 0); /* nothing else is touched */
    }
    fast->destroy(fast);
    plain->destroy(plain);
}

TEST(test_algorithms)
{
    uint64_t seed = UINT64_C(20170507);

    mpfr_precision_set(BITS);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t n = 2; n <= 40; n++) {
        compare(QUADRATURE_FOURIER, n, 1 + n % 3, &seed);
        compare(QUADRATURE_CHEBYSHEV, n, 1 + n % 3, &seed);
    }
    compare(QUADRATURE_FOURIER, 2000, 12, &seed);
    compare(QUADRATURE_CHEBYSHEV, 101, 12, &seed);
}

/* Every second point is a point of the rule with half as many intervals. */
TEST(test_half)
{
    for (int order = 1; order <= 2; order++) {
        size_t n = order == 1 ? 12 : 13, half = order == 1 ? 6 : 7;
        mpfr_ptr x = kept_block(number_block_create(n, BITS)),
                 y = kept_block(number_block_create(half, BITS));

        quadrature_rule_points(x, fixture_kind(order), n);
        quadrature_rule_points(y, fixture_kind(order), half);
        for (size_t k = 0; k < half; k++) {
            assert_true(distance(x + 2 * k, y + k) < 0x1p-190);
            assert_true(k + 1 == half || distance(x + 2 * k + 1, y + k) > 1e-3);
        }
    }
}
