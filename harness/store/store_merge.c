/* Merging stores: see store.h.
 *
 * Two results of a key are the same when they differ at most in the seconds they took. */
#include "harness/store/store.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/store/store_record.h"

struct merge {
    struct store *store, *other;
    struct error *error;
    size_t added, different;
    char first[512]; /* id of the first that differs */
};

static bool is_same_line(const char *first, const char *second)
{
    json_t *a, *b;
    bool same;

    if (strcmp(first, second) == 0)
        return true;
    a = json_loads(first, 0, NULL);
    b = json_loads(second, 0, NULL);
    json_object_del(a, "seconds");
    json_object_del(b, "seconds");
    same = a && b && json_equal(a, b);
    json_decref(a);
    json_decref(b);
    return same;
}

static void note_difference(struct merge *merge, const char *name)
{
    if (merge->different++ == 0)
        snprintf(merge->first, sizeof merge->first, "%s", name);
}

/* Both records are read through their seals, so that damage does not travel. */
static bool merge_record(struct merge *merge, enum store_record_kind kind, const char *key)
{
    struct store_record own, other;
    bool done = store_record_find(merge->other, kind, key, &other, merge->error);

    if (!done || !store_record_find(merge->store, kind, key, &own, merge->error)) {
        done = false;
        own = (struct store_record){NULL, NULL, 0};
    } else if (!other.content) {
        done = error_set(merge->error, "the store %.300s is damaged (a key is not found); move it away",
                         merge->other->path);
    } else if (!own.content && kind == STORE_CELL) {
        done = store_record_put_cell(merge->store, key, other.label, other.content, merge->error);
        merge->added++;
    } else if (!own.content) {
        done =
            store_record_put(merge->store, kind, key, other.label, other.content, other.size, merge->error);
    } else if (!is_same_line(own.content, other.content)) {
        note_difference(merge, kind == STORE_CELL ? own.label : key);
    }
    free(own.label);
    free(own.content);
    free(other.label);
    free(other.content);
    return done;
}

static bool merge_records(struct merge *merge, enum store_record_kind kind, const char *select)
{
    sqlite3_stmt *statement = store_query_prepare(merge->other, select, merge->error);
    bool done = statement != NULL;
    int code = SQLITE_DONE;

    while (done && (code = sqlite3_step(statement)) == SQLITE_ROW)
        done = merge_record(merge, kind, (const char *)sqlite3_column_text(statement, 0));
    if (done && code != SQLITE_DONE)
        done = store_query_fail(merge->other, merge->error);
    sqlite3_finalize(statement);
    return done;
}

/* Measures that were added to cells later; those in the lines have come with them. */
static bool merge_measures(struct merge *merge)
{
    sqlite3_stmt *from = store_query_prepare(
        merge->other, "SELECT cell, name, value, text FROM measure ORDER BY cell, name", merge->error);
    sqlite3_stmt *to = store_query_prepare(
        merge->store, "INSERT OR IGNORE INTO measure (cell, name, value, text) VALUES (?1, ?2, ?3, ?4)",
        merge->error);
    bool done = from && to;
    int code = SQLITE_DONE;

    while (done && (code = sqlite3_step(from)) == SQLITE_ROW) {
        for (int i = 0; i < 4; i++)
            sqlite3_bind_value(to, i + 1, sqlite3_column_value(from, i));
        done = store_query_step(merge->store, to, merge->error);
    }
    if (done && code != SQLITE_DONE)
        done = store_query_fail(merge->other, merge->error);
    sqlite3_finalize(from);
    sqlite3_finalize(to);
    return done;
}

static bool merge_all(struct merge *merge)
{
    bool done;

    if (!store_query_begin(merge->store, merge->error))
        return false;
    done = merge_records(merge, STORE_CELL, "SELECT key FROM cell ORDER BY key") && merge_measures(merge) &&
           merge_records(merge, STORE_REFERENCE, "SELECT key FROM reference ORDER BY key");
    return store_query_end(merge->store, done, merge->error);
}

static bool is_same_file(const char *first, const char *second)
{
    struct stat a, b;

    return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool store_merge(struct store *store, const char *path, size_t *added, struct error *error)
{
    struct merge merge = {.store = store, .error = error};
    bool done;

    if (is_same_file(store->path, path))
        return error_set(error, "the store %.300s cannot be merged with itself", path);
    merge.other = store_open_other(path, error);
    if (!merge.other)
        return false;
    done = merge_all(&merge);
    store_close(merge.other);
    if (added)
        *added = done ? merge.added : 0;
    if (done && merge.different > 0)
        return error_set(
            error,
            "the store %.200s differs from %.200s in %zu of the results that both have, first %s: "
            "the computation is not reproducible; the first results were kept",
            path, store->path, merge.different, merge.first);
    return done;
}
