/* The factors of Newton's matrix: lanes replace theirs at different times, and a singular one is told from others. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/newton_fixture.h"

#include "numerics/newton_matrix.h"

/* The correction of a residual of one in each lane: 1/(2 x). */
static lanes_vector correct(const struct newton_matrix_lanes *matrix)
{
    const lanes_vector r = {1, 1, 1, 1, 1, 1, 1, 1};
    long exponent;

    newton_matrix_solve_lanes(matrix, &r, 0, &exponent);
    return *matrix->correction;
}

TEST(test_lanes_replace_their_own)
{
    const lanes_integers all = ~(lanes_integers){0}, third = {0, 0, 0, -1, 0, 0, 0, 0};
    lanes_vector x = {0, 1, 2, 3, 4, 5, 6, 7}, before, after;
    struct problem_in_x problem = square(); /* x^2 - data: its matrix is 2 x */
    const struct equations_lanes own = {0};
    struct newton_matrix_lanes *matrix = newton_matrix_create_lanes(equations_dual(&problem), &own);
    lanes_integers running = all, status = {0};

    newton_matrix_refresh_lanes(matrix, all, &x, &running, &status);
    before = correct(matrix);
    assert_int_equal(status[0], NEWTON_SINGULAR);
    assert_false(matrix->factorised[0] || running[0] || !running[1]);
    for (int lane = 1; lane < LANES; lane++) {
        assert_int_equal(status[lane], NEWTON_CONVERGED);
        assert_true(matrix->factorised[lane]);
        assert_true(before[lane] == 1 / (2 * x[lane]));
    }
    x += 1;
    newton_matrix_refresh_lanes(matrix, third, &x, &running, &status);
    after = correct(matrix);
    for (int lane = 1; lane < LANES; lane++)
        assert_true(after[lane] == (lane == 3 ? 1.0 / 8 : before[lane]));
    assert_int_equal(newton_matrix_evaluations_lanes(matrix, 3), 2);
    assert_int_equal(newton_matrix_evaluations_lanes(matrix, 4), 1);
    newton_matrix_destroy_lanes(matrix);
}

/* Of few lanes, each for itself. */
TEST(test_lanes_without_factors)
{
    const lanes_integers all = ~(lanes_integers){0}, few = {0, 0, -1, 0, -1, -1, 0, 0};
    const lanes_vector x = {1, 2, 0, 4, NAN, 8, 16, 32};
    const unsigned long expected[LANES] = {[2] = NEWTON_SINGULAR, [4] = NEWTON_NOT_FINITE};
    struct problem_in_x problem = square();
    const struct equations_lanes own = {0};
    struct newton_matrix_lanes *matrix = newton_matrix_create_lanes(equations_dual(&problem), &own);
    lanes_integers running = all, status = {0};

    newton_matrix_refresh_lanes(matrix, few, &x, &running, &status);
    for (int lane = 0; lane < LANES; lane++) {
        assert_int_equal(status[lane], expected[lane]);
        assert_int_equal(running[lane] != 0, lane != 2 && lane != 4);
        assert_int_equal(matrix->factorised[lane] != 0, lane == 5);
    }
    assert_true(correct(matrix)[5] == 1.0 / 16);
    newton_matrix_destroy_lanes(matrix);
}

TEST(test_not_finite)
{
    struct problem_in_x problem = square();
    const struct equations_double own = {0};
    struct newton_matrix_double *matrix = newton_matrix_create_double(equations_dual(&problem), &own);
    double x = NAN;

    bool running = true;
    unsigned status = NEWTON_CONVERGED;

    newton_matrix_refresh_double(matrix, true, &x, &running, &status);
    assert_int_equal(status, NEWTON_NOT_FINITE);
    assert_false(matrix->factorised || running);
    newton_matrix_destroy_double(matrix);
}
