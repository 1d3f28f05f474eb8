/* Runs with a store from end to end: nothing is computed twice, shards are merged, and every way leads to the
 * same bytes as one undisturbed run; a report of what a store has, and stores that cannot be used. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"
#include "tests/fixtures/runs/store_sql.h"

#include "harness/store/store.h"

/* -- nothing twice -- */

TEST(test_second_run)
{
    const struct fixture *fixture = *state;

    assert_int_equal(count_to_compute(fixture, "./tiny.lua", "store.sqlite", ""), CELLS);
    run_into(fixture, "./tiny.lua --store store.sqlite", "once");
    assert_int_equal(count_to_compute(fixture, "./tiny.lua", "store.sqlite", ""), 0);
    assert_int_equal(count_to_compute(fixture, "./tiny.lua", "store.sqlite", " --fresh"), CELLS);
    run_into(fixture, "./tiny.lua --store store.sqlite", "twice");
    check_same(fixture, "once", "twice");
}

/* Times are measured anew where something is computed, and are the old ones where nothing is. */
static bool same_times(const struct fixture *fixture, const char *first, const char *second)
{
    char a[2 * PATH_SIZE], b[2 * PATH_SIZE];

    snprintf(a, sizeof a, "%s/%s/data/timing.csv", fixture->folder, first);
    snprintf(b, sizeof b, "%s/%s/data/timing.csv", fixture->folder, second);
    return same_file(a, b, NULL, NULL);
}

TEST(test_fresh)
{
    const struct fixture *fixture = *state;
    const char *words = "run ./tiny.lua --store store.sqlite --fresh --out same";

    assert_true(same_times(fixture, "once", "twice"));
    forget(fixture, "store.sqlite");
    assert_int_equal(run_program(fixture, words, "fresh.txt"), 0);
    move(fixture, "same", "fresh-1");
    assert_int_equal(run_program(fixture, words, "fresh.txt"), 0);
    move(fixture, "same", "fresh-2");
    check_same(fixture, "fresh-1", "fresh-2");
    assert_false(same_times(fixture, "fresh-1", "fresh-2"));
}

/* -- shards -- */

static void run_shards(const struct fixture *fixture)
{
    size_t cells = 0;

    for (int i = 1; i <= 3; i++) {
        char arguments[PATH_SIZE], name[32], *text, *at;
        size_t computed = 0;

        snprintf(name, sizeof name, "shard-%d.sqlite", i);
        forget(fixture, name);
        snprintf(arguments, sizeof arguments, "run ./good.lua --store %s --shard %d/3", name, i);
        assert_int_equal(run_program(fixture, arguments, "shard.txt"), 0);
        text = read_output(fixture, "shard.txt");
        at = strchr(text, ':');
        assert_non_null(at);
        assert_int_equal(sscanf(at, ": %zu cells computed", &computed), 1);
        assert_in_range(computed, 1, CELLS - 2); /* no shard is empty or all */
        cells += computed;
        free(text);
    }
    assert_int_equal(cells, CELLS);
}

TEST(test_shards)
{
    const struct fixture *fixture = *state;

    forget(fixture, "store.sqlite");
    run_into(fixture, "./good.lua --store store.sqlite", "whole");
    run_shards(fixture);
    assert_true(count_to_compute(fixture, "./good.lua", "shard-1.sqlite", "") > 0);
    forget(fixture, "store.sqlite");
    assert_int_equal(
        run_program(fixture, "merge store.sqlite shard-1.sqlite shard-2.sqlite shard-3.sqlite", "merge.txt"),
        0);
    check_says(fixture, "merge.txt", "store.sqlite: 40 cells");
    assert_int_equal(count_to_compute(fixture, "./good.lua", "store.sqlite", ""), 0);
    run_into(fixture, "./good.lua --store store.sqlite", "merged");
    check_same(fixture, "whole", "merged");
    move(fixture, "store.sqlite", "whole.sqlite");
}

/* A digit of one result is changed in one store, through the store's own tables. */
static void change_result(const struct fixture *fixture, const char *name)
{
    char path[PATH_SIZE];
    static const char measure[] = "\"solution_error\",";
    struct error error = {""};
    struct store *store = store_open(path_in(path, fixture->folder, name), &error);
    char *key = store_sql_ask(path, "SELECT key FROM cell ORDER BY key LIMIT 1"), *line = NULL, *digit;

    assert_non_null(store);
    assert_non_null(key);
    assert_true(store_find(store, STORE_CELL, key, &line, &error));
    digit = strstr(line, measure);
    assert_non_null(digit);
    digit += strlen(measure);
    *digit = *digit == '1' ? '2' : '1';
    assert_true(store_put(store, STORE_CELL, key, "changed", line, &error));
    store_close(store);
    free(key);
    free(line);
}

TEST(test_differing_stores)
{
    const struct fixture *fixture = *state;

    forget(fixture, "copy.sqlite");
    assert_int_equal(run_program(fixture, "merge copy.sqlite whole.sqlite", "merge.txt"), 0);
    assert_int_equal(run_program(fixture, "merge copy.sqlite whole.sqlite", "merge.txt"), 0);
    change_result(fixture, "copy.sqlite");
    check_refused(fixture, "merge copy.sqlite whole.sqlite", 2, "differs");
    check_refused(fixture, "merge copy.sqlite missing.sqlite", 2, "missing.sqlite");
    check_refused(fixture, "merge copy.sqlite tiny.lua", 2, "tiny.lua");
}

/* -- a model that changes -- */

TEST(test_changed_model)
{
    const struct fixture *fixture = *state;

    forget(fixture, "store.sqlite");
    assert_int_equal(count_to_compute(fixture, "./two.lua", "store.sqlite", ""), 2 * CELLS);
    assert_int_equal(run_program(fixture, "run ./two.lua --store store.sqlite --out two", "two.txt"), 0);
    assert_int_equal(count_to_compute(fixture, "./two.lua", "store.sqlite", ""), 0);
    write_variant(fixture, "second.lua", "first.lua", "a1 = 1", "a1 = 2", "-- L", "-- A remark on L", NULL);
    assert_int_equal(count_to_compute(fixture, "./two.lua", "store.sqlite", ""), CELLS);
    check_says(fixture, "plan.txt", "second/default/gauss-1");
    write_variant(fixture, "second.lua", "first.lua", "a1 = 1", "a1 = 3", NULL);
    assert_int_equal(count_to_compute(fixture, "./two.lua", "store.sqlite", ""), CELLS);
    write_variant(fixture, "second.lua", "first.lua", "a1 = 1", "a1 = 2", NULL);
    assert_int_equal(count_to_compute(fixture, "./two.lua", "store.sqlite", ""), 0);
    write_variant(fixture, "first.lua", "first.lua", "a1 = 1", "a1 = 3", NULL);
    assert_int_equal(count_to_compute(fixture, "./two.lua", "store.sqlite", ""), CELLS);
    write_variant(fixture, "first.lua", "first.lua", NULL);
}

/* -- reports, and stores that cannot be used -- */

TEST(test_report)
{
    const struct fixture *fixture = *state;
    const char *report = "report ./good.lua --out reported --store ";
    char arguments[PATH_SIZE];

    snprintf(arguments, sizeof arguments, "%swhole.sqlite", report);
    assert_int_equal(run_program(fixture, arguments, "report.txt"), 0);
    check_says(fixture, "report.txt", "2 claims hold, 0 refuted, 0 inconclusive");
    snprintf(arguments, sizeof arguments, "%sshard-1.sqlite", report);
    check_refused(fixture, arguments, 3, "does not have all cells");
    check_refused(fixture, arguments, 3, "does not have all cells"); /* nothing was computed */
}

/* The whole store with another schema, or with bytes of the middle overwritten. */
static void spoil(const struct fixture *fixture, const char *name, bool schema)
{
    char path[PATH_SIZE], *bytes;
    size_t length;
    FILE *file;

    bytes = read_file(path_in(path, fixture->folder, "whole.sqlite"), &length);
    if (!schema)
        memset(bytes + 100, 0x5a, length - 100);
    file = fopen(path_in(path, fixture->folder, name), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
    free(bytes);
    if (schema)
        run_sql_in(fixture, name, "PRAGMA user_version = 999");
}

TEST(test_unusable_stores)
{
    const struct fixture *fixture = *state;

    spoil(fixture, "schema.sqlite", true);
    spoil(fixture, "damaged.sqlite", false);
    for (size_t i = 0; i < 2; i++) {
        const char *command = i ? "report" : "run";
        static const char *const stores[] = {"schema.sqlite", "damaged.sqlite", "tiny.lua", "/proc/no.sqlite",
                                             "."};

        for (size_t k = 0; k < sizeof stores / sizeof *stores; k++) {
            char arguments[PATH_SIZE];

            snprintf(arguments, sizeof arguments, "%s ./good.lua --out unusable --store %s", command,
                     stores[k]);
            check_refused(fixture, arguments, 2, k == 4 ? "is a folder" : stores[k]);
        }
    }
}

TEST_GROUP(fixture_create_studies, fixture_destroy)
