/* Which studies of a store were reported in full: see store_full.h.
 *
 *     result_full        the studies whose results are those of their full version
 *
 * A table of its own, made when it is first needed: stores without it are those in which nothing is. */
#include "harness/store/store_full.h"

#include "harness/store/store_query.h"

static bool exists(struct store *store, long long *tables, struct error *error)
{
    return store_query_integer(
        store, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'result_full'", tables,
        error);
}

static bool run(struct store *store, const char *sql, const char *study, struct error *error)
{
    sqlite3_stmt *statement = store_query_prepare(store, sql, error);
    bool done;

    if (!statement)
        return false;
    store_query_bind_text(statement, 1, study);
    done = store_query_step(store, statement, error);
    sqlite3_finalize(statement);
    return done;
}

bool store_full_put(struct store *store, const char *study, bool full, struct error *error)
{
    long long tables;

    if (!exists(store, &tables, error))
        return false;
    if (full)
        return store_query_run(store,
                               "CREATE TABLE IF NOT EXISTS result_full (study TEXT PRIMARY KEY NOT NULL)"
                               " WITHOUT ROWID",
                               error) &&
               run(store, "INSERT OR IGNORE INTO result_full (study) VALUES (?1)", study, error);
    return !tables || run(store, "DELETE FROM result_full WHERE study = ?1", study, error);
}

bool store_full_find(struct store *store, const char *study, bool *full, struct error *error)
{
    sqlite3_stmt *statement;
    long long tables;
    int code;

    *full = false;
    if (!exists(store, &tables, error))
        return false;
    if (!tables)
        return true;
    statement = store_query_prepare(store, "SELECT 1 FROM result_full WHERE study = ?1", error);
    if (!statement)
        return false;
    store_query_bind_text(statement, 1, study);
    code = sqlite3_step(statement);
    *full = code == SQLITE_ROW;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        store_query_fail(store, error);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE;
}
