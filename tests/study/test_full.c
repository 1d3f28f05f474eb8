/* --full: the fields of `full` stand in the place of the ordinary ones, in every command and in the workers;
 * without it, and for a study that has none, nothing changes. */
#include "tests/fixtures/test.h"

#include "harness/study/study.h"
#include "tests/fixtures/runs/run_fixture.h"

#define FULL "full = { untiltime = \"4\", methods = { \"gauss-1\", \"gauss-2\" } }"

static int create(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    write_variant("both.lua", "versions.lua", NULL);
    write_variant("one.lua", "versions.lua", FULL, "", NULL);
    return 0;
}

/* -- reading -- */

static void assert_version(const char *name, bool asked, bool full)
{
    const struct study *study = kept(study_create(name, asked, &said));

    assert_done(study, said);
    assert_int_equal(study->in_full, full);
    assert_string_equal(study->until, full ? "4" : "2");
    assert_int_equal(study->methods.count, full ? 2 : 1);
    assert_string_equal(study->title, "Two versions");
    assert_int_equal(study->claims, 1);
}

TEST(test_versions)
{
    assert_version("both.lua", false, false);
    assert_version("both.lua", true, true);
    assert_version("one.lua", false, false);
    assert_version("one.lua", true, false);
}

/* A `full` that is none is refused with --full and without. */
TEST(test_refusals)
{
    static const char *const cases[][2] = {
        {"full = 7", "study.full is a number; write full = {"},
        {"full = true", "study.full is a boolean; write full = {"},
        {"full = { 'untiltime' }", "study.full is a list; write full = {"},
        {"full = { untiltim = 3 }", "a study has no 'untiltim'; it has title"},
        {"full = { title = 't' }", "study.full has a 'title', which is the same in both"},
        {"full = { claims = {} }", "study.full has a 'claims', which is the same in both"},
        {"full = { full = {} }", "study.full has a 'full', which is the same in both"},
    };

    for (size_t i = 0; i < 2 * COUNT(cases); i++) {
        write_variant("wrong.lua", "versions.lua", FULL, cases[i / 2][0], NULL);
        assert_null(study_create("wrong.lua", i % 2, &said));
        assert_says(said.text, cases[i / 2][1], "wrong.lua");
    }
}

/* What a field of the full version holds is checked when it is asked for. */
TEST(test_wrong_field)
{
    write_variant("wrong.lua", "versions.lua", FULL, "full = { untiltime = {} }", NULL);
    assert_null(study_create("wrong.lua", true, &said));
    assert_says(said.text, "study.untiltime is a table");
}

/* -- commands -- */

static void assert_prints(const char *arguments, const char *wanted)
{
    check_run(0, "printed.txt", "%s", arguments);
    check_says("printed.txt", wanted);
}

/* The cells of the report: as many, with as many steps at the coarsest. */
static void assert_report(const char *folder, size_t cells, unsigned long steps, bool full)
{
    char name[PATH_SIZE];
    const json_t *report;
    json_t *cell;
    size_t index, in_double = 0;

    snprintf(name, sizeof name, "%s/data/report.json", folder);
    report = load(name);
    json_array_foreach(at(report, "cells"), index, cell) /* the others give the floor */
        in_double += strcmp(text_at(cell, "precision"), "double") == 0;
    assert_int_equal(in_double, cells);
    assert_int_equal(integer_at(report, "cells/0/steps"), steps);
    assert_int_equal(json_is_true(at(report, "full")), full);
    snprintf(name, sizeof name, "%s/index.html", folder);
    assert_int_equal(strstr(read_file(name), "The full version of the study") != NULL, full);
}

TEST(test_dry_run)
{
    assert_prints("run both.lua --dry-run", "5 cells to compute");
    assert_prints("run both.lua --dry-run --full", "10 cells to compute");
    assert_prints("run one.lua --dry-run --full", "5 cells to compute");
}

/* Both versions go to one folder and one store; the last that was run is the one explained. */
TEST(test_run)
{
    check_run(0, "r.txt", "run both.lua --out r --store r.sqlite");
    assert_report("r", 5, 20, false);
    assert_prints("explain K1 --store r.sqlite", "--step 0.00625 --steps 320");
    check_run(3, "r.txt", "report both.lua --full --out r --store r.sqlite");
    check_run(0, "r.txt", "run both.lua --full --out r --store r.sqlite");
    assert_report("r", 10, 40, true);
    check_run(0, "r.txt", "report both.lua --full --out r --store r.sqlite");
    assert_prints("explain K1 --store r.sqlite", "assay explain both.lua --full 'lotka");
    assert_prints("explain both.lua K1 --full --store r.sqlite", "2 orders are named by K1");
    check_run(0, "r.txt", "run both.lua --out r --store r.sqlite");
    assert_report("r", 5, 20, false);
    assert_prints("explain K1 --store r.sqlite", "--step 0.00625 --steps 320");
}

/* A study without a full version ignores the option. */
TEST(test_run_without)
{
    check_run(0, "r.txt", "run one.lua --full --out o --store o.sqlite");
    assert_report("o", 5, 20, false);
    check_run(0, "r.txt", "report one.lua --out o --store o.sqlite");
}

TEST(test_gate)
{
    check_run(1, "gate.json", "gate both.lua --full --json --store g.sqlite");
    assert_int_equal(integer_at(load("gate.json"), "as_expected"), 1); /* of 2 fits and 1 claim */
    assert_int_equal(integer_at(load("gate.json"), "different"), 2);
}

TEST(test_reproduce)
{
    make_paper("two2017");
    write_variant("shelf/two2017/both.lua", "versions.lua", NULL);
    check_run(0, "r.txt", "reproduce two2017:K1 --full --out p --store p.sqlite");
    assert_report("p", 10, 40, true);
    unsetenv("ASSAY_PATH");
}

TEST_GROUP(create, fixture_destroy)
