/* A run resumed from any of its checkpoints is the run that was not interrupted, to the last bit.
 *
 * Methods of every family with every projection, in double and at 200 bits, 40 steps with a checkpoint every
 * 7: the run that keeps its states, the run that keeps none, and the runs resumed from each of the states end
 * with the same numbers, the same counts, the same breakdown.  That forgetting is needed shows in runs that
 * forget at other steps: some differ.  What the state holds is needed too: where one number is moved the run
 * ends elsewhere. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/checkpoint_fixture.h"

/* -- resumed runs -- */

struct tally {
    unsigned cells, resumed, wrong;
    unsigned forgetful; /* cells that differ where they forget at other steps */
    unsigned broke_down;
};

static bool is_same(const char *expected, char *text, const struct cell_request *request, const char *what)
{
    bool same = strcmp(expected, text) == 0;

    if (!same)
        print_error("%s %s, %ld bits, %s:\n%s\nwhere there should be\n%s\n", request->method.name,
                    request->projection->name, request->bits, what, text, expected);
    return same;
}

static void check_cell(struct cell_request request, struct tally *tally)
{
    struct checkpoint_states states = {0};
    char *expected = checkpoint_run_and_keep(request, &states), *other;

    tally->cells++;
    tally->broke_down += strncmp(expected, "status 0", 8) != 0;
    tally->wrong += !is_same(expected, checkpoint_run(request, NULL), &request, "without keeping the states");
    for (size_t i = 0; i < states.count; i++) {
        assert_int_equal(states.step[i], CHECKPOINT_EVERY * (i + 1));
        tally->wrong += !is_same(expected, checkpoint_run(request, states.text[i]), &request, "resumed");
        tally->resumed++;
    }
    request.checkpoint_every = 0; /* beyond the end */
    other = checkpoint_run(request, NULL);
    tally->forgetful += strcmp(expected, other) != 0;
}

static struct tally check_all(const char *path, long bits, const char *step_text)
{
    static const char *const methods[] = {"gauss-1",
                                          "gauss-3",
                                          "srk-3",
                                          "lobatto-iiia-iiib-3",
                                          "lobatto-iiid-2",
                                          "radau-iia-2",
                                          "rk4",
                                          "runge-kutta:gauss-2",
                                          "hamilton-pontryagin:gauss-2"};
    struct problem *problem = checkpoint_problem(path);
    struct tally tally = {0};
    mpq_ptr step = kept_rational_of(step_text);

    for (size_t i = 0; i < COUNT(methods); i++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            struct cell_request request = checkpoint_request(problem, methods[i], row->name, bits, step);

            if (method_refuses(&request.method, row, MODEL_DEGENERATE, &said))
                continue;
            request.rounding =
                (struct rounding){i % 2 ? COEFFICIENTS_SPLIT : COEFFICIENTS_ROUNDED, i % 3 == 2, i % 4 == 1};
            check_cell(request, &tally);
        }
    }
    assert_int_equal(tally.wrong, 0);
    return tally;
}

/* Runs without difficulties: all are resumed from all states. */
static void check_easy(const char *path, long bits, const char *step)
{
    struct tally tally = check_all(path, bits, step);

    assert_int_equal(tally.resumed, CHECKPOINT_KEPT * tally.cells);
    assert_true(tally.forgetful > tally.cells / 2);
}

TEST(test_double)
{
    check_easy("models/point-vortices.lua", CELL_DOUBLE, "1/10");
    check_easy("models/massless-charged-particle.lua", CELL_DOUBLE, "1/5");
}

TEST(test_mpfr)
{
    check_easy("models/point-vortices.lua", CHECKPOINT_BITS, "1/10");
    check_easy("tests/data/rational.lua", CHECKPOINT_BITS, "1/5");
}

/* Newton's method fails, solutions are followed from h = 0, runs break down after a checkpoint. */
TEST(test_difficult_steps)
{
    struct tally tally;

    tally = check_all("tests/data/rational.lua", CELL_DOUBLE, "9/4");
    assert_true(tally.broke_down > 0 && tally.resumed > 0 && tally.resumed < CHECKPOINT_KEPT * tally.cells);
    check_all("tests/data/rational.lua", CHECKPOINT_BITS, "9/4");
}

/* Where nothing else is asked for: every 65536 steps. */
TEST(test_constant)
{
    struct problem *problem = checkpoint_problem("tests/data/rational.lua");
    struct checkpoint_states states = {0};
    struct cell_request request;
    bool same;
    char *expected;
    mpq_ptr step = kept_rational(1, 100);

    request = checkpoint_request(problem, "gauss-1", "none", CELL_DOUBLE, step);
    request.steps = TRAJECTORY_CHECKPOINT_STEPS + 100;
    request.checkpoint_every = 0;
    expected = checkpoint_run_and_keep(request, &states);
    assert_int_equal(states.count, 1);
    assert_int_equal(states.step[0], TRAJECTORY_CHECKPOINT_STEPS);
    same = is_same(expected, checkpoint_run(request, NULL), &request, "without keeping the state");
    assert_true(is_same(expected, checkpoint_run(request, states.text[0]), &request, "resumed") && same);
}

/* -- what the state holds -- */

/* The line with its k-th number moved by 2^-20; the caller frees it. */
static char *move_number(const char *line, size_t k, mpfr_prec_t bits)
{
    struct trajectory_state state = {.numbers = checkpoint_count_numbers(line)};
    char *name = checkpoint_copy_run(line, state.numbers), *text;

    state.number = kept_block(number_block_create(state.numbers, bits));
    assert_done(trajectory_state_read(&state, line, name, CHECKPOINT_EVERY, CHECKPOINT_STEPS, &said), said);
    mpfr_add_d(state.number + k, state.number + k, 0x1p-20, MPFR_RNDN);
    text = kept(trajectory_state_write(&state, name));
    return text;
}

/* Whether the run resumed with the k-th number of the state moved ends elsewhere. */
static bool is_needed(const struct cell_request *request, const char *line, size_t k, const char *expected)
{
    char *moved = move_number(line, k, request->bits ? request->bits : 53);
    char *text = checkpoint_run(*request, moved);
    bool needed = strcmp(expected, text) != 0;

    assert_string_not_equal(moved, line);
    return needed;
}

/* `pattern` says of each number that is carried whether it is needed: 1 yes, 0 no, ? maybe; blanks are
 * skipped. */
static void check_pattern(struct cell_request request, const char *pattern)
{
    struct checkpoint_states states = {0};
    char *expected = checkpoint_run_and_keep(request, &states);
    size_t k = 0;

    for (const char *p = pattern; *p; p++) {
        if (*p == ' ')
            continue;
        if (*p != '?' && is_needed(&request, states.text[0], k, expected) != (*p == '1'))
            fail_msg("%s %s, %ld bits: number %zu is not as in %s", request.method.name,
                     request.projection->name, request.bits, k, pattern);
        k++;
    }
}

/* In two dimensions: q, p; with a projection theta(q), e and, where it is carried, (q, p) of the base; the low
 * part of what is advanced.  What the next step starts from is another thing with each projection; e may be a
 * mere guess. */
TEST(test_numbers_needed)
{
    static const struct {
        const char *method, *projection, *pattern;
    } cases[] = {
        {"gauss-2", "standard", "11 00 11 ?? 11"},
        {"gauss-2", "symmetric", "11 00 11 00 11"},
        {"gauss-2", "symplectic", "11 00 00 11 11"},
        {"gauss-1", "symplectic", "00 00 00 ?? 1111 1111"},
        {"gauss-1", "none", "1111 1111"},
        {"runge-kutta:gauss-2", "none", "11 00 11"},
    };
    struct problem *problem = checkpoint_problem("models/massless-charged-particle.lua");
    mpq_ptr step = kept_rational(1, 5);

    for (size_t i = 0; i < COUNT(cases); i++) {
        check_pattern(checkpoint_request(problem, cases[i].method, cases[i].projection, CELL_DOUBLE, step),
                      cases[i].pattern);
        check_pattern(
            checkpoint_request(problem, cases[i].method, cases[i].projection, CHECKPOINT_BITS, step),
            cases[i].pattern);
    }
}
