/* Loops and surfaces as they are kept for pictures: which points and times, that every point is where a
 * trajectory of its own is, with the same bits, and that double and 53 bits keep the same. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/poincare_fixture.h"

#include "measures/poincare/poincare_snapshots.h"

/* -- which points -- */

static size_t distance(size_t a, size_t b)
{
    return a > b ? a - b : b - a;
}

/* Steps between neighbours along the line, and back to its beginning, on a surface of n x n. */
static void check_steps(const struct poincare_snapshots *line, size_t n)
{
    for (size_t k = 0; k + 1 < line->length; k++) {
        size_t a = line->member[k], b = line->member[k + 1];

        assert_true(b < n * n);
        assert_true(distance(a / n, b / n) + distance(a % n, b % n) <= 1);
    }
    assert_int_equal(line->member[0], 0);
    assert_int_equal(line->member[line->length - 1], 0);
}

/* How many points of the line of constant s (t where `turned`) through `at` are there. */
static size_t count_on(const bool *there, size_t n, size_t at, bool turned)
{
    size_t count = 0;

    for (size_t k = 0; k < n; k++)
        count += there[turned ? k * n + at : at * n + k];
    return count;
}

/* Five whole lines each way, edges and middle among them; of the others only where they cross these. */
TEST(test_surface)
{
    static const size_t sides[] = {5, 7, 9, 17, 41, 99};

    for (size_t i = 0; i < COUNT(sides); i++) {
        const size_t n = sides[i];
        struct poincare_snapshots *line = poincare_snapshots_create(2, n, 4, 3);
        bool *there = kept_memory(memory_create(n * n, sizeof *there));

        check_steps(line, n);
        for (size_t k = 0; k < line->length; k++)
            there[line->member[k]] = true;
        for (int turned = 0; turned < 2; turned++) {
            size_t whole = 0;

            for (size_t at = 0; at < n; at++) {
                size_t count = count_on(there, n, at, turned);

                whole += count == n;
                assert_true(count == n || count == 5);
            }
            assert_int_equal(whole, 5);
            assert_int_equal(count_on(there, n, 0, turned), n);
            assert_int_equal(count_on(there, n, (n - 1) / 2, turned), n);
            assert_int_equal(count_on(there, n, n - 1, turned), n);
        }
        assert_true(line->length < 13 * n);
        poincare_snapshots_destroy(line);
    }
}

TEST(test_loop)
{
    static const size_t points[][3] = {
        {8, 1, 9}, {128, 1, 129}, {512, 1, 513}, {514, 2, 258}, {2000, 4, 501}};

    for (size_t i = 0; i < COUNT(points); i++) {
        struct poincare_snapshots *line = poincare_snapshots_create(1, points[i][0], 2, 3);

        assert_int_equal(line->length, points[i][2]);
        for (size_t k = 0; k + 1 < line->length; k++)
            assert_int_equal(line->member[k], k * points[i][1]);
        assert_int_equal(line->member[line->length - 1], 0);
        poincare_snapshots_destroy(line);
    }
}

/* -- which times -- */

static void check_times(size_t times, const char *expected)
{
    struct poincare_snapshots *snapshots = poincare_snapshots_create(1, 8, 2, times);
    char text[200] = "";

    for (size_t k = 0; k < times; k++) {
        if (poincare_snapshots_take(snapshots, k))
            snprintf(text + strlen(text), sizeof text - strlen(text), "%zu ", k);
    }
    assert_string_equal(text, expected);
    assert_int_equal(snapshots->taken, snapshots->wanted);
    poincare_snapshots_destroy(snapshots);
}

TEST(test_times)
{
    check_times(101, "0 2 4 6 8 10 20 40 60 80 100 ");
    check_times(1001, "0 20 40 60 80 100 200 400 600 800 1000 ");
    check_times(50, "0 1 2 3 4 9 19 29 39 49 ");
    check_times(21, "0 1 2 4 8 12 16 20 ");
    check_times(6, "0 1 2 3 4 5 ");
    check_times(3, "0 1 2 ");
    check_times(2, "0 1 ");
    check_times(1, "0 ");
}

/* -- where the points are -- */

enum { STEPS = 20, EVERY = 5, TIMES = 5 };

/* The state after `steps` steps of a trajectory that begins at q. */
static void check_point(const struct fixture_cell *cell, mpfr_srcptr start, unsigned long steps,
                        const double *q)
{
    struct fixture_setup *setup = fixture_setup_create(cell);
    struct trajectory_request wanted = {.steps = steps, .checkpoint_every = EVERY};
    struct trajectory *trajectory;
    size_t d = cell->model->system->dimension;

    for (size_t i = 0; i < d; i++)
        mpfr_set(setup->initial[i], start + i, MPFR_RNDN);
    trajectory = kept(
        trajectory_run_double(&setup->setup, setup->method.family->create_double(&setup->setup), &wanted));
    for (size_t i = 0; i < d; i++)
        assert_true(mpfr_cmp_d(trajectory->q[i], q[i]) == 0);
}

/* All points of the line at all times that are kept, against trajectories of their own. */
static void check_carried(const char *path, const char *projection, int order, size_t n, size_t stride)
{
    struct fixture_forms own = fixture_forms_create(path, order);
    struct fixture_model model = {own.problem->model, own.problem->system};
    struct fixture_cell cell = CELL_OF(&model, "gauss-1", projection, .step = "1/10", .steps = STEPS);
    mpfr_ptr start = fixture_start(&own, NULL, n, 170);
    struct fixture_setup *setup = fixture_setup_create(&cell);
    struct cell_request request =
        checkpoint_request(own.problem, "gauss-1", projection, CELL_DOUBLE, setup->step);
    struct cell_poincare *result;
    const struct poincare_snapshots *snapshots;

    request.steps = STEPS;
    request.every = EVERY;
    result = fixture_measure(&request, order, n);
    snapshots = result->drift->snapshots;
    assert_int_equal(snapshots->taken, TIMES);
    assert_int_equal(snapshots->dimension, own.d);
    for (size_t t = 0; t < TIMES; t++) {
        for (size_t k = 0; k < snapshots->length; k += stride)
            check_point(&cell, start + snapshots->member[k] * own.d, t * EVERY,
                        snapshots->q + (t * snapshots->length + k) * own.d);
    }
}

TEST(test_carried)
{
    check_carried("models/point-vortices.lua", "none", 1, 16, 1);
    check_carried("models/point-vortices.lua", "symplectic", 1, 16, 1);
    check_carried("models/guiding-centre-symmetric.lua", "symmetric", 1, 16, 1);
    check_carried("models/guiding-centre-symmetric.lua", "midpoint", 2, 9, 7);
}

/* Kraus (2017), eq. 170 and 171 with r0 = 0.5 */
TEST(test_start)
{
    struct problem *problem = checkpoint_problem("models/guiding-centre-symmetric.lua");
    const double pi = 4 * atan(1);
    mpq_ptr step = kept_rational(10, 1);

    for (int order = 1; order <= 2; order++) {
        struct cell_request request = checkpoint_request(problem, "gauss-1", "none", CELL_DOUBLE, step);
        struct cell_poincare *result;
        const struct poincare_snapshots *snapshots;

        request.steps = 1;
        result = fixture_measure(&request, order, order == 1 ? 32 : 9);
        snapshots = result->drift->snapshots;
        for (size_t k = 0; k < snapshots->length; k++) {
            const double *q = snapshots->q + 4 * k;
            double a = 2 * pi * (double)snapshots->member[k] / 32,
                   s = (1 - cos((double)(snapshots->member[k] / 9) * pi / 8)) / 2,
                   t = (1 - cos((double)(snapshots->member[k] % 9) * pi / 8)) / 2;
            const double loop[] = {0.5 * cos(a), 0.3 * sin(a), 0.1 * sin(a), 0.5 + 0.05 * cos(a)},
                         surface[] = {0.5 * (s - 0.5), 0.5 * (t - 0.5),
                                      0.1 * cos(2 * pi * s) * cos(2 * pi * t),
                                      0.5 + 0.01 * sin(2 * pi * s) * sin(2 * pi * t)};

            for (size_t i = 0; i < 4; i++)
                assert_true(fabs(q[i] - (order == 1 ? loop : surface)[i]) < 1e-15);
        }
    }
}

/* -- in every arithmetic; after a breakdown -- */

static struct cell_poincare *carry_rational(const struct problem *problem, long bits, int order)
{
    struct cell_request request;
    struct cell_poincare *result;
    mpq_ptr step = kept_rational(1, 32);

    request = checkpoint_request(problem, "gauss-2", "symmetric", bits, step);
    request.steps = STEPS;
    request.every = EVERY;
    result = fixture_measure(&request, order, order == 1 ? 8 : 5);
    assert_int_equal(result->drift->snapshots->taken, TIMES);
    return result;
}

TEST(test_bits)
{
    struct problem *problem = checkpoint_problem("tests/data/rational.lua");

    for (int order = 1; order <= 2; order++) {
        struct cell_poincare *results[] = {carry_rational(problem, CELL_DOUBLE, order),
                                           carry_rational(problem, 53, order),
                                           carry_rational(problem, 200, order)};
        const struct poincare_snapshots *in_double = results[0]->drift->snapshots,
                                        *exact = results[2]->drift->snapshots;
        size_t numbers = TIMES * in_double->length * in_double->dimension, differ = 0;

        assert_memory_equal(results[1]->drift->snapshots->q, in_double->q, numbers * sizeof(double));
        for (size_t k = 0; k < numbers; k++) {
            assert_true(fabs(exact->q[k] - in_double->q[k]) < 1e-13);
            differ += exact->q[k] != in_double->q[k];
        }
        assert_true(differ > 0); /* control: it was another arithmetic */
    }
}

/* Times before the breakdown alone. */
TEST(test_breakdown)
{
    struct problem *problem = checkpoint_problem("models/lotka-volterra.lua");
    struct cell_request request;
    struct cell_poincare *result;
    const struct poincare_snapshots *snapshots;
    mpq_ptr step = kept_rational(1, 2);

    request = checkpoint_request(problem, "lobatto-iiib-iiia-3", "none", CELL_DOUBLE, step);
    request.steps = 100;
    request.every = 1;
    result = fixture_measure(&request, 1, 16);
    snapshots = result->drift->snapshots;
    assert_in_range(snapshots->taken, 2, snapshots->wanted - 1);
    assert_true(result->drift->step[snapshots->time[snapshots->taken - 1]] < result->drift->broke_down_at);
    assert_true(result->drift->step[snapshots->time[snapshots->taken]] >= result->drift->broke_down_at);
}
