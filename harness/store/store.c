/* The store: see store.h.
 *
 * Cells, references and checkpoints are records: key, label (the id of a cell, the step of a checkpoint),
 * content, and a digest of the three that is checked whenever the record is read. */
#include "harness/store/store.h"

#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/store/store_record.h"
#include "harness/store/store_schema.h"
#include "numerics/memory.h"

/* ---- opening ------------------------------------------------------------------------------------------ */

/* SQLite names its journal after the store and makes it in the same folder. */
static bool check_folder(const char *path, struct error *error)
{
    char *copy = memory_copy_string(path), *folder = dirname(copy);
    bool writable = access(folder, W_OK) == 0;

    if (!writable)
        error_set(error,
                  "the store %.300s cannot be written: its folder %s; name another file with --store FILE",
                  path,
                  errno == ENOENT    ? "does not exist"
                  : errno == ENOTDIR ? "is no folder"
                                     : "is read-only");
    free(copy);
    return writable;
}

static bool check_file(const char *path, bool create, struct error *error)
{
    struct stat status;

    if (!*path)
        return error_set(error, "the store has no name; write --store FILE");
    if (stat(path, &status) != 0) {
        if (!create || errno != ENOENT)
            return error_set(error, "the store %.300s cannot be opened: %s", path, strerror(errno));
        return check_folder(path, error);
    }
    if (S_ISDIR(status.st_mode))
        return error_set(error, "the store %.300s is a folder; name a file with --store FILE", path);
    if (!S_ISREG(status.st_mode))
        return error_set(error, "the store %.300s is no regular file; name another with --store FILE", path);
    return !create || check_folder(path, error);
}

static bool connect(struct store *store, bool create, struct error *error)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
    /* SQLite gives names such as :memory: and file:... a meaning. */
    bool plain = store->path[0] == '/' || store->path[0] == '.';
    char *name = sqlite3_mprintf("%s%s", plain ? "" : "./", store->path);
    int code = name ? sqlite3_open_v2(name, &store->database, flags, NULL) : SQLITE_NOMEM;

    sqlite3_free(name);
    if (!store->database)
        return error_set(error, "out of memory");
    if (code != SQLITE_OK)
        return store_query_fail(store, error);
    if (create && sqlite3_db_readonly(store->database, "main"))
        return error_set(error, "the store %.300s is read-only; name another file with --store FILE",
                         store->path);
    sqlite3_busy_timeout(store->database, STORE_PATIENCE);
    return store_query_run(store, "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF", error) &&
           store_schema_check(store, create, error);
}

static struct store *open_store(const char *path, bool create, struct error *error)
{
    struct store *store;

    if (!check_file(path, create, error))
        return NULL;
    store = memory_create(1, sizeof *store);
    store->path = memory_copy_string(path);
    store->owner = getpid();
    if (connect(store, create, error))
        return store;
    store_close(store);
    return NULL;
}

struct store *store_open(const char *path, struct error *error)
{
    return open_store(path, true, error);
}

struct store *store_open_other(const char *path, struct error *error)
{
    return open_store(path, false, error);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    /* The connection belongs to the process that made it. */
    if (getpid() == store->owner)
        sqlite3_close(store->database);
    free(store->path);
    free(store);
}

/* ---- cells -------------------------------------------------------------------------------------------- */

bool store_find_cell(struct store *store, const char *key, char **line, struct error *error)
{
    struct store_record record;

    *line = NULL;
    if (!store_record_find(store, STORE_CELL, key, &record, error))
        return false;
    *line = record.content;
    free(record.label);
    return true;
}

bool store_put_cell(struct store *store, const char *key, const char *id, const char *line,
                    struct error *error)
{
    if (!store_query_begin(store, error))
        return false;
    return store_query_end(store, store_record_put_cell(store, key, id, line, error), error);
}

bool store_put_measures(struct store *store, const char *key, size_t measures,
                        const struct row_measure *measure, struct error *error)
{
    if (!store_query_begin(store, error))
        return false;
    return store_query_end(store, store_record_put_measures(store, key, measures, measure, error), error);
}

bool store_count(struct store *store, size_t *cells, struct error *error)
{
    long long count;

    if (!store_query_integer(store, "SELECT count(*) FROM cell", &count, error))
        return false;
    *cells = (size_t)count;
    return true;
}

/* ---- references and checkpoints ----------------------------------------------------------------------- */

bool store_find_reference(struct store *store, const char *key, char **text, struct error *error)
{
    struct store_record record;

    *text = NULL;
    if (!store_record_find(store, STORE_REFERENCE, key, &record, error))
        return false;
    *text = record.content;
    free(record.label);
    return true;
}

bool store_put_reference(struct store *store, const char *key, const char *text, struct error *error)
{
    if (!store_query_begin(store, error))
        return false;
    return store_query_end(
        store, store_record_put(store, STORE_REFERENCE, key, "", text, strlen(text), error), error);
}

bool store_find_checkpoint(struct store *store, const char *key, unsigned long *step, void **state,
                           size_t *size, struct error *error)
{
    struct store_record record;

    *state = NULL;
    if (!store_record_find(store, STORE_CHECKPOINT, key, &record, error))
        return false;
    *state = record.content;
    if (record.content) {
        *size = record.size;
        *step = strtoul(record.label, NULL, 10);
    }
    free(record.label);
    return true;
}

bool store_put_checkpoint(struct store *store, const char *key, unsigned long step, const void *state,
                          size_t size, struct error *error)
{
    char label[32];

    snprintf(label, sizeof label, "%lu", step);
    if (!store_query_begin(store, error))
        return false;
    return store_query_end(store, store_record_put(store, STORE_CHECKPOINT, key, label, state, size, error),
                           error);
}

bool store_drop_checkpoint(struct store *store, const char *key, struct error *error)
{
    return store_record_drop(store, "DELETE FROM checkpoint WHERE key = ?1", key, error);
}
