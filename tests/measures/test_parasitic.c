/* The parasitic multipliers: those of a step on (q, p) off the constraint p = theta(q).
 *
 * For linear theta the constraint is invariant, the multipliers are among those of the whole Jacobian, and
 * for abar = a with a regular a all are R(infinity) exactly.  For the massless particle the map of departures
 * is found again from steps that start and end beside the constraint, with theta, T and Om by hand and no
 * Jacobian: Om(q_1)^-1 times the derivative of e -> phi(Psi_h(q + e, theta + T^T e)) has them as eigenvalues.
 * As h falls they tend to R(infinity) linearly in h: a departure is written in coordinates that turn on the
 * way.  Lobatto IIIC, whose R(infinity) is a convention, is far from it. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include <complex.h>

#include "measures/step/step_measure.h"
#include "measures/run/cell.h"
#include "numerics/eigenvalues.h"

enum { BITS = 128, MOST = 4 };
static const double ROUND_OFF = 1e-12;

static void find_multipliers(const struct geometry_case *cell, double complex *multiplier)
{
    size_t d = cell->problem->model->dimension;
    struct cell_request request = geometry_request(cell);
    double re[MOST], im[MOST];

    if (!step_measure_multipliers(&request, re, im, &said))
        fail_msg("%s: %s", cell->method, said.text);
    for (size_t i = 0; i < d; i++)
        multiplier[i] = CMPLX(re[i], im[i]);
}

/* -- linear theta -- */

/* How many eigenvalues of the Jacobian of the step are within `distance` of `centre`. */
static size_t count_near(const struct geometry_case *cell, double centre, double distance)
{
    struct cell_request request = geometry_request(cell);
    struct step_measure_map *map;
    double M[4 * MOST * MOST], re[2 * MOST], im[2 * MOST];
    size_t count = 0;

    map = kept(step_measure_create_map(&request, &said));
    assert_non_null(map);
    assert_true(map->solved);
    for (size_t i = 0; i < map->n * map->n; i++)
        M[i] = mpfr_get_d(map->M[i], MPFR_RNDN);
    assert_true(eigenvalues(M, map->n, re, im));
    for (size_t i = 0; i < map->n; i++)
        count += hypot(re[i] - centre, im[i]) < distance;
    return count;
}

TEST(test_linear)
{
    static const struct {
        const char *method;
        int r_infinity;
    } cases[] = {{"gauss-1", -1},        {"gauss-2", 1},        {"gauss-3", -1},
                 {"gauss-4", 1},         {"srk-3", -1},         {"lobatto-iiid-2", 1},
                 {"lobatto-iiid-3", -1}, {"lobatto-iiie-2", 1}, {"lobatto-iiie-3", -1}};
    struct problem *problem = checkpoint_problem("models/point-vortices-linear.lua");

    for (size_t k = 0; k < COUNT(cases); k++) {
        struct geometry_case cell = {problem, cases[k].method, "none", BITS, 10, 0};
        double complex multiplier[MOST];

        find_multipliers(&cell, multiplier);
        for (size_t i = 0; i < 4; i++) {
            if (!(cabs(multiplier[i] - cases[k].r_infinity) < ROUND_OFF))
                fail_msg("%s: multiplier %g%+gi", cases[k].method, creal(multiplier[i]),
                         cimag(multiplier[i]));
        }
        if (!(geometry_find(&cell, step_measure_departure) < ROUND_OFF) ||
            !(fabs(geometry_find(&cell, step_measure_parasitic) - 1) < ROUND_OFF))
            fail_msg("%s: the largest are not 1 and 0", cases[k].method);
        /* The others are those of the flow, near +1. */
        if (cases[k].r_infinity < 0) {
            assert_int_equal(count_near(&cell, -1, 1e-6), 4);
            assert_int_equal(count_near(&cell, 1, 0.5), 4);
        }
    }
}

/* abar != a: among the multipliers of the whole Jacobian, whatever they are. */
TEST(test_linear_partitioned)
{
    struct problem *problem = checkpoint_problem("models/point-vortices-linear.lua");
    struct geometry_case cell = {problem, "lobatto-iiib-iiia-2", "none", BITS, 10, 0};
    double complex multiplier[MOST];

    find_multipliers(&cell, multiplier);
    for (size_t i = 0; i < 4; i++) {
        assert_true(fabs(cimag(multiplier[i])) < 1e-6);
        assert_true(count_near(&cell, creal(multiplier[i]), 1e-6) >= 1);
    }
}

/* -- without a Jacobian -- */

/* theta = A (-y, x), A = (1 + x^2 + y^2)/2 at q; T row-major; Om = T^T - T = [[0, w], [-w, 0]] */
struct particle {
    double theta[2], T[4], w;
};

static struct particle particle_at(double x, double y)
{
    double A = (1 + x * x + y * y) / 2;

    return (struct particle){{-A * y, A * x}, {-x * y, -A - y * y, A + x * x, x * y}, 2 * A + x * x + y * y};
}

/* phi = p - theta(q) after one step from the departure e = (first, second), in double; w at the end */
static double depart(struct stepper_double *stepper, const double *q, double first, double second,
                     double *phi)
{
    struct particle there = particle_at(q[0], q[1]);

    stepper->q[0] = q[0] + first;
    stepper->q[1] = q[1] + second;
    stepper->p[0] = there.theta[0] + there.T[0] * first + there.T[2] * second;
    stepper->p[1] = there.theta[1] + there.T[1] * first + there.T[3] * second;
    stepper->restart(stepper);
    assert_int_equal(stepper->step(stepper), NEWTON_CONVERGED);
    there = particle_at(stepper->q[0], stepper->q[1]);
    for (int i = 0; i < 2; i++)
        phi[i] = stepper->p[i] - there.theta[i];
    return there.w;
}

/* The two eigenvalues of a matrix. */
static void solve_quadratic(const double *m, double complex *eigenvalue)
{
    double half = (m[0] + m[3]) / 2;
    double complex root = csqrt(half * half - (m[0] * m[3] - m[1] * m[2]));

    eigenvalue[0] = half + root;
    eigenvalue[1] = half - root;
}

static void check_particle(const struct problem *problem, const char *method)
{
    struct geometry_case cell = {problem, method, "none", BITS, 5, 0};
    const double q[2] = {1, 1}, offset = 1e-4;
    double complex expected[2], found[MOST];
    struct cell_setup *own;
    struct stepper_double *stepper;
    double quotient[4], forward[2], backward[2], w;
    mpq_ptr step = kept_rational(1, 5);

    struct cell_request request = checkpoint_request(problem, method, "none", CELL_DOUBLE, step);
    own = kept(cell_setup_create(&request, &said));
    stepper = request.method.family->create_double(&own->setup);
    w = depart(stepper, q, 0, 0, forward);
    for (int j = 0; j < 2; j++) {
        depart(stepper, q, j == 0 ? offset : 0, j == 1 ? offset : 0, forward);
        depart(stepper, q, j == 0 ? -offset : 0, j == 1 ? -offset : 0, backward);
        /* e = Om^-1 phi */
        quotient[j] = -(forward[1] - backward[1]) / (2 * offset * w);
        quotient[2 + j] = (forward[0] - backward[0]) / (2 * offset * w);
    }
    solve_quadratic(quotient, expected);
    find_multipliers(&cell, found);
    for (int i = 0; i < 2; i++) {
        if (!(fmin(cabs(found[i] - expected[0]), cabs(found[i] - expected[1])) < 1e-5))
            fail_msg("%s: %.9g%+.9gi, from steps %.9g%+.9gi and %.9g%+.9gi", method, creal(found[i]),
                     cimag(found[i]), creal(expected[0]), cimag(expected[0]), creal(expected[1]),
                     cimag(expected[1]));
    }
    stepper->destroy(stepper);
}

TEST(test_steps)
{
    static const char *const methods[] = {"gauss-1", "gauss-2", "srk-3", "lobatto-iiic-3",
                                          "lobatto-iiia-iiib-2"};
    struct problem *problem = checkpoint_problem("models/massless-charged-particle.lua");

    for (size_t i = 0; i < COUNT(methods); i++)
        check_particle(problem, methods[i]);
}

/* -- towards R(infinity) -- */

TEST(test_limit)
{
    static const char *const methods[] = {"gauss-1", "gauss-2", "gauss-3", "srk-3", "lobatto-iiie-3"};
    struct problem *problem = checkpoint_problem("models/point-vortices.lua");

    for (size_t i = 0; i < COUNT(methods); i++) {
        struct geometry_case cell = {problem, methods[i], "none", BITS, 80, 0};
        double slope = geometry_slope(cell, step_measure_departure);

        if (!(fabs(slope - 1) < 0.05))
            fail_msg("%s: slope %.3f", methods[i], slope);
    }
    struct geometry_case convention = {problem, "lobatto-iiic-3", "none", BITS, 1000, 0};
    assert_true(geometry_find(&convention, step_measure_departure) > 1);
}

/* -- the largest -- */

/* By modulus, of complex ones too. */
TEST(test_largest)
{
    static const char *const methods[] = {"gauss-1", "gauss-2", "lobatto-iiic-3", "lobatto-iiia-iiib-3"};
    struct problem *problem = checkpoint_problem("models/massless-charged-particle.lua");
    size_t apart = 0;

    for (size_t k = 0; k < COUNT(methods); k++) {
        struct geometry_case cell = {problem, methods[k], "none", BITS, 1, 0};
        double complex multiplier[MOST];
        double largest = 0, real_part = 0;

        find_multipliers(&cell, multiplier);
        for (size_t i = 0; i < 2; i++) {
            largest = fmax(largest, cabs(multiplier[i]));
            real_part = fmax(real_part, fabs(creal(multiplier[i])));
        }
        assert_true(fabs(geometry_find(&cell, step_measure_parasitic) - largest) <= 1e-15 * largest);
        apart += largest > 1.001 * real_part;
    }
    assert_true(apart > 0); /* control: the real parts alone would not do */
}

/* -- what has none -- */

TEST(test_refused)
{
    static const char *const maps[][2] = {
        {"gauss-1", "standard"}, {"gauss-2", "symplectic"}, {"rk4", "none"}, {"radau-iia-2", "none"}};
    struct problem *problem = checkpoint_problem("models/point-vortices.lua");

    for (size_t i = 0; i < COUNT(maps); i++) {
        struct geometry_case cell = {problem, maps[i][0], maps[i][1], BITS, 10, 0};

        assert_non_null(strstr(geometry_refusal(&cell, "parasitic"), "steps on (q, p)"));
    }
}

TEST(test_not_solved)
{
    struct problem *problem = checkpoint_problem("models/lotka-volterra.lua");
    struct geometry_case cell = {problem, "gauss-3", "none", CELL_DOUBLE, 0, 40};

    assert_true(isnan(geometry_find(&cell, step_measure_parasitic)));
    assert_true(isnan(geometry_find(&cell, step_measure_departure)));
}

/* -- the library -- */

static bool has(const double *re, const double *im, size_t n, double complex value)
{
    for (size_t i = 0; i < n; i++) {
        if (cabs(CMPLX(re[i], im[i]) - value) < 1e-12)
            return true;
    }
    return false;
}

TEST(test_eigenvalues)
{
    /* A companion matrix, of (x - 1)(x - 2)(x - 3); a rotation by 1 beside 5, in coordinates that are turned
     * so that rows and columns differ. */
    static const double companion[] = {6, -11, 6, 1, 0, 0, 0, 1, 0};
    const double c = cos(1), s = sin(1), rotation[] = {c, -s, 2, s, c, -3, 0, 0, 5};
    double bad[] = {1, 0, 0, NAN}, re[3], im[3];

    assert_true(eigenvalues(companion, 3, re, im));
    assert_true(has(re, im, 3, 1) && has(re, im, 3, 2) && has(re, im, 3, 3));
    assert_true(eigenvalues(rotation, 3, re, im));
    assert_true(has(re, im, 3, CMPLX(c, s)) && has(re, im, 3, CMPLX(c, -s)) && has(re, im, 3, 5));
    assert_false(eigenvalues(bad, 2, re, im));
}
