/* assay run from end to end: orders that theory gives, files that are the same in every run, and workers that
 * are killed. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"

enum { FITS = 2 * 2 * 2 * 2 };

/* -- orders -- */

/* Table 2 of Kraus (2017): s + 1 for odd and s for even s without a projection, 2 s with the symmetric one.
 */
static double known_order(const char *method, const char *projection)
{
    return strcmp(method, "gauss-2") == 0 && strcmp(projection, "symmetric") == 0 ? 4 : 2;
}

static bool lies_within(json_t *fit, double order)
{
    return json_real_value(json_object_get(fit, "low")) <= order &&
           order <= json_real_value(json_object_get(fit, "high"));
}

static void check_fit(json_t *fit)
{
    double known = known_order(text_of(fit, "method"), text_of(fit, "projection"));

    assert_string_equal(text_of(fit, "status"), "measured");
    if (!lies_within(fit, known))
        fail_msg("%s is not of order %g", text_of(fit, "id"), known);
    assert_false(lies_within(fit, 6 - known)); /* the other order */
    assert_true(json_real_value(json_object_get(fit, "high")) - json_real_value(json_object_get(fit, "low")) <
                0.3);
}

static void check_files(const struct fixture *fixture, const char *folder)
{
    static const char *const names[] = {"index.html",       "tables/orders.txt", "tables/orders.csv",
                                        "tables/orders.md", "tables/orders.tex", "figures/errors.gp",
                                        "data/cells.csv",   "data/fits.csv",     "data/points.csv",
                                        "data/report.json", "data/timing.csv"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char out[PATH_SIZE], path[2 * PATH_SIZE];
        struct stat status;

        snprintf(path, sizeof path, "%s/%s", path_in(out, fixture->folder, folder), names[i]);
        if (stat(path, &status) != 0 || status.st_size == 0)
            fail_msg("%s is missing or empty", path);
    }
}

TEST(test_orders)
{
    const struct fixture *fixture = *state;
    json_t *json, *cells, *fits, *entry;
    size_t index;

    assert_int_equal(run_program(fixture, "run ./tiny.lua --out orders --json", "orders.json"), 0);
    json = load(fixture, "orders.json");
    cells = json_object_get(json, "cells");
    fits = json_object_get(json, "fits");
    assert_int_equal(json_array_size(cells), CELLS);
    assert_int_equal(json_array_size(fits), FITS);
    json_array_foreach(cells, index, entry) assert_string_equal(text_of(entry, "status"), "completed");
    json_array_foreach(fits, index, entry) check_fit(entry);
    json_decref(json);
    check_files(fixture, "orders");
}

/* What is printed: the false claim is open, of both methods and in mpfr alone: a refutation takes two sets of
 * initial data. */
TEST(test_summary)
{
    static const char *const open[] = {"inconclusive lotka-volterra/default/gauss-1/none/128/energy_error: ",
                                       "inconclusive lotka-volterra/default/gauss-2/none/128/energy_error: "};
    const struct fixture *fixture = *state;
    char *text;
    size_t lines = 0;

    assert_int_equal(run_program(fixture, "run ./tiny.lua --out summary", "summary.txt"), 0);
    text = read_output(fixture, "summary.txt");
    for (size_t i = 0; i < 2; i++)
        assert_non_null(strstr(text, open[i]));
    for (char *at = text; (at = strstr(at, "inconclusive lotka-volterra/")); at++)
        lines++;
    assert_int_equal(lines, 2);
    assert_non_null(strstr(text, "next: other initial data"));
    assert_null(strstr(text, "\nrefuted "));
    assert_non_null(
        strstr(text, "claim true holds: 2 of 2 hold, 0 refuted, 0 inconclusive (Kraus (2017), table 2)\n"));
    assert_non_null(
        strstr(text, "claim false inconclusive: 0 of 2 hold, 0 refuted, 2 inconclusive (nobody)\n"));
    assert_non_null(strstr(text, "40 cells, 0 broke down; 16 fits; 2 claims hold, 0 refuted, 2 "
                                 "inconclusive\n"));
    free(text);
}

/* -- the same files -- */

/* The command line is part of what is written: that of --jobs 1 is changed into that of --jobs 3. */
TEST(test_same_files)
{
    const struct fixture *fixture = *state;
    char example[PATH_SIZE];

    run_into(fixture, "./tiny.lua --jobs 1", "first");
    run_into(fixture, "./tiny.lua --jobs 1", "second");
    run_into(fixture, "./tiny.lua --jobs 3", "third");
    check_same(fixture, "first", "second");
    assert_int_equal(count_different(fixture, "first", "third", "--jobs 1", "--jobs 3", example), 0);
}

/* Controls: a file more, one byte, one digit. */
TEST(test_different_files)
{
    const struct fixture *fixture = *state;
    char example[PATH_SIZE];

    run_into(fixture, "./tiny.lua", "plain");
    run_into(fixture, "./tiny.lua", "spoilt");
    check_same(fixture, "plain", "spoilt");
    write_file(fixture, "spoilt/more", "more");
    assert_int_equal(count_different(fixture, "plain", "spoilt", NULL, NULL, example), 1);
    write_file(fixture, "spoilt/tables/orders.txt", "x");
    assert_int_equal(count_different(fixture, "plain", "spoilt", NULL, NULL, example), 3);
    assert_true(count_different(fixture, "plain", "spoilt", "0.025", "0.026", example) > 6);
}

/* -- workers that are killed -- */

/* Kills a worker: children come one at a time but for the workers, of which there are two.  False when the
 * program ended before they were seen. */
static bool kill_worker(pid_t program)
{
    pid_t children[MOST_CHILDREN];
    size_t count;

    while ((count = find_children(program, children)) < 2) {
        if (has_ended(program))
            return false;
        sleep_briefly();
    }
    return kill(children[count - 1], SIGKILL) == 0;
}

/* The cells that crashed; all others are those of the undisturbed run, to the last digit. */
static size_t count_crashed(json_t *disturbed, json_t *undisturbed)
{
    json_t *cells = json_object_get(disturbed, "cells"), *expected = json_object_get(undisturbed, "cells"),
           *cell;
    size_t index, crashed = 0;

    assert_int_equal(json_array_size(cells), CELLS);
    json_array_foreach(cells, index, cell)
    {
        if (strcmp(text_of(cell, "status"), "crashed") == 0) {
            assert_int_equal(json_object_size(json_object_get(cell, "measures")), 0);
            assert_true(strlen(text_of(cell, "reason")) > 0);
            crashed++;
        } else if (!json_equal(cell, json_array_get(expected, index))) {
            fail_msg("%s differs", text_of(cell, "id"));
        }
    }
    return crashed;
}

/* One run in which a worker is killed; the cells that it cost. */
static size_t run_and_kill(const struct fixture *fixture, json_t *undisturbed)
{
    pid_t program = start_program(fixture, "run ./long.lua --out killed --jobs 2 --json", "killed.json");
    bool killed = kill_worker(program);
    int status = wait_for(program);
    json_t *json = load(fixture, "killed.json");
    size_t crashed = count_crashed(json, undisturbed);

    assert_true(crashed <= killed);
    assert_int_equal(status, crashed ? 3 : 0);
    assert_int_equal(json_array_size(json_object_get(json, "fits")), FITS);
    json_decref(json);
    check_files(fixture, "killed");
    return crashed;
}

/* A worker may die in the instant between two cells, and then costs none: up to five are killed. */
TEST(test_killed_worker)
{
    const struct fixture *fixture = *state;
    size_t crashed = 0;
    json_t *undisturbed;

    write_variant(fixture, "long.lua", "open.lua", "\"2\"", "\"20\"", NULL);
    assert_int_equal(run_program(fixture, "run ./long.lua --out undisturbed --jobs 2 --json", "long.json"),
                     0);
    undisturbed = load(fixture, "long.json");
    assert_int_equal(count_crashed(undisturbed, undisturbed), 0);
    for (int attempt = 0; attempt < 5 && !crashed; attempt++)
        crashed = run_and_kill(fixture, undisturbed);
    assert_int_equal(crashed, 1);
    json_decref(undisturbed);
}

static int create(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    write_variant(*state, "tiny.lua", "open.lua", NULL);
    return 0;
}

TEST_GROUP(create, fixture_destroy)
