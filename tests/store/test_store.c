/* The store: what is put comes back, byte for byte, also after closing; measures, references, checkpoints;
 * stores that are merged. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/text_fixture.h"
#include "tests/fixtures/runs/store_fixture.h"

#include <sys/wait.h>

static const char row_line[] =
    "{\"completed\":true,\"broke_down_at\":0,\"reason\":\"converged\",\"residual_evaluations\":400,"
    "\"newton_iterations\":200,\"worst_stall\":0.0,\"seconds\":%s,\"measures\":[[\"solution_error\","
    "%s,\"%s\"],[\"energy_error\"],[\"invariant_error:it's \\\"x\\\"\",4.9e-324,\"5e-324\"]]}";

/* A line as result_text_write makes it. */
static const char *make_row(char *line, size_t size, const char *error, const char *seconds)
{
    snprintf(line, size, row_line, seconds, error, error);
    return line;
}

/* ---- cells -------------------------------------------------------------------------------------------- */

TEST_WITH(lines_come_back, make_place, remove_place)
{
    struct store *store = open_place(place.path);
    uint64_t seed = print_seed();
    char key[65];

    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t n = 0; n < 60; n++) {
            char *line = make_line(seed + n, n % 10 ? 3000 : 200000);

            if (pass == 0) {
                assert_cell(store, make_key(key, n), NULL);
                put(store, key, line);
            }
            assert_cell(store, make_key(key, n), line);
        }
        assert_int_equal(count_stored(store), 60);
        store_close(store);
        store = open_place(place.path);
    }
    assert_cell(store, make_key(key, 1000), NULL);
    store_close(store);
}

TEST_WITH(a_cell_is_replaced, make_place, remove_place)
{
    struct store *store = open_place(place.path);
    char line[600];

    put(store, "a", make_row(line, sizeof line, "1e-9", "1"));
    put(store, "a", "not a row");
    assert_cell(store, "a", "not a row");
    assert_int_equal(count_stored(store), 1);
    store_close(store);
}

/* A line with a history of so many entries (time, low, high, mean), as result_text_write makes it. */
static char *make_history(uint64_t seed, size_t entries)
{
    FILE *file = open_text();

    fprintf(file, "{\"measures\":[],\"histories\":[[0,0,%zu,4,\"", entries);
    for (size_t k = 0; k < entries; k++) {
        double mean = 1e-9 * (double)(next_number(&seed) >> 11) / 9007199254740992.0;

        fprintf(file, "%s%.9g %.9g %.9g %.9g", k ? ";" : "", 0.1 * (double)k, mean - 1e-9, mean + 1e-9, mean);
    }
    fputs("\"]]}", file);
    return close_text(file);
}

/* A number of nine digits takes some twelve bytes as text, and holds four. */
TEST_WITH(histories_are_packed, make_place, remove_place)
{
    enum { HISTORIES = 20, ENTRIES = 1000 };
    struct store *store = open_place(place.path);
    uint64_t seed = print_seed();
    struct stat status;
    char key[65];

    for (uint64_t n = 0; n < HISTORIES; n++) {
        char *line = make_history(seed + n, ENTRIES);

        put(store, make_key(key, n), line);
        assert_cell(store, key, line);
    }
    store_close(store);
    assert_int_equal(stat(place.path, &status), 0);
    assert_in_range(status.st_size, 1, 7 * 4 * HISTORIES * ENTRIES);
}

TEST_WITH(names_of_sqlite_are_names_of_files, make_place, remove_place)
{
    static const char *const names[] = {":memory:", "file:x?mode=memory", "a b'c.sqlite"};
    char before[4096];

    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(place.folder), 0);
    for (size_t i = 0; i < 3; i++) {
        struct store *store = open_place(names[i]);

        put(store, "a", "line");
        store_close(store);
        assert_int_equal(access(names[i], F_OK), 0);
        store = open_place(names[i]);
        assert_cell(store, "a", "line");
        store_close(store);
    }
    assert_refused("", "no name");
    assert_int_equal(chdir(before), 0);
}

/* What is put by and by is found here, is written in one transaction, and is lost as a whole. */
TEST_WITH(records_wait, make_place, remove_place)
{
    enum { A_LONG_TIME = 1000000 };
    static const char COUNT_CELLS[] = "SELECT count(*) FROM cell";
    const struct timespec pause = {0, (STORE_DELAY + 50) * 1000000L};
    struct store *store = open_place(place.path);
    char key[65];
    pid_t child;

    for (uint64_t n = 0; n < 50; n++) {
        store_put_later(store, STORE_CELL, make_key(key, n), "id", "line");
        assert_true(store_flush(store, A_LONG_TIME, &said));
    }
    assert_sql(place.path, COUNT_CELLS, "0");
    assert_cell(store, make_key(key, 1000), NULL);
    assert_sql(place.path, COUNT_CELLS, "0");
    assert_cell(store, make_key(key, 7), "line");
    assert_sql(place.path, COUNT_CELLS, "50");
    store_put_later(store, STORE_CELL, "a", "id", "first");
    store_put_later(store, STORE_CHECKPOINT, "b", "1", "state");
    store_put_later(store, STORE_CELL, "a", "id", "second");
    store_put_later(store, STORE_CELL, "b", "id", "drops the checkpoint");
    nanosleep(&pause, NULL);
    assert_true(store_flush(store, STORE_DELAY, &said));
    assert_sql(place.path, COUNT_CELLS, "52");
    assert_sql(place.path, "SELECT count(*) FROM checkpoint", "0");
    assert_cell(store, "a", "second");
    store_put_later(store, STORE_CELL, "c", "id", "written in the end");
    store_close(store);
    assert_sql(place.path, COUNT_CELLS, "53");
    child = fork();
    if (child == 0) {
        store = open_place(place.path);
        for (uint64_t n = 100; n < 110; n++)
            store_put_later(store, STORE_CELL, make_key(key, n), "id", "lost");
        _exit(0);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_sql(place.path, COUNT_CELLS, "53");
}

/* ---- references and checkpoints ----------------------------------------------------------------------- */

TEST_WITH(references_come_back, make_place, remove_place)
{
    struct store *store = open_place(place.path);
    char *text, *long_text = make_line(print_seed(), 100000);

    text = find_text(store, STORE_REFERENCE, "r");
    assert_null(text);
    assert_true(store_put(store, STORE_REFERENCE, "r", "", long_text, &said));
    assert_cell(store, "r", NULL); /* cells and references do not mix */
    store_close(store);
    store = open_place(place.path);
    text = find_text(store, STORE_REFERENCE, "r");
    assert_string_equal(text, long_text);
    store_close(store);
}

static void assert_checkpoint(struct store *store, const char *step, const char *expected)
{
    char *state;

    state = find_text(store, STORE_CHECKPOINT, "a");
    assert_sql(place.path, "SELECT step FROM checkpoint", step);
    assert_int_equal(state != NULL, expected != NULL);
    if (expected)
        assert_string_equal(state, expected);
}

static void put_checkpoint(struct store *store, const char *step, const char *state)
{
    assert_true(store_put(store, STORE_CHECKPOINT, "a", step, state, &said));
}

TEST_WITH(checkpoints_come_and_go, make_place, remove_place)
{
    struct store *store = open_place(place.path);

    assert_checkpoint(store, "NULL", NULL);
    put_checkpoint(store, "1000000000000", "\xff\x80\n 1");
    assert_checkpoint(store, "1000000000000", "\xff\x80\n 1");
    put_checkpoint(store, "7", "0x1p+0"); /* replaces it */
    store_close(store);
    store = open_place(place.path);
    assert_checkpoint(store, "7", "0x1p+0");
    put_checkpoint(store, "8", "");
    assert_checkpoint(store, "8", "");
    put(store, "b", "another cell");
    assert_checkpoint(store, "8", "");
    put(store, "a", "this cell is done");
    assert_checkpoint(store, "NULL", NULL);
    store_close(store);
}

/* ---- merging ------------------------------------------------------------------------------------------ */

/* Cells first to last - 1, whose errors depend on their number. */
static void fill_rows(const char *path, uint64_t first, uint64_t last, const char *seconds)
{
    struct store *store = open_place(path);

    for (uint64_t n = first; n < last; n++) {
        char key[65], error[32], line[600];

        snprintf(error, sizeof error, "%llue-9", (unsigned long long)n + 1);
        put(store, make_key(key, n), make_row(line, sizeof line, error, seconds));
    }
    store_close(store);
}

TEST_WITH(merging_adds_what_is_missing, make_place, remove_place)
{
    struct store *store;
    char key[65], line[600];
    size_t added = 99;
    char *text;

    fill_rows(place.path, 0, 10, "1.5");
    fill_rows(place.other, 6, 15, "2.5"); /* the same results, other seconds */
    store = open_place(place.other);
    assert_true(store_put(store, STORE_REFERENCE, "r", "", "reference", &said));
    store_close(store);

    store = open_place(place.path);
    assert_done(store_merge(store, place.other, &added, &said), said);
    assert_int_equal(added, 5);
    assert_int_equal(count_stored(store), 15);
    assert_cell(store, make_key(key, 7), make_row(line, sizeof line, "8e-9", "1.5")); /* the first is kept */
    assert_cell(store, make_key(key, 12), make_row(line, sizeof line, "13e-9", "2.5"));
    text = find_text(store, STORE_REFERENCE, "r");
    assert_string_equal(text, "reference");
    assert_sql(place.path, "SELECT count(*) FROM measure", "45");
    assert_true(store_merge(store, place.other, &added, &said)); /* nothing is left to add */
    assert_int_equal(added, 0);
    store_close(store);
    store = open_place(place.other);
    assert_int_equal(count_stored(store), 9);
    store_close(store);
}

TEST_WITH(merging_reports_differences, make_place, remove_place)
{
    struct store *store;
    char key[65], line[600];
    size_t added = 99;

    fill_rows(place.path, 0, 10, "1");
    fill_rows(place.other, 6, 15, "1");
    store = open_place(place.other);
    put(store, make_key(key, 8), make_row(line, sizeof line, "9.0000000000000001e-9", "1"));
    assert_true(store_put(store, STORE_REFERENCE, "r", "", "1", &said));
    store_close(store);
    store = open_place(place.path);
    assert_true(store_put(store, STORE_REFERENCE, "r", "", "1", &said));
    assert_false(store_merge(store, place.other, &added, &said));
    assert_line(&said, "not reproducible");
    assert_line(&said, " 1 of ");
    assert_line(&said, make_key(key, 8));
    assert_int_equal(added, 5);
    assert_int_equal(count_stored(store), 15);
    assert_cell(store, key, make_row(line, sizeof line, "9e-9", "1"));

    assert_true(store_put(store, STORE_REFERENCE, "r", "", "2", &said));
    assert_false(store_merge(store, place.other, NULL, &said));
    assert_line(&said, " 2 of ");
    store_close(store);
}

TEST_WITH(unusable_stores_are_not_merged, make_place, remove_place)
{
    struct store *store;
    char link_path[160];

    fill_rows(place.path, 0, 3, "1");
    store = open_place(place.path);
    assert_false(store_merge(store, place.path, NULL, &said));
    assert_line(&said, "itself");
    snprintf(link_path, sizeof link_path, "%s/link", place.folder);
    assert_int_equal(symlink(place.path, link_path), 0);
    assert_false(store_merge(store, link_path, NULL, &said));
    assert_line(&said, "itself");
    assert_false(store_merge(store, place.other, NULL, &said));
    assert_line(&said, "No such file or directory; name that of a run");
    assert_int_not_equal(access(place.other, F_OK), 0); /* and is not created */

    fill_rows(place.other, 0, 9, "1");
    run_sql(place.other, "UPDATE record SET content = zeroblob(length(content)) WHERE rowid = 6");
    assert_false(store_merge(store, place.other, NULL, &said));
    assert_line(&said, "damaged");
    assert_line(&said, place.other);
    assert_int_equal(count_stored(store), 3); /* all or nothing */
    run_sql(place.other, "PRAGMA user_version = 77");
    assert_false(store_merge(store, place.other, NULL, &said));
    assert_line(&said, "schema 77");
    run_sql(place.other, "PRAGMA user_version = 0; PRAGMA application_id = 0");
    assert_false(store_merge(store, place.other, NULL, &said));
    assert_line(&said, "not a store");
    store_close(store);
}
