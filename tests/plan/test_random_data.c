/* Random initial data: where constraints are, in other units, out of planes, again and again. */
#include "tests/fixtures/test.h"

#include <stdio.h>

#include "measures/run/random_data.h"
#include "tests/fixtures/measures/geometry_fixture.h"

enum { BITS = 400, COUNT_OF_DATA = 20 };

static struct problem *create(const char *model, const char *data)
{
    struct error error;
    struct problem *problem = problem_create(model, NULL, data, 0, NULL, &error);

    if (!problem)
        fail_msg("%s", error.text);
    return problem;
}

static double value(const struct problem *problem, size_t i)
{
    mpfr_t *values = problem_initial_values(problem, BITS);
    const double found = mpfr_get_d(values[i], MPFR_RNDN);

    number_block_destroy(values);
    return found;
}

TEST(test_names)
{
    assert_true(random_data_is("random-1-20"));
    assert_false(random_data_is("random-1"));
    assert_false(random_data_is("random-1-2-3"));
    assert_false(random_data_is("random"));
    assert_false(random_data_is(NULL));
}

/* x^2 + y^2 = 1 and x p_x + y p_y = 0 to 100 digits, at no two data the same point. */
TEST(test_constraints)
{
    double before = 0;

    for (int k = 1; k <= COUNT_OF_DATA; k++) {
        char name[20];

        snprintf(name, sizeof name, "random-3-%d", k);
        struct problem *problem = create("pendulum", name);
        mpfr_t *z = problem_initial_values(problem, BITS);

        mpfr_fmma(z[0], z[0], z[2], z[1], z[3], MPFR_RNDN);
        assert_true(mpfr_zero_p(z[0]) || mpfr_get_exp(z[0]) < 8 - BITS);
        number_block_destroy(z);
        z = problem_initial_values(problem, BITS);
        mpfr_fmma(z[0], z[0], z[0], z[1], z[1], MPFR_RNDN);
        mpfr_sub_ui(z[0], z[0], 1, MPFR_RNDN);
        assert_true(mpfr_zero_p(z[0]) || mpfr_get_exp(z[0]) < 8 - BITS);
        number_block_destroy(z);
        assert_true(fabs(value(problem, 0) - before) > 1e-9);
        before = value(problem, 0);
        problem_destroy(problem);
    }
}

/* The largest of the differences of these sums of squares from those of the default data, which the other data share:
 * (a, b), (c, d), and both together, whose gradient is the sum of theirs. */
static double find_distance(const char *other, const char *name)
{
    char text[900];
    struct problem *problem;
    struct error error;
    double sum[2];

    snprintf(text, sizeof text,
             "return model { title = 't', source = 's', kind = 'ode', coordinates = { 'a', 'b', 'c', 'd' },\n"
             "  field = function (x) return { -x.b, x.a, -2*x.d, 2*x.c } end,\n"
             "  invariants = { one = function (x) return x.a^2 + x.b^2 end, two = function (x) return x.c^2 "
             "+ x.d^2 end,\n"
             "    both = function (x) return x.a^2 + x.b^2 + x.c^2 + x.d^2 end },\n"
             "  initial = { default = { 1, 0, 0, 2 }, other = { '3/5', '4/5', %s } } }\n",
             other);
    problem = problem_create_from_text("levels", text, name, &error);
    if (!problem)
        fail_msg("%s", error.text);
    for (size_t i = 0; i < 2; i++)
        sum[i] = value(problem, 2 * i) * value(problem, 2 * i) +
                 value(problem, 2 * i + 1) * value(problem, 2 * i + 1);
    problem_destroy(problem);
    return fmax(fabs(sum[0] - 1), fabs(sum[1] - 4));
}

/* Values of invariants that all data of a file share are those of random data, two of them and one that follows from
 * these; of one that they do not share is not. */
TEST(test_levels)
{
    for (int k = 1; k <= 3; k++) {
        char name[20];

        snprintf(name, sizeof name, "random-1-%d", k);
        assert_true(find_distance("'6/5', '8/5'", name) < 1e-14);
        assert_true(find_distance("1, 1", name) > 1e-3);
    }
}

/* The pericentre of both data of kepler lies on an axis, so that one component of its vector is zero: no level. */
TEST(test_level_of_zero)
{
    struct problem *problem = create("kepler", "random-1-1");

    assert_true(fabs(value(problem, 1)) > 1e-3 && fabs(value(problem, 2)) > 1e-3);
    assert_null(system_nearer(problem->system));
    problem_destroy(problem);
}

static bool has_period(const char *field)
{
    char text[400];
    struct problem *problem;
    struct error error;
    bool periodic;

    snprintf(text, sizeof text,
             "return model { title = 't', source = 's', kind = 'ode', coordinates = { 'x', 'v' }, secular = "
             "{ 'x' },\n"
             "  field = function (x) return { x.v, %s } end, initial = { default = { 1, 2 } } }\n",
             field);
    problem = problem_create_from_text("angle", text, NULL, &error);
    if (!problem)
        fail_msg("%s", error.text);
    periodic = problem->model->periodic && problem->model->period[0] && !problem->model->period[1];
    problem_destroy(problem);
    return periodic;
}

/* A coordinate that grows without bound is an angle where the field depends on it and is the same 2 pi further. */
TEST(test_angles)
{
    assert_true(has_period("-sin(x.x)"));
    assert_true(has_period("-sin(2*x.x) - x.v/10"));
    assert_false(has_period("-sin(x.x) - x.x/100"));
    assert_false(has_period("-sin(x.x/2)"));
    assert_false(has_period("-x.v"));
}

TEST(test_again)
{
    struct problem *one = create("henon-heiles", "random-1-7"), *same = create("henon-heiles", "random-1-7"),
                   *other = create("henon-heiles", "random-2-7");

    for (size_t i = 0; i < 4; i++) {
        assert_true(value(one, i) == value(same, i));
        assert_true(value(one, i) != value(other, i));
    }
    problem_destroy(one);
    problem_destroy(same);
    problem_destroy(other);
}

static struct problem *oscillator(const char *length, const char *rate, const char *data)
{
    char text[900];
    struct error error;

    snprintf(text, sizeof text,
             "return model { kind = 'ode', coordinates = { 'a', 'b', 'c' }, parameters = { r = '%s' },\n"
             "  field = function (x, c) return { c.r * x.b, -c.r * x.a, 0 * x.c } end,\n"
             "  initial = { default = { '%s', 0, 0 } } }",
             rate, length);
    struct problem *problem = problem_create_from_text("oscillator", text, data, &error);

    if (!problem)
        fail_msg("%s", error.text);
    return problem;
}

/* In units 2^40 times smaller the same data, and c, which is 0 and stays 0 at the default data, is not at these. */
TEST(test_units)
{
    struct problem *one = oscillator("1", "1", "random-1-1"),
                   *small = oscillator("1/1099511627776", "1024", "random-1-1");

    for (size_t i = 0; i < 3; i++) {
        assert_true(value(one, i) != 0 && fabs(value(one, i) - (i == 0)) <= 0.5);
        assert_float_equal(ldexp(value(small, i), 40), value(one, i), 0x1p-8);
    }
    problem_destroy(one);
    problem_destroy(small);
}
