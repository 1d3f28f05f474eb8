/* Records: see store.h.
 *
 *     record             what was computed, by kind and key (grid_key.h): a cell, a reference, a checkpoint
 *
 * A text is kept packed (zlib), unless that is not shorter: then its size is that of the content.  A digest
 * seals key, label and text: SQLite itself does not notice a changed byte in the middle of a value. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "harness/plan/digest.h"
#include "harness/store/store_query.h"
#include "numerics/memory.h"

static const char *const kinds[] = {[STORE_CELL] = "cell",
                                    [STORE_REFERENCE] = "reference",
                                    [STORE_CHECKPOINT] = "checkpoint",
                                    [STORE_SHARD] = "shard",
                                    [STORE_METHODS] = "methods"};

/* As it is found. */
struct record {
    char *label, *text; /* NULL: there is none */
};

bool store_record_create(struct store *store, struct error *error)
{
    return store_query_run(store,
                           "CREATE TABLE record (kind TEXT NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL,"
                           " digest TEXT NOT NULL, size INTEGER NOT NULL, content BLOB NOT NULL,"
                           " PRIMARY KEY (key, kind))",
                           error);
}

static void seal(const char *key, const char *label, const char *text, size_t size, char digest[DIGEST_TEXT])
{
    struct digest sum;

    digest_begin(&sum);
    digest_add_text(&sum, "key", key);
    digest_add_text(&sum, "label", label);
    digest_add(&sum, "content", text, size);
    digest_end(&sum, digest);
}

/* ---- writing, within a transaction ---- */

static bool put_content(struct store *store, enum store_kind kind, const char *key, const char *label,
                        const char *text, struct error *error)
{
    const size_t size = strlen(text);
    uLongf length = compressBound(size);
    Bytef *packed = memory_create(length, 1);
    bool shorter = compress(packed, &length, (const Bytef *)text, size) == Z_OK && length < size, done;
    char digest[DIGEST_TEXT];
    const char *const texts[] = {kinds[kind], key, label, digest};
    sqlite3_stmt *statement;

    seal(key, label, text, size, digest);
    statement = store_query_prepare(store,
                                    "INSERT OR REPLACE INTO record (kind, key, label, digest, size, content)"
                                    " VALUES (?, ?, ?, ?, ?, ?)",
                                    sizeof texts / sizeof *texts, texts, error);
    sqlite3_bind_int64(statement, 5, (sqlite3_int64)size);
    sqlite3_bind_blob64(statement, 6, shorter ? (const char *)packed : text, shorter ? length : size,
                        SQLITE_STATIC);
    done = store_query_finish(store, statement, error);
    free(packed);
    return done;
}

static bool put_record(struct store *store, enum store_kind kind, const char *key, const char *label,
                       const char *text, struct error *error)
{
    const char *const checkpoint[] = {kinds[STORE_CHECKPOINT], key};

    return put_content(store, kind, key, label, text, error) &&
           (kind != STORE_CELL ||
            store_query_put(store, "DELETE FROM record WHERE kind = ? AND key = ?", 2, checkpoint, error));
}

bool store_put(struct store *store, enum store_kind kind, const char *key, const char *label,
               const char *text, struct error *error)
{
    return store_query_begin(store, error) &&
           store_query_end(store, put_record(store, kind, key, label, text, error), error);
}

/* ---- by and by ---- */

struct store_record {
    enum store_kind kind;
    char *key, *label, *text;
};

void store_put_later(struct store *store, enum store_kind kind, const char *key, const char *label,
                     const char *text)
{
    if (store->waiting == 0)
        clock_gettime(CLOCK_MONOTONIC, &store->since);
    store->record = memory_resize(store->record, store->waiting + 1, sizeof *store->record);
    store->record[store->waiting++] = (struct store_record){kind, memory_keep_string(&store->kept, key),
                                                            memory_keep_string(&store->kept, label),
                                                            memory_keep_string(&store->kept, text)};
}

void store_record_clear(struct store *store)
{
    memory_release(store->kept);
    free(store->record);
    store->kept = NULL;
    store->record = NULL;
    store->waiting = 0;
}

bool store_flush(struct store *store, long milliseconds, struct error *error)
{
    struct timespec now;
    bool done = true;

    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!store->waiting ||
        (now.tv_sec - store->since.tv_sec) * 1000 + (now.tv_nsec - store->since.tv_nsec) / 1000000 <
            milliseconds)
        return true;
    if (!store_query_begin(store, error))
        return false;
    for (size_t i = 0; i < store->waiting && done; i++) {
        const struct store_record *record = store->record + i;

        done = put_record(store, record->kind, record->key, record->label, record->text, error);
    }
    store_record_clear(store);
    return store_query_end(store, done, error);
}

/* A record of that key that waits is written before it is looked for. */
static bool flush_key(struct store *store, const char *key, struct error *error)
{
    for (size_t i = 0; i < store->waiting; i++) {
        if (strcmp(store->record[i].key, key) == 0)
            return store_flush(store, 0, error);
    }
    return true;
}

/* ---- reading ---- */

/* The text of the row (label, digest, size, content), with a zero at its end; NULL when it cannot be. */
static char *unpack(sqlite3_stmt *row, uLongf *size)
{
    const void *content = sqlite3_column_blob(row, 3);
    const uLong length = (uLong)sqlite3_column_bytes(row, 3);
    char *text;

    *size = (uLongf)sqlite3_column_int64(row, 2);
    /* zlib packs to no less than a thousandth */
    if (*size < length || *size / 1100 > length)
        return NULL;
    text = memory_create(*size + 1, 1);
    if (*size == length && length)
        memcpy(text, content, length);
    else if (length && uncompress((Bytef *)text, size, content, length) != Z_OK)
        *size = 0; /* which its seal refuses */
    return text;
}

static bool read_record(struct store *store, enum store_kind kind, const char *key, struct record *record,
                        sqlite3_stmt *row, struct error *error)
{
    const char *label = store_query_text(row, 0), *sealed = store_query_text(row, 1);
    uLongf size;
    char digest[DIGEST_TEXT] = "", *text = unpack(row, &size);

    if (label && text)
        seal(key, label, text, size, digest);
    if (sealed && digest[0] && strcmp(sealed, digest) == 0) {
        *record = (struct record){memory_copy_string(label), text};
        return true;
    }
    free(text);
    return error_set(
        error,
        "the store %.300s is damaged (the %s %.64s, %.200s is not what was put there); move it away and "
        "run again",
        store->path, kinds[kind], key, label ? label : "");
}

static bool find_record(struct store *store, enum store_kind kind, const char *key, struct record *record,
                        struct error *error)
{
    const char *const texts[] = {kinds[kind], key};
    sqlite3_stmt *row = store_query_prepare(
        store, "SELECT label, digest, size, content FROM record WHERE kind = ? AND key = ?", 2, texts, error);
    bool good;

    *record = (struct record){NULL, NULL};
    if (store_query_next(store, row, &good, error))
        good = read_record(store, kind, key, record, row, error);
    sqlite3_finalize(row);
    return good;
}

bool store_find(struct store *store, enum store_kind kind, const char *key, char **text, struct error *error)
{
    struct record record = {NULL, NULL};
    bool good = flush_key(store, key, error) && find_record(store, kind, key, &record, error);

    *text = record.text;
    free(record.label);
    return good;
}

bool store_find_last(struct store *store, enum store_kind kind, const char *head, char **key,
                     struct error *error)
{
    const char *const texts[] = {kinds[kind], head};
    sqlite3_stmt *row = store_query_prepare(store,
                                            "SELECT max(key) FROM record WHERE kind = ? AND"
                                            " substr(key, 1, length(?2)) = ?2",
                                            2, texts, error);
    bool good;

    *key = NULL;
    if (store_query_next(store, row, &good, error) && store_query_text(row, 0))
        *key = memory_copy_string(store_query_text(row, 0));
    sqlite3_finalize(row);
    return good;
}

bool store_list(struct store *store, enum store_kind kind,
                void (*take)(void *context, const char *key, const char *label), void *context,
                struct error *error)
{
    sqlite3_stmt *rows = store_query_prepare(
        store, "SELECT key, label FROM record WHERE kind = ? ORDER BY key", 1, &kinds[kind], error);
    bool good;

    while (store_query_next(store, rows, &good, error))
        take(context, store_query_text(rows, 0), store_query_text(rows, 1));
    sqlite3_finalize(rows);
    return good;
}

bool store_count(struct store *store, size_t *cells, struct error *error)
{
    long long count;

    if (!store_query_integer(store, "SELECT count(*) FROM record WHERE kind = 'cell'", &count, error))
        return false;
    *cells = (size_t)count;
    return true;
}

/* ---- merging ---- */

struct merge {
    struct store *store, *other;
    struct error *error;
    size_t added, different;
    char first[512]; /* id of the first that differs */
};

/* Two results of a key are the same when they differ at most in the seconds they took. */
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
static bool merge_record(struct merge *merge, enum store_kind kind, const char *key)
{
    struct record own = {NULL, NULL}, other;
    bool done = find_record(merge->other, kind, key, &other, merge->error) &&
                find_record(merge->store, kind, key, &own, merge->error);

    if (done && !other.text) {
        done = store_query_refuse_damage(merge->other, "a key is not found", merge->error);
    } else if (done && !own.text) {
        done = put_record(merge->store, kind, key, other.label, other.text, merge->error);
        merge->added += kind == STORE_CELL;
    } else if (done && !is_same_line(own.text, other.text)) {
        note_difference(merge, kind == STORE_CELL ? own.label : key);
    }
    free(own.label);
    free(own.text);
    free(other.label);
    free(other.text);
    return done;
}

static bool merge_records(struct merge *merge, enum store_kind kind)
{
    sqlite3_stmt *keys = store_query_prepare(
        merge->other, "SELECT key FROM record WHERE kind = ? ORDER BY key", 1, &kinds[kind], merge->error);
    bool good = true;

    while (good && store_query_next(merge->other, keys, &good, merge->error))
        good = merge_record(merge, kind, store_query_text(keys, 0));
    sqlite3_finalize(keys);
    return good;
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
        return error_set(error, "the store %.300s cannot be merged with itself; leave it out", path);
    merge.other = store_open_other(path, error);
    if (!merge.other)
        return false;
    done = store_query_begin(store, error) &&
           store_query_end(store,
                           merge_records(&merge, STORE_CELL) && merge_records(&merge, STORE_REFERENCE) &&
                               merge_records(&merge, STORE_SHARD) && merge_records(&merge, STORE_METHODS),
                           error);
    store_close(merge.other);
    if (added)
        *added = done ? merge.added : 0;
    if (done && merge.different > 0)
        return error_set(
            error,
            "the store %.200s differs from %.200s in %zu of the results that both have, first %s: "
            "the computation is not reproducible (the first results were kept); run both again with one "
            "build",
            path, store->path, merge.different, merge.first);
    return done;
}
