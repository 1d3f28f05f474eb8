/* Newton's method refuses everything that is no root: equations without one, NaN, singular matrices,
 * residuals that are not reproducible to the digits asked for. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/newton_fixture.h"

/* -- no roots -- */

static void check_refused(const struct problem_in_x *problem, double parameter, const double *guess,
                          int expected_status)
{
    static const long precisions[] = {0, 53, 54, 200, 1000};

    for (size_t i = 0; i < COUNT(precisions); i++) {
        struct solution at = solve(problem, parameter, guess, precisions[i]);

        assert_int_not_equal(at.status, NEWTON_CONVERGED);
        if (expected_status >= 0)
            assert_int_equal(at.status, expected_status);
    }
}

TEST(test_no_root)
{
    static const double guesses[] = {0.3, 1, 1e-3, -7, 0.57735026918962576, 1e5};
    struct problem_in_x problem = square();

    for (size_t i = 0; i < COUNT(guesses); i++) {
        check_refused(&problem, -1, guesses + i, -1);
        check_refused(&problem, -1e-8, guesses + i, -1);
    }
}

TEST(test_not_finite)
{
    struct graph *graph = kept(graph_create());
    expression r = BINARY(SUBTRACT, UNARY(LOG, input(graph, 0)), data(graph));
    struct problem_in_x problem = problem_compile(graph, 1, &r);

    check_refused(&problem, 1, (const double[]){-1}, NEWTON_NOT_FINITE);
    check_refused(&problem, 1, (const double[]){0}, -1);
    check_refused(&problem, NAN, (const double[]){1}, NEWTON_NOT_FINITE);
    check_refused(&problem, INFINITY, (const double[]){1}, NEWTON_NOT_FINITE);
    check_refused(&problem, 1, (const double[]){NAN}, NEWTON_NOT_FINITE);
    /* Control: the same equation where there is a root. */
    struct solution at = solve(&problem, 1, (const double[]){2}, 0);
    assert_int_equal(at.status, NEWTON_CONVERGED);
}

/* NaN in one residual among others that vanish. */
TEST(test_one_component_not_finite)
{
    struct graph *graph = kept(graph_create());
    expression r[] = {
        BINARY(SUBTRACT, input(graph, 0), data(graph)),
        BINARY(SUBTRACT, input(graph, 1), BINARY(MULTIPLY, data(graph), UNARY(SQRT, input(graph, 2)))),
        BINARY(ADD, input(graph, 2), number(graph, 1)),
    };
    struct problem_in_x problem = problem_compile(graph, 3, r);

    check_refused(&problem, 1, (const double[]){1, 1, 1}, -1);
    check_refused(&problem, 1, (const double[]){1, 0, -1}, -1);
}

TEST(test_singular)
{
    struct graph *graph = kept(graph_create());
    expression sum = BINARY(ADD, input(graph, 0), input(graph, 1));
    expression r[] = {
        BINARY(SUBTRACT, sum, data(graph)),
        BINARY(SUBTRACT, BINARY(MULTIPLY, sum, number(graph, 2)), number(graph, 3)),
    };
    struct problem_in_x problem = problem_compile(graph, 2, r), flat = square();

    check_refused(&problem, 1, (const double[]){1, 1}, NEWTON_SINGULAR);
    check_refused(&problem, 1.5, (const double[]){1, 1}, NEWTON_SINGULAR); /* many roots */
    check_refused(&flat, 1, (const double[]){0}, NEWTON_SINGULAR);         /* 2 x = 0 */
}

/* -- honest acceptance -- */

/* A residual that is wrong by 2^-40 determines x to 2^-41 or so: no solution in double, whose largest stall
 * is 2^-41. Noise of 2^-48 is a stall, accepted and recorded; none is neither. */
TEST(test_noise)
{
    struct problem_in_x problem = square();
    struct solution at;

    for (int exponent = -50; exponent < -20; exponent++) {
        double size = 4 * ldexp(1, exponent); /* 2 x = 2.83 at the root: corrections of 2^exponent and more */

        problem.noise = size;
        at = solve(&problem, 2, (const double[]){1.5}, 0);
        if (exponent >= -40)
            assert_int_not_equal(at.status, NEWTON_CONVERGED);
        if (exponent <= -44) {
            assert_int_equal(at.status, NEWTON_CONVERGED);
            assert_true(at.counts.worst_stall >= ldexp(1, 53 + exponent));
        }
    }
    problem.noise = 0;
    at = solve(&problem, 2, (const double[]){1.5}, 0);
    assert_int_equal(at.status, NEWTON_CONVERGED);
    assert_true(at.counts.worst_stall <= 16);
}

TEST(test_noise_in_mpfr)
{
    struct problem_in_x problem = square();
    struct solution at;

    for (int exponent = -185; exponent < -20; exponent += 5) {
        problem.noise = 4 * ldexp(1, exponent);
        at = solve(&problem, 2, (const double[]){1.5}, 200);
        assert_int_not_equal(at.status, NEWTON_CONVERGED);
    }
    problem.noise = 4 * ldexp(1, -195);
    at = solve(&problem, 2, (const double[]){1.5}, 200);
    assert_int_equal(at.status, NEWTON_CONVERGED);
    assert_true(at.counts.worst_stall >= 32);
}

/* A double root: half of the digits are all that the residual determines; whatever is accepted must be near
 * it. */
TEST(test_double_root)
{
    struct graph *graph = kept(graph_create());
    expression difference = BINARY(SUBTRACT, input(graph, 0), data(graph)),
               r = BINARY(MULTIPLY, difference, difference);
    struct problem_in_x problem = problem_compile(graph, 1, &r);
    static const long precisions[] = {0, 200};

    for (size_t i = 0; i < 2; i++) {
        struct solution at = solve(&problem, 1, (const double[]){1.5}, precisions[i]);

        assert_true(at.status != NEWTON_CONVERGED || fabs(mpfr_get_d(at.x[0], MPFR_RNDN) - 1) < 0x1p-40);
    }
}
