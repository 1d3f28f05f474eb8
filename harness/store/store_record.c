/* Records of a store: see store_record.h. */
#include "harness/store/store_record.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

/* ?1 key, ?2 label, ?3 content, ?4 seal. */
static const struct {
    const char *name, *put, *find;
    bool binary;
} kinds[] = {
    [STORE_CELL] = {"cell", "INSERT OR REPLACE INTO cell (key, id, line, digest) VALUES (?1, ?2, ?3, ?4)",
                    "SELECT id, line, digest FROM cell WHERE key = ?1", false},
    [STORE_REFERENCE] = {"reference",
                         "INSERT OR REPLACE INTO reference (key, text, digest) VALUES (?1, ?3, ?4)",
                         "SELECT '', text, digest FROM reference WHERE key = ?1", false},
    [STORE_CHECKPOINT] =
        {"checkpoint", "INSERT OR REPLACE INTO checkpoint (key, step, state, digest) VALUES (?1, ?2, ?3, ?4)",
         "SELECT step, state, digest FROM checkpoint WHERE key = ?1", true},
};

void store_record_seal(const char *key, const char *label, const void *content, size_t size,
                       char seal[DIGEST_TEXT])
{
    struct digest digest;

    digest_begin(&digest);
    digest_add_text(&digest, "key", key);
    digest_add_text(&digest, "label", label);
    digest_add(&digest, "content", content, size);
    digest_end(&digest, seal);
}

bool store_record_put(struct store *store, enum store_record_kind kind, const char *key, const char *label,
                      const void *content, size_t size, struct error *error)
{
    sqlite3_stmt *statement = store_query_prepare(store, kinds[kind].put, error);
    char seal[DIGEST_TEXT];
    bool done;

    if (!statement)
        return false;
    store_record_seal(key, label, content, size, seal);
    store_query_bind_text(statement, 1, key);
    store_query_bind_text(statement, 2, label);
    if (kinds[kind].binary)
        sqlite3_bind_blob64(statement, 3, size ? content : "", size, SQLITE_STATIC);
    else
        sqlite3_bind_text64(statement, 3, content, size, SQLITE_STATIC, SQLITE_UTF8);
    store_query_bind_text(statement, 4, seal);
    done = store_query_step(store, statement, error);
    sqlite3_finalize(statement);
    return done;
}

/* Column 1 of the row, copied. */
static void copy_content(struct store_record *record, sqlite3_stmt *statement)
{
    const void *content = sqlite3_column_blob(statement, 1);

    record->size = (size_t)sqlite3_column_bytes(statement, 1);
    record->content = memory_create(record->size + 1, 1);
    if (content)
        memcpy(record->content, content, record->size);
}

static bool copy_record(struct store *store, enum store_record_kind kind, const char *key,
                        struct store_record *record, sqlite3_stmt *statement, struct error *error)
{
    const char *label = (const char *)sqlite3_column_text(statement, 0);
    const char *digest;
    char seal[DIGEST_TEXT];

    record->label = memory_copy_string(label ? label : "");
    copy_content(record, statement);
    digest = (const char *)sqlite3_column_text(statement, 2);
    store_record_seal(key, record->label, record->content, record->size, seal);
    if (digest && strcmp(digest, seal) == 0)
        return true;
    error_set(
        error,
        "the store %.300s is damaged (the %s %.64s, %.200s is not what was put there); move it away and "
        "run again",
        store->path, kinds[kind].name, key, record->label);
    free(record->label);
    free(record->content);
    *record = (struct store_record){NULL, NULL, 0};
    return false;
}

bool store_record_find(struct store *store, enum store_record_kind kind, const char *key,
                       struct store_record *record, struct error *error)
{
    sqlite3_stmt *statement = store_query_prepare(store, kinds[kind].find, error);
    bool done = true;
    int code;

    *record = (struct store_record){NULL, NULL, 0};
    if (!statement)
        return false;
    store_query_bind_text(statement, 1, key);
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        done = copy_record(store, kind, key, record, statement, error);
    else if (code != SQLITE_DONE)
        done = store_query_fail(store, error);
    sqlite3_finalize(statement);
    return done;
}

bool store_record_drop(struct store *store, const char *sql, const char *key, struct error *error)
{
    sqlite3_stmt *statement = store_query_prepare(store, sql, error);
    bool done;

    if (!statement)
        return false;
    store_query_bind_text(statement, 1, key);
    done = store_query_step(store, statement, error);
    sqlite3_finalize(statement);
    return done;
}

static bool put_measure(struct store *store, const char *key, const char *name, double value,
                        const char *text, struct error *error)
{
    sqlite3_stmt *statement = store_query_prepare(
        store, "INSERT OR REPLACE INTO measure (cell, name, value, text) VALUES (?1, ?2, ?3, ?4)", error);
    bool done;

    if (!statement)
        return false;
    store_query_bind_text(statement, 1, key);
    store_query_bind_text(statement, 2, name);
    store_query_bind_number(statement, 3, value);
    store_query_bind_text(statement, 4, text);
    done = store_query_step(store, statement, error);
    sqlite3_finalize(statement);
    return done;
}

bool store_record_put_measures(struct store *store, const char *key, size_t measures,
                               const struct row_measure *measure, struct error *error)
{
    for (size_t i = 0; i < measures; i++) {
        if (!put_measure(store, key, measure[i].name, measure[i].value, measure[i].text, error))
            return false;
    }
    return true;
}

bool store_record_put_cell(struct store *store, const char *key, const char *id, const char *line,
                           struct error *error)
{
    struct row row = {.measures = 0};
    bool done = store_record_drop(store, "DELETE FROM measure WHERE cell = ?1", key, error) &&
                store_record_drop(store, "DELETE FROM checkpoint WHERE key = ?1", key, error) &&
                store_record_put(store, STORE_CELL, key, id, line, strlen(line), error);

    if (done && row_read(&row, line))
        done = store_record_put_measures(store, key, row.measures, row.measure, error);
    row_clear(&row);
    return done;
}
