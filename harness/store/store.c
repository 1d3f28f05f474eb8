/* Opening and closing: see store.h.
 *
 * The header of the file says what it is: application_id "assy", user_version the version of the schema.  Its
 * tables are in store_record.c and store_report.c. */
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/store/store_query.h"
#include "numerics/memory.h"

enum { APPLICATION = 0x61737379, SCHEMA_VERSION = 3 };

/* ---- the file ----------------------------------------------------------------------------------------- */

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
        if (create && errno == ENOENT)
            return check_folder(path, error);
        return error_set(error, "the store %.300s cannot be opened: %s; name that of a run with --store FILE",
                         path, strerror(errno));
    }
    if (S_ISDIR(status.st_mode))
        return error_set(error, "the store %.300s is a folder; name a file with --store FILE", path);
    if (!S_ISREG(status.st_mode))
        return error_set(error, "the store %.300s is not a regular file; name another with --store FILE",
                         path);
    return !create || check_folder(path, error);
}

/* ---- its schema ----------------------------------------------------------------------------------------- */

static bool create_schema(struct store *store, struct error *error)
{
    char header[128];
    bool done;

    sqlite3_snprintf(sizeof header, header, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
                     APPLICATION, SCHEMA_VERSION);
    if (!store_query_begin(store, error))
        return false;
    done = store_query_run(store, header, error) && store_record_create(store, error) &&
           store_report_create(store, error);
    return store_query_end(store, done, error);
}

struct header {
    long long application, version, objects;
};

/* All of it at one moment: another process may be creating the store. */
static bool read_header(struct store *store, struct header *header, struct error *error)
{
    bool read;

    if (!store_query_run(store, "BEGIN", error))
        return false;
    read = store_query_integer(store, "PRAGMA application_id", &header->application, error) &&
           store_query_integer(store, "PRAGMA user_version", &header->version, error) &&
           store_query_integer(store, "SELECT count(*) FROM sqlite_schema", &header->objects, error);
    return store_query_end(store, read, error);
}

static bool is_empty(const struct header *header)
{
    return header->application == 0 && header->version == 0 && header->objects == 0;
}

/* SQLite itself reads a last page that is cut off as if zeros followed. */
static bool check_size(struct store *store, struct error *error)
{
    struct stat status;
    long long page;

    if (!store_query_integer(store, "PRAGMA page_size", &page, error))
        return false;
    if (stat(store->path, &status) != 0 || status.st_size % page == 0)
        return true;
    return store_query_refuse_damage(store, "its end is cut off", error);
}

/* What store_open, store_open_other and store_open_again ask for. */
enum opening { OPENING_CREATES, OPENING_OTHER, OPENING_AGAIN };

static bool check_pages(struct store *store, struct error *error)
{
    sqlite3_stmt *row = store_query_prepare(store, "PRAGMA quick_check(1)", 0, NULL, error);
    const char *answer;
    bool sound;

    if (store_query_next(store, row, &sound, error)) {
        answer = store_query_text(row, 0);
        sound = (answer && strcmp(answer, "ok") == 0) ||
                store_query_refuse_damage(store, answer ? answer : "no answer", error);
    }
    sqlite3_finalize(row);
    return sound;
}

/* Every table is there, with its columns. */
static bool check_tables(struct store *store, struct error *error)
{
    static const char *const questions[] = {"SELECT kind, key, label, digest, size, content FROM record",
                                            "SELECT study, path, \"only\", focus, document FROM report"};
    sqlite3_stmt *statement;

    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        if (sqlite3_prepare_v2(store->database, questions[i], -1, &statement, NULL) != SQLITE_OK)
            return store_query_refuse_damage(store, sqlite3_errmsg(store->database), error);
        sqlite3_finalize(statement);
    }
    return true;
}

/* Pages and trees, while nobody writes; the seals are checked when a value is read. */
static bool check_damage(struct store *store, bool again, struct error *error)
{
    long long objects;
    bool sound;

    if (!store_query_run(store, "BEGIN", error))
        return false;
    sound = store_query_integer(store, "SELECT count(*) FROM sqlite_schema", &objects, error) &&
            check_size(store, error) && (again || check_pages(store, error)) && check_tables(store, error);
    return store_query_end(store, sound, error);
}

static bool check_schema(struct store *store, enum opening opening, struct error *error)
{
    struct header header;

    if (!read_header(store, &header, error))
        return false;
    if (is_empty(&header) && opening == OPENING_CREATES) {
        /* Another process may have made it meanwhile. */
        if (!create_schema(store, error) && (!read_header(store, &header, error) || is_empty(&header)))
            return false;
        if (!read_header(store, &header, error))
            return false;
    }
    if (header.application != APPLICATION)
        return error_set(error, "%.300s is not a store of assay; name another file with --store FILE",
                         store->path);
    if (header.version != SCHEMA_VERSION)
        return error_set(error,
                         "the store %.300s has schema %lld, this assay reads schema %d; use the assay that "
                         "wrote it, or name another store with --store FILE",
                         store->path, header.version, SCHEMA_VERSION);
    return check_damage(store, opening == OPENING_AGAIN, error);
}

/* ---- opening ------------------------------------------------------------------------------------------ */

static bool connect(struct store *store, enum opening opening, struct error *error)
{
    int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (opening == OPENING_CREATES ? SQLITE_OPEN_CREATE : 0);
    /* SQLite gives names such as :memory: and file:... a meaning. */
    bool plain = store->path[0] == '/' || store->path[0] == '.';
    char *name = sqlite3_mprintf("%s%s", plain ? "" : "./", store->path);
    int code = name ? sqlite3_open_v2(name, &store->database, flags, NULL) : SQLITE_NOMEM;

    sqlite3_free(name);
    if (!store->database)
        return error_set(error, "out of memory");
    if (code != SQLITE_OK)
        return store_query_fail(store, error);
    if (opening == OPENING_CREATES && sqlite3_db_readonly(store->database, "main"))
        return error_set(error, "the store %.300s is read-only; name another file with --store FILE",
                         store->path);
    sqlite3_busy_timeout(store->database, STORE_PATIENCE);
    return store_query_run(store, "PRAGMA trusted_schema = OFF", error) &&
           check_schema(store, opening, error);
}

static struct store *open_store(const char *path, enum opening opening, struct error *error)
{
    struct store *store;

    if (!check_file(path, opening == OPENING_CREATES, error))
        return NULL;
    store = memory_create(1, sizeof *store);
    store->path = memory_copy_string(path);
    store->owner = getpid();
    if (connect(store, opening, error))
        return store;
    store_close(store);
    return NULL;
}

struct store *store_open(const char *path, struct error *error)
{
    return open_store(path, OPENING_CREATES, error);
}

struct store *store_open_other(const char *path, struct error *error)
{
    return open_store(path, OPENING_OTHER, error);
}

struct store *store_open_again(const char *path, struct error *error)
{
    return open_store(path, OPENING_AGAIN, error);
}

void store_close(struct store *store)
{
    struct error ignored;

    if (!store)
        return;
    if (store->owner == getpid())
        store_flush(store, 0, &ignored);
    /* The connection belongs to the process that made it. */
    if (getpid() == store->owner)
        sqlite3_close(store->database);
    store_record_clear(store);
    free(store->path);
    free(store);
}
