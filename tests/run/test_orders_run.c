/* What a study runs, and what it says in the end, does not depend on the order in which results come in, on how many
 * workers there are, on being stopped and taken up again, or on what a store has.
 *
 * A pool of this file stands in the place of the one of the program: it answers any of the cells that are at work,
 * drawn at random, with an error that depends on the curve and the step alone. */
#include "tests/fixtures/test.h"

#include "harness/judge/fits.h"
#include "harness/run/job.h"
#include "harness/run/pool.h"
#include "harness/run/study_run.h"
#include "tests/fixtures/runs/store_run_fixture.h"

enum { CURVES = 4, ORDERS = 4, MOST_AT_WORK = 8 };

static struct {
    const struct grid *grid; /* as the run multiplies it out, but for what it refines */
    uint64_t curves;         /* which errors the curves have */
    uint64_t order;          /* in which they come in */
    size_t workers, stop;    /* stop: after so many answers; 0: never */
    size_t answered;
} pool;

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

/* From 0 to 1, of this number of the curve. */
static double draw(uint64_t curve, uint64_t number)
{
    return (double)(mix(mix(pool.curves * 977 + curve) + number) >> 11) * 0x1p-53;
}

/* c h^p + d h^q, and round-off. */
static double error_at(size_t curve, unsigned long steps, long bits)
{
    const double h = 2.0 / (double)steps, unit = bits == CELL_DOUBLE ? 0x1p-53 : ldexp(1, -(int)bits);
    const double low = 1 + floor(6 * draw(curve, 1)), high = low + 1 + floor(3 * draw(curve, 2));

    return fabs((draw(curve, 3) + 0.01) * pow(h, low) + 100 * (draw(curve, 4) - 0.5) * pow(h, high)) +
           unit * draw(curve, 5 + steps + (uint64_t)bits);
}

static char *answer(size_t number, long bits)
{
    struct grid_cell cell = grid_cell_of(pool.grid, number);
    const struct grid_curve *curve = pool.grid->curve + cell.curve;
    const unsigned long steps = pool.grid->problem[curve->problem].count[cell.step];
    /* Curves that differ in their precision alone have the same errors. */
    const uint64_t name = curve->problem * 100 + (uint64_t)(curve->method - pool.grid->methods.method) * 10 +
                          (uint64_t)(curve->projection - projection_table);
    const long bits_used = cell.repeat ? bits + GRID_REPEAT_BITS : bits;
    const double error = error_at(name, steps, bits_used), other = error_at(name + 1000, steps, bits_used);
    char *line = malloc(PATH_SIZE);

    snprintf(line, PATH_SIZE,
             "{\"done\":true,\"completed\":true,\"broke_down_at\":0,\"residual_evaluations\":%lu,"
             "\"newton_iterations\":1,\"worst_stall\":0.0,\"seconds\":0.0,"
             "\"measures\":[[\"energy_error\",%.17e,\"%.17e\"],[\"constraint_error:phi\",%.17e,\"%.17e\"],"
             "[\"local_order:solution\"]],\"histories\":[]}",
             steps, error, error, other, other);
    return line;
}

struct pool *pool_create(size_t workers)
{
    (void)workers;
    return NULL;
}

void pool_destroy(struct pool *none)
{
    (void)none;
}

bool pool_run(struct pool *none, const struct pool_work *work)
{
    size_t job[MOST_AT_WORK], at_work = 0;
    long bits[MOST_AT_WORK];

    (void)none;
    for (;;) {
        size_t drawn;
        char *line;
        bool good;

        while (at_work < pool.workers && work->next(work->context, job + at_work)) {
            struct job asked;

            line = work->request(work->context, job[at_work]);
            assert_true(job_read(&asked, line));
            bits[at_work++] = asked.bits;
            free(line);
        }
        if (!at_work)
            return true;
        if (pool.stop && pool.answered == pool.stop)
            return false;
        pool.order = mix(pool.order + 1);
        drawn = pool.order % at_work;
        line = answer(job[drawn], bits[drawn]);
        good = work->take(work->context, job[drawn], line, POOL_DONE);
        free(line);
        assert_true(good);
        pool.answered++;
        job[drawn] = job[--at_work];
        bits[drawn] = bits[at_work];
    }
}

size_t pool_processors(void)
{
    return 1;
}

double pool_seconds(void)
{
    return 0;
}

/* -- runs -- */

static char store[64]; /* in memory where there is such a folder: a disk takes its time for every cell */

static const char study_text[] =
    "return study { title = 'Orders', models = './first.lua', methods = { 'gauss-1', 'gauss-2', 'rk4' },\n"
    "  projections = { 'none', 'symmetric' }, steps = halving('0.1', 4), untiltime = '2', refine = 6,\n"
    "  precisions = { 'double', 128, 192 }, measures = { 'energy_error', 'constraint_error:phi' },\n"
    "  witness = { ['./first.lua'] = 'other' },\n"
    "  %s\n"
    "  claims = { { id = 'A', source = 's', methods = 'gauss-*', projection = 'none', measure = "
    "'energy_error',\n"
    "               order = exactly '3' },\n"
    "             { id = 'B', source = 's', methods = '*', projection = 'symmetric', measure = "
    "'energy_error',\n"
    "               order = at_least '4' } } }\n";

/* Every fit and every cell of the results, as a document of JSON. */
static char *describe(const struct results *results)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        fprintf(file, "%s\"%s %zu %ld %d %d %d %d %a %a\"\n", i ? "," : "[", fit->id, fit->points.count,
                fit->curve.bits, (int)fit->order.status, (int)fit->outcome.verdict, (int)fit->outcome.reason,
                (int)fit->outcome.next, fit->order.value, fit->floor.value);
    }
    for (size_t i = 0; i < results->cells; i++)
        fprintf(file, ",\"%s\"\n", results->cell[i].id);
    fputs("]", file);
    fclose(file);
    return text;
}

static const char *say_nothing(const struct fit *fit, char *buffer, size_t size)
{
    (void)fit;
    (void)size;
    *buffer = '\0';
    return buffer;
}

/* The report of a run with this many workers, stopped after so many answers (0: never, and then it must be complete). */
static char *run(uint64_t order, size_t workers, size_t stop, bool compute)
{
    static const struct study_run_words words = {describe, say_nothing};
    const struct study_run_settings settings = {.command_line = "",
                                                .store = store,
                                                .use = compute ? STUDY_RUN_COMPUTES : STUDY_RUN_REPORTS,
                                                .jobs = 1,
                                                .shard = 1,
                                                .shards = 1};
    struct study_run *made = study_run_create("./study.lua", &settings, &words, &said);
    const struct results *results;
    bool complete;
    char *text;

    assert_done(made, said);
    pool.grid = grid_create(study_run_study(made), NULL, NULL, &said);
    pool.order = order;
    pool.workers = workers;
    pool.stop = stop;
    pool.answered = 0;
    results = study_run_measure(made, &complete, &said);
    assert_done(results || stop, said);
    if (results && !stop)
        assert_true(complete);
    text = results ? kept(describe(results)) : NULL;
    grid_destroy((struct grid *)pool.grid);
    study_run_destroy(made);
    return text;
}

static void assert_same(char *text, const char *expected)
{
    if (strcmp(text, expected) != 0)
        fail_msg("another report:\n%s\ninstead of\n%s", text, expected);
}

/* For errors of that number: all orders, numbers of workers and stops, and a store that has everything. */
static void check(const char *more, uint64_t curves)
{
    char text[2 * sizeof study_text], *first;
    size_t answers;

    snprintf(text, sizeof text, study_text, more);
    write_file("study.lua", text);
    pool.curves = curves;
    unlink(store);
    first = run(1, 1, 0, true);
    answers = pool.answered;
    for (uint64_t order = 2; order < 2 + ORDERS; order++) {
        unlink(store);
        assert_same(run(order, 1 + mix(order) % MOST_AT_WORK, 0, true), first);
        assert_int_equal(pool.answered, answers);
        unlink(store);
        run(order, 1 + mix(order) % MOST_AT_WORK, 1 + mix(order) % answers, true);
        assert_same(run(order + ORDERS, 4, 0, true), first);
    }
    assert_same(run(1, 8, 0, true), first);
    assert_int_equal(pool.answered, 0);
    assert_same(run(1, 1, 0, false), first);
}

TEST(test_orders)
{
    int silence = open("/dev/null", O_WRONLY), screen = dup(2);

    write_variant("first.lua", "first.lua", NULL);
    snprintf(store, sizeof store, "%s/assay-orders-%ld.sqlite", access("/dev/shm", W_OK) ? "." : "/dev/shm",
             (long)getpid());
    dup2(silence, 2);
    for (uint64_t curves = 1; curves <= CURVES; curves++) {
        check("", curves);
        check("budget = 20000,", curves);
    }
    dup2(screen, 2);
    unlink(store);
}

TEST_GROUP(fixture_create, fixture_destroy)
