/* Memory does not grow with the number of steps: runs that keep histories, ensembles and loops are reduced as
 * they go.
 *
 * The largest resident set of a run of 20 times as many steps may be larger by a tenth at most.  The control
 * is a run that prints its trajectory, kept in memory until it is written: it grows. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#include <sys/resource.h>

#define STUDY_OF(steps)                                                                                      \
    "return study { title = 'Flat', models = { 'lotka-volterra' }, methods = { 'gauss-1' },"                 \
    "  projections = { 'standard' }, steps = each { '0.1' }, untilsteps = " steps ","                        \
    "  precisions = { 'double' }, history = 20, points = 8, "                                                \
    "  measures = { 'stable_steps', 'drift:energy', 'growth:energy', 'poincare_1:noncanonical' } }"

/* The largest resident set in KiB of the program, or of the largest of its workers. */
static long resident(const char *more)
{
    char arguments[PATH_SIZE];
    pid_t process;
    struct rusage usage;
    int status;

    snprintf(arguments, sizeof arguments,
             "integrate lotka-volterra --method gauss-1 --projection standard --step 0.1 --steps %s", more);
    process = start(arguments);
    assert_int_equal(wait4(process, &status, 0, &usage), process);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return usage.ru_maxrss;
}

/* The same of a study's worker: of the largest child so far, so that short runs come first.  A shard writes
 * no report: gnuplot would be larger. */
static long resident_worker(const char *study)
{
    struct rusage usage;

    check_shell(0, "run ./%s.lua --shard 1/1 --jobs 1 --store %s.sqlite > /dev/null 2>&1", study, study);
    getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_maxrss;
}

/* The largest child counts for all that come later: studies, whose processes are small, are first. */
TEST(test_studies)
{
    long few, many;

    write_file("few.lua", STUDY_OF("1000"));
    write_file("many.lua", STUDY_OF("20000"));
    few = resident_worker("few");
    many = resident_worker("many");
    print_message("# a study of 1000 steps: %ld KiB, of 20000: %ld KiB\n", few, many);
    assert_true((double)many <= 1.1 * (double)few);
}

TEST(test_trajectories)
{
    long few, many, kept;

    few = resident("5000 > few.txt");
    many = resident("100000 > many.txt");
    kept = resident("100000 --every 1 --json > kept.txt");
    print_message("# 5000 steps: %ld KiB, 100000: %ld KiB, and with its trajectory as JSON: %ld KiB\n", few,
                  many, kept);
    assert_true((double)many <= 1.1 * (double)few);
    assert_true((double)kept > 1.5 * (double)few);
}

TEST_GROUP(fixture_create, fixture_destroy)
