/* Statements of SQL on a store, with one line of text for whatever fails. */
#ifndef ASSAY_STORE_QUERY_H
#define ASSAY_STORE_QUERY_H

#include <sqlite3.h>
#include <sys/types.h>

#include "harness/store/store.h"

struct store {
    sqlite3 *database;
    char *path; /* as given, for messages */
    pid_t owner;
};

/* Opens a store to read from it alone: it is not created, and may be read-only. */
struct store *store_open_other(const char *path, struct error *error);

/* False with a line for the last failure of SQLite on this store: what is wrong and what to do. */
bool store_query_fail(const struct store *store, struct error *error);
/* Runs statements that take no values. */
bool store_query_run(struct store *store, const char *sql, struct error *error);
/* A statement to bind values to; NULL with a line.  The caller finalizes it. */
sqlite3_stmt *store_query_prepare(struct store *store, const char *sql, struct error *error);
/* Runs a statement that returns no row and makes it ready for the next values. */
bool store_query_step(struct store *store, sqlite3_stmt *statement, struct error *error);
/* The one integer that the statement returns. */
bool store_query_integer(struct store *store, const char *sql, long long *value, struct error *error);

/* A transaction: begun with the lock for writing, ended by committing when `done`, else by rolling back.
 * store_query_end returns whether everything is on disk; false keeps the line of what failed first. */
bool store_query_begin(struct store *store, struct error *error);
bool store_query_end(struct store *store, bool done, struct error *error);

/* Values for a statement: NULL texts and numbers that are not finite become NULL.  What is bound must stay
 * until the statement has run. */
void store_query_bind_text(sqlite3_stmt *statement, int index, const char *text);
void store_query_bind_number(sqlite3_stmt *statement, int index, double value);

#endif
