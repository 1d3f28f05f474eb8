/* Workers that are lost, and files and requests that change while they work: a crash at a reference costs the
 * reference, another model is noticed, an answer that nobody waits for any longer is dropped. */
#define _GNU_SOURCE
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#include "harness/run/cells.h"

/* -- workers -- */

/* A child of the program that is its worker; 0 while there is none. */
static pid_t find_worker(pid_t program)
{
    pid_t children[MOST_CHILDREN];

    for (size_t i = find_children(program, children); i-- > 0;) {
        char path[64], line[PATH_SIZE] = "";
        FILE *file;
        size_t length;

        snprintf(path, sizeof path, "/proc/%ld/cmdline", (long)children[i]);
        file = fopen(path, "r");
        length = file ? fread(line, 1, sizeof line - 1, file) : 0;
        if (file)
            fclose(file);
        if (memmem(line, length, "\0worker\0", 8))
            return children[i];
    }
    return 0;
}

/* Two models; the second takes a reference that is long in coming. */
static void write_far(const struct fixture *fixture, const char *models)
{
    char text[PATH_SIZE];

    snprintf(text, sizeof text,
             "return study { title = \"Far\", models = { %s }, methods = { \"gauss-1\" },"
             "  projections = { \"none\" }, steps = halving(\"1/8\", 3), untiltime = \"200\","
             "  precisions = { 128 }, measures = { \"solution_error\" } }",
             models);
    write_file(fixture, "far.lua", text);
}

static void check_one_line(const struct fixture *fixture, const char *name, const char *words)
{
    char *text = read_output(fixture, name);

    assert_memory_equal(text, "assay: ", 7);
    assert_true(strchr(text, '\n') == text + strlen(text) - 1);
    free(text);
    check_says(fixture, name, words);
}

static pid_t start_far(const struct fixture *fixture, pid_t *worker)
{
    pid_t program =
        start(fixture, "run ./far.lua --store far.sqlite --out same --jobs 1 > out.txt 2> err.txt");

    while (!(*worker = find_worker(program)) && !has_ended(program))
        sleep_briefly();
    assert_true(*worker > 0);
    return program;
}

TEST(test_crash_at_reference)
{
    const struct fixture *fixture = *state;
    pid_t program, worker;
    json_t *report;

    write_far(fixture, "\"./first.lua\"");
    json_decref(run_study(fixture, "far", ""));
    write_far(fixture, "\"./first.lua\", \"./second.lua\"");
    program = start_far(fixture, &worker);
    assert_int_equal(kill(worker, SIGKILL), 0);
    assert_int_equal(wait_for(program), 3);
    check_one_line(fixture, "err.txt",
                   "the reference of ./second.lua: its worker crashed; run the study again");
    assert_int_equal(ask(fixture, "far.sqlite", "SELECT count(*) FROM cell"), 3);
    assert_int_equal(ask(fixture, "far.sqlite", "SELECT count(*) FROM reference"), 1);
    report = run_study(fixture, "far", "");
    assert_int_equal(json_array_size(json_object_get(report, "cells")), 6);
    assert_int_equal(count_completed(report), 6);
    assert_int_equal(ask(fixture, "far.sqlite", "SELECT count(*) FROM reference"), 2);
    json_decref(report);
}

static double find_error(const json_t *report)
{
    const json_t *cell = json_array_get(json_object_get(report, "cells"), 0);

    return strtod(text_of(json_object_get(cell, "measures"), "solution_error"), NULL);
}

/* When a worker is about to read the study, or later at the reference, the model becomes another.  Whichever
 * model it reads, those that run the cells read the other one; and nothing of that is kept under the name of
 * the first. */
TEST(test_changed_while_running)
{
    const struct fixture *fixture = *state;
    char path[PATH_SIZE];
    pid_t program, worker;
    json_t *report;
    double right;

    write_far(fixture, "\"./second.lua\"");
    report = run_study_in(fixture, "far", "right.sqlite", "", 0);
    right = find_error(report);
    json_decref(report);
    for (int pauses = 0; pauses <= 100; pauses += 100) {
        unlink(path_in(path, fixture->folder, "far.sqlite"));
        program = start_far(fixture, &worker);
        for (int i = 0; i < pauses; i++)
            sleep_briefly();
        write_variant(fixture, "second.lua", "first.lua", "a1 = 1", "a1 = 3", NULL);
        assert_int_equal(wait_for(program), 3);
        check_one_line(fixture, "err.txt", "was changed while it ran; run it again");
        assert_int_equal(ask(fixture, "far.sqlite", "SELECT count(*) FROM cell"), 0);
        write_variant(fixture, "second.lua", "first.lua", "a1 = 1", "a1 = 2", NULL);
        report = run_study(fixture, "far", "");
        assert_true(find_error(report) == right);
        json_decref(report);
    }
}

/* -- answers -- */

#define ANSWER                                                                                               \
    "{\"done\":true,\"completed\":true,\"broke_down_at\":0,\"newton\":0,\"residual_evaluations\":1,"         \
    "\"newton_iterations\":1,\"worst_stall\":0.0,\"seconds\":0.0,\"measures\":[[\"energy_error\",1.0,\"1\"]" \
    "]}"

/* What is kept of a state, of a crash and of an answer. */
TEST(test_answers)
{
    const struct fixture *fixture = *state;
    char path[PATH_SIZE];
    struct error error;
    struct study *study = chdir(fixture->folder) == 0 ? study_create("./far.lua", false, &error) : NULL;
    struct grid *grid = grid_create(study, NULL, NULL, &error);
    struct store *store = store_open(path_in(path, fixture->folder, "k.sqlite"), &error);
    struct cells *cells = cells_create(grid, store, false);

    assert_true(cells_look_up(cells, &error));
    free(cells_request(cells, 0, 1));
    assert_true(cells_save(cells, 0, "65536 state", &error) && store_flush(store, 0, &error));
    assert_int_equal(ask(fixture, "k.sqlite", CHECKPOINTS), 1);
    cells_lose(cells, 0, false);
    assert_true(cells->row[0].crashed);
    cells->row[0].crashed = false;
    assert_true(cells_take(cells, 0, ANSWER, &error) && store_flush(store, 0, &error));
    assert_true(cells->row[0].done);
    assert_int_equal(ask(fixture, "k.sqlite", "SELECT count(*) FROM cell"), 1);
    assert_int_equal(cells_missing(cells), grid->cells / 2 - 1);
    /* What crashes over further measures is missing something. */
    free(cells_request(cells, 0, 1));
    cells_lose(cells, 0, false);
    assert_int_equal(cells_missing(cells), grid->cells / 2);
    cells_destroy(cells);
    store_close(store);
    grid_destroy(grid);
    study_destroy(study);
}

TEST_GROUP(fixture_create_models, fixture_destroy)
