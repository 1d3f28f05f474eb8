/* The part of the error of a step with the first power of a small parameter, against its closed form.  Kicks of b_i at the
 * times c_i on H = T(p) + e V(q), with v = T'(p), leave
 *
 *     p:  -(h sum b_i V'(q + c_i h v) - (V(q + h v) - V(q))/v)
 *     q:  -T''(p) (h^2 sum b_i (1 - c_i) V'(q + c_i h v) - (W(q + h v) - W(q))/v^2 + h V(q)/v),   W' = V
 *
 * Controls: without the perturbation there is nothing, and where drifts do not follow the system there is. */
#include "tests/fixtures/test.h"

#include <math.h>

#include "integrators/methods/method_file.h"
#include "measures/step/perturbed_error.h"
#include "measures/step/step_measure.h"

enum { BITS = 200 };

static double V(double q)
{
    return cos(q) + sin(2 * q) / 3;
}

static double W(double q)
{
    return sin(q) - cos(2 * q) / 6;
}

static double slope(double q)
{
    return -sin(q) + 2 * cos(2 * q) / 3;
}

static double measure(const char *model, const char *file, const char *step, step_measure *take)
{
    struct error error = {""};
    struct problem *problem = problem_create(model, NULL, NULL, 0, NULL, &error);
    struct method_file *method = method_file_create(file, NULL, &error);
    struct cell_request request = {.projection = projection_find("none"), .steps = 1, .bits = BITS};
    double found;
    mpfr_t value;
    mpq_t h;

    assert_done(problem && method, error);
    request.problem = problem;
    request.method = method_file_method(method);
    mpq_init(h);
    assert_done(cell_parse_step(step, h, &error), error);
    request.step = h;
    mpfr_init2(value, BITS);
    assert_done(take(&request, value, &error), error);
    found = mpfr_get_d(value, MPFR_RNDN);
    mpfr_clear(value);
    mpq_clear(h);
    method_file_destroy(method);
    problem_destroy(problem);
    return found;
}

/* The order of the part with the power, over h. */
static double find_order(const char *file, int power)
{
    struct error error = {""};
    struct problem *problem = problem_create("perturbed-particle", NULL, NULL, 0, NULL, &error);
    struct method_file *method = method_file_create(file, NULL, &error);
    struct cell_request request = {.projection = projection_find("none"), .steps = 1, .bits = CELL_DOUBLE};
    double found;

    assert_done(problem && method, error);
    request.problem = problem;
    request.step = kept_rational(1, 10);
    request.method = method_file_method(method);
    found = perturbed_error_order(&request, power);
    method_file_destroy(method);
    problem_destroy(problem);
    return found;
}

/* Of Stoermer's and Verlet's splitting, kicks of 1/2 at the ends, on perturbed-particle from (1/2, 4/5). */
static double expected(double h)
{
    const double q = 0.5, p = 0.8, root = sqrt(1 + p * p), v = p / root, curvature = 1 / (root * root * root);
    const double end = q + h * v, of_p = h * (slope(q) + slope(end)) / 2 - (V(end) - V(q)) / v,
                 of_q = h * h * slope(q) / 2 - (W(end) - W(q)) / (v * v) + h * V(q) / v;

    return fmax(fabs(of_p), curvature * fabs(of_q)) / h;
}

TEST(first_power)
{
    const char *file = "examples/stoermer-verlet.lua";
    const double found = measure("perturbed-particle", file, "1/2", perturbed_error_1);

    assert_float_equal(found, expected(0.5), 1e-12);
    assert_float_equal(measure("perturbed-particle", file, "1/8", perturbed_error_1), expected(0.125), 1e-12);
    assert_true(fabs(found - expected(0.501)) > 1e-5); /* control */
}

TEST(without_the_perturbation)
{
    const char *file = "examples/stoermer-verlet.lua",
               *oscillator = "tests/data/models/perturbed-oscillator.lua";

    assert_true(measure("perturbed-particle", file, "1/2", perturbed_error_0) < 1e-55);
    assert_true(measure(oscillator, file, "1/2", perturbed_error_0) > 1e-3);
}

/* Of a constant force the second power of its strength is in no solution, and in no step. */
TEST(no_second_power)
{
    const char *force = "tests/data/models/perturbed-force.lua";

    assert_true(measure(force, "examples/saba-3.lua", "1/2", perturbed_error_2) < 1e-50);
    assert_true(measure("perturbed-particle", "examples/saba-3.lua", "1/2", perturbed_error_2) > 1e-6);
}

/* The generalized orders (8, 2) and (6, 2), of which the coefficients say the same (test_flow_words). */
TEST(as_the_step_goes_to_zero)
{
    assert_float_equal(find_order("examples/saba-4.lua", 1), 8, 1e-3);
    assert_float_equal(find_order("examples/saba-4.lua", 2), 2, 1e-3);
    assert_float_equal(find_order("examples/sbab-3.lua", 1), 6, 1e-3);
    assert_float_equal(find_order("tests/data/methods/late-saba-4.lua", 1), 0, 1e-3); /* control */
}
