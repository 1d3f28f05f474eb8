/* Models in other variables have the solutions of the model: x(t) = S y(t) + a by Taylor series of both, to 30 digits.
 * Control: the same map beside the solution of another one of them does not fit. */
#include "tests/fixtures/test.h"

#include "measures/run/problem.h"
#include "models/kinds/transformed.h"
#include "numerics/graph/graph_value.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

enum { BITS = 160, DIGITS = 36, TRANSFORMATIONS = TRANSFORMED_BACKWARDS + 1 };
static const double TOLERANCE = 1e-30, VISIBLE = 1e-6;

static const char *const models[] = {"kepler",          "henon-heiles",       "lorenz",
                                     "lotka-volterra",  "point-vortices",     "forced-momentum",
                                     "forced-position", "modulated-pendulum", "massless-charged-particle"};

static bool applies(const struct model *model, enum transformation transformation)
{
    return transformation == TRANSFORMED_TIME       ? model->time_dependent
           : transformation == TRANSFORMED_EXCHANGE ? transformed_exchanges(model)
           : transformation == TRANSFORMED_GAUGE    ? model->theta != NULL
                                                    : true;
}

/* state = the solution at t = 1/8, or where it goes backwards at -1/8 */
static void solve(mpfr_t *state, const struct system *system, const expression *initial, bool backwards)
{
    struct taylor_settings settings = taylor_choose(DIGITS);
    struct error error = {""};
    mpq_t until;

    mpq_init(until);
    mpq_set_si(until, backwards ? -1 : 1, 8);
    for (size_t i = 0; i < system->dimension; i++)
        graph_value(state[i], initial[i], NULL);
    assert_done(taylor_integrate(state, system->velocity, &settings, until, &error), error);
    mpq_clear(until);
}

/* The largest |S y + a - x|. */
static double find_distance(const struct transformed *map, mpfr_t *y, mpfr_t *x)
{
    double largest = 0;
    mpfr_t sum, term;

    mpfr_inits2(BITS, sum, term, (mpfr_ptr)NULL);
    for (size_t i = 0; i < map->moved; i++) {
        mpfr_d_sub(sum, map->a[i], x[i], MPFR_RNDN);
        for (size_t j = 0; j < map->model.moved; j++) {
            mpfr_mul_d(term, y[j], map->S[i * map->model.moved + j], MPFR_RNDN);
            mpfr_add(sum, sum, term, MPFR_RNDN);
        }
        largest = fmax(largest, fabs(mpfr_get_d(sum, MPFR_RNDN)));
    }
    mpfr_clears(sum, term, (mpfr_ptr)NULL);
    return largest;
}

static double distance_of(const struct problem *problem, enum transformation transformation,
                          enum transformation map)
{
    static const double size[] = {1, 4, 0.5, 0.25, 8, 1, 2, 0.5, 1, 0.25, 16, 4, 2, 1, 0.5, 4};
    struct transformed *other = transformed_create(problem->system, problem->initial, transformation, size),
                       *by = transformed_create(problem->system, problem->initial, map, size);
    mpfr_t *x = number_block_create(problem->model->dimension, BITS), *y;
    double distance = 0;

    assert_true(problem->model->moved <= sizeof size / sizeof *size);
    if (other && by) {
        y = number_block_create(other->model.dimension, BITS);
        solve(x, problem->system, problem->initial->values, false);
        solve(y, other->system, other->initial.values, transformation == TRANSFORMED_BACKWARDS);
        distance = find_distance(by, y, x);
        number_block_destroy(y);
    } else { /* there is nothing to permute in a plane */
        assert_int_equal(transformation, TRANSFORMED_PERMUTATION);
    }
    number_block_destroy(x);
    transformed_destroy(other);
    transformed_destroy(by);
    return distance;
}

TEST(test_solutions)
{
    struct error error = {""};
    size_t count = 0;

    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        struct problem *problem = problem_create(models[k], NULL, NULL, 0, NULL, &error);

        assert_done(problem, error);
        assert_true(transformed_serves(problem->model));
        for (int t = 0; t < TRANSFORMATIONS; t++) {
            if (!applies(problem->model, (enum transformation)t))
                continue;
            assert_true(distance_of(problem, (enum transformation)t, (enum transformation)t) < TOLERANCE);
            count++;
        }
        assert_true(distance_of(problem, TRANSFORMED_SCALING, TRANSFORMED_AFFINE) > VISIBLE);
        problem_destroy(problem);
    }
    assert_int_equal(count, 4 * 9 + 3 + 3 + 3); /* all of them; the time, momenta, theta */
}

/* Of two degrees of freedom, so that momenta are mixed as well, and of the time. */
TEST(test_two_degrees_of_freedom)
{
    static const char text[] =
        "return model { title = 'm', source = 'test', kind = 'hamiltonian', coordinates = { 'x', 'y' },\n"
        "  hamiltonian = function (q, p, t, c)\n"
        "    return p.x^2*(1 + q.y^2/4)/2 + p.y^2 + q.x^2*(1 + cos(t)/2) + q.x*q.y^2/3 + q.y^4/4 end,\n"
        "  initial = { default = { q = { '1/2', '1/3' }, p = { '2/5', '-3/7' } } } }\n";
    struct error error = {""};
    struct problem *problem = problem_create_from_text("m", text, NULL, &error);

    assert_done(problem, error);
    for (int t = 0; t < TRANSFORMATIONS; t++) {
        if (applies(problem->model, (enum transformation)t))
            assert_true(distance_of(problem, (enum transformation)t, (enum transformation)t) < TOLERANCE);
    }
    problem_destroy(problem);
}

/* As an ode, the time among them or a coordinate. */
TEST(test_bodies)
{
    static const char *const bodies[] = {"rigid-body", "heavy-top", "driven-top", "spun-body"};
    struct error error = {""};
    size_t count = 0;

    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
        struct problem *problem = problem_create(bodies[k], NULL, NULL, 0, NULL, &error);

        assert_done(problem, error);
        assert_int_equal(transformed_kind(problem->model), MODEL_ODE);
        for (int t = 0; t < TRANSFORMATIONS; t++) {
            if (!applies(problem->model, (enum transformation)t))
                continue;
            assert_true(distance_of(problem, (enum transformation)t, (enum transformation)t) < TOLERANCE);
            count++;
        }
        assert_true(distance_of(problem, TRANSFORMED_SCALING, TRANSFORMED_PERMUTATION) > VISIBLE);
        problem_destroy(problem);
    }
    assert_int_equal(count, 4 * 4 + 2);
}

/* Constraints on q, multipliers that are functions of (q, p), and both; nonholonomic ones, of velocities. */
TEST(test_constraints)
{
    static const char *const constrained[] = {
        "pendulum",         "double-spherical-pendulum", "isokinetic",    "hopf-sphere-potential",
        "knife-edge",       "nonholonomic-particle",     "vertical-disk", "steered-skate",
        "ball-on-turntable"};
    struct error error = {""};
    size_t count = 0;

    for (size_t k = 0; k < sizeof constrained / sizeof *constrained; k++) {
        struct problem *problem = problem_create(constrained[k], NULL, NULL, 0, NULL, &error);

        assert_done(problem, error);
        assert_true(transformed_serves(problem->model));
        for (int t = 0; t < TRANSFORMATIONS; t++) {
            if (!applies(problem->model, (enum transformation)t))
                continue;
            assert_true(distance_of(problem, (enum transformation)t, (enum transformation)t) < TOLERANCE);
            count++;
        }
        assert_true(distance_of(problem, TRANSFORMED_SCALING, TRANSFORMED_PERMUTATION) > VISIBLE);
        problem_destroy(problem);
    }
    assert_int_equal(count, 4 * 9 + 1 + 1); /* the exchange of one without constraints on q; the time */
}

TEST(test_refused)
{
    struct error error = {""};
    struct problem *problem = problem_create("pendulum", NULL, NULL, 0, NULL, &error);

    assert_done(problem, error);
    assert_false(transformed_exchanges(problem->model)); /* it has constraints */
    problem_destroy(problem);
}
