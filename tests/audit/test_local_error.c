/* The error of one step against a series: of x' = x Euler's rule leaves e^h - 1 - h, RK4 e^h - 1 - ... - h^4/24. */
#include "tests/fixtures/test.h"

#include "measures/step/local_error.h"

static const char growth[] =
    "return model { title = 'growth', source = 'a test', kind = 'ode', coordinates = { 'x' },"
    " field = function (x) return { x[1] } end, initial = { default = { 1 } } }";

static double measure(double (*of)(const struct cell_request *request), const char *method, const char *step,
                      long bits)
{
    struct error error = {""};
    struct problem *problem = problem_create_from_text("growth", growth, "default", &error);
    struct cell_request request = {
        .problem = problem, .projection = projection_find("none"), .steps = 1, .bits = bits};
    mpq_t h;
    double found;

    assert_done(problem && method_find(method, &request.method, &error), error);
    mpq_init(h);
    assert_done(cell_parse_step(step, h, &error), error);
    request.step = h;
    found = of(&request);
    mpq_clear(h);
    problem_destroy(problem);
    return found;
}

static double error_of(const char *method, const char *step, long bits)
{
    return measure(local_error, method, step, bits);
}

/* log2 of h^n/n! + h^(n+1)/(n+1)! + ... */
static double rest(double h, int n)
{
    double sum = 0, term = 1;

    for (int k = 1; k < n + 30; k++) {
        term *= h / k;
        sum += k >= n ? term : 0;
    }
    return log2(sum);
}

TEST(the_rest_of_the_series)
{
    assert_float_equal(error_of("runge-kutta:euler", "1/4", 128), rest(0.25, 2), 1e-9);
    assert_float_equal(error_of("rk4", "1", 128), rest(1, 5), 1e-9);
    assert_float_equal(error_of("rk4", "1/1048576", 512), rest(ldexp(1, -20), 5), 1e-9);
    assert_float_equal(error_of("rk4", "1/4", CELL_DOUBLE), rest(0.25, 5), 1e-6);
}

/* Over the way e^h - 1. */
TEST(the_share_of_the_way)
{
    assert_true(fabs(measure(local_error_share, "rk4", "1", 128) - (rest(1, 5) - rest(1, 1))) < 1e-9);
    assert_true(fabs(measure(local_error_share, "runge-kutta:euler", "1/4", CELL_DOUBLE) -
                     (rest(0.25, 2) - rest(0.25, 1))) < 1e-6);
}

/* In double a small step has no error but that of its last bit. */
TEST(round_off_ends_it)
{
    assert_true(error_of("rk4", "1/1048576", CELL_DOUBLE) < -50);
    assert_true(error_of("runge-kutta:euler", "1/1024", CELL_DOUBLE) > -22);
}

/* A variational method has no steps on a field. */
TEST(what_does_not_apply)
{
    assert_true(isnan(error_of("gauss-2", "1/4", 128)));
}
