/* The store between processes: writers that are killed at any moment, that hold locks, that create and fill
 * one store at the same time. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_fixture.h"

#include <signal.h>
#include <sys/wait.h>

/* ---- killed writers ----------------------------------------------------------------------------------- */

enum { KILLS = 50 };

/* Writes cells from `first` on for ever, and to the pipe the number of each that the store said it has. */
static void write_cells(const char *path, uint64_t seed, uint64_t first, int acknowledge)
{
    struct store *store = store_open(path, &said);

    for (uint64_t n = first; store; n++) {
        char key[65], *line = make_line(seed + n, 60000);

        make_key(key, n);
        if (!store_put(store, STORE_CELL, key, key, line, &said) ||
            write(acknowledge, &n, sizeof n) != (ssize_t)sizeof n)
            break;
    }
    _exit(1);
}

/* How many cells were acknowledged in all; counts the writers that died with a journal. */
static uint64_t kill_writer(uint64_t seed, uint64_t first, size_t *journals)
{
    struct timespec pause = {0, (long)(next_number(&(uint64_t){seed + first}) % 30000000)};
    char journal[160];
    uint64_t n, count = first;
    int channel[2], status;
    pid_t child;

    assert_int_equal(pipe(channel), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(channel[0]);
        write_cells(place.path, seed, first, channel[1]);
    }
    close(channel[1]);
    nanosleep(&pause, NULL);
    kill(child, SIGKILL);
    while (read(channel[0], &n, sizeof n) == (ssize_t)sizeof n)
        count = n + 1;
    close(channel[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status)); /* it did not fail by itself */
    snprintf(journal, sizeof journal, "%s-journal", place.path);
    *journals += access(journal, F_OK) == 0;
    return count;
}

/* All that was acknowledged is there; one more may be, whole, and nothing else. */
static uint64_t assert_intact(uint64_t seed, uint64_t acknowledged)
{
    struct store *store = open_place(place.path);
    uint64_t there = count_stored(store);
    char key[65];

    assert_true(there == acknowledged || there == acknowledged + 1);
    for (uint64_t n = 0; n < there; n++) {
        char *line = make_line(seed + n, 60000);

        assert_cell(store, make_key(key, n), line);
    }
    store_close(store);
    assert_sql(place.path, "PRAGMA integrity_check", "ok");
    return there;
}

TEST_WITH(killed_writers_lose_nothing, make_place, remove_place)
{
    uint64_t seed = print_seed(), cells = 0;
    size_t journals = 0;

    for (int i = 0; i < KILLS; i++) {
        cells = kill_writer(seed, cells, &journals);
        cells = assert_intact(seed, cells);
        if (i % 5 == 4) { /* and creating a store is interrupted too */
            remove(place.path);
            cells = 0;
        }
    }
    print_message("%zu of %d writers died in a transaction\n", journals, KILLS);
    assert_true(journals > 0);
}

/* ---- other processes ---------------------------------------------------------------------------------- */

TEST_WITH(a_locked_store_is_waited_for, make_place, remove_place)
{
    struct store *store = open_place(place.path);
    struct timespec start, end;
    sqlite3 *other = connect_plainly(place.path);
    char *line;
    double waited;

    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    clock_gettime(CLOCK_MONOTONIC, &start);
    assert_false(store_put(store, STORE_CELL, "a", "a", "line", &said));
    clock_gettime(CLOCK_MONOTONIC, &end);
    assert_line(&said, "locked");
    waited = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    assert_true(waited > 4 && waited < 10);
    assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    line = find_text(store, STORE_CELL, "a");
    assert_null(line);
    put(store, "a", "line");
    store_close(store);
}

/* A process that begins the transaction, has it when this returns, and ends it half a second later. */
static pid_t hold_lock(const char *path, const char *begin)
{
    int channel[2];
    char ready;
    pid_t child;

    assert_int_equal(pipe(channel), 0);
    child = fork();
    if (child == 0) {
        sqlite3 *other = NULL;
        struct timespec pause = {0, 500000000};

        sqlite3_open(path, &other);
        if (sqlite3_exec(other, begin, NULL, NULL, NULL) != SQLITE_OK || write(channel[1], "x", 1) != 1)
            _exit(1);
        nanosleep(&pause, NULL);
        _exit(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL) == SQLITE_OK ? 0 : 1);
    }
    close(channel[1]);
    assert_int_equal(read(channel[0], &ready, 1), 1);
    close(channel[0]);
    return child;
}

static void assert_ended(pid_t child)
{
    int status;

    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Also where reading comes before writing, as in merging: who has begun to read cannot wait to write. */
TEST_WITH(a_short_lock_costs_nothing, make_place, remove_place)
{
    struct store *store = open_place(place.path);
    pid_t child = hold_lock(place.path, "BEGIN EXCLUSIVE");
    size_t added = 0;

    put(store, "a", "line");
    assert_ended(child);
    fill(place.other, 1, 3);
    child = hold_lock(place.path, "BEGIN IMMEDIATE");
    assert_done(store_merge(store, place.other, &added, &said), said);
    assert_ended(child);
    assert_int_equal(added, 3);
    store_close(store);
}

enum { WRITERS = 6, EACH = 3, ROUNDS = 40 };

static void write_some(const char *path, int start, uint64_t first)
{
    struct store *store;
    char go, key[65];
    bool done;

    while (read(start, &go, 1) > 0) /* until all are let go at once */
        ;
    store = store_open(path, &said);
    done = store != NULL;
    for (uint64_t n = first; done && n < first + EACH; n++) {
        char *line = make_line(n, 2000);

        done = store_put(store, STORE_CELL, make_key(key, n), key, line, &said);
    }
    if (!done)
        fprintf(stderr, "# %s\n", said.text);
    store_close(store);
    _exit(done ? 0 : 1);
}

/* They also create it at the same time. */
static void write_together(const char *path)
{
    pid_t child[WRITERS];
    int start[2];

    assert_int_equal(pipe(start), 0);
    for (int i = 0; i < WRITERS; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            close(start[1]);
            write_some(path, start[0], (uint64_t)i * EACH);
        }
    }
    close(start[0]);
    close(start[1]);
    for (int i = 0; i < WRITERS; i++)
        assert_ended(child[i]);
}

TEST_WITH(processes_share_a_store, make_place, remove_place)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct store *store;
        char key[65];

        write_together(place.path);
        store = open_place(place.path);
        assert_int_equal(count_stored(store), WRITERS * EACH);
        for (uint64_t n = 0; n < WRITERS * EACH; n++) {
            char *line = make_line(n, 2000);

            assert_cell(store, make_key(key, n), line);
        }
        store_close(store);
        remove(place.path);
    }
}

TEST_WITH(a_child_does_not_write, make_place, remove_place)
{
    struct store *store = open_place(place.path);
    pid_t child = fork();

    if (child == 0) {
        bool refused =
            !store_put(store, STORE_CELL, "b", "b", "line", &said) && strstr(said.text, "another process");

        store_close(store);
        _exit(refused ? 0 : 1);
    }
    assert_ended(child);
    put(store, "a", "line");
    assert_cell(store, "b", NULL);
    store_close(store);
}
