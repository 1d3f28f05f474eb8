/* Each lane equals the same trajectory in double, bit for bit.
 *
 * Ensembles of points around the initial data, 19 of them so that the last group is padded, with every listed
 * method and every projection, in every build that runs on this machine; each trajectory against a stepper in
 * double that starts at the same point.  States at every step, the step and the reason of a breakdown, and
 * the sum of Newton's counts.  The calls of log and sin are those of double, so that models with them agree
 * as well.  Large steps: lanes break down at different steps, start again, and follow their solutions; far
 * points: lanes need different numbers of iterations.  Controls: what makes lanes differ did happen, and one
 * bit of one initial value is seen, in its lane alone. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "measures/ensemble/ensemble.h"

enum { MEMBERS = 19, DIMENSIONS = 6 };

/* What an ensemble did, and what trajectories alone did. */
struct path {
    size_t dimension;
    unsigned long steps;
    double *states; /* (steps + 1) x MEMBERS x 3 d */
    struct ensemble_member member[MEMBERS];
    struct newton_counts counts;
};

static struct path path_create(size_t dimension, unsigned long steps)
{
    return (struct path){
        .dimension = dimension,
        .steps = steps,
        .states = kept_memory(memory_create((steps + 1) * MEMBERS * 3 * dimension, sizeof(double)))};
}

static double *path_state(const struct path *path, unsigned long n, size_t member)
{
    return path->states + (n * MEMBERS + member) * 3 * path->dimension;
}

static struct path run_in_lanes(const struct fixture_setup *own, const double *initial, unsigned long steps,
                                const struct ensemble_build_double *build)
{
    struct path path = path_create(own->dimension, steps);
    void *group = build->create(&own->setup, own->method.family);
    size_t d = own->dimension;
    double part[3][LANES * DIMENSIONS] = {{0}};

    for (size_t first = 0; first < MEMBERS; first += LANES) {
        size_t members = MEMBERS - first < LANES ? MEMBERS - first : LANES;
        struct ensemble_member member[LANES] = {{0, 0, NEWTON_CONVERGED}};

        build->start(group, initial + first * d, members);
        for (unsigned long n = 0; n <= steps; n++) {
            build->advance(group, n > 0, member);
            build->get(group, members, part[0], part[1], part[2]);
            for (size_t k = 0; k < 3 * members; k++)
                memcpy(path_state(&path, n, first + k / 3) + k % 3 * d, part[k % 3] + k / 3 * d,
                       d * sizeof(double));
        }
        memcpy(path.member + first, member, members * sizeof *member);
    }
    path.counts = build->counts(group);
    build->destroy(group);
    return path;
}

static void keep(const struct path *path, unsigned long n, size_t member,
                 const struct stepper_double *stepper)
{
    double *state = path_state(path, n, member);
    size_t d = path->dimension;

    memcpy(state, stepper->q, d * sizeof(double));
    memcpy(state + d, stepper->p, d * sizeof(double));
    if (stepper->multiplier)
        memcpy(state + 2 * d, stepper->multiplier, d * sizeof(double));
}

/* One trajectory in double; its residual evaluations. */
static unsigned long run_alone(struct fixture_setup *own, const double *initial, size_t member,
                               struct path *path)
{
    struct stepper_double *stepper;
    struct newton_counts counts;
    struct ensemble_member *at = path->member + member;

    for (size_t i = 0; i < own->dimension; i++)
        mpfr_set_d(own->initial[i], initial[i], MPFR_RNDN);
    stepper = own->method.family->create_double(&own->setup);
    keep(path, 0, member, stepper);
    for (unsigned long n = 1; n <= path->steps; n++) {
        if (!at->broke_down_at) {
            enum newton_status status = stepper->step(stepper);

            if (status == NEWTON_CONVERGED) {
                at->steps = n;
            } else {
                at->broke_down_at = n;
                at->newton = status;
            }
        }
        keep(path, n, member, stepper);
    }
    counts = stepper->counts(stepper);
    newton_counts_add(&path->counts, &counts);
    stepper->destroy(stepper);
    return counts.residual_evaluations;
}

/* -- comparing -- */

struct tally {
    unsigned ensembles, different, trajectories, broke_down;
    unsigned broke_down_apart; /* ensembles whose trajectories broke down at different steps, */
    unsigned iterated_apart;   /* or needed different numbers of evaluations */
};

static bool same_member(const struct path *a, const struct path *b, size_t member)
{
    const struct ensemble_member *first = a->member + member, *second = b->member + member;

    for (unsigned long n = 0; n <= a->steps; n++) {
        if (memcmp(path_state(a, n, member), path_state(b, n, member), 3 * a->dimension * sizeof(double)) !=
            0)
            return false;
    }
    return first->steps == second->steps && first->broke_down_at == second->broke_down_at &&
           first->newton == second->newton;
}

static unsigned count_different(const struct path *a, const struct path *b)
{
    unsigned different = 0;

    for (size_t k = 0; k < MEMBERS; k++)
        different += !same_member(a, b, k);
    return different;
}

static bool same_counts(const struct newton_counts *a, const struct newton_counts *b)
{
    return a->residual_evaluations == b->residual_evaluations && a->iterations == b->iterations &&
           a->matrix_evaluations == b->matrix_evaluations && a->worst_stall == b->worst_stall;
}

/* MEMBERS points at most `spread` from the initial data in each coordinate; the first is there. */
static void scatter(const struct fixture_setup *own, double spread, double *points)
{
    uint64_t seed = 20171;

    for (size_t k = 0; k < MEMBERS; k++) {
        for (size_t i = 0; i < own->dimension; i++)
            points[k * own->dimension + i] =
                mpfr_get_d(own->initial[i], MPFR_RNDN) + (k ? spread * fixture_random_real(&seed) : 0);
    }
}

static void run_all_alone(struct fixture_setup *own, const double *points, struct path *path,
                          struct tally *tally)
{
    unsigned long first_evaluations = 0, first_breakdown = 0;
    bool iterated_apart = false, broke_down_apart = false;

    for (size_t k = 0; k < MEMBERS; k++) {
        unsigned long evaluations = run_alone(own, points + k * own->dimension, k, path);
        unsigned long breakdown = path->member[k].broke_down_at;

        if (k == 0) {
            first_evaluations = evaluations;
            first_breakdown = breakdown;
        }
        iterated_apart |= evaluations != first_evaluations;
        broke_down_apart |= breakdown != first_breakdown;
        tally->broke_down += breakdown != 0;
    }
    tally->trajectories += MEMBERS;
    tally->iterated_apart += iterated_apart;
    tally->broke_down_apart += broke_down_apart;
}

static void compare_cell(const struct fixture_cell *cell, double spread, struct tally *tally)
{
    struct fixture_setup *own = fixture_setup_create(cell);
    double points[MEMBERS * DIMENSIONS];
    struct path alone = path_create(own->dimension, cell->steps);

    scatter(own, spread, points);
    run_all_alone(own, points, &alone, tally);
    for (size_t k = 0; ensemble_build(k); k++) {
        const struct ensemble_build_double *build = ensemble_build(k);
        struct path lanes = run_in_lanes(own, points, cell->steps, build);
        unsigned different = count_different(&lanes, &alone);

        tally->ensembles++;
        if (different || !same_counts(&lanes.counts, &alone.counts)) {
            tally->different++;
            print_error("%s: %s %s, coefficients %d, step %s: %u of %d differ%s\n", build->name, cell->method,
                        cell->projection, (int)cell->coefficients, cell->step, different, MEMBERS,
                        same_counts(&lanes.counts, &alone.counts) ? "" : ", counts too");
        }
    }
}

static struct tally compare_all(const char *path, const char *step, unsigned long steps, double spread)
{
    static const char *const unlisted[] = {"runge-kutta:gauss-2", "hamilton-pontryagin:lobatto-iiia-iiib-2",
                                           "augmented:gauss-2", "compose:rk4:suzuki-4",
                                           "compose:gauss-1:triple-jump-4"};
    struct fixture_model model = fixture_model_read(path);
    struct tally tally = {0};
    struct method method;
    struct error error;

    for (size_t k = 0; method_listed(k, &method); k++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            if (!method_refuses(&method, row, MODEL_DEGENERATE, &error))
                compare_cell(&CELL_OF(&model, method.name, row->name, .step = step, .steps = steps,
                                      .coefficients = fixture_coefficients(method.name, k),
                                      .uncompensated = k % 4 == 3, .accepted = k / 2 % 2 == 1),
                             spread, &tally);
        }
    }
    for (size_t k = 0; k < COUNT(unlisted); k++)
        compare_cell(&CELL_OF(&model, unlisted[k], "none", .step = step, .steps = steps), spread, &tally);
    assert_int_equal(tally.different, 0);
    assert_true(tally.ensembles > 100);
    return tally;
}

TEST(test_models)
{
    assert_true(compare_all("models/point-vortices.lua", "1/10", 5, 0.02).iterated_apart > 50);
    assert_true(compare_all("models/massless-charged-particle.lua", "1/10", 6, 0.3).iterated_apart > 50);
}

TEST(test_rational)
{
    assert_true(compare_all("tests/data/rational.lua", "1/10", 12, 0.2).iterated_apart > 50);
}

/* Each lane takes its own first step; with a large spread x passes 0, where the Lagrangian is singular, in some lanes. */
TEST(test_discrete_lagrangians)
{
    static const char *const methods[] = {"dla:1/3", "variational:1/2:first",
                                          "variational-constrained:1:post",
                                          "variational-constrained:1/3:inside"};
    struct fixture_model model = fixture_model_read("tests/data/nonholonomic.lua");
    struct tally tally = {0};

    for (size_t k = 0; k < COUNT(methods); k++) {
        compare_cell(&CELL_OF(&model, methods[k], "none", .step = "1/10", .steps = 8), 0.02, &tally);
        compare_cell(&CELL_OF(&model, methods[k], "none", .step = "-1/10", .steps = 8), 0.3, &tally);
        compare_cell(&CELL_OF(&model, methods[k], "none", .step = "-1", .steps = 8), 0.3, &tally);
    }
    assert_int_equal(tally.different, 0);
    assert_true(tally.iterated_apart > 0);
}

/* Starts again, solutions followed from h = 0, and breakdowns: each in some lanes and not in others. */
TEST(test_large_steps)
{
    struct tally tally = compare_all("tests/data/rational.lua", "9/8", 12, 0.8);

    assert_true(tally.broke_down_apart > 10);
    tally = compare_all("tests/data/rational.lua", "-9/4", 6, 0.5);
    assert_true(tally.broke_down_apart > 10);
    assert_true(tally.broke_down < tally.trajectories);
}

/* The last bit of one initial value is seen, in that trajectory alone. */
TEST(test_control)
{
    struct fixture_model model = fixture_model_read("tests/data/rational.lua");
    struct fixture_cell cell = CELL_OF(&model, "gauss-2", "symmetric", .step = "1/10", .steps = 4);
    struct fixture_setup *own = fixture_setup_create(&cell);
    double points[MEMBERS * DIMENSIONS];
    struct path first, second;

    scatter(own, 0.1, points);
    first = run_in_lanes(own, points, cell.steps, ensemble_build(0));
    points[2 * 11] = nextafter(points[2 * 11], 2);
    second = run_in_lanes(own, points, cell.steps, ensemble_build(0));
    assert_int_equal(count_different(&first, &second), 1);
    assert_false(same_member(&first, &second, 11));
}
