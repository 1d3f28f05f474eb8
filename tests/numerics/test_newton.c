/* Newton's method with a double matrix, against roots that are known otherwise: at any precision, with few
 * evaluations. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/newton_fixture.h"

/* exp(x0) - data, x0 x1 - 1, x0 + x1 + x2^3: roots log(data), 1/log(data), -(log + 1/log)^(1/3) */
static struct problem_in_x logarithms(void)
{
    struct graph *graph = kept(graph_create());
    expression x = input(graph, 0), y = input(graph, 1), z = input(graph, 2);
    expression r[] = {
        BINARY(SUBTRACT, UNARY(EXP, x), data(graph)),
        BINARY(SUBTRACT, BINARY(MULTIPLY, x, y), number(graph, 1)),
        BINARY(ADD, BINARY(ADD, x, y), BINARY(MULTIPLY, z, BINARY(MULTIPLY, z, z))),
    };

    return problem_compile(graph, 3, r);
}

/* In double factors are kept while they contract by 1/10: 16 evaluations for 53 bits, one to accept, one to
 * spare. Above, each evaluation gains some 48 bits on the 53 there are. */
static unsigned long most_evaluations(long bits)
{
    return bits ? (unsigned long)bits / 48 + 2 : 18;
}

static const long PRECISIONS[] = {0, 54, 64, 128, 256, 1000};

TEST(test_square_root)
{
    struct problem_in_x problem = square();
    mpfr_ptr root = kept_number(FIXTURE_DISTANCE_BITS * 4);

    mpfr_sqrt_ui(root, 2, MPFR_RNDN);
    for (size_t i = 0; i < COUNT(PRECISIONS); i++) {
        long bits = PRECISIONS[i];
        struct solution at = solve(&problem, 2, (const double[]){1.5}, bits);

        assert_int_equal(at.status, NEWTON_CONVERGED);
        assert_true(units(at.x[0], root, bits) <= 4);
        assert_true(at.counts.residual_evaluations <= most_evaluations(bits));
    }
}

TEST(test_logarithms)
{
    struct problem_in_x problem = logarithms();
    mpfr_t root[3];

    for (size_t i = 0; i < 3; i++)
        mpfr_init2(root[i], FIXTURE_DISTANCE_BITS * 4);
    mpfr_log_ui(root[0], 3, MPFR_RNDN);
    mpfr_ui_div(root[1], 1, root[0], MPFR_RNDN);
    mpfr_add(root[2], root[0], root[1], MPFR_RNDN);
    mpfr_cbrt(root[2], root[2], MPFR_RNDN);
    mpfr_neg(root[2], root[2], MPFR_RNDN);
    for (size_t i = 0; i < COUNT(PRECISIONS); i++) {
        long bits = PRECISIONS[i];
        struct solution at = solve(&problem, 3, (const double[]){1, 1, -1}, bits);

        assert_int_equal(at.status, NEWTON_CONVERGED);
        for (size_t k = 0; k < 3; k++)
            assert_true(units(at.x[k], root[k], bits) <= 32);
        assert_true(at.counts.residual_evaluations <= most_evaluations(bits));
    }
    for (size_t i = 0; i < 3; i++)
        mpfr_clear(root[i]);
}

/* The highest precisions that runs accept: numbers far below the range of double. */
TEST(test_highest_precision)
{
    static const long precisions[] = {1500, 3000, CELL_MOST_BITS};
    struct problem_in_x problem = square();
    mpfr_ptr root = kept_number(CELL_MOST_BITS + 64);

    mpfr_sqrt_ui(root, 2, MPFR_RNDN);
    for (size_t i = 0; i < COUNT(precisions); i++) {
        struct solution at = solve(&problem, 2, (const double[]){1.5}, precisions[i]);

        assert_int_equal(at.status, NEWTON_CONVERGED);
        assert_true(units(at.x[0], root, precisions[i]) <= 4);
        assert_true(at.counts.residual_evaluations <= most_evaluations(precisions[i]));
    }
}

/* Control: a root of other data is not taken for one. */
TEST(test_other_data)
{
    struct problem_in_x problem = square();
    struct solution at = solve(&problem, 2 + 0x1p-40, (const double[]){1.5}, 256);
    mpfr_ptr root = kept_number(FIXTURE_DISTANCE_BITS);

    mpfr_sqrt_ui(root, 2, MPFR_RNDN);
    assert_int_equal(at.status, NEWTON_CONVERGED);
    assert_true(units(at.x[0], root, 256) > 0x1p200);
}

/* Units do not matter: x^2 = 2 s^2 has s times the root of x^2 = 2, bit for bit where s is a power of two, however much
 * larger than 1e6 the corrections are.  Control: of x that are as large as 1 such a correction is none. */
TEST(test_large_scale)
{
    const double units = 0x1p60;
    struct problem_in_x problem = square();
    struct newton_double *newton =
        newton_create_double(equations_double(&problem), equations_dual(&problem), NULL);
    double plain, scaled, guess = 2, large_guess = 2 * units;
    const double two = 2, data = two * units * units;

    assert_int_equal(newton_solve_double(newton, true, &two, 1, &guess, &plain), NEWTON_CONVERGED);
    newton_forget_double(newton, true);
    assert_int_equal(newton_solve_double(newton, true, &data, units, &large_guess, &scaled),
                     NEWTON_CONVERGED);
    assert_true(scaled == units * plain);
    newton_forget_double(newton, true);
    large_guess = 2 * units;
    assert_int_equal(newton_solve_double(newton, true, &data, 1, &large_guess, &scaled), NEWTON_DIVERGED);
    newton_destroy_double(newton);
}

/* In double the factors serve the next solve, until they are forgotten. */
TEST(test_factors_are_kept)
{
    struct problem_in_x problem = square();
    struct newton_double *newton =
        newton_create_double(equations_double(&problem), equations_dual(&problem), NULL);
    double x, guess;

    for (int k = 0; k < 4; k++) {
        double parameter = 2 + k * 1e-4;

        guess = 1.4142;
        if (k == 3)
            newton_forget_double(newton, true);
        assert_int_equal(newton_solve_double(newton, true, &parameter, 1, &guess, &x), NEWTON_CONVERGED);
        assert_true(fabs(x - sqrt(parameter)) <= 0x1p-51);
        assert_int_equal(newton_counts_double(newton, 0).matrix_evaluations, k < 3 ? 1 : 2);
    }
    newton_destroy_double(newton);
}

/* Factors of another point may be right in one direction and off by a sixteenth in the other.  From a guess that is wrong
 * mostly in the first, corrections fall from 2^-12 to 2^-40 at once, and then sixteenfold: what the first fall promises
 * does not come true, and the solution is accepted only when a correction at round-off was measured at it. */
TEST(test_contraction_of_the_slow_direction)
{
    struct graph *graph = kept(graph_create());
    expression r[] = {
        BINARY(SUBTRACT, input(graph, 0), number(graph, 1)),
        BINARY(SUBTRACT, BINARY(MULTIPLY, data(graph), input(graph, 1)), number(graph, 2)),
    };
    struct problem_in_x problem = problem_compile(graph, 2, r);
    struct newton_double *newton =
        newton_create_double(equations_double(&problem), equations_dual(&problem), NULL);
    const double one = 1, other = 1.0625;
    double x[2], first[] = {1, 2}, second[] = {1 + 0x1p-12, 2 / 1.0625 + 0x1p-36};

    assert_int_equal(newton_solve_double(newton, true, &one, 2, first, x), NEWTON_CONVERGED);
    assert_int_equal(newton_solve_double(newton, true, &other, 2, second, x), NEWTON_CONVERGED);
    assert_true(fabs(x[0] - 1) <= 0x1p-51);
    assert_true(fabs(x[1] - 2 / 1.0625) <= 0x1p-51);
    assert_int_equal(newton_counts_double(newton, 0).matrix_evaluations, 1);
    assert_true(newton_counts_double(newton, 0).worst_stall <= 1);
    newton_destroy_double(newton);
}

/* Counted by hand: eight instructions, three unknowns. */
TEST(test_operations)
{
    struct problem_in_x problem = logarithms();
    struct solution at = solve(&problem, 3, (const double[]){1, 1, -1}, 0);
    const struct newton_counts *counts = &at.counts;

    assert_int_equal(program_operations(problem.program), 8);
    assert_int_equal(counts->operations, 8 * counts->residual_evaluations +
                                             (9 * 8 + 2 * 27 / 3) * counts->matrix_evaluations +
                                             2 * 9 * counts->residual_evaluations);
}
