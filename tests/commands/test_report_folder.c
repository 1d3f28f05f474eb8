/* The folder of a report and the store behind it: what only reads creates and changes nothing, a report takes the
 * place of another when it is whole, and what others put into the folder stays. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"

#define STORE " --store store.sqlite"

static bool is_there(const struct fixture *fixture, const char *name)
{
    char path[PATH_SIZE];

    return access(path_in(path, fixture->folder, name), F_OK) == 0;
}

/* The store, and a complete report of it in the folder `out`, of which `kept` is a copy. */
static int create(void **state)
{
    if (fixture_create_studies(state) != 0)
        return 1;
    return run_program(*state, "run ./good.lua --out out" STORE, "out.txt") != 0 ||
           run_shell(*state, "--help > help.txt && cp -r out kept && cp store.sqlite whole.sqlite") != 0;
}

TEST(test_mistyped_store)
{
    const struct fixture *fixture = *state;

    check_refused(fixture, "report ./good.lua --store stroe.sqlite --out out", 2,
                  "stroe.sqlite cannot be opened");
    check_refused(fixture, "explain ./good.lua true --store stroe.sqlite", 2,
                  "stroe.sqlite cannot be opened");
    check_refused(fixture, "explain true --store stroe.sqlite", 2, "there is no store stroe.sqlite");
    assert_int_equal(count_to_compute(fixture, "./good.lua", "stroe.sqlite", ""), CELLS);
    assert_false(is_there(fixture, "stroe.sqlite"));
    check_same(fixture, "kept", "out");
}

/* Without the right to write where the store is; the report goes elsewhere. */
static int run_as_nobody(const struct fixture *fixture, const char *arguments)
{
    pid_t process = fork();

    if (process == 0)
        _exit(geteuid() == 0 && setuid(65534) != 0 ? 126 : run_shell(fixture, arguments));
    return wait_for(process);
}

TEST(test_read_only_store)
{
    const struct fixture *fixture = *state;
    char path[PATH_SIZE];

    assert_int_equal(mkdir(path_in(path, fixture->folder, "open"), 0777), 0);
    assert_int_equal(chmod(path, 0777), 0);
    assert_int_equal(chmod(path_in(path, fixture->folder, "store.sqlite"), 0444), 0);
    assert_int_equal(chmod(fixture->folder, 0555), 0);
    assert_int_equal(run_as_nobody(fixture, "report ./good.lua" STORE " --out open/o > open/report.txt"), 0);
    check_says(fixture, "open/report.txt", "2 claims hold");
    assert_int_equal(run_as_nobody(fixture, "explain ./good.lua true" STORE " > open/explain.txt"), 0);
    assert_int_equal(run_as_nobody(fixture, "explain true" STORE " > open/explain.txt"), 0);
    check_says(fixture, "open/explain.txt", "2 orders are named by true");
    assert_int_equal(run_as_nobody(fixture, "run ./good.lua --dry-run" STORE " > open/plan.txt"), 0);
    check_says(fixture, "open/plan.txt", "0 cells to compute");
    assert_int_equal(chmod(fixture->folder, 0755), 0);
    assert_int_equal(chmod(path_in(path, fixture->folder, "store.sqlite"), 0644), 0);
}

TEST(test_incomplete_report)
{
    const struct fixture *fixture = *state;

    run_sql_in(fixture, "store.sqlite", "DELETE FROM record WHERE kind = 'cell' AND rowid % 3 = 0");
    check_refused(fixture, "report ./good.lua --out out" STORE, 3, "out keeps the complete report");
    check_same(fixture, "kept", "out");
    assert_true(is_there(fixture, "out.incomplete/incomplete.txt"));
    /* Where there is none, or one that lacks cells, it stands in the folder itself. */
    for (int i = 0; i < 2; i++) {
        check_refused(fixture, "report ./good.lua --out new" STORE, 3, "does not have all cells");
        assert_true(is_there(fixture, "new/incomplete.txt") && is_there(fixture, "new/index.html"));
        assert_false(is_there(fixture, "new.incomplete"));
    }
    assert_int_equal(run_program(fixture, "run ./good.lua --out out" STORE, "out.txt"), 0);
    assert_false(is_there(fixture, "out.incomplete") || is_there(fixture, "out/incomplete.txt"));
    assert_int_equal(run_program(fixture, "run ./good.lua --out new" STORE, "out.txt"), 0);
    assert_false(is_there(fixture, "new/incomplete.txt"));
}

TEST(test_what_others_wrote)
{
    const struct fixture *fixture = *state;

    write_file(fixture, "out/tables/notes.md", "mine");
    write_file(fixture, "out/figures/errors.svg", "an older picture");
    assert_int_equal(run_program(fixture, "run ./good.lua --out out" STORE, "out.txt"), 0);
    check_says(fixture, "out/tables/notes.md", "mine");
    write_file(fixture, "out/mine", "mine");
    assert_int_equal(run_program(fixture, "run ./good.lua --out out" STORE, "out.txt"), 0);
    check_says(fixture, "out/mine", "mine");
    check_says(fixture, "out/tables/notes.md", "mine");
    check_says(fixture, "out/index.html", "<html");
    write_file(fixture, "kept/index.html", "a page of something else");
    check_refused(fixture, "run ./good.lua --out kept" STORE, 2, "has an index.html of something else");
    if (is_there(fixture, "out/figures/errors.svg"))
        check_says(fixture, "out/figures/errors.svg", "<svg");
    assert_int_equal(run_shell(fixture, "--help > help.txt; ls -d out.* .new* > left.txt 2> ls.err"), 2);
    check_refused(fixture, "run ./good.lua --out /" STORE, 2, "is the root folder");
}

TEST(test_store_without_a_table)
{
    const struct fixture *fixture = *state;

    run_sql_in(fixture, "whole.sqlite", "DROP TABLE report");
    check_refused(fixture, "run ./slow.lua --store whole.sqlite --out lost", 2, "no such table: report");
}

TEST_GROUP(create, fixture_destroy)
