/* Ensembles: a trajectory does not depend on the others, nor on how many there are; a breakdown is its trajectory's own; long runs forget where trajectories alone do.
 *
 * That each trajectory has the bits of double is tested by test_lanes. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "measures/ensemble/ensemble.h"

enum { MOST_MEMBERS = 41, D = 2 };

static const char MODEL[] = "tests/data/rational.lua";

struct bench {
    struct fixture_model model;
    struct fixture_setup *own;
    double points[MOST_MEMBERS * D];
};

static struct bench bench_create(const char *method, const char *projection, const char *step, double spread)
{
    struct bench bench = {.model = fixture_model_read(MODEL)};
    uint64_t seed = 90210;

    bench.own = fixture_setup_create(&CELL_OF(&bench.model, method, projection, .step = step));
    for (size_t i = 0; i < MOST_MEMBERS * D; i++)
        bench.points[i] =
            mpfr_get_d(bench.own->initial[i % D], MPFR_RNDN) + spread * fixture_random_real(&seed);
    return bench;
}

static struct ensemble *run(const struct bench *bench, struct ensemble_request request)
{
    if (!request.initial)
        request.initial = bench->points;
    return kept(ensemble_run(&bench->own->setup, bench->own->method.family, &request));
}

static bool same_state(const struct ensemble *a, size_t i, const struct ensemble *b, size_t j)
{
    size_t size = D * sizeof(double);

    return memcmp(a->q + i * D, b->q + j * D, size) == 0 && memcmp(a->p + i * D, b->p + j * D, size) == 0 &&
           memcmp(a->multiplier + i * D, b->multiplier + j * D, size) == 0 &&
           a->member[i].steps == b->member[j].steps &&
           a->member[i].broke_down_at == b->member[j].broke_down_at;
}

TEST(test_sizes)
{
    static const size_t sizes[] = {0, 1, 7, 8, 9, 16, 40};
    struct bench bench = bench_create("gauss-2", "symmetric", "1/10", 0.2);
    struct ensemble *all = run(&bench, (struct ensemble_request){.members = MOST_MEMBERS, .steps = 20});
    unsigned long evaluations = 0;

    for (size_t k = 0; k < COUNT(sizes); k++) {
        /* the last ones, so that each has another place in another group */
        size_t first = MOST_MEMBERS - sizes[k];
        struct ensemble *few = run(
            &bench,
            (struct ensemble_request){.members = sizes[k], .initial = bench.points + first * D, .steps = 20});

        assert_int_equal(few->members, sizes[k]);
        for (size_t i = 0; i < sizes[k]; i++)
            assert_true(same_state(few, i, all, first + i));
        assert_true(sizes[k] ? few->counts.residual_evaluations > evaluations
                             : few->counts.residual_evaluations == 0);
        evaluations = few->counts.residual_evaluations;
    }
    assert_false(same_state(all, 0, all, 1)); /* control: they differ */
}

/* A trajectory that starts at no number breaks down in its first step; a far one later or never.  The others
 * are as without them. */
TEST(test_breakdown)
{
    struct bench bench = bench_create("gauss-2", "none", "9/4", 0.1);
    struct ensemble *clean = run(&bench, (struct ensemble_request){.members = 16, .steps = 8});
    struct ensemble *broken;

    bench.points[5 * D] = NAN;
    broken = run(&bench, (struct ensemble_request){.members = 16, .steps = 8});
    assert_int_equal(broken->member[5].broke_down_at, 1);
    assert_int_equal(broken->member[5].steps, 0);
    assert_int_equal(broken->member[5].newton, NEWTON_NOT_FINITE);
    assert_true(broken->q[5 * D + 1] == bench.points[5 * D + 1]);
    for (size_t i = 0; i < 16; i++)
        assert_true(i == 5 || same_state(broken, i, clean, i));
    for (size_t i = 0; i < 16; i++) {
        const struct ensemble_member *member = broken->member + i;

        assert_int_equal(member->broke_down_at ? member->broke_down_at : 9, member->steps + 1);
    }
}

/* Past the step where every run forgets kept factors and guesses. */
TEST(test_long_run)
{
    struct bench bench = bench_create("gauss-1", "none", "1/10", 0.05);
    struct trajectory_request request = {.steps = TRAJECTORY_CHECKPOINT_STEPS + 3};
    struct ensemble *all = run(&bench, (struct ensemble_request){.members = 3, .steps = request.steps});
    struct trajectory *alone;

    for (size_t i = 0; i < D; i++)
        mpfr_set_d(bench.own->initial[i], bench.points[2 * D + i], MPFR_RNDN);
    alone = kept(trajectory_run_double(&bench.own->setup,
                                       bench.own->method.family->create_double(&bench.own->setup), &request));
    assert_int_equal(alone->status, TRAJECTORY_COMPLETED);
    for (size_t i = 0; i < D; i++) {
        assert_true(mpfr_get_d(alone->q[i], MPFR_RNDN) == all->q[2 * D + i]);
        assert_true(mpfr_get_d(alone->p[i], MPFR_RNDN) == all->p[2 * D + i]);
    }
}

/* The plain build is always there; the same bits from all builds. */
TEST(test_builds)
{
    struct bench bench = bench_create("radau-iia-3", "midpoint", "1/5", 0.2);
    struct ensemble *plain =
        run(&bench, (struct ensemble_request){.members = 20, .steps = 30, .build = ensemble_build(0)});
    unsigned builds = 0;

    assert_non_null(ensemble_build(0));
    assert_string_equal(ensemble_build(0)->name, "plain");
    for (; ensemble_build(builds); builds++) {
        struct ensemble *other = run(
            &bench, (struct ensemble_request){.members = 20, .steps = 30, .build = ensemble_build(builds)});

        for (size_t i = 0; i < 20; i++)
            assert_true(same_state(other, i, plain, i));
    }
    assert_null(ensemble_build(builds + 1));
}
