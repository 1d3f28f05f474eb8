/* Statements of SQL on a store: see store_query.h.
 *
 * SQLite's codes are sorted into what a person can do about them.  The library is never asked to go on after
 * a failure: the transaction is rolled back and the caller hears of it. */
#include "harness/store/store_query.h"

#include <string.h>
#include <unistd.h>

/* The operating system's reason where there is one, else SQLite's. */
static const char *reason_of(const struct store *store)
{
    int number = sqlite3_system_errno(store->database);

    return number ? strerror(number) : sqlite3_errmsg(store->database);
}

bool store_query_refuse_damage(const struct store *store, const char *damage, struct error *error)
{
    return error_set(error,
                     "the store %.300s is damaged (%.300s); move it away and run again, or save what can be "
                     "read with: sqlite3 FILE .recover",
                     store->path, damage);
}

bool store_query_fail(const struct store *store, struct error *error)
{
    switch (sqlite3_errcode(store->database) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return error_set(error,
                         "the store %.300s is locked by another process (waited %d s); wait until that is "
                         "done, or name another store with --store FILE",
                         store->path, STORE_PATIENCE / 1000);
    case SQLITE_NOTADB:
        return error_set(error, "%.300s is not a store of assay; name another file with --store FILE",
                         store->path);
    case SQLITE_CORRUPT:
        return store_query_refuse_damage(store, sqlite3_errmsg(store->database), error);
    case SQLITE_FULL:
        return error_set(error,
                         "the store %.300s cannot be written: the disk is full; make room and run again "
                         "(what was stored before is kept)",
                         store->path);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_IOERR:
        return error_set(error,
                         "the store %.300s cannot be written (%s); name another file with --store FILE "
                         "(what was stored before is kept)",
                         store->path, reason_of(store));
    case SQLITE_CANTOPEN:
        return error_set(error, "the store %.300s cannot be opened (%s); name another file with --store FILE",
                         store->path, reason_of(store));
    default:
        return error_set(error, "the store %.300s: %s; name another with --store FILE", store->path,
                         sqlite3_errmsg(store->database));
    }
}

bool store_query_run(struct store *store, const char *sql, struct error *error)
{
    return sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_query_fail(store, error);
}

sqlite3_stmt *store_query_prepare(struct store *store, const char *sql, size_t texts, const char *const *text,
                                  struct error *error)
{
    sqlite3_stmt *statement = NULL;

    /* A connection of SQLite must not be carried across a fork. */
    if (getpid() != store->owner) {
        error_set(error, "the store %.300s was opened by another process, which alone may use it",
                  store->path);
        return NULL;
    }
    if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) != SQLITE_OK)
        store_query_fail(store, error);
    for (size_t i = 0; statement && i < texts; i++)
        sqlite3_bind_text(statement, (int)i + 1, text[i], -1, SQLITE_STATIC);
    return statement;
}

bool store_query_finish(struct store *store, sqlite3_stmt *statement, struct error *error)
{
    bool done = statement && (sqlite3_step(statement) == SQLITE_DONE || store_query_fail(store, error));

    sqlite3_finalize(statement);
    return done;
}

bool store_query_put(struct store *store, const char *sql, size_t texts, const char *const *text,
                     struct error *error)
{
    return store_query_finish(store, store_query_prepare(store, sql, texts, text, error), error);
}

bool store_query_next(struct store *store, sqlite3_stmt *statement, bool *good, struct error *error)
{
    int code = statement ? sqlite3_step(statement) : SQLITE_ERROR;

    *good = code == SQLITE_ROW || code == SQLITE_DONE || (statement && store_query_fail(store, error));
    return code == SQLITE_ROW;
}

const char *store_query_text(sqlite3_stmt *statement, int column)
{
    return (const char *)sqlite3_column_text(statement, column);
}

bool store_query_integer(struct store *store, const char *sql, long long *value, struct error *error)
{
    sqlite3_stmt *statement = store_query_prepare(store, sql, 0, NULL, error);
    bool good, found = store_query_next(store, statement, &good, error);

    if (found)
        *value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return found;
}

bool store_query_begin(struct store *store, struct error *error)
{
    /* IMMEDIATE: two processes that both read first and write then would wait for each other. */
    return store_query_put(store, "BEGIN IMMEDIATE", 0, NULL, error);
}

bool store_query_end(struct store *store, bool done, struct error *error)
{
    if (done && store_query_run(store, "COMMIT", error))
        return true;
    /* SQLite has rolled back by itself after some failures. */
    if (!sqlite3_get_autocommit(store->database))
        sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
    return false;
}
