/* The equations that underlie holonomic constraints, in four formulations (charts are in test_charts.c), and a method for
 * contrast.
 *
 *   pendulum    Dirac's equations without gravity as Leimkuhler and Reich (1994), section 3.4, write them out:
 *               with s = |q|^2, r = q.p
 *                   q' = ((2s - 1) p - 2 r q)/s      p' = -|p|^2 q/s^2 + 2 r p/s - 2 r^2 q/s^2
 *   residuals   r = P q, s = P p of a linear constraint (sections 3.3 and 3.5):
 *                   standard r' = s, s' = 0          weak-dirac r' = s' = 0
 *                   dirac r' = -s                    simplified-dirac r' = s
 *   manifold    on it all four are the same
 *   forms       what the midpoint rule makes of each in all of R^2n
 *   bdf         its order, against the flow; it keeps g and leaves psi */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "numerics/evaluator.h"

static const char *const names[] = {"standard", "weak-dirac", "dirac", "simplified-dirac"};

static struct fixture_model read_as(const char *text, const char *formulation, const char *gamma)
{
    const struct model_override override[] = {{"formulation", formulation}, {"gamma", gamma}};
    const struct model_choice choice = {.overrides = gamma ? 2 : 1, .override = override};
    struct error error = {""};
    struct fixture_model own;

    own.model = kept(text ? model_create_from_text("linear.lua", text, &choice, &error)
                          : model_create("models/pendulum.lua", &choice, &error));
    assert_done(own.model, error);
    own.system = kept(system_create(own.model));
    return own;
}

static void evaluate(const struct fixture_model *own, const double *x, double *rate)
{
    struct evaluator_double *evaluator = evaluator_create_double(own->system->velocity, 1);

    evaluator_run_double(evaluator, 1, (const double *const[]){x}, (double *const[]){rate});
    evaluator_destroy_double(evaluator);
}

TEST(test_pendulum_of_dirac)
{
    struct fixture_model own = read_as(NULL, "dirac", "0");
    const double x[4] = {0.75, -0.5, 0.25, 2}, s = 0.8125, r = 0.1875 - 1, v = 4.0625;
    double rate[4];

    evaluate(&own, x, rate);
    for (size_t i = 0; i < 2; i++) {
        assert_true(fabs(rate[i] - ((2 * s - 1) * x[2 + i] - 2 * r * x[i]) / s) < 1e-14);
        assert_true(fabs(rate[2 + i] -
                         (-v * x[i] / (s * s) + 2 * r * x[2 + i] / s - 2 * r * r * x[i] / (s * s))) < 1e-14);
    }
}

TEST(test_residuals)
{
    static const char LINEAR[] = "return model { kind = 'hamiltonian', coordinates = { 'r', 'f' },\n"
                                 "  hamiltonian = function (q, p) return (p.r^2 + p.f^2)/2 + q.f^4/4 end,\n"
                                 "  constraints = function (q) return { q.r } end,\n"
                                 "  initial = { default = { q = { 0, 1 }, p = { 0, 1 } } } }";
    const double expected[][2] = {{1, 0}, {0, 0}, {-1, 0}, {1, 0}}; /* of r', s' at s = 1 */
    const double x[4] = {0.5, 0.25, 1, 0.75};
    double rate[4];

    for (size_t k = 0; k < 4; k++) {
        struct fixture_model own = read_as(LINEAR, names[k], NULL);

        evaluate(&own, x, rate);
        assert_true(rate[0] == expected[k][0] && rate[2] == expected[k][1]);
        assert_true(rate[1] == 0.75 && rate[3] == -0.015625);
    }
}

TEST(test_manifold)
{
    const double x[4] = {0.6, -0.8, 1.6, 1.2};
    double first[4], rate[4];

    for (size_t k = 0; k < 4; k++) {
        struct fixture_model own = read_as(NULL, names[k], "1");

        evaluate(&own, x, k ? rate : first);
        for (size_t i = 0; k && i < 4; i++)
            assert_true(fabs(rate[i] - first[i]) < 1e-14);
    }
}

TEST(test_forms)
{
    for (size_t k = 0; k < 4; k++) {
        const struct model_override override = {"formulation", names[k]};
        struct error error = {""};
        struct problem *problem = kept(problem_create("pendulum", NULL, NULL, 1, &override, &error));
        struct geometry_case cell = {problem, "runge-kutta:gauss-1", "none", 200, 10, 0};

        assert_true((geometry_find(&cell, step_measure_symplectic_ambient) < 1e-55) == (k >= 2));
        assert_true(geometry_find(&cell, step_measure_flow) < 1e-55);
        assert_string_equal(model_formulation_name(problem->model), names[k]);
    }
}

TEST(test_unknown_formulation)
{
    const struct model_override override = {"formulation", "canonical"};
    struct error error = {""};

    assert_null(problem_create("pendulum", NULL, NULL, 1, &override, &error));
    assert_non_null(
        strstr(error.text, "unknown formulation 'canonical'; write one of standard, weak-dirac, dirac"));
}

static double error_of(const char *method, unsigned long steps)
{
    struct fixture_model own = fixture_model_read("models/pendulum.lua");
    mpfr_t *exact =
        fixture_run(&CELL_OF(&own, "runge-kutta:gauss-12", "none", .step = "1/64", .steps = 64, .bits = 200))
            ->q;
    char step[30];

    snprintf(step, sizeof step, "1/%lu", steps);
    return fixture_distance(
        fixture_run(&CELL_OF(&own, method, "none", .step = step, .steps = steps, .bits = 200))->q, exact, 4);
}

TEST(test_bdf)
{
    struct fixture_model own = fixture_model_read("models/pendulum.lua");
    const struct trajectory *run =
        fixture_run(&CELL_OF(&own, "bdf-2", "none", .step = "1/100", .steps = 200, .bits = 200));
    const double found = log2(error_of("bdf-2", 256) / error_of("bdf-2", 512));

    if (fabs(found - 2) > 0.1)
        fail_msg("order %.3f", found);
    assert_true(mpfr_cmp_d(run->constraint_error[0], 1e-57) < 0);
    assert_true(mpfr_cmp_d(run->constraint_error[1], 1e-6) > 0);
}
