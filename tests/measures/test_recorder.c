/* The history of a run that was interrupted is that of the run that was not, to the last bit.
 *
 * Methods with and without a multiplier, in double and at 200 bits, checkpoints every 7 of 40 steps, 11
 * intervals: the run that resumes from each checkpoint ends with the same history.  At 53 bits mpfr has the
 * history of double.
 *
 * Components of the multiplier: those with which runs of 1, 2, ... steps end. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/checkpoint_fixture.h"

#include "measures/run/recorder.h"

static const double SCALE[] = {0.5, 2, 2};
enum { INTERVALS = 11 };

static const struct history *run(struct cell_request request, const char *resume,
                                 struct checkpoint_states *states)
{
    struct recorder *own;
    struct cell_request attached;
    struct trajectory *trajectory;

    request.resume = resume;
    if (states) {
        request.checkpoint = checkpoint_keep;
        request.checkpoint_context = states;
    }
    own = kept(recorder_create(&request, INTERVALS, SCALE));
    attached = recorder_attach(own, &request);
    trajectory = kept(cell_run(&attached, &said));
    assert_done(trajectory, said);
    return recorder_finish(own);
}

static void check_same(const struct history *a, const struct history *b)
{
    assert_int_equal(a->numbers, b->numbers);
    assert_int_equal(a->entries, INTERVALS - 1);
    assert_memory_equal(a->number, b->number, a->numbers * sizeof *a->number);
}

static void check(const struct cell_request *request)
{
    struct checkpoint_states states = {0};
    const struct history *expected = run(*request, NULL, &states);

    for (size_t i = 0; i < states.count; i++)
        check_same(run(*request, states.text[i], NULL), expected);
    assert_true(states.count > 0);
    check_same(run(*request, NULL, NULL), expected);
}

static const char *const cases[][2] = {{"gauss-2", "none"},
                                       {"gauss-2", "symmetric"},
                                       {"gauss-1", "symplectic"},
                                       {"radau-iia-2", "none"},
                                       {"rk4", "none"}};

TEST(test_resumed)
{
    struct problem *problem = checkpoint_problem("massless-charged-particle");
    mpq_ptr step = kept_rational(1, 10);

    for (size_t i = 0; i < COUNT(cases); i++) {
        for (long bits = 0; bits <= CHECKPOINT_BITS; bits += CHECKPOINT_BITS) {
            struct cell_request request = checkpoint_request(problem, cases[i][0], cases[i][1], bits, step);

            check(&request);
        }
    }
}

/* Only the operations that round alike: the vortices' logarithm would not. */
TEST(test_bits)
{
    struct problem *problem = checkpoint_problem("tests/data/rational.lua");
    mpq_ptr step = kept_rational(1, 32);

    for (size_t i = 0; i < COUNT(cases); i++) {
        check_same(run(checkpoint_request(problem, cases[i][0], cases[i][1], 0, step), NULL, NULL),
                   run(checkpoint_request(problem, cases[i][0], cases[i][1], 53, step), NULL, NULL));
    }
}

TEST(test_channels)
{
    struct problem *problem = checkpoint_problem("point-vortices");
    struct cell_request request = {.problem = problem, .steps = 10, .projection = projection_find("none")};
    struct recorder *own = kept(recorder_create(&request, 2, SCALE));

    assert_int_equal(recorder_measured(own), 4);
    assert_int_equal(recorder_finish(own)->channels, 4);
    request.projection = projection_find("midpoint");
    own = kept(recorder_create(&request, 2, SCALE));
    assert_int_equal(recorder_measured(own), 4);
    assert_int_equal(recorder_finish(own)->channels, 8);
}

/* The step is a power of two, by which lambda = e/h is divided without an error.  Returns how many components
 * are negative. */
static size_t check_components(struct cell_request request)
{
    enum { STEPS = 6 };
    struct recorder *own;
    struct cell_request attached;
    const struct history *history;
    struct trajectory *trajectory;
    size_t d = request.problem->model->dimension, first, negative = 0;

    request.steps = STEPS;
    own = kept(recorder_create(&request, STEPS, SCALE));
    first = recorder_measured(own);
    attached = recorder_attach(own, &request);
    kept(cell_run(&attached, &said));
    history = recorder_finish(own);
    assert_int_equal(history->entries, STEPS);
    assert_int_equal(history->channels, first + d);
    for (request.steps = 1; request.steps <= STEPS; request.steps++) {
        double largest = 0;

        trajectory = kept(cell_run(&request, &said));
        for (size_t i = 0; i < d; i++) {
            const struct history_entry *entry = history_entries(history, first + i) + request.steps - 1;
            double lambda = mpfr_get_d(trajectory->multiplier[i], MPFR_RNDN);

            assert_true(lambda != 0 && isfinite(lambda));
            assert_true(entry->low == lambda && entry->high == lambda && entry->mean == lambda);
            largest = fmax(largest, fabs(lambda));
            negative += lambda < 0;
        }
        assert_true(history_entries(history, first - 1)[request.steps - 1].mean == largest);
    }
    return negative;
}

TEST(test_components)
{
    static const char *const projections[] = {"standard", "symmetric", "symplectic", "midpoint"};
    struct problem *problem = checkpoint_problem("massless-charged-particle");
    unsigned signs = 0; /* both occur */
    mpq_ptr step = kept_rational(1, 8);

    for (size_t i = 0; i < COUNT(projections); i++) {
        for (long bits = 0; bits <= CHECKPOINT_BITS; bits += CHECKPOINT_BITS) {
            size_t negative =
                check_components(checkpoint_request(problem, "gauss-1", projections[i], bits, step));

            signs |= negative == 0 ? 1 : negative < 12 ? 3 : 2;
        }
    }
    assert_int_equal(signs, 3);
}
