/* Default steps against motions whose frequencies and periods are known, against what they must do when the
 * unit of time changes, and on every shipped model. */
#include "tests/fixtures/test.h"

#include <unistd.h>

#include "harness/plan/default_steps.h"
#include "measures/run/timescale.h"
#include "numerics/exact.h"
#include "numerics/number_block.h"
#include "reference/reference.h"
#include "tests/fixtures/measures/cell_fixture.h"
#include "tests/fixtures/measures/geometry_fixture.h"

/* -- models -- */

/* L = p q' - H with H = rate (q^2 + p^2)/2: every orbit a circle of period 2 pi/rate. */
static const char oscillator[] = "return model { title = 'o', kind = 'degenerate', coordinates = { 'q', 'p' "
                                 "}, parameters = { rate = 1 },\n"
                                 "  theta = function (z, c) return { z.p, 0 } end,\n"
                                 "  hamiltonian = function (z, c) return c.rate * (%s) end,\n"
                                 "  initial = { default = { %s } } }\n";

static struct problem *read_problem(const char *hamiltonian, const char *initial, const char *rate)
{
    char path[] = "/tmp/assay-steps-XXXXXX.lua";
    int descriptor = mkstemps(path, 4);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    struct problem *problem;

    assert_non_null(file);
    fprintf(file, oscillator, hamiltonian, initial);
    fclose(file);
    problem = kept(problem_create(path, NULL, NULL, 1, &(struct model_override){"rate", rate}, &said));
    assert_done(problem, said);
    unlink(path);
    return problem;
}

static void find(const struct problem *problem, mpq_ptr step, mpq_ptr until)
{
    double rate = 0;

    assert_done(default_steps_find(problem, &rate, 0, DEFAULT_STEPS_COUNT, step, until, &said), said);
}

static struct timescale measure(const struct problem *problem, double time)
{
    mpfr_t *exact = problem_initial_values(problem, 53);
    double initial[8];
    struct timescale scale;

    for (size_t i = 0; i < problem->model->dimension; i++)
        initial[i] = mpfr_get_d(exact[i], MPFR_RNDN);
    number_block_destroy(exact);
    scale = timescale_measure(problem->system, initial, time);
    return scale;
}

/* -- rates and periods -- */

TEST(test_oscillator)
{
    struct problem *problem = read_problem("(z.q^2 + z.p^2)/2", "1, 0", "2.5");
    struct timescale scale = measure(problem, 3);

    assert_true(fabs(scale.rate - 2.5) < 1e-12);
    assert_true(fabs(scale.period - 2 * M_PI / 2.5) < 1e-4);
    assert_true(fabs(scale.reach - 3 * TIMESCALE_FOLLOWED) < 1e-12);
    assert_true(measure(problem, 1).period == 0); /* followed for less than a period */
}

/* H = (q^2 + p^2)^2/4: on the circle of radius r the frequency is r^2, and Df has the eigenvalues
 * +-i r^2 sqrt(3), being r^2 J plus 2 J z z^T. */
TEST(test_nonlinear_oscillator)
{
    struct problem *problem = read_problem("(z.q^2 + z.p^2)^2/4", "0, '1.5'", "1");
    struct timescale scale = measure(problem, 4);

    assert_true(fabs(scale.rate - 2.25 * sqrt(3)) < 1e-4); /* of the orbit of the Runge-Kutta method */
    assert_true(fabs(scale.period - 2 * M_PI / 2.25) < 1e-3);
}

/* The solutions of a shear are straight lines as well, and have no time scale: its strength, 8, is a number of units. */
TEST(test_without_frequency)
{
    struct problem *shear = read_problem("z.p^2/2", "1, 1", "8"),
                   *line = read_problem("z.q + 3*z.p", "1, 1", "8");

    assert_true(measure(shear, 1).rate == 1);
    assert_true(measure(shear, 1).period == 0);
    assert_true(measure(line, 1).rate == 1);
}

/* Under a constant force p/p' is a time, which grows as long as it is followed: from 8, steps of 1/4 to ten times that. */
TEST(test_constant_force)
{
    struct problem *problem =
        kept(problem_create("tests/data/models/perturbed-force.lua", NULL, NULL, 0, NULL, &said));
    mpq_t step, until;

    assert_done(problem, said);
    mpq_inits(step, until, (mpq_ptr)0);
    find(problem, step, until);
    assert_true(exact_to_double(step) >= 8 / 4. / 2 && exact_to_double(step) <= 10 * 8 / 4.);
    mpq_clears(step, until, (mpq_ptr)0);
}

/* q' = q^2 from 1 is infinite at t = 1. */
TEST(test_reach)
{
    struct problem *problem = read_problem("z.q^2*z.p", "1, 1", "1");
    struct timescale scale = measure(problem, 4);

    assert_true(scale.reach > 0.95 && scale.reach < 1.5);
}

/* The same: L(T) = 2/(1 - T), so that the longest time with L T <= 10 is 5/6, of which a tenth may be missing. */
TEST(test_infinite_in_finite_time)
{
    struct problem *problem = read_problem("z.q^2*z.p", "1, 1", "1");
    mpq_t step, until;

    mpq_inits(step, until, NULL);
    find(problem, step, until);
    assert_true(exact_to_double(step) >= 0.015 && exact_to_double(step) <= 5.0 / 240);
    assert_true(exact_to_double(until) >= 0.5 && exact_to_double(until) <= 5.0 / 6);
    mpq_clears(step, until, NULL);
}

/* -- steps -- */

static void check_step(double rate, const char *expected)
{
    mpq_t step;
    char *text;

    mpq_init(step);
    default_steps_round(rate, step);
    text = kept(exact_text(step));
    if (strcmp(text, expected) != 0)
        fail_msg("L = %.17g: %s instead of %s", rate, text, expected);
    mpq_clear(step);
}

TEST(test_rounding)
{
    static const struct {
        double rate;
        const char *step;
    } cases[] = {
        {0.25, "1"},   {2.5, "0.1"},   {1, "0.25"},       {1.01, "0.2"},
        {0.2, "1.2"},  {250, "0.001"}, {2.6, "0.08"},     {1e-6, "250000"},
        {3, "0.08"},   {0.5, "0.5"},   {0.26, "0.8"},     {25e9, "0.00000000001"},
        {0.0251, "8"}, {0.025, "10"},  {1 / 0.47, "0.1"}, {2, "0.12"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_step(cases[i].rate, cases[i].step);
        check_step(cases[i].rate * (1 + 1e-13), cases[i].step);
        check_step(cases[i].rate * (1 - 1e-13), cases[i].step);
    }
}

/* The step is at most 0.25/L, but for the part in a million, and at least 4/5 of it less. */
TEST(test_rounding_is_down)
{
    mpq_t step;

    mpq_init(step);
    for (double rate = 1e-12; rate < 1e12; rate *= 1.0173) {
        double share;

        default_steps_round(rate, step);
        share = exact_to_double(step) * rate / 0.25;
        if (!(share <= 1 + 2e-6 && share > 0.74))
            fail_msg("L = %.17g: the step is %g of 0.25/L", rate, share);
    }
    mpq_clear(step);
}

TEST(test_counts)
{
    assert_int_equal(default_steps_count(0.1, 0, 10, 40, 1), 40);
    assert_int_equal(default_steps_count(0.1, 3, 10, 40, 1), 40);   /* 8/3 half periods */
    assert_int_equal(default_steps_count(0.1, 4.1, 10, 40, 1), 38); /* about one period */
    assert_int_equal(default_steps_count(0.1, 8.2, 10, 40, 1), 36); /* about half of one */
    assert_int_equal(default_steps_count(0.1, 20, 10, 40, 1), 40);  /* 0.4 half periods */
    assert_int_equal(default_steps_count(0.1, 0, 1, 40, 1), 9);     /* the orbit ends at 1 */
    assert_int_equal(default_steps_count(0.1, 0, 0, 40, 1), 0);
    assert_int_equal(default_steps_count(0.1, 0, 10, 40, 16), 32);  /* multiples of the largest step */
    assert_int_equal(default_steps_count(0.1, 8.2, 10, 40, 8), 32); /* 40 is about one period */
    assert_int_equal(default_steps_count(0.1, 0, 1, 40, 8), 8);
    assert_int_equal(default_steps_count(0.1, 0, 0.8, 40, 8), 0);
}

/* A clock that runs ten times as fast gives a tenth of the step and of the time, exactly. */
TEST(test_unit_of_time)
{
    static const char *const rates[] = {"1", "0.01", "0.1", "10", "1000"};
    mpq_t step, until, rate, first_step, first_until;

    mpq_inits(step, until, rate, first_step, first_until, NULL);
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        struct problem *problem = read_problem("z.q^2/2 + z.p^4/4 - cos(z.q*z.p)", "'0.7', '0.4'", rates[i]);

        find(problem, step, until);
        assert_true(exact_parse(rate, rates[i], &said));
        mpq_mul(step, step, rate);
        mpq_mul(until, until, rate);
        mpq_set(i ? rate : first_step, step);
        mpq_set(i ? rate : first_until, until);
        assert_true(mpq_equal(step, first_step) && mpq_equal(until, first_until));
    }
    mpq_clears(step, until, rate, first_step, first_until, NULL);
}

/* x' = s/tau f(x/s): the motion of x' = f(x) in units s of the coordinates and tau of the time.  The orbit of a
 * satellite; a disk that rolls on a circle, whose Df is nilpotent; a pendulum that is pushed, from rest. */
static const char in_units[] =
    "return model { title = 'o', kind = 'ode', coordinates = { 'x', 'y', 'u', 'v' },\n"
    "  parameters = { t = '%s', a = '%s', b = '%s', c = '%s', d = '%s' },\n"
    "  field = function (z, c)\n"
    "    local x, y, u, v = z.x/c.a, z.y/c.b, z.u/c.c, z.v/c.d\n"
    "    local f = %s\n"
    "    return { c.a*f[1]/c.t, c.b*f[2]/c.t, c.c*f[3]/c.t, c.d*f[4]/c.t }\n"
    "  end,\n"
    "  initial = { default = { '%s*%s', '%s*%s', '%s*%s', '%s*%s' } } }\n";

static const struct {
    const char *field, *initial[4];
} motions[] = {
    {"{ u, v, -x/sqrt(x^2 + y^2)^3, -y/sqrt(x^2 + y^2)^3 }", {"1", "0", "0", "1.1"}},
    {"{ v*cos(u), v*sin(u), 1, 0 }", {"1", "2", "0.3", "2"}},
    {"{ y, -sin(x), v, -4*u + x*u }", {"1", "0", "0.2", "0"}},
};

static void find_in_units(size_t motion, const char *const unit[5], mpq_ptr step, mpq_ptr until)
{
    const char *const *at = motions[motion].initial;
    char text[2000];
    struct problem *problem;

    snprintf(text, sizeof text, in_units, unit[0], unit[1], unit[2], unit[3], unit[4], motions[motion].field,
             unit[1], at[0], unit[2], at[1], unit[3], at[2], unit[4], at[3]);
    problem = geometry_problem_of_text(text);
    find(problem, step, until);
}

TEST(test_units_of_coordinates)
{
    static const char *const units[][5] = {{"1", "1", "1", "1", "1"},
                                           {"1", "6.4e6", "1e-3", "1e30", "7e-30"},
                                           {"1000", "1e7", "1e7", "1e4", "1e4"}};
    mpq_t step, until, first_step, first_until, unit;

    mpq_inits(step, until, first_step, first_until, unit, NULL);
    for (size_t i = 0; i < sizeof motions / sizeof *motions; i++) {
        for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
            find_in_units(i, units[k], step, until);
            assert_true(exact_parse(unit, units[k][0], &said));
            mpq_div(step, step, unit);
            mpq_div(until, until, unit);
            mpq_set(k ? unit : first_step, step);
            mpq_set(k ? unit : first_until, until);
            if (!mpq_equal(step, first_step) || !mpq_equal(until, first_until))
                fail_msg("motion %zu in units %zu: h = %g, T = %g instead of %g, %g", i, k,
                         exact_to_double(step), exact_to_double(until), exact_to_double(first_step),
                         exact_to_double(first_until));
        }
    }
    mpq_clears(step, until, first_step, first_until, unit, NULL);
}

/* Lotka-Volterra beside its equilibrium (b1/a1, b2/a2) swings with the frequency sqrt(b1 b2): eq. 138 of
 * Kraus (2017) is q1' = q1 (a2 q2 - b2), q2' = q2 (b1 - a1 q1). */
TEST(test_lotka_volterra)
{
    struct problem *problem = kept(problem_create("lotka-volterra", NULL, NULL, 0, NULL, &said));
    struct timescale scale;

    assert_non_null(problem);
    scale = timescale_measure(problem->system, (double[]){1 + 1e-7, 2}, 5);
    if (!(fabs(scale.rate - sqrt(2)) < 1e-5 && fabs(scale.period - 2 * M_PI / sqrt(2)) < 1e-3))
        fail_msg("rate %g, period %g", scale.rate, scale.period);
}

/* -- the shipped models -- */

/* max_i |z_i(T) - z_i(0)| / excursion of the certified reference: the orbit is not back. */
static double distance_at_end(const struct problem *problem, mpq_srcptr until)
{
    struct reference *reference =
        reference_create(problem->system, problem->initial->values, until, 20, &said);
    mpfr_t *initial = problem_initial_values(problem, 100);
    double distance = 0;

    assert_done(reference, said);
    for (size_t i = 0; i < reference->dimension; i++) {
        double moved = mpfr_get_d(reference->state[i], MPFR_RNDN) - mpfr_get_d(initial[i], MPFR_RNDN);

        distance = fmax(distance, fabs(moved) / reference->excursion[i]);
    }
    number_block_destroy(initial);
    reference_destroy(reference);
    return distance;
}

static const struct {
    const char *model, *initial, *step;
    unsigned long count;
} shipped[] = {
    {"lotka-volterra", "default", "0.1", 0},
    {"lotka-volterra-singular", "default", "0.1", 0},
    {"massless-charged-particle", "default", "0.25", 0},
    {"point-vortices", "default", "0.1", 0},
    {"point-vortices", "half", "0.025", 0},
    {"point-vortices-linear", "default", "0.15", 0},
};

TEST(test_shipped)
{
    mpq_t step, until;

    mpq_inits(step, until, NULL);
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        struct problem *problem =
            kept(problem_create(shipped[i].model, NULL, shipped[i].initial, 0, NULL, &said));
        struct timescale scale;
        char *size, *time;
        double share;

        assert_done(problem, said);
        find(problem, step, until);
        size = kept(exact_text(step));
        time = kept(exact_text(until));
        scale = measure(problem, exact_to_double(until));
        share = 4 * exact_to_double(step) * scale.rate;
        print_message("# %s/%s: L = %.4g, h0 = %s, T = %s, period %.4g, end at %.3g\n", shipped[i].model,
                      shipped[i].initial, scale.rate, size, time, scale.period,
                      distance_at_end(problem, until));
        assert_true(share <= 1 + 1e-5 && share > 0.6);
        assert_true(distance_at_end(problem, until) > 0.1);
        assert_string_equal(size, shipped[i].step);
    }
    mpq_clears(step, until, NULL);
}

/* -- bits -- */

/* The error of gauss-s on x' = i x over one step h is that of its Pade approximation of e^(ih): with 64 bits
 * and more beyond it, to two digits of the exponent. */
TEST(test_bits)
{
    static const struct {
        double halved;
        int order;
        long bits;
    } cases[] = {
        {1, 1, 128},    /* 64 + 2 + ... */
        {32, 2, 128},   /* (2^-7)^2/12 = 2^-17.6 */
        {32, 12, 192},  /* (2^-7)^12 (6!)^2/(12! 13!) = 2^-126.4 */
        {128, 12, 256}, /* (2^-9)^12 (6!)^2/(12! 13!) = 2^-150.4: 214.4 */
        {32, 24, 384},  /* (2^-7)^24 (12!)^2/(24! 25!) = 2^-273 */
        {0.5, 4, 128},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(default_steps_bits(cases[i].halved, cases[i].order), cases[i].bits);
}

TEST(test_orders)
{
    static const struct {
        const char *method;
        int order;
    } cases[] = {{"gauss-6", 12}, {"radau-iia-3", 5}, {"srk-3", 4}, {"rk4", 4}, {"runge-kutta:gauss-4", 8}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct method method;

        assert_true(method_find(cases[i].method, &method, &said));
        assert_int_equal(method_expected_order(&method), cases[i].order);
    }
    /* As many stages as with any other name. */
    for (size_t i = 0; i < 3; i++) {
        static const char *const names[] = {"runge-kutta:gauss-33", "runge-kutta:gauss-99", "gauss-33"};
        struct method method;

        assert_false(method_find(names[i], &method, &said));
        assert_says(said.text, "with S up to 32");
    }
}

static int release(void **state)
{
    (void)state;
    mpfr_free_cache();
    return 0;
}

TEST_GROUP(NULL, release)
