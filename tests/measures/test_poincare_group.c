/* Loops and surfaces in groups and processes have the bits of one trajectory after the other in double:
 * states at the observed steps, breakdowns, drifts and floors, however many processes there are.  What lanes
 * do not have is done in double.  Controls: one bit of one point is seen. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/poincare_fixture.h"

#include "measures/ensemble/ensemble.h"
#include "measures/poincare/poincare_ensemble.h"
#include "measures/poincare/poincare_run.h"

enum { MEMBERS = 19, EVERY = 7, ROUNDS = 3 };

static const size_t PROCESSES[] = {1, 2, 3, 5};

struct loop {
    struct fixture_forms own;
    struct fixture_model model;
    mpfr_ptr start;
    size_t members;
};

static struct loop loop_create(const char *path, size_t members)
{
    struct loop loop = {.own = fixture_forms_create(path, 1), .members = members};

    loop.model = (struct fixture_model){loop.own.problem->model, loop.own.problem->system};
    loop.start =
        kept_block(cell_poincare_points(loop.own.problem, 1, NULL, members, 200, &(struct error){""}));
    assert_non_null(loop.start);
    return loop;
}

/* The k-th method of the list, or any: k chooses how numbers are rounded. */
static struct fixture_setup *setup_of(const struct loop *loop, const char *method, const char *projection,
                                      const char *step, size_t k)
{
    return fixture_setup_create(&CELL_OF(&loop->model, method, projection, .step = step,
                                         .coefficients = fixture_coefficients(method, k),
                                         .uncompensated = k % 4 == 3, .accepted = k / 2 % 2 == 1));
}

/* What an ensemble did: states after each round, and where it broke down. */
struct path {
    size_t size; /* of the states of a round */
    double *states;
    enum newton_status status;
    unsigned long round, failed;
};

static struct path follow(const struct loop *loop, const struct fixture_setup *own,
                          const struct ensemble_build_double *build, void *group, size_t processes,
                          unsigned long every, size_t rounds)
{
    struct poincare_ensemble_double *ensemble =
        poincare_ensemble_create_double(build, group, own->dimension, loop->members, loop->start, processes);
    struct path path = {.size = loop->members * 3 * own->dimension};
    struct error error = {""};

    path.states = kept_memory(memory_create((rounds + 1) * path.size, sizeof *path.states));
    assert_int_equal(poincare_ensemble_states_double(ensemble, path.states), loop->members);
    for (; path.status == NEWTON_CONVERGED && path.round < rounds; path.round++) {
        assert_done(poincare_ensemble_advance_double(ensemble, every, &path.status, &path.failed, &error),
                    error);
        if (path.status == NEWTON_CONVERGED)
            poincare_ensemble_states_double(ensemble, path.states + (path.round + 1) * path.size);
    }
    poincare_ensemble_destroy_double(ensemble);
    return path;
}

static bool same_path(const struct path *a, const struct path *b, size_t rounds)
{
    return a->status == b->status && a->round == b->round && a->failed == b->failed &&
           memcmp(a->states, b->states, (rounds + 1) * a->size * sizeof *a->states) == 0;
}

static struct path follow_alone(const struct loop *loop, const struct fixture_setup *own, unsigned long every,
                                size_t rounds)
{
    return follow(loop, own, &ensemble_group_double,
                  ensemble_group_double.create(&own->setup, own->method.family), 1, every, rounds);
}

static struct path follow_groups(const struct loop *loop, const struct fixture_setup *own,
                                 const struct method_family *family, size_t processes, unsigned long every,
                                 size_t rounds)
{
    const struct ensemble_build_double *build;
    void *group = ensemble_create_group(&build, &own->setup, family);

    return follow(loop, own, build, group, processes, every, rounds);
}

static void compare(const struct loop *loop, const struct fixture_setup *own,
                    const struct method_family *family, const char *name)
{
    struct path alone = follow_alone(loop, own, EVERY, ROUNDS);

    for (size_t k = 0; k < COUNT(PROCESSES); k++) {
        struct path groups = follow_groups(loop, own, family, PROCESSES[k], EVERY, ROUNDS);

        if (!same_path(&groups, &alone, ROUNDS))
            fail_msg("%s %s in %zu processes differs", name, own->setup.projection->name, PROCESSES[k]);
    }
}

TEST(test_states)
{
    struct loop loop = loop_create("models/point-vortices.lua", MEMBERS);
    struct method method;

    for (size_t k = 0; method_listed(k, &method); k++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            struct fixture_setup *own;

            if ((method.stages > 3 && k % 3) || method_refuses(&method, row, MODEL_DEGENERATE, &said))
                continue;
            own = setup_of(&loop, method.name, row->name, "1/8", k);
            compare(&loop, own, own->method.family, method.name);
        }
    }
}

TEST(test_control)
{
    struct loop loop = loop_create("models/point-vortices.lua", MEMBERS);
    struct fixture_setup *own = setup_of(&loop, "gauss-2", "symmetric", "1/8", 0);
    struct path before = follow_alone(&loop, own, EVERY, ROUNDS), after;
    mpfr_ptr changed = loop.start + 11 * loop.own.d;

    mpfr_set_d(changed, nextafter(mpfr_get_d(changed, MPFR_RNDN), 2), MPFR_RNDN);
    after = follow_groups(&loop, own, own->method.family, 2, EVERY, ROUNDS);
    assert_false(same_path(&after, &before, ROUNDS));
    for (size_t k = 0; k < MEMBERS; k++) {
        size_t at = ROUNDS * after.size + k * 3 * loop.own.d;

        assert_true((memcmp(after.states + at, before.states + at, 3 * loop.own.d * sizeof(double)) == 0) ==
                    (k != 11));
    }
}

/* -- what lanes do not have -- */

static struct stepper_lanes *refuse(const struct setup *setup)
{
    (void)setup;
    return NULL;
}

TEST(test_fallback)
{
    struct loop loop = loop_create("models/point-vortices.lua", MEMBERS);
    struct fixture_setup *own = setup_of(&loop, "gauss-2", "symplectic", "1/8", 0);
    struct method_family without = *own->method.family, refusing = *own->method.family;
    struct stepper_lanes_builds builds = *own->method.family->lanes;
    const struct ensemble_build_double *build;
    void *group;

    without.lanes = NULL;
    group = ensemble_create_group(&build, &own->setup, &without);
    assert_int_equal(build->lanes, 1);
    build->destroy(group);
    compare(&loop, own, &without, "without lanes");
    builds.create_lanes = refuse;
    refusing.lanes = &builds;
    assert_null(ensemble_build(0)->create(&own->setup, &refusing));
    group = ensemble_create_group(&build, &own->setup, own->method.family);
    assert_int_equal(build->lanes, LANES);
    build->destroy(group);
}

/* -- breakdown -- */

TEST(test_breakdown)
{
    static const unsigned long every[] = {1, 13, 100};
    struct loop loop = loop_create("models/lotka-volterra.lua", 40);
    struct fixture_setup *own = setup_of(&loop, "lobatto-iiib-iiia-3", "none", "1/2", 0);

    for (size_t i = 0; i < COUNT(every); i++) {
        size_t rounds = 100 / every[i];
        struct path alone = follow_alone(&loop, own, every[i], rounds);

        assert_true(alone.status != NEWTON_CONVERGED && alone.failed > 0);
        for (size_t k = 0; k < COUNT(PROCESSES); k++) {
            struct path groups =
                follow_groups(&loop, own, own->method.family, PROCESSES[k], every[i], rounds);

            assert_true(same_path(&groups, &alone, rounds));
        }
    }
}

/* An invariant of which the method, dissipating, leaves the domain: its steps are all solved. */
static const char DISSIPATED[] =
    "return model { title = 'a', source = 'b', kind = 'degenerate', coordinates = { 'q1', 'q2' },\n"
    "  theta = function (q, c) return { q[2], 0*q[1] } end,\n"
    "  hamiltonian = function (q, c) return (q[1]^2 + q[2]^2)/2 end,\n"
    "  invariants = { lost = function (q, c) return log((q[1]^2 + q[2]^2)/2 - '19/20') end },\n"
    "  initial = { default = { 1, 1 } }, step = '1/10' }";

TEST(test_leaving_the_domain)
{
    struct loop loop = {.model = fixture_model_write(DISSIPATED), .members = MEMBERS};
    struct fixture_setup *own = setup_of(&loop, "radau-iia-2", "none", "1/2", 0);
    struct path alone;

    loop.start = kept_block(number_block_create(MEMBERS * 2, 100));
    for (size_t i = 0; i < MEMBERS * 2; i++)
        mpfr_set_d(loop.start + i, 1 + 0.003 * (double)((i * 17) % 11), MPFR_RNDN);
    alone = follow_alone(&loop, own, 5, 20);
    assert_int_equal(alone.status, NEWTON_NOT_FINITE);
    assert_true(alone.round > 1);
    for (size_t k = 0; k < COUNT(PROCESSES); k++) {
        struct path groups = follow_groups(&loop, own, own->method.family, PROCESSES[k], 5, 20);

        assert_true(same_path(&groups, &alone, 20));
    }
}

/* A round longer than the steps between checkpoints: members of a loop forget at its start alone. */
TEST(test_long_round)
{
    enum { STEPS = TRAJECTORY_CHECKPOINT_STEPS + 5 };
    struct loop loop = loop_create("tests/data/rational.lua", 9);
    struct fixture_setup *own = setup_of(&loop, "gauss-1", "none", "1/10", 0);
    struct path alone = follow_alone(&loop, own, STEPS, 1),
                groups = follow_groups(&loop, own, own->method.family, 1, STEPS, 1);

    assert_int_equal(alone.status, NEWTON_CONVERGED);
    assert_true(same_path(&groups, &alone, 1));
}

/* -- drifts -- */

TEST(test_drift)
{
    for (int order = 1; order <= 2; order++) {
        struct problem *problem = checkpoint_problem("models/point-vortices.lua");
        struct cell_request request =
            checkpoint_request(problem, "gauss-1", "symplectic", CELL_DOUBLE, kept_rational(1, 10));
        struct poincare_drift *drift[4];

        request.steps = 20;
        request.every = 5;
        for (size_t k = 0; k < COUNT(drift); k++) {
            request.processes = k;
            drift[k] = fixture_measure(&request, order, order == 1 ? 52 : 9)->drift;
            assert_int_equal(drift[k]->times, 5);
            for (int f = 0; f < POINCARE_FORMS; f++) {
                const struct poincare_form_drift *form = drift[k]->form + f, *alone = drift[0]->form + f;

                assert_memory_equal(form->drift, alone->drift, 5 * sizeof(double));
                assert_true(form->points_floor == alone->points_floor);
                assert_true(mpfr_equal_p(form->initial, alone->initial));
            }
            assert_true(drift[k]->form[0].drift[4] != drift[k]->form[0].drift[3]); /* control */
        }
    }
}
