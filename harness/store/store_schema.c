/* The tables and views of a store: see store_schema.h.
 *
 *     cell, measure      what was computed, by key (cell_key.h); a new measure adds rows
 *     reference          reference solutions, by key
 *     checkpoint         the state of cells that are not done, by key
 *     result_...         what the report of a study says, replaced whenever the study is reported
 *     result_study       where its file is, and which part of it was reported
 *
 * A digest seals each line, text and state: SQLite itself does not notice a changed byte in the middle of a
 * value.  The views have the columns of the CSV files of a report (reports/tables/data.c), then the study; an empty
 * field is NULL, and a measure is a number that can be compared and sorted (its digits: measure.text).
 *
 * The header of the file says what it is: application_id "assy", user_version the version of the schema. */
#include "harness/store/store_schema.h"

#include <string.h>
#include <sys/stat.h>

enum { APPLICATION = 0x61737379 };

static const char schema[] =
    "CREATE TABLE cell (key TEXT PRIMARY KEY NOT NULL, id TEXT NOT NULL, line TEXT NOT NULL, digest"
    " TEXT NOT NULL);"
    "CREATE TABLE measure (cell TEXT NOT NULL REFERENCES cell (key), name TEXT NOT NULL, value REAL,"
    " text TEXT, PRIMARY KEY (cell, name)) WITHOUT ROWID;"
    "CREATE TABLE reference (key TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL, digest TEXT NOT NULL);"
    "CREATE TABLE checkpoint (key TEXT PRIMARY KEY NOT NULL, step INTEGER NOT NULL, state BLOB NOT"
    " NULL, digest TEXT NOT NULL);"
    "CREATE TABLE result_study (study TEXT PRIMARY KEY NOT NULL, path TEXT, \"only\" TEXT, focus TEXT)"
    " WITHOUT ROWID;"
    "CREATE TABLE result_cell (position INTEGER PRIMARY KEY, study TEXT NOT NULL, id TEXT, model TEXT,"
    " initial TEXT, method TEXT, projection TEXT, step TEXT, precision TEXT, status TEXT, steps"
    " INTEGER, broke_down_at INTEGER, residual_evaluations INTEGER, newton_iterations INTEGER, reason"
    " TEXT);"
    "CREATE TABLE result_measure (cell INTEGER NOT NULL REFERENCES result_cell (position), name TEXT"
    " NOT NULL, value REAL, PRIMARY KEY (cell, name)) WITHOUT ROWID;"
    "CREATE TABLE result_measure_name (position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE result_fit (position INTEGER PRIMARY KEY, study TEXT NOT NULL, id TEXT, model TEXT,"
    " initial TEXT, method TEXT, projection TEXT, precision TEXT, measure TEXT, status TEXT, \"order\""
    " REAL, low REAL, high REAL, floor REAL, claimed REAL, points INTEGER, used INTEGER, claim TEXT,"
    " kind TEXT, formula TEXT, source TEXT, mark TEXT, verdict TEXT, reason_code TEXT, reason TEXT,"
    " next TEXT);"
    "CREATE TABLE result_point (position INTEGER PRIMARY KEY, study TEXT NOT NULL, fit TEXT, model"
    " TEXT, initial TEXT, method TEXT, projection TEXT, precision TEXT, measure TEXT, step TEXT,"
    " step_value REAL, error REAL, slope REAL, extrapolated REAL, floor REAL, used INTEGER);"
    "CREATE TABLE result_claim (position INTEGER PRIMARY KEY, study TEXT NOT NULL, id TEXT, text TEXT,"
    " source TEXT, measured TEXT, verdict TEXT, evidence TEXT);"
    "CREATE INDEX result_cell_study ON result_cell (study);"
    "CREATE INDEX result_fit_study ON result_fit (study);"
    "CREATE INDEX result_point_study ON result_point (study);"
    "CREATE INDEX result_claim_study ON result_claim (study);"
    "CREATE VIEW fits AS SELECT id, model, initial, method, projection, precision, measure, status,"
    " \"order\", low, high, floor, claimed, points, used, claim, kind, formula, source, mark, verdict,"
    " reason_code, reason, next, study FROM result_fit ORDER BY position;"
    "CREATE VIEW points AS SELECT fit, model, initial, method, projection, precision, measure, step,"
    " step_value, error, slope, extrapolated, floor, used, study FROM result_point ORDER BY position;"
    "CREATE VIEW claims AS SELECT id, text, source, measured, verdict, evidence, study FROM"
    " result_claim ORDER BY position;";

bool store_schema_make_cells(struct store *store, struct error *error)
{
    sqlite3_stmt *names =
        store_query_prepare(store, "SELECT name FROM result_measure_name ORDER BY position", error);
    sqlite3_str *view = sqlite3_str_new(store->database);
    char *sql;
    int code = SQLITE_ROW;
    bool made;

    sqlite3_str_appendall(view, "DROP VIEW IF EXISTS cells; CREATE VIEW cells AS SELECT id, model, initial, "
                                "method, projection, step, precision, status, steps, broke_down_at, "
                                "residual_evaluations, newton_iterations, reason");
    while (names && (code = sqlite3_step(names)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(names, 0);

        sqlite3_str_appendf(
            view, ", (SELECT value FROM result_measure WHERE cell = position AND name = %Q) AS \"%w\"", name,
            name);
    }
    sqlite3_str_appendall(view, ", study FROM result_cell ORDER BY position;");
    sql = sqlite3_str_finish(view);
    made = names && (code == SQLITE_DONE || store_query_fail(store, error));
    sqlite3_finalize(names);
    made = made && (sql ? store_query_run(store, sql, error) : error_set(error, "out of memory"));
    sqlite3_free(sql);
    return made;
}

static bool create_schema(struct store *store, struct error *error)
{
    char header[128];
    bool done;

    sqlite3_snprintf(sizeof header, header, "PRAGMA application_id = %d; PRAGMA user_version = %d;",
                     APPLICATION, STORE_SCHEMA_VERSION);
    if (!store_query_begin(store, error))
        return false;
    done = store_query_run(store, header, error) && store_query_run(store, schema, error) &&
           store_schema_make_cells(store, error);
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

static bool refuse_damage(const struct store *store, const char *damage, struct error *error)
{
    return error_set(error,
                     "the store %.300s is damaged (%.200s); move it away and run again, or save what can be "
                     "read with: sqlite3 FILE .recover",
                     store->path, damage);
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
    return refuse_damage(store, "its end is cut off", error);
}

static bool check_pages(struct store *store, struct error *error)
{
    sqlite3_stmt *statement = store_query_prepare(store, "PRAGMA quick_check(1)", error);
    const char *answer;
    bool sound = false;

    if (!statement)
        return false;
    if (sqlite3_step(statement) != SQLITE_ROW) {
        store_query_fail(store, error);
    } else {
        answer = (const char *)sqlite3_column_text(statement, 0);
        sound = (answer && strcmp(answer, "ok") == 0) ||
                refuse_damage(store, answer ? answer : "no answer", error);
    }
    sqlite3_finalize(statement);
    return sound;
}

/* Pages and trees, while nobody writes; the seals are checked when a value is read. */
static bool check_damage(struct store *store, struct error *error)
{
    long long objects;
    bool sound;

    if (!store_query_run(store, "BEGIN", error))
        return false;
    sound = store_query_integer(store, "SELECT count(*) FROM sqlite_schema", &objects, error) &&
            check_size(store, error) && check_pages(store, error);
    return store_query_end(store, sound, error);
}

bool store_schema_check(struct store *store, bool create, struct error *error)
{
    struct header header;

    if (!read_header(store, &header, error))
        return false;
    if (is_empty(&header) && create) {
        /* Another process may have made it meanwhile. */
        if (!create_schema(store, error) && (!read_header(store, &header, error) || is_empty(&header)))
            return false;
        if (!read_header(store, &header, error))
            return false;
    }
    if (header.application != APPLICATION)
        return error_set(error, "%.300s is not a store of assay; name another file with --store FILE",
                         store->path);
    if (header.version != STORE_SCHEMA_VERSION)
        return error_set(error,
                         "the store %.300s has schema %lld, this assay reads schema %d; use the assay that "
                         "wrote it, or name another store with --store FILE",
                         store->path, header.version, STORE_SCHEMA_VERSION);
    return check_damage(store, error);
}
