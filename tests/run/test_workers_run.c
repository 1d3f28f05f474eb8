/* Workers that are lost, and files and requests that change while they work: a crash at a reference costs the
 * reference, a model that changes later is another one, an answer that nobody waits for any longer is dropped. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/grid_fixture.h"
#include "tests/fixtures/runs/refinement_fixture.h"

#include "harness/run/cells.h"

#include <dirent.h>

/* -- workers -- */

/* A child of the program that is its worker; 0 while there is none. */
static pid_t find_worker(pid_t program)
{
    pid_t children[MOST_CHILDREN];

    for (size_t i = find_children(program, children); i-- > 0;) {
        char path[64], line[PATH_SIZE] = "";
        FILE *file;

        snprintf(path, sizeof path, "/proc/%ld/comm", (long)children[i]);
        file = fopen(path, "r");
        if (file) {
            (void)!fgets(line, sizeof line, file);
            fclose(file);
        }
        if (strcmp(line, "assay-worker\n") == 0)
            return children[i];
    }
    return 0;
}

/* Two models; the second takes a reference that is long in coming. */
static void write_far(const char *models)
{
    char text[PATH_SIZE];

    snprintf(
        text, sizeof text,
        "return study { title = 'Far', models = { %s }, methods = { 'gauss-1' }, projections = { 'none' },\n"
        "  steps = halving('1/8', 3), untiltime = '200', precisions = { 128 },\n"
        "  measures = { 'solution_error' } }",
        models);
    write_file("far.lua", text);
}

/* One line, behind those that a long run shows every half minute. */
static void check_one_line(const char *name, const char *words)
{
    const char *text = read_file(name);

    while (*text == ' ')
        text = strchr(text, '\n') + 1;
    assert_memory_equal(text, "assay: ", 7);
    assert_true(strchr(text, '\n') == text + strlen(text) - 1);
    assert_says(text, words);
}

static pid_t start_far(pid_t *worker)
{
    pid_t program = start("run ./far.lua --store far.sqlite --out same --jobs 1 > out.txt 2> err.txt");

    while (!(*worker = find_worker(program)) && !has_ended(program))
        sleep_briefly();
    assert_true(*worker > 0);
    return program;
}

TEST(test_crash_at_reference)
{
    pid_t program, worker;
    json_t *report;

    write_far("'./first.lua'");
    run_study("far", "");
    write_far("'./first.lua', './second.lua'");
    program = start_far(&worker);
    assert_int_equal(kill(worker, SIGKILL), 0);
    assert_int_equal(wait_for(program), 3);
    check_one_line("err.txt", "the reference of ./second.lua: its worker crashed; run the study again");
    assert_int_equal(ask("far.sqlite", "SELECT count(*) FROM cell"), 3);
    assert_int_equal(ask("far.sqlite", "SELECT count(*) FROM reference"), 1);
    report = run_study("far", "");
    assert_int_equal(size_at(report, "cells"), 6);
    assert_int_equal(count_completed(report), 6);
    assert_int_equal(ask("far.sqlite", "SELECT count(*) FROM reference"), 2);
}

/* Whether the process has that file open, or one beside it whose name begins in the same way. */
static bool holds(pid_t process, const char *name)
{
    char folder[64];
    struct dirent *entry;
    DIR *files;
    bool found = false;

    snprintf(folder, sizeof folder, "/proc/%ld/fd", (long)process);
    files = opendir(folder);
    assert_non_null(files);
    while ((entry = readdir(files))) {
        char target[PATH_SIZE] = "";

        (void)!readlinkat(dirfd(files), entry->d_name, target, sizeof target - 1);
        found = found || strstr(target, name);
    }
    closedir(files);
    return found;
}

/* Its program holds the store, a worker does not: nothing that a method of somebody else does there reaches it. */
TEST(test_store_is_out_of_reach)
{
    pid_t program, worker;

    write_far("'./second.lua'");
    unlink("far.sqlite");
    program = start_far(&worker);
    while (holds(worker, "far.sqlite") && !has_ended(program)) /* it has just been forked off */
        sleep_briefly();
    assert_false(has_ended(program));
    assert_true(holds(program, "far.sqlite"));
    kill(program, SIGKILL);
    wait_for(program);
}

/* A worker is at the reference of a model when that becomes another.  The run has the numbers of the model that was read
 * when it began, and they are kept under its name; the next run reads the other one. */
TEST(test_changed_while_running)
{
    pid_t program, worker;
    const char *error = "cells/0/measures/solution_error";
    double right;

    write_far("'./second.lua'");
    right = number_at(run_study_in("far", "right.sqlite", "", 0), "%s", error);
    unlink("far.sqlite");
    program = start_far(&worker);
    write_variant("second.lua", "first.lua", "a1 = 1", "a1 = 3", NULL);
    assert_int_equal(wait_for(program), 0);
    assert_int_equal(ask("far.sqlite", "SELECT count(*) FROM cell"), 3);
    assert_true(number_at(run_study("far", ""), "%s", error) != right);
    assert_int_equal(ask("far.sqlite", "SELECT count(*) FROM cell"), 6);
    write_variant("second.lua", "first.lua", "a1 = 1", "a1 = 2", NULL);
    assert_true(number_at(run_study("far", ""), "%s", error) == right);
    assert_int_equal(ask("far.sqlite", "SELECT count(*) FROM cell"), 6);
}

/* -- answers -- */

#define ANSWER                                                                                               \
    "{\"done\":true,\"completed\":true,\"broke_down_at\":0,\"newton\":0,\"residual_evaluations\":1,"         \
    "\"newton_iterations\":1,\"worst_stall\":0.0,\"seconds\":0.0,\"measures\":[[\"energy_error\",1.0,\"1\"]" \
    "]}"

/* What is kept of a state, of a crash and of an answer. */
TEST(test_answers)
{
    struct grid *grid = grid_of("./far.lua");
    struct store *store = kept(store_open("k.sqlite", &said));
    struct cells *cells = cells_create(grid, store, false);

    assert_true(cells_look_up(cells, &said));
    free(cells_request(cells, 0, 1));
    assert_true(cells_save(cells, 0, "65536 state", &said) && store_flush(store, 0, &said));
    assert_int_equal(ask("k.sqlite", CHECKPOINTS), 1);
    cells_lose(cells, 0, false);
    assert_true(cells->row[0].crashed);
    cells->row[0].crashed = false;
    assert_true(cells_take(cells, 0, ANSWER, &said) && store_flush(store, 0, &said));
    assert_true(cells->row[0].done);
    assert_int_equal(ask("k.sqlite", "SELECT count(*) FROM cell"), 1);
    assert_int_equal(cells_missing(cells), grid->cells / 2 - 1);
    /* What crashes over further measures is missing something. */
    free(cells_request(cells, 0, 1));
    cells_lose(cells, 0, false);
    assert_int_equal(cells_missing(cells), grid->cells / 2);
    cells_destroy(cells);
}

TEST_GROUP(fixture_create_models, fixture_destroy)
