/* Runs that are killed: what was done is kept, what goes on leads to the same bytes as one undisturbed run, and no
 * worker is left. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"

static bool lives(pid_t process)
{
    char name[32];

    snprintf(name, sizeof name, "%ld", (long)process);
    return parent_of(name) != -1;
}

static void sleep_for(double seconds)
{
    const struct timespec time = {.tv_sec = (time_t)seconds,
                                  .tv_nsec = (long)(1e9 * (seconds - (double)(time_t)seconds))};

    nanosleep(&time, NULL);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Stops the program, looks at its children, kills it with them watching; how many children there were. */
static size_t kill_program(pid_t program)
{
    pid_t children[MOST_CHILDREN];
    size_t count;

    kill(program, SIGSTOP); /* so that no child comes or goes unseen */
    count = find_children(program, children);
    kill(program, SIGKILL);
    wait_for(program);
    for (size_t i = 0; i < count; i++) {
        for (double end = now() + 1; lives(children[i]) && now() < end;)
            sleep_for(0.01);
        if (lives(children[i]))
            fail_msg("a worker outlives its parent");
    }
    return count;
}

#define STUDY "./slow.lua --store store.sqlite"
#define SLOW  "run " STUDY " --out same --json"

TEST(test_killed_runs)
{
    enum { KILLS = 7 };
    const char *given = getenv("SEED");
    unsigned seed = given ? (unsigned)strtoul(given, NULL, 10) : (unsigned)time(NULL);
    size_t children = 0;
    double start, duration;

    print_message("SEED=%u\n", seed);
    srand(seed);
    forget("store.sqlite");
    start = now();
    run_into(STUDY, "undisturbed");
    duration = now() - start;
    forget("store.sqlite");
    for (int i = 0; i < KILLS; i++) {
        pid_t program = start_program(SLOW, "killed.json");

        sleep_for(duration / 3 * rand() / RAND_MAX);
        children += kill_program(program);
    }
    assert_true(children > 0); /* else no run was killed at work */
    run_into(STUDY, "resumed");
    check_same("undisturbed", "resumed");
    forget("store.sqlite");
}

/* What was done before the kill is in the store: a run that was killed once it had stored some of its cells has less
 * left to do. */
TEST(test_progress_is_kept)
{
    long long stored;
    pid_t program;

    forget("store.sqlite");
    program = start_program(SLOW, "killed.json");
    while (ask("store.sqlite", "SELECT count(*) FROM cell") < 1 && !has_ended(program))
        sleep_briefly();
    kill_program(program);
    stored = ask("store.sqlite", "SELECT count(*) FROM cell");
    assert_in_range(stored, 1, CELLS - 1);
    assert_int_equal(count_to_compute("./slow.lua", "store.sqlite", ""), CELLS - stored);
    run_into(STUDY, "continued");
    check_same("undisturbed", "continued");
    forget("store.sqlite");
}

/* In the middle of a cell that takes many seconds. */
TEST(test_no_worker_is_left)
{
    pid_t program, children[MOST_CHILDREN];
    double end = now() + 30;

    write_file("endless.lua", "return study { title = 'One cell', models = { './first.lua' }, methods = { "
                              "'gauss-6' },  projections = { 'symmetric' }, steps = { '1/65536' }, untiltime "
                              "= '20',  precisions = { 500 }, measures = { 'energy_error' } }");
    program = start_program("run ./endless.lua --out endless", "endless.txt");
    sleep_for(0.5); /* the file is read by a child of its own before */
    while (find_children(program, children) == 0 && now() < end)
        sleep_for(0.01);
    assert_true(kill_program(program) > 0);
}

TEST_GROUP(fixture_create_studies, fixture_destroy)
