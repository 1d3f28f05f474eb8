/* Multipliers of constraints, which follow from the state that a run outputs.
 *
 *   tension        of the pendulum, as a function of its energy and its angle: mu = |p|^2 - gamma y = 2 E - 3 gamma y
 *   two rods       of the double pendulum, by Newton's law for its masses, along both rods
 *   velocity       of the bicycle on its circle l = (0, -L), of the nonholonomic particle -x' y'/(1 + x^2)
 *   history        the components by their names, each with its sign, step by step; the largest of them
 *   none           a method on a model without constraints has none, and a projection those of its momenta */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/checkpoint_fixture.h"

#include "measures/measure.h"
#include "measures/result.h"
#include "measures/run/recorder.h"

enum { BITS = 200 };

static struct trajectory *run(const char *path, const char *initial, const char *method, const char *step,
                              unsigned long steps)
{
    struct error error = {""};
    struct fixture_model own = {
        .model = kept(model_create(path, &(struct model_choice){.initial = initial}, &error))};

    assert_done(own.model, error);
    own.system = kept(system_create(own.model));
    mpfr_t *start = kept_numbers(own.model->dimension, BITS);
    for (size_t i = 0; i < own.model->dimension; i++)
        graph_value(start[i], model_find_initial(own.model, initial)->values[i], NULL);
    return fixture_run(
        &CELL_OF(&own, method, "none", .step = step, .steps = steps, .bits = BITS, .initial = start));
}

static double value(const struct trajectory *run, size_t i)
{
    return mpfr_get_d(run->q[i], MPFR_RNDN);
}

/* 4 - 3 y, from the exact energy */
static double tension_error(const char *method)
{
    const struct trajectory *end = run("models/pendulum.lua", NULL, method, "1/32", 32);
    mpfr_ptr expected = kept_number(BITS);

    assert_int_equal(end->multipliers, 1);
    mpfr_mul_si(expected, end->q[1], -3, MPFR_RNDN);
    mpfr_add_ui(expected, expected, 4, MPFR_RNDN);
    mpfr_sub(expected, expected, end->multiplier[0], MPFR_RNDN);
    return fabs(mpfr_get_d(expected, MPFR_RNDN));
}

TEST(test_tension)
{
    assert_true(tension_error("runge-kutta:gauss-12") < 1e-35);
    assert_true(tension_error("rattle") > 1e-5); /* its energy is not the exact one */
}

/* Masses 1 at q1 and q1 + q2, velocities p1 - p2 and p2 in all; the rods pull with -mu1 q1 on the joint where mu2 q2
 * acts too.  Along q1: |q1'|^2 + q1 . q1'' = 0, q1'' = p1' - p2', p1' = -2 e_z - mu1 q1, p2' = -e_z - mu2 q2. */
TEST(test_two_rods)
{
    const struct trajectory *end = run("models/double-spherical-pendulum.lua", NULL, "rattle", "1/32", 16);
    const double m1 = mpfr_get_d(end->multiplier[0], MPFR_RNDN),
                 m2 = mpfr_get_d(end->multiplier[1], MPFR_RNDN);
    double first = 0, second = 0; /* |q_i'|^2 + q_i . q_i'' */

    assert_int_equal(end->multipliers, 2);
    for (size_t i = 0; i < 3; i++) {
        const double q1 = value(end, i), q2 = value(end, 3 + i), p1 = value(end, 6 + i),
                     p2 = value(end, 9 + i), down = i == 2, v1 = p1 - p2, v2 = 2 * p2 - p1,
                     f1 = -2 * down - m1 * q1, f2 = -down - m2 * q2;

        first += v1 * v1 + q1 * (f1 - f2);
        second += v2 * v2 + q2 * (2 * f2 - f1);
    }
    assert_true(fabs(first) < 1e-14 && fabs(second) < 1e-14);
    assert_true(m1 > 0.5 && m2 > 0.05);
}

TEST(test_velocity_constraints)
{
    const struct trajectory *circle = run("models/bicycle.lua", "circle", "index-one:gauss-8", "1/32", 32),
                            *particle = run("models/nonholonomic-particle.lua", NULL, "rk4", "1/8", 8);
    const double x = value(particle, 0);

    assert_int_equal(circle->multipliers, 2);
    assert_true(fabs(mpfr_get_d(circle->multiplier[0], MPFR_RNDN)) < 1e-18);
    assert_true(fabs(mpfr_get_d(circle->multiplier[1], MPFR_RNDN) + 0.3) < 1e-16);
    assert_int_equal(particle->multipliers, 1);
    assert_true(fabs(mpfr_get_d(particle->multiplier[0], MPFR_RNDN) +
                     value(particle, 3) * value(particle, 4) / (1 + x * x)) < 1e-15);
}

/* -- histories -- */

static const double *find_history(const struct result *result, const struct problem *problem,
                                  const char *channel)
{
    char text[MEASURE_TEXT];

    for (size_t k = 0; k < result->histories; k++) {
        if (strcmp(result_channel(result->history + k, problem, text), channel) == 0)
            return result->history[k].number;
    }
    return NULL;
}

TEST(test_history)
{
    enum { STEPS = 8 };
    struct problem *problem = checkpoint_problem("double-spherical-pendulum");
    const struct result_settings settings = {.history = STEPS};
    const struct measure_id measure = measure_find(problem, "largest:multiplier");
    const double scale[] = {1, 1};
    struct result result = {0};
    struct result_request request = {
        .cell = checkpoint_request(problem, "rattle", "none", 0, kept_rational(1, 16)),
        .measures = 1,
        .measure = &measure,
        .scale = scale,
        .settings = &settings,
        .intervals = STEPS};
    double largest = 0;

    request.cell.steps = STEPS;
    assert_true(result_measure(&result, &request));
    const double *first = find_history(&result, problem, "multiplier:g-1"),
                 *second = find_history(&result, problem, "multiplier:g-2"),
                 *both = find_history(&result, problem, "multiplier");
    assert_true(first && second && both && !find_history(&result, problem, "multiplier:g-3"));
    for (size_t n = 1; n <= STEPS; n++) {
        const struct trajectory *end =
            run("models/double-spherical-pendulum.lua", NULL, "rattle", "1/16", n); /* at 200 bits */
        const double *one = first + 4 * (n - 1), *two = second + 4 * (n - 1);

        assert_true(fabs(one[3] - mpfr_get_d(end->multiplier[0], MPFR_RNDN)) < 1e-13);
        assert_true(fabs(two[1] - mpfr_get_d(end->multiplier[1], MPFR_RNDN)) < 1e-13);
        assert_true(both[4 * (n - 1) + 2] == fmax(fabs(one[3]), fabs(two[3])));
        largest = fmax(largest, both[4 * (n - 1) + 2]);
    }
    assert_non_null(result_find(&result, measure));
    assert_true(result_find(&result, measure)->value == largest);
    assert_true(result_is_component(problem, "multiplier:g-2") &&
                !result_is_component(problem, "multiplier:x1"));
    result_clear(&result);
}

TEST(test_none)
{
    struct problem *kepler = checkpoint_problem("kepler"), *vortices = checkpoint_problem("point-vortices"),
                   *bicycle = checkpoint_problem("bicycle");
    char name[PROBLEM_MULTIPLIER];

    assert_int_equal(run("models/kepler.lua", NULL, "rk4", "1/32", 4)->multipliers, 0);
    assert_string_equal(measure_refusal(measure_find(kepler, "largest:multiplier"), kepler, NULL, NULL),
                        "the model has no constraint: no momenta belong to its state");
    assert_null(measure_refusal(measure_find(bicycle, "largest:multiplier"), bicycle, NULL, NULL));
    assert_non_null(measure_refusal(measure_find(bicycle, "largest:constraint"), bicycle, NULL, NULL));
    assert_int_equal(problem_multipliers(vortices), 4);
    assert_string_equal(problem_multiplier_name(vortices, 1, name), vortices->model->coordinates[1]);
    assert_string_equal(problem_multiplier_name(bicycle, 1, name), "l-2");
}
