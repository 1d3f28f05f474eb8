/* A folder for stores that is removed afterwards, lines made from a seed, and SQL behind the store's back. */
#ifndef ASSAY_STORE_FIXTURE_H
#define ASSAY_STORE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <dirent.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "harness/store/store.h"

struct place {
    char folder[64];
    char path[128];  /* of a store that is not there yet */
    char other[128]; /* of another */
};

static inline int make_place(void **state)
{
    struct place *place = calloc(1, sizeof *place);

    if (!place)
        return -1;
    strcpy(place->folder, "/tmp/assay-store-XXXXXX");
    if (!mkdtemp(place->folder) || chmod(place->folder, 0755) != 0)
        return -1;
    snprintf(place->path, sizeof place->path, "%s/assay.sqlite", place->folder);
    snprintf(place->other, sizeof place->other, "%s/other.sqlite", place->folder);
    *state = place;
    return 0;
}

static inline int remove_place(void **state)
{
    struct place *place = *state;
    DIR *folder;
    struct dirent *entry;

    chmod(place->folder, 0755);
    folder = opendir(place->folder);
    while (folder && (entry = readdir(folder))) {
        char path[400];

        snprintf(path, sizeof path, "%s/%s", place->folder, entry->d_name);
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove(path);
    }
    if (folder)
        closedir(folder);
    rmdir(place->folder);
    free(place);
    return 0;
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, make_place, remove_place)

/* Numbers that depend on the seed alone (splitmix64). */
static inline uint64_t next_number(uint64_t *seed)
{
    uint64_t z = (*seed += 0x9e3779b97f4a7c15u);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* That of ASSAY_TEST_SEED, or a new one. */
static inline uint64_t print_seed(void)
{
    const char *given = getenv("ASSAY_TEST_SEED");
    uint64_t seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);

    print_message("seed %llu\n", (unsigned long long)seed);
    return seed;
}

/* Any bytes but zero, up to `most` of them.  The caller frees the line. */
static inline char *make_line(uint64_t seed, size_t most)
{
    size_t length = next_number(&seed) % (most + 1);
    char *line = malloc(length + 1);

    if (!line)
        abort();
    for (size_t i = 0; i < length; i++)
        line[i] = (char)(1 + next_number(&seed) % 255);
    line[length] = '\0';
    return line;
}

static inline const char *make_key(char key[65], uint64_t n)
{
    snprintf(key, 65, "%016llx%048x", (unsigned long long)next_number(&n), 7u);
    return key;
}

/* One line that says something. */
static inline void assert_line(const struct error *error, const char *word)
{
    assert_null(strchr(error->text, '\n'));
    if (!strstr(error->text, word))
        fail_msg("'%s' does not contain '%s'", error->text, word);
}

static inline struct store *open_place(const char *path)
{
    struct error error = {""};
    struct store *store = store_open(path, &error);

    if (!store)
        fail_msg("%s", error.text);
    return store;
}

static inline void put(struct store *store, const char *key, const char *line)
{
    struct error error = {""};

    if (!store_put_cell(store, key, key, line, &error))
        fail_msg("%s", error.text);
}

static inline void assert_cell(struct store *store, const char *key, const char *expected)
{
    struct error error = {""};
    char *line;

    if (!store_find_cell(store, key, &line, &error))
        fail_msg("%s", error.text);
    if (!expected) {
        assert_null(line);
        return;
    }
    assert_non_null(line);
    assert_string_equal(line, expected);
    free(line);
}

static inline size_t count_cells(struct store *store)
{
    struct error error = {""};
    size_t count = 0;

    if (!store_count(store, &count, &error))
        fail_msg("%s", error.text);
    return count;
}

static inline void assert_refused(const char *path, const char *word)
{
    struct error error = {""};
    struct store *store = store_open(path, &error);

    if (store)
        store_close(store);
    assert_null(store);
    assert_line(&error, word);
}

/* Cells 0 to count - 1 with lines made from the seed. */
static inline void fill(const char *path, uint64_t seed, uint64_t count)
{
    struct store *store = open_place(path);
    char key[65];

    for (uint64_t n = 0; n < count; n++) {
        char *line = make_line(seed + n, 4000);

        put(store, make_key(key, n), line);
        free(line);
    }
    store_close(store);
}

/* ---- SQL behind the store's back ---------------------------------------------------------------------- */

static inline sqlite3 *connect_plainly(const char *path)
{
    sqlite3 *database;

    assert_int_equal(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL), 0);
    return database;
}

static inline void run_sql(const char *path, const char *sql)
{
    sqlite3 *database = connect_plainly(path);
    int code = sqlite3_exec(database, sql, NULL, NULL, NULL);

    if (code != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(database));
    sqlite3_close(database);
}

/* The first value of the first row as text, "NULL" for none; `size` of the buffer. */
static inline const char *ask_sql(const char *path, const char *sql, char *buffer, size_t size)
{
    sqlite3 *database = connect_plainly(path);
    sqlite3_stmt *statement = NULL;
    const char *text = NULL;

    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s", sqlite3_errmsg(database));
    if (sqlite3_step(statement) == SQLITE_ROW)
        text = (const char *)sqlite3_column_text(statement, 0);
    snprintf(buffer, size, "%s", text ? text : "NULL");
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return buffer;
}

static inline void assert_sql(const char *path, const char *sql, const char *expected)
{
    char answer[256];

    assert_string_equal(ask_sql(path, sql, answer, sizeof answer), expected);
}

#endif
