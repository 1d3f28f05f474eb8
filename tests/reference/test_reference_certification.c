/* What a reference says of itself: that digits agree because they are right, that spoilt runs are found out,
 * and why a solution did not arrive. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/models/reference_fixture.h"

#include "reference/reference.h"
#include "reference/taylor.h"

/* Errors grow by 30 digits until t = 20: the first attempt cannot be enough. */
TEST(test_unstable_solution)
{
    struct fixture f;
    mpfr_t *exact = kept_numbers(2, 400);

    saddle(&f);
    struct reference *reference = solve(&f, 20, 1, 30);

    mpfr_sqrt_ui(exact[1], 3, MPFR_RNDN);
    mpfr_mul_si(exact[0], exact[1], -20, MPFR_RNDN);
    mpfr_exp(exact[0], exact[0], MPFR_RNDN);
    mpfr_mul(exact[1], exact[1], exact[0], MPFR_RNDN);
    assert_true(error_in_units(reference, exact, reference->agreed_digits) < 2);
    assert_true(reference->precision > 180); /* 30 digits alone take 100 bits */
}

/* --- Certification
 * --------------------------------------------------------------------------------------------- */

static long agreement_with_spoilt_run(const struct fixture *f, size_t order, double step_factor,
                                      mpfr_prec_t precision, double shift)
{
    struct taylor_settings good = taylor_choose(60), spoilt = good;
    mpfr_t *first = kept_numbers(2, good.precision), *second = kept_numbers(2, good.precision);
    struct error error = {""};

    spoilt.order = order ? order : good.order;
    spoilt.step_factor = step_factor > 0 ? step_factor : good.step_factor;
    spoilt.precision = precision ? precision : good.precision;
    for (size_t i = 0; i < 2; i++) {
        mpfr_set_ui(first[i], 1, MPFR_RNDN);
        mpfr_set_ui(second[i], 1, MPFR_RNDN);
    }
    mpfr_add_d(first[0], first[0], shift, MPFR_RNDN);
    mpq_ptr until = kept_rational(3, 1);
    assert_true(taylor_integrate(first, f->system->velocity, &spoilt, until, &error));
    assert_true(taylor_integrate(second, f->system->velocity, &good, until, &error));

    return reference_agreement(first, second, 2);
}

/* A run that is spoilt in order, step, precision or data is found out, by as much as it is spoilt. */
TEST(test_certification)
{
    struct fixture f;

    lotka_volterra(&f);
    assert_true(agreement_with_spoilt_run(&f, 0, 0, 0, 0) ==
                60); /* the same run: as many digits as it holds */
    assert_in_range(agreement_with_spoilt_run(&f, 80, 0.1, 0, 0), 56, 60);
    assert_in_range(agreement_with_spoilt_run(&f, 30, 0, 0, 0), 15, 40);
    assert_in_range(agreement_with_spoilt_run(&f, 0, 0.5, 0, 0), 8, 35);
    assert_in_range(agreement_with_spoilt_run(&f, 0, 0, 100, 0), 26, 31);
    assert_in_range(agreement_with_spoilt_run(&f, 0, 0, 0, 1e-20), 18, 21);
}

TEST(test_agreement)
{
    mpfr_t *first = kept_numbers(2, 200), *second = kept_numbers(2, 300);

    for (size_t i = 0; i < 2; i++) {
        mpfr_set_zero(first[i], 1);
        mpfr_set_zero(second[i], 1);
    }
    assert_int_equal(reference_agreement(first, second, 2), 60); /* 200 bits */
    mpfr_set_ui(first[0], 1, MPFR_RNDN);
    assert_int_equal(reference_agreement(first, second, 2), 0);
    mpfr_set_si(second[0], -1, MPFR_RNDN);
    assert_int_equal(reference_agreement(first, second, 2), 0);
    mpfr_set_ui(second[0], 1, MPFR_RNDN);
    mpfr_set_d(second[1], 1.1e-10, MPFR_RNDN);
    assert_int_equal(reference_agreement(first, second, 2), 9);
    mpfr_set_d(second[1], 0.9e-10, MPFR_RNDN);
    assert_int_equal(reference_agreement(first, second, 2), 10);
    mpfr_set_nan(second[1]);
    assert_int_equal(reference_agreement(first, second, 2), 0);
}

/* --- Solutions that do not arrive
 * ------------------------------------------------------------------------------ */

/* Asks for t = 2 in vain; the number after "t = ", or NaN when the message names none. */
static double time_of_failure(struct fixture *f, const char *expected)
{
    struct error error = {""};
    mpq_ptr until = kept_rational(2, 1);

    assert_null(reference_create(f->system, f->initial, until, 30, &error));
    if (!strstr(error.text, expected))
        fail_msg("'%s' is not in '%s'", expected, error.text);
    const char *time = strstr(error.text, "t = ");

    return time ? strtod(time + 4, NULL) : NAN;
}

TEST(test_leaving_the_domain)
{
    static const char *const ones[] = {"1", "1"}, *const negative[] = {"-1", "1"};
    struct fixture f;
    expression square;

    canonical(&f); /* a' = a^2: a = 1 / (1 - t) */
    square = times(&f, x(&f, 0), x(&f, 0));
    finish(&f, times(&f, constant(&f, "-1"), times(&f, square, x(&f, 1))), ones);
    assert_true(fabs(time_of_failure(&f, "singularity") - 1) < 1e-9);

    canonical(&f); /* a' = -1 / (2 a): a = sqrt(1 - t) */
    finish(&f, over(&f, x(&f, 1), times(&f, constant(&f, "2"), x(&f, 0))), ones);
    assert_true(fabs(time_of_failure(&f, "") - 1) < 1e-9);

    canonical(&f); /* a' = -log a is not defined at a = -1 */
    finish(&f, times(&f, x(&f, 1), unary(&f, OPERATION_LOG, x(&f, 0))), negative);
    assert_true(time_of_failure(&f, "domain") == 0);

    start_field(&f, 2); /* theta = grad S has Om = 0 */
    f.theta[0] = x(&f, 1);
    f.theta[1] = x(&f, 0);
    finish(&f, x(&f, 0), ones);
    assert_true(time_of_failure(&f, "domain") == 0);

    rotation(&f); /* and one that does arrive */
    solve(&f, 2, 1, 30);
}

TEST(test_unusable_requests)
{
    struct error error = {""};
    struct fixture f;

    rotation(&f);
    mpq_ptr until = kept_rational(0, 1);
    assert_null(reference_create(f.system, f.initial, until, 0, &error));
    assert_non_null(strstr(error.text, "0 digits"));
    assert_null(reference_create(f.system, f.initial, until, 1000000, &error));
    f.initial[0] = unary(&f, OPERATION_LOG, constant(&f, "1 - sqrt(2)"));
    assert_non_null(f.initial[0]);
    assert_null(reference_create(f.system, f.initial, until, 20, &error));
    assert_non_null(strstr(error.text, "initial values"));
}
