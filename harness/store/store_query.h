/* Statements of SQL on a store, with one line of text for whatever fails. */
#ifndef ASSAY_STORE_QUERY_H
#define ASSAY_STORE_QUERY_H

#include <sqlite3.h>
#include <sys/types.h>
#include <time.h>

#include "harness/store/store.h"

struct store {
    sqlite3 *database;
    char *path; /* as given, for messages */
    pid_t owner;
    size_t waiting; /* records that store_flush will write */
    struct store_record *record;
    struct memory_kept *kept; /* their texts */
    struct timespec since;    /* when the first of them came */
};

/* False with a line for the last failure of SQLite on this store: what is wrong and what to do. */
bool store_query_fail(const struct store *store, struct error *error);
/* False with a line that says what is damaged and what to do. */
bool store_query_refuse_damage(const struct store *store, const char *damage, struct error *error);

/* Runs statements that take no values. */
bool store_query_run(struct store *store, const char *sql, struct error *error);
/* A statement with `texts` for its first values; NULL with a line.  The texts stay as long as the statement.
 * The caller finalizes it. */
sqlite3_stmt *store_query_prepare(struct store *store, const char *sql, size_t texts, const char *const *text,
                                  struct error *error);
/* Runs a statement that returns no row and finalizes it; NULL is false. */
bool store_query_finish(struct store *store, sqlite3_stmt *statement, struct error *error);
/* Both. */
bool store_query_put(struct store *store, const char *sql, size_t texts, const char *const *text,
                     struct error *error);
/* Goes to the next row; false when there is none, with *good false and a line when reading failed (NULL is a
 * failure). */
bool store_query_next(struct store *store, sqlite3_stmt *statement, bool *good, struct error *error);
/* A column of the row as text, which lives until the next row; NULL for NULL. */
const char *store_query_text(sqlite3_stmt *statement, int column);
/* The one integer that the statement returns. */
bool store_query_integer(struct store *store, const char *sql, long long *value, struct error *error);

/* A transaction: begun with the lock for writing, ended by committing when `done`, else by rolling back.
 * store_query_end returns whether everything is on disk; false keeps the line of what failed first. */
bool store_query_begin(struct store *store, struct error *error);
bool store_query_end(struct store *store, bool done, struct error *error);

/* ---- what the files of the store share ---- */

/* Forgets what waits. */
void store_record_clear(struct store *store);
/* Makes the tables and views within a transaction. */
bool store_record_create(struct store *store, struct error *error);
bool store_report_create(struct store *store, struct error *error);

#endif
