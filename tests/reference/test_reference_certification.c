/* What a reference says of itself: that digits agree because they are right, that spoilt runs are found out,
 * and why a solution did not arrive. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/models/reference_fixture.h"

#include "reference/defect.h"
#include "reference/reference.h"
#include "reference/taylor.h"

/* (1, sqrt 3) exp(-sqrt(3) t) */
static void check_stable_line(const struct fixture *f, long until)
{
    mpfr_t *exact = kept_numbers(2, 400);
    struct reference *reference = solve(f, until, 1, 30);

    mpfr_sqrt_ui(exact[1], 3, MPFR_RNDN);
    mpfr_mul_si(exact[0], exact[1], -until, MPFR_RNDN);
    mpfr_exp(exact[0], exact[0], MPFR_RNDN);
    mpfr_mul(exact[1], exact[1], exact[0], MPFR_RNDN);
    assert_true(error_in_units(reference, exact, reference->agreed_digits) < 2);
    if (until == 20)
        assert_true(reference->precision > 180); /* 30 digits alone take 100 bits */
}

/* a' = -b, b' = -3 a on its stable line, (1, sqrt 3) exp(-sqrt(3) t), from which every error grows like
 * exp(sqrt(3) t): by 30 digits until t = 20.  The first attempt cannot be enough. */
TEST(test_unstable_solution)
{
    struct fixture f = written(CANONICAL, "(q.b^2 - 3*q.a^2)/2", (const char *[]){"1", "sqrt(3)"});

    check_stable_line(&f, 20);
    check_stable_line(&f, 10); /* the first attempt finds half of the digits and more */
}

/* a' = a in one step of order p: what is left out of exp(t) is the next term, t^(p+1)/(p+1)!. */
TEST(test_order_of_the_series)
{
    struct fixture f = written(CANONICAL, "-q.a*q.b", (const char *[]){"1", "1"});
    struct taylor_settings settings = {.order = 20, .precision = 400, .step_factor = 0.135};
    mpfr_t *work = kept_numbers(4, 400), *q = work, *exact = work + 2, *next = work + 3;

    mpfr_set_ui(q[0], 1, MPFR_RNDN);
    mpfr_set_ui(q[1], 1, MPFR_RNDN);
    assert_true(taylor_integrate(q, f.system->velocity, &settings, kept_rational(1, 8), &said));
    mpfr_set_ui_2exp(*next, 1, -3, MPFR_RNDN);
    mpfr_exp(*exact, *next, MPFR_RNDN);
    mpfr_sub(*exact, *exact, q[0], MPFR_RNDN);
    mpfr_pow_ui(*next, *next, 21, MPFR_RNDN);
    mpfr_div(*exact, *exact, *next, MPFR_RNDN);
    assert_true(fabs(mpfr_get_d(*exact, MPFR_RNDN) * tgamma(22) - 1) < 0.01);
}

/* --- Certification
 * --------------------------------------------------------------------------------------------- */

static long agreement_with_spoilt_run(const struct fixture *f, size_t order, double step_factor,
                                      mpfr_prec_t precision, double shift)
{
    struct taylor_settings good = taylor_choose(60), spoilt = good;
    mpfr_t *first = kept_numbers(2, good.precision), *second = kept_numbers(2, good.precision);

    spoilt.order = order ? order : good.order;
    spoilt.step_factor = step_factor > 0 ? step_factor : good.step_factor;
    spoilt.precision = precision ? precision : good.precision;
    for (size_t i = 0; i < 2; i++) {
        mpfr_set_ui(first[i], 1, MPFR_RNDN);
        mpfr_set_ui(second[i], 1, MPFR_RNDN);
    }
    mpfr_add_d(first[0], first[0], shift, MPFR_RNDN);
    mpq_ptr until = kept_rational(3, 1);
    assert_true(taylor_integrate(first, f->system->velocity, &spoilt, until, &said));
    assert_true(taylor_integrate(second, f->system->velocity, &good, until, &said));

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

/* Asks for that time in vain; the number after "t = ", or NaN when the message names none. */
static double failure_before(const struct fixture *f, long until, const char *expected)
{
    assert_null(reference_create(f->system, f->initial, kept_rational(until, 1), 30, &said));
    if (!strstr(said.text, expected))
        fail_msg("'%s' is not in '%s'", expected, said.text);
    const char *time = strstr(said.text, "t = ");

    return time ? strtod(time + 4, NULL) : NAN;
}

static double time_of_failure(const char *theta, const char *hamiltonian, const char *const *initial,
                              const char *expected)
{
    struct fixture f = written(theta, hamiltonian, initial);

    return failure_before(&f, 2, expected);
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

/* a' = -b, b' = sgn a / 10: the series goes on beyond a = 0 as if a were still positive, and agrees with itself.
 * a = 0.3 - 0.15 t - 0.05 t^2 is 0 at t = (sqrt(0.0825) - 0.15) 10. */
TEST(test_kinks)
{
    static const char *const initial[] = {"3/10", "3/20"};
    struct fixture before = written(CANONICAL, "q.b^2/2 + sqrt(q.a^2)/10", initial),
                   smooth = written(CANONICAL, "q.b^2/2 + sqrt(q.a^2 + 1)/10", initial);
    mpfr_t *exact = kept_numbers(2, 400);
    double kink = (sqrt(0.0825) - 0.15) * 10;

    assert_true(fabs(time_of_failure(CANONICAL, "q.b^2/2 + sqrt(q.a^2)/10", initial, "not smooth at t = ") -
                     kink) < 1e-9);
    mpfr_set_ui(exact[0], 1, MPFR_RNDN);
    mpfr_div_ui(exact[0], exact[0], 10, MPFR_RNDN);
    mpfr_set_ui(exact[1], 1, MPFR_RNDN);
    mpfr_div_ui(exact[1], exact[1], 4, MPFR_RNDN);
    assert_true(error_in_units(solve(&before, 1, 1, 30), exact, 30) < 1);
    solve(&smooth, 2, 1, 30);
    /* |a|^3: where only the third derivative of the solution jumps */
    assert_true(time_of_failure(CANONICAL, "q.b^2/2 + sqrt(q.a^2)^3", initial, "not smooth at t = ") < 2);
}

/* c' = |a|, a = (t - 1/2)^2 - 1/400, is not smooth from t = 0.45 to 0.55, between places where the series is looked
 * at: the step is a different one by Gauss.  c = 0.0808... without the kinks, 0.0811... with them. */
TEST(test_between_the_places)
{
    struct fixture f = read_model("return model { kind = 'ode', coordinates = { 'a', 'b', 'c' }, "
                                  "field = function (x) return { x.b, 2, sqrt(x.a^2) } end, "
                                  "initial = { default = { '99/400', -1, 0 } } }",
                                  NULL);
    double time = failure_before(&f, 1, "not smooth at t = ");

    assert_true(time > 0.44 && time < 0.56);
}

/* The energy at a state that lies off the solution by 1e-9. */
TEST(test_energy)
{
    struct fixture f = shipped("point-vortices", NULL);
    mpfr_t *q = kept_numbers(4, 200);

    for (size_t i = 0; i < 4; i++)
        mpfr_set_q(q[i], f.initial[i]->value, MPFR_RNDN);
    struct defect *defect = defect_create(f.system, q, 200, 1e-12);
    bool kept_at_first = defect_keeps(defect, q);

    mpfr_add_d(q[0], q[0], 1e-9, MPFR_RNDN);
    bool kept_then = defect_keeps(defect, q);
    defect_destroy(defect);
    assert_true(kept_at_first && !kept_then);
}

TEST(test_unusable_requests)
{
    struct fixture f = rotation();
    mpq_ptr until = kept_rational(0, 1);

    assert_null(reference_create(f.system, f.initial, until, 0, &said));
    assert_non_null(strstr(said.text, "0 digits"));
    assert_null(reference_create(f.system, f.initial, until, 1000000, &said));
    f.initial[0] = constant(&f, "log(1 - sqrt(2))");
    assert_null(reference_create(f.system, f.initial, until, 20, &said));
    assert_non_null(strstr(said.text, "initial values"));
}
