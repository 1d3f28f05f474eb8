/* What a reference says of itself: that digits agree because they are right, that spoilt runs are found out,
 * and why a solution did not arrive. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/models/reference_fixture.h"

#include "reference/reference.h"
#include "reference/taylor.h"

/* a' = -b, b' = -3 a on its stable line, (1, sqrt 3) exp(-sqrt(3) t), from which every error grows like
 * exp(sqrt(3) t): by 30 digits until t = 20.  The first attempt cannot be enough. */
TEST(test_unstable_solution)
{
    struct fixture f = written(CANONICAL, "(q.b^2 - 3*q.a^2)/2", (const char *[]){"1", "sqrt(3)"});
    mpfr_t *exact = kept_numbers(2, 400);

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
    struct fixture f = shipped("lotka-volterra", NULL);

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
static double time_of_failure(const char *theta, const char *hamiltonian, const char *const *initial,
                              const char *expected)
{
    struct fixture f = written(theta, hamiltonian, initial);
    struct error error = {""};

    assert_null(reference_create(f.system, f.initial, kept_rational(2, 1), 30, &error));
    if (!strstr(error.text, expected))
        fail_msg("'%s' is not in '%s'", expected, error.text);
    const char *time = strstr(error.text, "t = ");

    return time ? strtod(time + 4, NULL) : NAN;
}

TEST(test_leaving_the_domain)
{
    static const char *const ones[] = {"1", "1"}, *const negative[] = {"-1", "1"}, *const zero[] = {"0", "1"};
    struct fixture f = rotation();

    /* a' = a^2: a = 1 / (1 - t); a' = -1 / (2 a): a = sqrt(1 - t) */
    assert_true(fabs(time_of_failure(CANONICAL, "-q.a^2*q.b", ones, "singularity") - 1) < 1e-9);
    assert_true(fabs(time_of_failure(CANONICAL, "q.b/(2*q.a)", ones, "") - 1) < 1e-9);
    /* a' = -log a is not defined at a = -1; Om = 2 a is singular at a = 0 */
    assert_true(time_of_failure(CANONICAL, "q.b*log(q.a)", negative, "domain") == 0);
    assert_true(time_of_failure("0, q.a^2", "q.a", zero, "domain") == 0);
    solve(&f, 2, 1, 30); /* and one that does arrive */
}

TEST(test_unusable_requests)
{
    struct error error = {""};
    struct fixture f = rotation();
    mpq_ptr until = kept_rational(0, 1);

    assert_null(reference_create(f.system, f.initial, until, 0, &error));
    assert_non_null(strstr(error.text, "0 digits"));
    assert_null(reference_create(f.system, f.initial, until, 1000000, &error));
    f.initial[0] = constant(&f, "log(1 - sqrt(2))");
    assert_null(reference_create(f.system, f.initial, until, 20, &error));
    assert_non_null(strstr(error.text, "initial values"));
}
