/* How errors of cells grow: what theory says of methods is found, and the ensemble is made of what it says.
 *
 *     gauss-1 without projection       energy bounded: symplectic, on an orbit without chaos
 *     radau-iia-2                      energy secular: it dissipates
 *     gauss-6, symmetric projection    energy of round-off: a random walk, or bounded where its steps are
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
    struct cell_growth growth[MOST];
};

static struct found find(const char *model, const char *method, const char *projection, unsigned long inverse,
                         unsigned long steps)
{
    struct problem *problem = checkpoint_problem(model);
    struct found found;
    struct cell_request request;
    mpq_ptr step = kept_rational(1, inverse);

    request = checkpoint_request(problem, method, projection, CELL_DOUBLE, step);
    request.steps = steps;
    assert_true(problem->system->observables <= MOST);
    assert_done(cell_growth(&request, MEMBERS, found.growth, &said), said);
    for (size_t k = 0; k < problem->system->observables; k++)
        print_message("%-28s %-10s %-10s %-18s exponent %6.2f (%s), slope %9.2g, spread %.2g\n", model,
                      method, projection, problem_observable_name(problem, k), found.growth[k].exponent,
                      term_word(TERM_GROWTH, growth_classify(found.growth[k].exponent)),
                      found.growth[k].slope, found.growth[k].spread);
    return found;
}

TEST(test_methods)
{
    struct found bounded = find("models/lotka-volterra.lua", "gauss-1", "none", 10, 8192),
                 secular = find("models/lotka-volterra.lua", "radau-iia-2", "none", 10, 8192),
                 invariant = find("models/point-vortices.lua", "gauss-1", "none", 10, 4096),
                 walk = find("models/point-vortices.lua", "gauss-6", "symmetric", 10, 4096);

    assert_int_equal(growth_classify(bounded.growth[0].exponent), GROWTH_BOUNDED);
    assert_int_equal(growth_classify(secular.growth[0].exponent), GROWTH_SECULAR);
    assert_int_equal(growth_classify(invariant.growth[1].exponent), GROWTH_BOUNDED);
    assert_int_equal(growth_classify(walk.growth[0].exponent), GROWTH_RANDOM_WALK);
}

/* Of one run the energy drifts, and u, which the projection does not touch, stays: each invariant has its
 * own. */
TEST(test_each_its_own)
{
    struct found found = find("models/guiding-centre-symmetric.lua", "gauss-1", "standard", 1, 2048);

    assert_int_equal(growth_classify(found.growth[0].exponent), GROWTH_SECULAR);
    assert_int_equal(growth_classify(found.growth[2].exponent), GROWTH_BOUNDED);
}

/* RK4 on x' = i x multiplies by R(i h), |R(i h)|^2 = 1 - h^6/72 + h^8/576: the energy falls by that in each step. */
TEST(test_known_drift)
{
    const double h = 0.1, fall = pow(h, 6) / 72 - pow(h, 8) / 576;
    enum { STEPS = 4096 };
    struct found drift = find("models/harmonic-oscillator.lua", "rk4", "none", 10, STEPS),
                 walk = find("models/point-vortices.lua", "gauss-6", "symmetric", 10, STEPS);

    assert_int_equal(growth_classify(drift.growth[0].exponent), GROWTH_SECULAR);
    assert_true(fabs(drift.growth[0].slope * h / -fall - 1) < STEPS * fall);
    assert_true(drift.growth[0].spread < 1e-8 * fall / h && drift.growth[0].spread > 0);
    assert_true(fabs(walk.growth[0].slope) < walk.growth[0].spread);
}

TEST(test_too_short_and_broken)
{
    struct found few = find("models/lotka-volterra.lua", "gauss-1", "none", 10, 200),
                 broken = find("models/lotka-volterra.lua", "lobatto-iiib-iiia-3", "none", 2, 2048),
                 last = find("models/lotka-volterra.lua", "lobatto-iiib-iiia-3", "none", 2, 100);

    assert_true(isnan(few.growth[0].exponent));
    assert_true(isnan(broken.growth[0].exponent) && isnan(broken.growth[0].slope) &&
                isnan(broken.growth[0].spread));
    assert_true(isnan(last.growth[0].exponent));
}

TEST(test_refusals)
{
    struct problem *problem = checkpoint_problem("models/lotka-volterra.lua");
    struct cell_growth growth[MOST];
    struct cell_request request;
    mpq_ptr step = kept_rational(1, 10);

    request = checkpoint_request(problem, "radau-iia-2", "none", CELL_DOUBLE, step);
    assert_false(cell_growth(&request, MEMBERS - 1, growth, &said));
    assert_non_null(strstr(said.text, "63 trajectories; write at least 64"));
    request.bits = 128;
    assert_false(cell_growth(&request, MEMBERS, growth, &said));
    assert_non_null(strstr(said.text, "precision = \"double\""));
    request.bits = CELL_DOUBLE;
    request.projection = projection_find("symmetric");
    assert_false(cell_growth(&request, MEMBERS, growth, &said));
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
