/* The text of a state: every bit comes back, and what is not the state of this run is refused.
 *
 * Damaged states (any one character changed, cut anywhere), states of other runs and of other steps are
 * refused with one line that says so; controls: the state as it was, and that of a longer run, are taken.
 * Observers of a resumed run see the points after its checkpoint. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/checkpoint_fixture.h"

TEST(test_numbers_come_back)
{
    static const double values[] = {0.0,       -0.0, 1.0 / 3,  -0x1.fffffffffffffp1023,
                                    0x1p-1074, NAN,  INFINITY, -INFINITY};
    enum { COUNT = COUNT(values) };
    struct trajectory_state written = {7, {1, 1.5, 2, 3, 4, 0x1.23p-45}, COUNT, NULL},
                            read = {.numbers = COUNT};
    char *line;

    written.number = kept_block(number_block_create(COUNT, 53));
    read.number = kept_block(number_block_create(COUNT, 53));
    for (size_t i = 0; i < COUNT; i++)
        mpfr_set_d(written.number + i, values[i], MPFR_RNDN);
    line = kept(trajectory_state_write(&written, "run"));
    assert_true(trajectory_state_read(&read, line, "run", CHECKPOINT_EVERY, CHECKPOINT_STEPS, &said));
    assert_int_equal(read.n, 7);
    assert_memory_equal(&read.counts, &written.counts, sizeof read.counts);
    for (size_t i = 0; i < COUNT; i++) {
        double value = mpfr_get_d(read.number + i, MPFR_RNDN);

        assert_true(isnan(values[i]) ? isnan(value) : memcmp(&value, values + i, sizeof value) == 0);
    }
    /* A number with more bits than the run has is not rounded. */
    written.number = kept_block(number_block_create(COUNT, 60));
    mpfr_set_ui(written.number, 1, MPFR_RNDN);
    mpfr_nextabove(written.number);
    line = kept(trajectory_state_write(&written, "run"));
    assert_false(trajectory_state_read(&read, line, "run", CHECKPOINT_EVERY, CHECKPOINT_STEPS, &said));
}

/* -- refusal -- */

static bool is_refused(struct cell_request request, const char *resume)
{
    struct trajectory *trajectory;

    request.resume = resume;
    trajectory = kept(cell_run(&request, &said));
    if (trajectory) {
        return false;
    }
    assert_true(strncmp(said.text, "the saved state ", 16) == 0);
    assert_null(strchr(said.text, '\n'));
    return true;
}

struct refusal_fixture {
    struct problem *problem;
    struct cell_request request;
    struct checkpoint_states states;
};

static int set_up(void **state)
{
    struct refusal_fixture *f = kept_memory(memory_create(1, sizeof *f));

    f->problem = checkpoint_problem("models/massless-charged-particle.lua");
    f->request = checkpoint_request(f->problem, "gauss-2", "symmetric", CELL_DOUBLE, kept_rational(1, 5));
    checkpoint_run_and_keep(f->request, &f->states);
    *state = f;
    return f->states.count == CHECKPOINT_KEPT ? 0 : -1;
}

TEST_WITH(test_damaged, set_up, NULL)
{
    struct refusal_fixture *f = *state;
    static const char *const garbage[] = {
        "", ",", "x", "0", ",cbf29ce484222325", "trajectory_double", "{}", "\xff\xfe,\x01"};
    char *line = kept(memory_copy_string(f->states.text[2]));
    size_t size = strlen(line);

    assert_int_equal(strcspn(line, " \"\\\n\t"), size);
    assert_false(is_refused(f->request, line)); /* control */
    for (size_t i = 0; i < size; i++) {
        char kept = line[i];

        line[i] = kept == '1' ? '2' : '1';
        assert_true(is_refused(f->request, line));
        line[i] = kept;
    }
    while (size-- > 0) {
        line[size] = '\0';
        assert_true(is_refused(f->request, line));
    }
    for (size_t i = 0; i < COUNT(garbage); i++)
        assert_true(is_refused(f->request, garbage[i]));
}

/* A good line that says too little, too much, or a step that is no checkpoint. */
TEST_WITH(test_wrong_fields, set_up, NULL)
{
    struct refusal_fixture *f = *state;
    size_t numbers = checkpoint_count_numbers(f->states.text[0]);
    char *name = checkpoint_copy_run(f->states.text[0], numbers);
    struct trajectory_state forged = {.n = CHECKPOINT_EVERY, .numbers = numbers};
    char *line;
    const struct {
        unsigned long n;
        size_t numbers;
        bool refused;
    } cases[] = {
        {CHECKPOINT_EVERY, numbers, false},    {CHECKPOINT_EVERY, numbers - 1, true},
        {CHECKPOINT_EVERY, numbers + 1, true}, {0, numbers, true},
        {CHECKPOINT_EVERY + 1, numbers, true}, {CHECKPOINT_EVERY * (CHECKPOINT_KEPT + 1), numbers, true}};

    forged.number = kept_block(number_block_create(numbers + 1, 53));
    for (size_t i = 0; i <= numbers; i++)
        mpfr_set_ui(forged.number + i, 1, MPFR_RNDN);
    for (size_t i = 0; i < COUNT(cases); i++) {
        forged.n = cases[i].n;
        forged.numbers = cases[i].numbers;
        line = kept(trajectory_state_write(&forged, name));
        assert_int_equal(is_refused(f->request, line), cases[i].refused);
    }
}

TEST_WITH(test_other_run, set_up, NULL)
{
    struct refusal_fixture *f = *state;
    struct problem *vortices = checkpoint_problem("models/point-vortices.lua");
    const char *line = f->states.text[1];
    struct cell_request other[] = {f->request, f->request, f->request, f->request, f->request,
                                   f->request, f->request, f->request, f->request};
    mpq_ptr step = kept_rational(1, 10);

    other[0].problem = vortices;
    other[1].bits = 53;
    other[2].projection = projection_find("midpoint");
    other[3].step = step;
    other[4].checkpoint_every = CHECKPOINT_EVERY + CHECKPOINT_EVERY;
    other[5].rounding.coefficients = COEFFICIENTS_SPLIT;
    other[6].steps = 2 * CHECKPOINT_EVERY - 1;
    assert_true(method_find("gauss-3", &other[7].method, &said));
    other[8].rounding.accepted = true;
    for (size_t i = 0; i < COUNT(other); i++) {
        if (!is_refused(other[i], line))
            fail_msg("run %zu takes the state of another", i);
    }
    other[6].steps = CHECKPOINT_STEPS + CHECKPOINT_EVERY; /* control: a longer run is the same run */
    assert_false(is_refused(other[6], line));
}

/* -- observers -- */

struct seen {
    unsigned long first, last;
    unsigned points;
};

static void see(void *context, const struct trajectory_point *point)
{
    struct seen *seen = context;

    if (seen->points++ == 0)
        seen->first = point->n;
    seen->last = point->n;
}

TEST_WITH(test_observer, set_up, NULL)
{
    struct refusal_fixture *f = *state;
    struct cell_request request = f->request;
    struct seen seen = {0, 0, 0};

    request.every = 1;
    request.observer = see;
    request.context = &seen;
    checkpoint_run(request, NULL);
    assert_true(seen.points == CHECKPOINT_STEPS + 1 && seen.first == 0 && seen.last == CHECKPOINT_STEPS);
    seen = (struct seen){0, 0, 0};
    checkpoint_run(request, f->states.text[1]);
    assert_true(seen.points == CHECKPOINT_STEPS - 2 * CHECKPOINT_EVERY &&
                seen.first == 2 * CHECKPOINT_EVERY + 1 && seen.last == CHECKPOINT_STEPS);
}
