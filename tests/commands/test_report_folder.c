/* The folder of a report and the store behind it: what only reads creates and changes nothing, a report takes the
 * place of another when it is whole, and what others put into the folder stays. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"

#define STORE " --store store.sqlite"

/* The store, and a complete report of it in the folder `out`, of which `kept` is a copy. */
static int create(void **state)
{
    if (fixture_create_studies(state) != 0)
        return 1;
    return run_program("run ./good.lua --out out" STORE, "out.txt") != 0 ||
           run_shell("--help > help.txt && cp -r out kept && cp store.sqlite whole.sqlite") != 0;
}

TEST(test_mistyped_store)
{
    check_refused("report ./good.lua --store stroe.sqlite --out out", 2, "stroe.sqlite cannot be opened");
    check_refused("explain ./good.lua true --store stroe.sqlite", 2, "stroe.sqlite cannot be opened");
    check_refused("explain true --store stroe.sqlite", 2, "there is no store stroe.sqlite");
    assert_int_equal(count_to_compute("./good.lua", "stroe.sqlite", ""), CELLS);
    assert_false(is_there("stroe.sqlite"));
    check_same("kept", "out");
}

/* Without the right to write where the store is; the report goes elsewhere. */
static int run_as_nobody(const char *arguments)
{
    pid_t process = fork();

    if (process == 0)
        _exit(geteuid() == 0 && setuid(65534) != 0 ? 126 : run_shell(arguments));
    return wait_for(process);
}

TEST(test_read_only_store)
{
    assert_int_equal(mkdir("open", 0777), 0);
    assert_int_equal(chmod("open", 0777), 0);
    assert_int_equal(chmod("store.sqlite", 0444), 0);
    assert_int_equal(chmod(fixture.folder, 0555), 0);
    assert_int_equal(run_as_nobody("report ./good.lua" STORE " --out open/o > open/report.txt"), 0);
    check_says("open/report.txt", "orders and numbers: 2 hold");
    assert_int_equal(run_as_nobody("explain ./good.lua true" STORE " > open/explain.txt"), 0);
    assert_int_equal(run_as_nobody("explain true" STORE " > open/explain.txt"), 0);
    check_says("open/explain.txt", "2 orders are named by true");
    assert_int_equal(run_as_nobody("run ./good.lua --dry-run" STORE " > open/plan.txt"), 0);
    check_says("open/plan.txt", "0 cells to compute");
    assert_int_equal(chmod(fixture.folder, 0755), 0);
    assert_int_equal(chmod("store.sqlite", 0644), 0);
}

TEST(test_incomplete_report)
{
    run_sql_in("store.sqlite", "DELETE FROM record WHERE kind = 'cell' AND rowid % 3 = 0");
    check_refused("report ./good.lua --out out" STORE, 3, "out keeps the complete report");
    check_same("kept", "out");
    assert_true(is_there("out.incomplete/incomplete.txt"));
    /* Where there is none, or one that lacks cells, it stands in the folder itself. */
    for (int i = 0; i < 2; i++) {
        check_refused("report ./good.lua --out new" STORE, 3, "does not have all cells");
        assert_true(is_there("new/incomplete.txt") && is_there("new/index.html"));
        assert_false(is_there("new.incomplete"));
    }
    check_run(0, "out.txt", "run ./good.lua --out out" STORE);
    assert_false(is_there("out.incomplete") || is_there("out/incomplete.txt"));
    check_run(0, "out.txt", "run ./good.lua --out new" STORE);
    assert_false(is_there("new/incomplete.txt"));
}

TEST(test_what_others_wrote)
{
    char name[64];

    draw_pictures(true);
    write_file("out/tables/notes.md", "mine");
    for (int i = 0; i < 12; i++) { /* with their scripts, in whatever order the folder has them */
        snprintf(name, sizeof name, "out/figures/mine-%d.%s", i / 2, i % 2 ? "svg" : "gp");
        write_file(name, "mine");
    }
    write_file("out/figures/errors.svg", "an older picture");
    check_run(0, "out.txt", "run ./good.lua --out out" STORE);
    check_says("out/tables/notes.md", "mine");
    for (int i = 0; i < 12; i++) {
        snprintf(name, sizeof name, "out/figures/mine-%d.%s", i / 2, i % 2 ? "svg" : "gp");
        check_says(name, "mine");
    }
    write_file("out/mine", "mine");
    check_run(0, "out.txt", "run ./good.lua --out out" STORE);
    check_says("out/mine", "mine");
    check_says("out/tables/notes.md", "mine");
    check_says("out/index.html", "<html");
    write_file("kept/index.html", "a page of something else");
    draw_pictures(false);
    check_refused("run ./good.lua --out kept" STORE, 2, "has an index.html of something else");
    if (is_there("out/figures/errors.svg"))
        check_says("out/figures/errors.svg", "<svg");
    check_shell(2, "--help > help.txt; ls -d out.* .new* > left.txt 2> ls.err");
    check_refused("run ./good.lua --out /" STORE, 2, "is the root folder");
}

/* A figure of a model that is not selected is not announced, though an earlier run has left its picture. */
TEST(test_figure_without_runs)
{
    write_file("two.lua",
               "return study { title = 't', source = 's', models = { 'lotka-volterra', 'henon-heiles' },\n"
               "  projections = { 'none' }, methods = { 'gauss-1' }, steps = halving('0.2', 4),\n"
               "  untiltime = '2', precisions = { 'double' }, measures = { 'energy_error' },\n"
               "  figures = { { name = 'fig1', title = 'one', source = 's', model = 'henon-heiles',\n"
               "                measures = { 'energy_error' }, precision = 'double' } } }\n");
    draw_pictures(true);
    check_run(0, "out.txt", "run ./two.lua -v --out two" STORE);
    draw_pictures(false);
    check_says("out.txt", "figure two/figures/fig1.");
    check_run(0, "out.txt", "run ./two.lua -v --only lotka-volterra --out two" STORE);
    check_says("out.txt", "figure fig1: these runs have nothing that it would show");
    check_says("two/index.html", "<p>These runs have nothing that it would show.</p>");
}

TEST(test_store_without_a_table)
{
    run_sql_in("whole.sqlite", "DROP TABLE report");
    check_refused("run ./slow.lua --store whole.sqlite --out lost", 2, "no such table: report");
}

TEST_GROUP(create, fixture_destroy)
