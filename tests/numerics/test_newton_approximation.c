/* What equations know of dr/dx: approximations of its inverse, in the place of factors, or itself; for x^2 = 2, with the
 * correction r/c or the matrix 2 x.
 *
 *   near      c near 2 x: the root, to round-off, without a matrix, and the same bits in MPFR at 53 bits and in a lane
 *   far       c that contracts too slowly, or not at all: the solution by factors from the same guess, bit for bit, and
 *             the factors are kept
 *   lanes     each lane decides for itself
 *   known     the matrix is taken again while corrections are large: fewer residuals
 *   digits    above 53 bits factors alone are taken
 *
 * Controls: the same equations without the approximation have a matrix; the far ones spend evaluations on it. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/newton_fixture.h"

static const double NEAR = 2.8, FAR = 0.9, SLOW = 20;
static double divisor; /* c */
static unsigned asked; /* how often the approximation was */

static void approximate(void *context)
{
    (void)context;
    asked++;
}

static void correct_double(void *context, double *r)
{
    (void)context;
    *r /= divisor;
}

/* The last lanes are far. */
static void correct_lanes(void *context, lanes_vector *r)
{
    (void)context;
    *r /= (lanes_vector){NEAR, NEAR, NEAR, NEAR, NEAR, NEAR, SLOW, FAR};
}

struct solved {
    double x;
    struct newton_counts counts;
};

static struct newton_double *create(double c)
{
    const struct problem_in_x problem = square();
    struct equations_double equations = equations_double(&problem);

    divisor = c;
    asked = 0;
    if (c > 0) {
        equations.approximate = approximate;
        equations.correct = correct_double;
    }
    return newton_create_double(equations, equations_dual(&problem), NULL);
}

/* From 1.5; c = 0: without an approximation */
static struct solved solve_with(double c, unsigned times)
{
    struct newton_double *newton = create(c);
    const double two = 2;
    struct solved solved;

    for (unsigned k = 0; k < times; k++) {
        double guess = 1.5;

        assert_int_equal(newton_solve_double(newton, true, &two, 1, &guess, &solved.x), NEWTON_CONVERGED);
    }
    solved.counts = newton_counts_double(newton, 0);
    newton_destroy_double(newton);
    return solved;
}

static struct solved solve_with_mpfr(double c, long bits)
{
    const struct problem_in_x problem = square();
    struct equations_mpfr equations;
    struct newton_mpfr *newton;
    struct solved solved;
    double guess = 1.5;

    mpfr_precision_set(bits);
    equations = equations_mpfr(&problem);
    equations.approximate = approximate;
    equations.correct = correct_double;
    divisor = c;
    asked = 0;
    newton = newton_create_mpfr(
        equations, equations_dual(&problem),
        bits > 53 ? newton_create_double(equations_double(&problem), equations_dual(&problem), NULL) : NULL);
    real_mpfr *two = kept_vector_mpfr(1), *x = kept_vector_mpfr(1);
    mpfr_set_d(two, 2, MPFR_RNDN);
    assert_int_equal(newton_solve_mpfr(newton, true, two, 1, &guess, x), NEWTON_CONVERGED);
    solved = (struct solved){mpfr_get_d(x, MPFR_RNDN), newton_counts_mpfr(newton, 0)};
    newton_destroy_mpfr(newton);
    return solved;
}

TEST(test_near)
{
    const struct solved near = solve_with(NEAR, 1), without = solve_with(0, 1);

    assert_true(fabs(near.x - sqrt(2)) <= 0x1p-52);
    assert_int_equal(near.counts.matrix_evaluations, 0);
    assert_int_equal(without.counts.matrix_evaluations, 1);
    assert_true(solve_with_mpfr(NEAR, 53).x == near.x);
    assert_int_equal(asked, 1);
}

TEST(test_far)
{
    const struct solved without = solve_with(0, 1);
    const double far[] = {FAR, SLOW};

    for (size_t i = 0; i < COUNT(far); i++) {
        const struct solved solved = solve_with(far[i], 1);

        assert_true(solved.x == without.x);
        assert_int_equal(solved.counts.matrix_evaluations, without.counts.matrix_evaluations);
        assert_true(solved.counts.residual_evaluations > without.counts.residual_evaluations + 1);
        solve_with(far[i], 10);
        assert_int_equal(asked, 1);
    }
    assert_int_equal((solve_with(NEAR, 10), asked), 10); /* control */
}

TEST(test_lanes)
{
    const struct problem_in_x problem = square();
    const lanes_integers all = ~(lanes_integers){0};
    const lanes_vector two = {2, 2, 2, 2, 2, 2, 2, 2}, scale = two / 2;
    struct equations_lanes equations = equations_lanes(&problem);
    struct newton_lanes *newton;
    lanes_vector guess = scale * 1.5, x;
    lanes_integers status;

    equations.approximate = approximate;
    equations.correct = correct_lanes;
    newton = newton_create_lanes(equations, equations_dual(&problem), NULL);
    status = newton_solve_lanes(newton, all, &two, scale, &guess, &x);
    for (size_t lane = 0; lane < LANES; lane++) {
        const struct solved alone = solve_with(lane < 6 ? NEAR : lane == 6 ? SLOW : FAR, 1);
        const struct newton_counts counts = newton_counts_lanes(newton, lane);

        assert_int_equal(status[lane], NEWTON_CONVERGED);
        assert_true(x[lane] == alone.x);
        assert_int_equal(counts.residual_evaluations, alone.counts.residual_evaluations);
        assert_int_equal(counts.matrix_evaluations, alone.counts.matrix_evaluations);
    }
    newton_destroy_lanes(newton);
}

/* -- the matrix itself -- */

static double last_point;

static void note_point(void *context, const double *at, const double *x, double *r)
{
    last_point = *x;
    residual_double(context, at, x, r);
}

static void find_matrix(void *context, double *matrix)
{
    (void)context;
    *matrix = 2 * last_point;
}

TEST(test_known)
{
    const struct problem_in_x problem = square();
    struct equations_double equations = equations_double(&problem);
    const struct solved without = solve_with(0, 1);
    const double two = 2;
    double guess = 1.5, x;

    equations.residual = note_point;
    equations.matrix = find_matrix;
    struct newton_double *newton = newton_create_double(equations, equations_dual(&problem), NULL);
    assert_int_equal(newton_solve_double(newton, true, &two, 1, &guess, &x), NEWTON_CONVERGED);
    const struct newton_counts counts = newton_counts_double(newton, 0);
    assert_true(fabs(x - sqrt(2)) <= 0x1p-52);
    assert_true(counts.matrix_evaluations > without.counts.matrix_evaluations);
    assert_true(counts.residual_evaluations < without.counts.residual_evaluations - 2);
    newton_destroy_double(newton);
}

TEST(test_digits)
{
    assert_int_equal(solve_with_mpfr(NEAR, 200).counts.matrix_evaluations, 1);
    assert_int_equal(asked, 0);
}
