/* How errors of cells grow: what theory says of methods is found, and the ensemble is made of what it says.
 *
 *     gauss-1 without projection       energy bounded: symplectic, on an orbit without chaos
 *     radau-iia-2                      energy secular: it dissipates
 *     gauss-4, symmetric projection    energy of round-off: a random walk, or bounded where its steps are
 * exact angular momentum of gauss-1      preserved exactly: what is left is round-off
 *
 * Against a second computation: trajectories in double, one by one, with their own sums. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/checkpoint_fixture.h"

#include "harness/study/term.h"
#include "measures/ensemble/cell_growth.h"
#include "measures/ensemble/ensemble.h"
#include "measures/ensemble/growth.h"
#include "measures/run/scale.h"
#include "numerics/evaluator.h"
#include "numerics/vector.h"

enum { MEMBERS = GROWTH_LEAST_MEMBERS, MOST = 8 };

struct found {
    double exponent[MOST], slope[MOST];
};

static struct found find(const char *model, const char *method, const char *projection, unsigned long inverse,
                         unsigned long steps)
{
    struct problem *problem = checkpoint_problem(model);
    struct found found;
    struct error error = {""};
    struct cell_request request;
    mpq_ptr step = kept_rational(1, inverse);

    request = checkpoint_request(problem, method, projection, CELL_DOUBLE, step);
    request.steps = steps;
    assert_true(problem->system->observables <= MOST);
    assert_done(cell_growth(&request, MEMBERS, found.exponent, found.slope, &error), error);
    for (size_t k = 0; k < problem->system->observables; k++)
        print_message("%-28s %-10s %-10s %-18s exponent %6.2f (%s), slope %9.1e\n", model, method, projection,
                      problem_observable_name(problem, k), found.exponent[k],
                      term_word(TERM_GROWTH, growth_classify(found.exponent[k])), found.slope[k]);
    return found;
}

TEST(test_methods)
{
    struct found bounded = find("models/lotka-volterra.lua", "gauss-1", "none", 10, 8192),
                 secular = find("models/lotka-volterra.lua", "radau-iia-2", "none", 10, 8192),
                 invariant = find("models/point-vortices.lua", "gauss-1", "none", 10, 4096),
                 walk = find("models/point-vortices.lua", "gauss-4", "symmetric", 10, 4096);

    assert_int_equal(growth_classify(bounded.exponent[0]), GROWTH_BOUNDED);
    assert_int_equal(growth_classify(secular.exponent[0]), GROWTH_SECULAR);
    assert_true(fabs(secular.slope[0]) > 1e-8 && fabs(bounded.slope[0]) < fabs(secular.slope[0]) / 100);
    assert_int_equal(growth_classify(invariant.exponent[1]), GROWTH_BOUNDED);
    assert_int_equal(growth_classify(walk.exponent[0]), GROWTH_RANDOM_WALK);
    assert_true(fabs(walk.slope[0]) < 1e-15 && fabs(walk.slope[1]) < 1e-15);
}

/* Of one run the energy drifts, and u, which the projection does not touch, stays: each invariant has its
 * own. */
TEST(test_each_its_own)
{
    struct found found = find("models/guiding-centre-symmetric.lua", "gauss-1", "standard", 1, 2048);

    assert_int_equal(growth_classify(found.exponent[0]), GROWTH_SECULAR);
    assert_int_equal(growth_classify(found.exponent[2]), GROWTH_BOUNDED);
    assert_true(fabs(found.slope[2]) < fabs(found.slope[0]) / 100);
}

/* The slope of what drifts steadily is its error at the end by the time: s_I and the time are right. */
TEST(test_slope)
{
    enum { STEPS = 1024 };
    struct fixture_model model = fixture_model_read("models/lotka-volterra.lua");
    struct fixture_cell cell = CELL_OF(&model, "radau-iia-2", "none", .step = "1/10", .steps = STEPS);
    struct fixture_setup *own = fixture_setup_create(&cell);
    struct trajectory *alone = fixture_try(&cell);
    struct found found = find("models/lotka-volterra.lua", "radau-iia-2", "none", 10, STEPS);
    double scale[MOST], drift;

    scale_observables(own->setup.system, own->initial, scale);
    drift = mpfr_get_d(alone->observable_error[0], MPFR_RNDN) / scale[0] / (0.1 * STEPS);
    assert_true(fabs(fabs(found.slope[0]) - drift) < 0.1 * drift);
}

TEST(test_too_short_and_broken)
{
    struct found few = find("models/lotka-volterra.lua", "gauss-1", "none", 10, 200),
                 broken = find("models/lotka-volterra.lua", "lobatto-iiib-iiia-3", "none", 2, 2048),
                 last = find("models/lotka-volterra.lua", "lobatto-iiib-iiia-3", "none", 2, 100);

    assert_true(isnan(few.exponent[0]) && isfinite(few.slope[0]));
    assert_true(isnan(broken.exponent[0]) && isnan(broken.slope[0]));
    assert_true(isnan(last.slope[0])); /* in its last interval, which has a mean */
}

TEST(test_refusals)
{
    struct problem *problem = checkpoint_problem("models/lotka-volterra.lua");
    double exponent[MOST], slope[MOST];
    struct error error = {""};
    struct cell_request request;
    mpq_ptr step = kept_rational(1, 10);

    request = checkpoint_request(problem, "radau-iia-2", "none", CELL_DOUBLE, step);
    assert_false(cell_growth(&request, MEMBERS - 1, exponent, slope, &error));
    assert_non_null(strstr(error.text, "63 trajectories; write at least 64"));
    request.bits = 128;
    assert_false(cell_growth(&request, MEMBERS, exponent, slope, &error));
    assert_non_null(strstr(error.text, "precision = \"double\""));
    request.bits = CELL_DOUBLE;
    request.projection = projection_find("symmetric");
    assert_false(cell_growth(&request, MEMBERS, exponent, slope, &error));
}

/* -- means: lanes against double -- */

static const double *run_means(const struct fixture_setup *own, const double *initial,
                               const struct ensemble_build_double *build)
{
    static const unsigned long stop[] = {3, 50, 117};
    struct ensemble *ensemble = kept(ensemble_run(&own->setup, own->method.family,
                                                  &(struct ensemble_request){.members = 11,
                                                                             .initial = initial,
                                                                             .steps = 120,
                                                                             .stops = 3,
                                                                             .stop = stop,
                                                                             .watches = true,
                                                                             .build = build}));

    for (size_t m = 0; m < 11; m++)
        assert_int_equal(ensemble->member[m].steps, 120);
    return ensemble->mean;
}

/* Means of the energy error over steps 4 .. 50, computed here. */
static double mean_alone(const struct fixture_setup *own, const double *initial)
{
    struct stepper_double *stepper = own->method.family->create_double(&own->setup);
    struct evaluator_double *observe = evaluator_create_double(own->setup.system->observe, 1);
    double value[MOST], start, sum = 0, weights = 0;

    memcpy(stepper->q, initial, own->dimension * sizeof(double));
    stepper->start(stepper);
    evaluator_run_double(observe, 1, (const double *const[]){stepper->q}, (double *const[]){value});
    start = value[0];
    for (int n = 1; n <= 50; n++) {
        double x = (n - 3 - 0.5) / 47;

        stepper->step(stepper);
        if (n <= 3)
            continue;
        evaluator_run_double(observe, 1, (const double *const[]){stepper->q}, (double *const[]){value});
        sum += x * x * (1 - x) * (1 - x) * (value[0] - start);
        weights += x * x * (1 - x) * (1 - x);
    }
    evaluator_destroy_double(observe);
    stepper->destroy(stepper);
    return sum / weights;
}

TEST(test_means)
{
    struct fixture_model model = fixture_model_read("models/lotka-volterra.lua");
    struct fixture_setup *own = fixture_setup_create(&CELL_OF(&model, "gauss-2", "standard", .step = "1/10"));
    double initial[22];
    const double *in_double;
    const size_t observables = model.system->observables;

    for (int i = 0; i < 22; i++)
        initial[i] = 1 + 0.01 * i;
    in_double = run_means(own, initial, &ensemble_group_double);
    for (size_t k = 0; ensemble_build(k); k++)
        assert_memory_equal(run_means(own, initial, ensemble_build(k)), in_double,
                            3 * 11 * observables * sizeof(double));
    in_double += 11 * observables; /* after the second stop */
    for (size_t m = 0; m < 11; m++) {
        double alone = mean_alone(own, initial + 2 * m), mean = in_double[m * observables];

        assert_true(fabs(mean - alone) <= 1e-12 * fabs(alone));
        assert_true(m == 0 || mean != in_double[0]); /* control: they differ */
    }
}
