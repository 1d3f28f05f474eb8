/* --full: the fields of `full` stand in the place of the ordinary ones, in every command and in the workers;
 * without it, and for a study that has none, nothing changes. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "harness/study/study.h"
#include "tests/fixtures/runs/run_fixture.h"

#define STUDY(more)                                                                                          \
    "return study { title = \"Two versions\", models = { \"lotka-volterra\" }, methods = { \"gauss-1\" },"   \
    "  projections = { \"none\" }, steps = halving(\"0.1\", 5), untiltime = \"2\","                          \
    "  precisions = { \"double\" }, measures = { \"energy_error\" },"                                        \
    "  claims = { { id = \"K1\", source = \"s\", method = \"gauss-*\", projection = \"none\","               \
    "               measure = \"energy_error\", order = exactly \"s + 1\" } }," more "}"

static const char both[] = STUDY("full = { untiltime = \"4\", methods = { \"gauss-1\", \"gauss-2\" } }");
static const char one[] = STUDY("");

static int create(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    write_file(*state, "both.lua", both);
    write_file(*state, "one.lua", one);
    return 0;
}

/* -- reading -- */

static struct study *read_study(const struct fixture *fixture, const char *name, bool full,
                                struct error *error)
{
    char path[PATH_SIZE];

    error->text[0] = '\0';
    return study_create(path_in(path, fixture->folder, name), full, error);
}

static void assert_version(const struct fixture *fixture, const char *name, bool asked, bool full)
{
    struct error error;
    struct study *study = read_study(fixture, name, asked, &error);

    if (!study)
        fail_msg("%s", error.text);
    assert_int_equal(study->in_full, full);
    assert_string_equal(study->until, full ? "4" : "2");
    assert_int_equal(study->methods.count, full ? 2 : 1);
    assert_string_equal(study->title, "Two versions");
    assert_int_equal(study->claims, 1);
    study_destroy(study);
}

TEST(test_versions)
{
    assert_version(*state, "both.lua", false, false);
    assert_version(*state, "both.lua", true, true);
    assert_version(*state, "one.lua", false, false);
    assert_version(*state, "one.lua", true, false);
}

/* A `full` that is none is refused with --full and without. */
TEST(test_refusals)
{
    static const char *const cases[][2] = {
        {STUDY("full = 7"), "study.full is a number; write full = {"},
        {STUDY("full = true"), "study.full is a boolean; write full = {"},
        {STUDY("full = { \"untiltime\" }"), "study.full is a list; write full = {"},
        {STUDY("full = { untiltim = 3 }"), "a study has no 'untiltim'; it has title"},
        {STUDY("full = { title = \"t\" }"), "study.full has a 'title', which is the same in both"},
        {STUDY("full = { claims = {} }"), "study.full has a 'claims', which is the same in both"},
        {STUDY("full = { full = {} }"), "study.full has a 'full', which is the same in both"},
    };

    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        struct error error;
        struct study *study;

        write_file(*state, "wrong.lua", cases[i / 2][0]);
        study = read_study(*state, "wrong.lua", i % 2, &error);
        if (study)
            fail_msg("accepted: %s", cases[i / 2][0]);
        if (!strstr(error.text, cases[i / 2][1]) || !strstr(error.text, "wrong.lua"))
            fail_msg("'%s' does not say '%s'", error.text, cases[i / 2][1]);
    }
}

/* What a field of the full version holds is checked when it is asked for. */
TEST(test_wrong_field)
{
    struct error error;

    write_file(*state, "wrong.lua", STUDY("full = { untiltime = {} }"));
    assert_null(read_study(*state, "wrong.lua", true, &error));
    assert_non_null(strstr(error.text, "study.untiltime is a table"));
}

/* -- commands -- */

static char *print(const struct fixture *fixture, const char *arguments, int status)
{
    char path[PATH_SIZE];
    size_t length;

    assert_int_equal(run_program(fixture, arguments, "printed.txt"), status);
    return read_file(path_in(path, fixture->folder, "printed.txt"), &length);
}

static void assert_prints(const struct fixture *fixture, const char *arguments, const char *wanted)
{
    char *text = print(fixture, arguments, 0);

    if (!strstr(text, wanted))
        fail_msg("%s does not print '%s' but %s", arguments, wanted, text);
    free(text);
}

static bool file_says(const struct fixture *fixture, const char *name, const char *words)
{
    char path[PATH_SIZE], *text;
    size_t length;
    bool found;

    text = read_file(path_in(path, fixture->folder, name), &length);
    found = strstr(text, words) != NULL;
    free(text);
    return found;
}

/* The cells of the report: as many, with as many steps at the coarsest. */
static void assert_report(const struct fixture *fixture, const char *folder, size_t cells,
                          unsigned long steps, bool full)
{
    char name[PATH_SIZE];
    json_t *report;
    const json_t *list;
    json_t *cell;
    size_t index, in_double = 0;

    snprintf(name, sizeof name, "%s/data/report.json", folder);
    report = load(fixture, name);
    list = json_object_get(report, "cells");
    json_array_foreach(list, index, cell) /* the others give the floor */
        in_double += strcmp(text_of(cell, "precision"), "double") == 0;
    assert_int_equal(in_double, cells);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(list, 0), "steps")), steps);
    assert_int_equal(json_is_true(json_object_get(report, "full")), full);
    json_decref(report);
    snprintf(name, sizeof name, "%s/index.html", folder);
    assert_int_equal(file_says(fixture, name, "The full version of the study"), full);
}

TEST(test_dry_run)
{
    assert_prints(*state, "run both.lua --dry-run", "5 cells to compute");
    assert_prints(*state, "run both.lua --dry-run --full", "10 cells to compute");
    assert_prints(*state, "run one.lua --dry-run --full", "5 cells to compute");
}

/* Both versions go to one folder and one store; the last that was run is the one explained. */
TEST(test_run)
{
    const struct fixture *fixture = *state;

    assert_int_equal(run_program(fixture, "run both.lua --out r --store r.sqlite", "r.txt"), 0);
    assert_report(fixture, "r", 5, 20, false);
    assert_prints(fixture, "explain K1 --store r.sqlite", "--step 0.00625 --steps 320");
    assert_int_equal(run_program(fixture, "report both.lua --full --out r --store r.sqlite", "r.txt"), 3);
    assert_int_equal(run_program(fixture, "run both.lua --full --out r --store r.sqlite", "r.txt"), 0);
    assert_report(fixture, "r", 10, 40, true);
    assert_int_equal(run_program(fixture, "report both.lua --full --out r --store r.sqlite", "r.txt"), 0);
    assert_prints(fixture, "explain K1 --store r.sqlite", "assay explain both.lua --full 'lotka");
    assert_prints(fixture, "explain both.lua K1 --full --store r.sqlite", "2 orders are named by K1");
    assert_int_equal(run_program(fixture, "run both.lua --out r --store r.sqlite", "r.txt"), 0);
    assert_report(fixture, "r", 5, 20, false);
    assert_prints(fixture, "explain K1 --store r.sqlite", "--step 0.00625 --steps 320");
}

/* A study without a full version ignores the option. */
TEST(test_run_without)
{
    const struct fixture *fixture = *state;

    assert_int_equal(run_program(fixture, "run one.lua --full --out o --store o.sqlite", "r.txt"), 0);
    assert_report(fixture, "o", 5, 20, false);
    assert_int_equal(run_program(fixture, "report one.lua --out o --store o.sqlite", "r.txt"), 0);
}

TEST(test_gate)
{
    char *text = print(*state, "gate both.lua --full --json --store g.sqlite --allow inconclusive", 0);
    json_t *outcome = json_loads(text, 0, NULL);

    assert_non_null(outcome);
    assert_int_equal(json_integer_value(json_object_get(outcome, "as_expected")), 3); /* 2 fits, 1 claim */
    json_decref(outcome);
    free(text);
}

TEST(test_reproduce)
{
    const struct fixture *fixture = *state;

    make_paper(fixture, "two2017");
    write_file(fixture, "shelf/two2017/both.lua", both);
    assert_int_equal(run_program(fixture, "reproduce two2017:K1 --full --out p --store p.sqlite", "r.txt"),
                     0);
    assert_report(fixture, "p", 10, 40, true);
    unsetenv("ASSAY_PATH");
}

TEST_GROUP(create, fixture_destroy)
