/* assay run from end to end: orders that theory gives, files that are the same in every run, and workers that
 * are killed. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/text_fixture.h"
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
    return number_at(fit, "low") <= order && order <= number_at(fit, "high");
}

static void check_fit(json_t *fit)
{
    double known = known_order(text_at(fit, "method"), text_at(fit, "projection"));

    assert_string_equal(text_at(fit, "status"), "measured");
    if (!lies_within(fit, known))
        fail_msg("%s is not of order %g", text_at(fit, "id"), known);
    assert_false(lies_within(fit, 6 - known)); /* the other order */
    assert_true(number_at(fit, "high") - number_at(fit, "low") < 0.3);
}

static void check_files(const char *folder)
{
    static const char *const names[] = {"index.html",       "tables/orders.txt", "tables/orders.csv",
                                        "tables/orders.md", "tables/orders.tex", "figures/errors.gp",
                                        "data/cells.csv",   "data/fits.csv",     "data/points.csv",
                                        "data/report.json", "data/timing.csv"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[2 * PATH_SIZE];
        struct stat status;

        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (stat(path, &status) != 0 || status.st_size == 0)
            fail_msg("%s is missing or empty", path);
    }
}

TEST(test_orders)
{
    json_t *json, *entry;
    size_t index;

    check_run(0, "orders.json", "run ./tiny.lua --out orders --json");
    json = load("orders.json");
    assert_int_equal(size_at(json, "cells"), CELLS);
    assert_int_equal(size_at(json, "fits"), FITS);
    json_array_foreach(at(json, "cells"), index, entry)
        assert_string_equal(text_at(entry, "status"), "completed");
    json_array_foreach(at(json, "fits"), index, entry) check_fit(entry);
    check_files("orders");
}

/* What is printed: the false claim is open, of both methods and in mpfr alone: a refutation takes two sets of
 * initial data. */
TEST(test_summary)
{
    const char *text;

    check_run(0, "summary.txt", "run ./tiny.lua -v --out summary");
    text = read_file("summary.txt");
    assert_says(text, "refuted      lotka-volterra/default/gauss-1/none/128/energy_error: ",
                "refuted      lotka-volterra/default/gauss-2/none/128/energy_error: ",
                "; the error of a run contains ",
                "claim true holds: 2 of 2 hold, 0 refuted, 0 inconclusive (Kraus (2017), table 2)\n",
                "claim false refuted: 0 of 2 hold, 2 refuted, 0 inconclusive (nobody)\n",
                "40 cells, 0 broke down; 16 fits; their verdicts: 2 hold, 2 refuted, 0 inconclusive\n");
    assert_int_equal(count(text, "refuted      lotka-volterra/"), 2);
    assert_null(strstr(text, "\ninconclusive "));
}

/* -- the same files -- */

/* The command line is part of what is written: that of --jobs 1 is changed into that of --jobs 3. */
TEST(test_same_files)
{
    char example[PATH_SIZE];

    run_into("./tiny.lua --jobs 1", "first");
    run_into("./tiny.lua --jobs 1", "second");
    run_into("./tiny.lua --jobs 3", "third");
    check_same("first", "second");
    assert_int_equal(count_different("first", "third", "--jobs 1", "--jobs 3", example), 0);
}

/* Controls: a file more, one byte, one digit. */
TEST(test_different_files)
{
    char example[PATH_SIZE];

    run_into("./tiny.lua", "plain");
    run_into("./tiny.lua", "spoilt");
    check_same("plain", "spoilt");
    write_file("spoilt/more", "more");
    assert_int_equal(count_different("plain", "spoilt", NULL, NULL, example), 1);
    write_file("spoilt/tables/orders.txt", "x");
    assert_int_equal(count_different("plain", "spoilt", NULL, NULL, example), 3);
    assert_true(count_different("plain", "spoilt", "0.025", "0.026", example) > 6);
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
    json_t *cells = at(disturbed, "cells"), *expected = at(undisturbed, "cells"), *cell;
    size_t index, crashed = 0;

    assert_int_equal(json_array_size(cells), CELLS);
    json_array_foreach(cells, index, cell)
    {
        if (strcmp(text_at(cell, "status"), "crashed") == 0) {
            assert_int_equal(size_at(cell, "measures"), 0);
            assert_true(strlen(text_at(cell, "reason")) > 0);
            crashed++;
        } else if (!json_equal(cell, json_array_get(expected, index))) {
            fail_msg("%s differs", text_at(cell, "id"));
        }
    }
    return crashed;
}

/* One run in which a worker is killed; the cells that it cost. */
static size_t run_and_kill(json_t *undisturbed)
{
    pid_t program = start_program("run ./long.lua --out killed --jobs 2 --json", "killed.json");
    bool killed = kill_worker(program);
    int status = wait_for(program);
    json_t *json = load("killed.json");
    size_t crashed = count_crashed(json, undisturbed);

    assert_true(crashed <= killed);
    assert_int_equal(status, crashed ? 3 : 0);
    assert_int_equal(size_at(json, "fits"), FITS);
    check_files("killed");
    return crashed;
}

/* A worker may die in the instant between two cells, and then costs none: up to five are killed. */
TEST(test_killed_worker)
{
    size_t crashed = 0;
    json_t *undisturbed;

    write_variant("long.lua", "open.lua", "\"2\"", "\"20\"", NULL);
    check_run(0, "long.json", "run ./long.lua --out undisturbed --jobs 2 --json");
    undisturbed = load("long.json");
    assert_int_equal(count_crashed(undisturbed, undisturbed), 0);
    for (int attempt = 0; attempt < 5 && !crashed; attempt++)
        crashed = run_and_kill(undisturbed);
    assert_int_equal(crashed, 1);
}

static int create(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    write_variant("tiny.lua", "open.lua", NULL);
    return 0;
}

TEST_GROUP(create, fixture_destroy)
