/* Runs with a store from end to end: nothing is computed twice, shards are merged, and every way leads to the
 * same bytes as one undisturbed run; a report of what a store has, and stores that cannot be used. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_fixture.h"
#include "tests/fixtures/runs/store_run_fixture.h"
#include "tests/fixtures/runs/store_sql.h"

#include "harness/store/store.h"

/* -- nothing twice -- */

TEST(test_second_run)
{
    assert_int_equal(count_to_compute("./tiny.lua", "store.sqlite", ""), CELLS);
    run_into("./tiny.lua --store store.sqlite", "once");
    assert_int_equal(count_to_compute("./tiny.lua", "store.sqlite", ""), 0);
    assert_int_equal(count_to_compute("./tiny.lua", "store.sqlite", " --fresh"), CELLS);
    run_into("./tiny.lua --store store.sqlite", "twice");
    check_same("once", "twice");
}

/* Times are measured anew where something is computed, and are the old ones where nothing is. */
static bool same_times(const char *first, const char *second)
{
    char a[2 * PATH_SIZE], b[2 * PATH_SIZE];

    snprintf(a, sizeof a, "%s/%s/data/timing.csv", fixture.folder, first);
    snprintf(b, sizeof b, "%s/%s/data/timing.csv", fixture.folder, second);
    return same_file(a, b, NULL, NULL);
}

TEST(test_fresh)
{
    const char *words = "run ./tiny.lua --store store.sqlite --fresh --out same";

    assert_true(same_times("once", "twice"));
    forget("store.sqlite");
    check_run(0, "fresh.txt", words);
    move("same", "fresh-1");
    check_run(0, "fresh.txt", words);
    move("same", "fresh-2");
    check_same("fresh-1", "fresh-2");
    assert_false(same_times("fresh-1", "fresh-2"));
}

/* -- shards -- */

static void run_shards(const char *study)
{
    size_t cells = 0;

    for (int i = 1; i <= 3; i++) {
        char name[32], *text, *at;
        size_t computed = 0;

        snprintf(name, sizeof name, "shard-%d.sqlite", i);
        forget(name);
        check_shell(0, "run %s --store %s --shard %d/3 >shard.txt 2>shard.err", study, name, i);
        if (strstr(read_file("shard.err"), "broke"))
            fail_msg("shard %d judges runs that it has not: %s", i, read_file("shard.err"));
        text = read_file("shard.txt");
        at = strchr(text, ':');
        assert_non_null(at);
        assert_int_equal(sscanf(at, ": %zu cells computed", &computed), 1);
        assert_in_range(computed, 1, CELLS - 2); /* no shard is empty or all */
        cells += computed;
    }
    assert_true(cells >= CELLS);
}

TEST(test_shards)
{
    forget("store.sqlite");
    run_into("./good.lua --store store.sqlite", "whole");
    run_shards("./good.lua");
    assert_true(count_to_compute("./good.lua", "shard-1.sqlite", "") > 0);
    forget("store.sqlite");
    check_run(0, "merge.txt", "merge store.sqlite shard-1.sqlite shard-2.sqlite shard-3.sqlite");
    check_says("merge.txt", "store.sqlite: 40 cells");
    assert_int_equal(count_to_compute("./good.lua", "store.sqlite", ""), 0);
    run_into("./good.lua --store store.sqlite", "merged");
    check_same("whole", "merged");
    move("store.sqlite", "whole.sqlite");
}

/* The study refutes a claim on a witness, compares, and repeats runs: each shard computes what its curves ask for, and
 * the report of all of them is that of one run.  A shard that is lost is named. */
TEST(test_shards_that_refine)
{
    forget("store.sqlite");
    run_into("./tiny.lua --store store.sqlite", "refined");
    run_shards("./tiny.lua");
    forget("store.sqlite");
    check_run(0, "merge.txt", "merge store.sqlite shard-1.sqlite shard-3.sqlite");
    check_refused("report ./tiny.lua --out lost --store store.sqlite", 3,
                  "'assay run ./tiny.lua --store store.sqlite --shard ...': 2/3");
    check_run(0, "merge.txt", "merge store.sqlite shard-2.sqlite");
    assert_int_equal(count_to_compute("./tiny.lua", "store.sqlite", ""), 0);
    check_run(0, "report.txt", "report ./tiny.lua --out joined --store store.sqlite");
    run_into("./tiny.lua --store store.sqlite", "joined-run");
    check_same("refined", "joined-run");
}

/* A digit of one result is changed in one store, through the store's own tables. */
static void change_result(const char *name)
{
    static const char measure[] = "\"solution_error\",";
    struct store *store = store_open(name, &said);
    char *key = store_sql_ask(name, "SELECT key FROM cell ORDER BY key LIMIT 1"), *line = NULL, *digit;

    assert_non_null(store);
    assert_non_null(key);
    line = find_text(store, STORE_CELL, key);
    digit = strstr(line, measure);
    assert_non_null(digit);
    digit += strlen(measure);
    *digit = *digit == '1' ? '2' : '1';
    assert_true(store_put(store, STORE_CELL, key, "changed", line, &said));
    store_close(store);
}

TEST(test_differing_stores)
{
    forget("copy.sqlite");
    check_run(0, "merge.txt", "merge copy.sqlite whole.sqlite");
    check_run(0, "merge.txt", "merge copy.sqlite whole.sqlite");
    change_result("copy.sqlite");
    check_refused("merge copy.sqlite whole.sqlite", 2, "differs");
    check_refused("merge copy.sqlite missing.sqlite", 2, "missing.sqlite");
    check_refused("merge copy.sqlite tiny.lua", 2, "tiny.lua");
}

/* -- commands that are printed -- */

/* Runs the commands in the text of the file as a shell does that finds the program; each explanation says `verdict`, and
 * each audit refutes. */
static size_t paste(const char *name, const char *verdict)
{
    size_t pasted = 0;

    for (char *at = read_file(name); (at = strstr(at, "assay ")); pasted++) {
        const int length = (int)strcspn(at, "\n");
        const bool audits = strncmp(at, "assay audit", 11) == 0;

        check_shell(audits ? 1 : 0, "--version >/dev/null && PATH=$(dirname %s):$PATH && %.*s >pasted.txt",
                    fixture.program, length, at);
        if (strncmp(at, "assay explain", 13) == 0)
            check_says("pasted.txt", verdict);
        if (audits)
            check_says("pasted.txt", "REFUTED  my-gauss-2: order 5. It has order 4");
        at += length;
    }
    return pasted;
}

/* A store of its own, a part of the study, a method and a model from files. */
TEST(test_printed_commands)
{
    char text[PATH_SIZE];

    write_file("mine.lua", read_file(path_in(text, fixture.home, "examples/gauss-2.lua")));
    write_variant("own.lua", "tiny.lua", "\"gauss-1\", \"gauss-2\"", "\"gauss-1\", \"./mine.lua\"",
                  "method = \"gauss-2\"", "method = \"my-gauss-2\"", "gauss-*", "gauss-1", NULL);
    check_run(0, "printed.txt", "run ./own.lua -v --only none --store mine.sqlite --out o");
    check_says("printed.txt", "refuted      first/default/my-gauss-2/none/128/energy_error",
               "--store mine.sqlite");
    assert_int_equal(paste("printed.txt", "verdict        refuted"), 1);
    check_run(0, "printed.txt", "explain ./own.lua false --only none --store mine.sqlite");
    assert_int_equal(paste("printed.txt", "verdict        refuted"), 1);
    check_run(0, "printed.txt", "report ./own.lua -v --only none --store mine.sqlite --out o");
    check_says("o/index.html", "./assay run ./own.lua --store mine.sqlite</pre>");
    assert_int_equal(paste("printed.txt", "verdict        refuted"), 1);
}

/* An audit with its counterexample, of a file whose name a shell would read as two words. */
TEST(test_printed_commands_of_an_audit)
{
    char text[PATH_SIZE];

    write_file("my own.lua", read_file(path_in(text, fixture.home, "examples/gauss-2.lua")));
    check_shell(
        1,
        "audit -v './my own.lua' --on henon-heiles --claim order=5 --store mine.sqlite --out o >printed.txt");
    check_says("printed.txt", "command",
               "assay audit './my own.lua' --on o/counterexample-my-gauss-2-order.lua --claim order=5 "
               "--store mine.sqlite");
    assert_int_equal(paste("printed.txt", ""), 2);
    check_says("o/audit-my-gauss-2/index.html", "--store mine.sqlite");
}

/* -- a model that changes -- */

TEST(test_changed_model)
{
    forget("store.sqlite");
    assert_int_equal(count_to_compute("./two.lua", "store.sqlite", ""), 2 * CELLS);
    check_run(0, "two.txt", "run ./two.lua --store store.sqlite --out two");
    assert_int_equal(count_to_compute("./two.lua", "store.sqlite", ""), 0);
    write_variant("second.lua", "first.lua", "a1 = 1", "a1 = 2", "-- L", "-- A remark on L", NULL);
    assert_int_equal(count_to_compute("./two.lua", "store.sqlite", ""), CELLS);
    check_says("plan.txt", "second/default/gauss-1");
    write_variant("second.lua", "first.lua", "a1 = 1", "a1 = 3", NULL);
    assert_int_equal(count_to_compute("./two.lua", "store.sqlite", ""), CELLS);
    write_variant("second.lua", "first.lua", "a1 = 1", "a1 = 2", NULL);
    assert_int_equal(count_to_compute("./two.lua", "store.sqlite", ""), 0);
    write_variant("first.lua", "first.lua", "a1 = 1", "a1 = 3", NULL);
    assert_int_equal(count_to_compute("./two.lua", "store.sqlite", ""), CELLS);
    write_variant("first.lua", "first.lua", NULL);
}

/* -- reports, and stores that cannot be used -- */

TEST(test_report)
{
    const char *report = "report ./good.lua --out reported --store ";
    char arguments[PATH_SIZE];

    check_run(0, "report.txt", "%swhole.sqlite", report);
    check_says("report.txt", "orders and numbers: 2 hold; ");
    snprintf(arguments, sizeof arguments, "%sshard-1.sqlite", report);
    check_refused(arguments, 3, "does not have all cells");
    check_refused(arguments, 3, "does not have all cells"); /* nothing was computed */
}

/* The whole store with another schema, or with bytes of the middle overwritten. */
static void spoil(const char *name, bool schema)
{
    char *bytes;
    size_t length;
    FILE *file;

    bytes = read_bytes("whole.sqlite", &length);
    if (!schema)
        memset(bytes + 100, 0x5a, length - 100);
    file = fopen(name, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
    if (schema)
        run_sql_in(name, "PRAGMA user_version = 999");
}

TEST(test_unusable_stores)
{
    spoil("schema.sqlite", true);
    spoil("damaged.sqlite", false);
    for (size_t i = 0; i < 2; i++) {
        const char *command = i ? "report" : "run";
        static const char *const stores[] = {"schema.sqlite", "damaged.sqlite", "tiny.lua", "/proc/no.sqlite",
                                             "."};

        for (size_t k = 0; k < sizeof stores / sizeof *stores; k++) {
            char arguments[PATH_SIZE];

            snprintf(arguments, sizeof arguments, "%s ./good.lua --out unusable --store %s", command,
                     stores[k]);
            check_refused(arguments, 2, k == 4 ? "is a folder" : stores[k]);
        }
    }
}

TEST_GROUP(fixture_create_studies, fixture_destroy)
