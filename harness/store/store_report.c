/* The reports of studies, for queries: see store.h.
 *
 *     report             what the last report of a study says (its document), where the study's file is, and
 *                        which part of it was reported
 *     earlier            the last report of each other part of it, from the first on for which there is one
 *     cells, fits, ...   views of the documents
 *
 * The views have the columns of the CSV files of a report (reports/templates/study), then the study; an empty
 * field is NULL, unless the document has a reason for it, and a measure is a number that can be compared and
 * sorted. */
#include <stdlib.h>
#include <string.h>

#include "harness/store/store_query.h"
#include "numerics/memory.h"

/* The document has kind and formula of a claim in one line. */
#define CLAIM   "json_extract(o.value, '$.claims[0].claim')"
#define FORMULA "json_extract(o.value, '$.claims[0].formula')"
#define KIND                                                                                                 \
    "iif(" CLAIM " IN ('exact', 'not exact'), " CLAIM ", substr(" CLAIM ", 1, length(" CLAIM                 \
    ") - length(" FORMULA ") - 1))"
/* What a list has for the point p, or for one so many before it. */
#define AT(list, before)                                                                                     \
    "iif(p.key < " before ", NULL, json_extract(o.value, '$." list "[' || (p.key - " before ") || ']'))"
#define FLOOR                                                                                                \
    "iif(json_type(o.value, '$.floors') = 'null', json_extract(o.value, '$.floor'), " AT("floors", "0") ")"
#define NAMES "model;initial;method;projection;"

enum { CELLS };

/* Columns of the view: "KEY" or "NAME:$PATH" of the object o, or "NAME:EXPRESSION". */
static const struct {
    const char *name, *from, *columns;
} views[] = {
    [CELLS] = {"cells", "json_each(document, '$.cells') o",
               "id;" NAMES "step;precision;status;steps;broke_down_at;"
               "residual_evaluations:$.cost.residual_evaluations;"
               "newton_iterations:$.cost.newton_iterations;reason"},
    {"fits", "json_each(document, '$.fits') o",
     "id;" NAMES "precision;measure;status;order;low;high;floor;claimed:$.claims[0].value;points;"
     "used:(SELECT count(*) FROM json_each(o.value, '$.used') WHERE value);claim:$.claims[0].id;kind:" KIND
     ";formula:$.claims[0].formula;source:$.claims[0].source;mark;verdict;reason_code;reason;next"},
    {"points", "json_each(document, '$.fits') o, json_each(o.value, '$.step_sizes') p",
     "fit:$.id;" NAMES "precision;measure;step:p.value;step_value:CAST(p.value AS REAL) /"
     " iif(instr(p.value, '/'), CAST(substr(p.value, instr(p.value, '/') + 1) AS REAL), 1);"
     "error:" AT("errors", "0") ";slope:" AT("slopes", "1") ";extrapolated:" AT(
         "extrapolated", "2") ";floor:" FLOOR ";used:" AT("used", "0")},
    {"claims", "json_each(document, '$.claims') o", "id;text;source;measured;verdict;evidence"},
};

/* A column for every measure that some cell of some study has. */
static bool add_measures(struct store *store, sqlite3_str *view, struct error *error)
{
    sqlite3_stmt *names =
        store_query_prepare(store,
                            "SELECT DISTINCT m.key FROM report, json_each(document, '$.cells') o,"
                            " json_each(o.value, '$.measures') m",
                            0, NULL, error);
    bool good;

    while (store_query_next(store, names, &good, error)) {
        const char *name = store_query_text(names, 0);

        sqlite3_str_appendf(
            view,
            "(SELECT CAST(value AS REAL) FROM json_each(o.value, '$.measures') WHERE key = %Q)"
            " AS \"%w\", ",
            name, name);
    }
    sqlite3_finalize(names);
    return good;
}

/* Makes the view again. */
static bool create_view(struct store *store, size_t v, struct error *error)
{
    sqlite3_str *view = sqlite3_str_new(store->database);
    bool made;
    char *sql;

    sqlite3_str_appendf(view, "DROP VIEW IF EXISTS %s; CREATE VIEW %s AS SELECT ", views[v].name,
                        views[v].name);
    for (const char *at = views[v].columns, *next; at; at = next) {
        const int length = (int)strcspn(at, ";"), name = (int)strcspn(at, ":;");
        const char *value = at + (name < length ? name + 1 : 0);

        next = at[length] ? at + length + 1 : NULL;
        sqlite3_str_appendf(view,
                            name == length  ? "json_extract(o.value, '$.%.*s') AS \"%.*s\", "
                            : *value == '$' ? "json_extract(o.value, '%.*s') AS \"%.*s\", "
                                            : "%.*s AS \"%.*s\", ",
                            (int)(at + length - value), value, name, at);
    }
    made = v != CELLS || add_measures(store, view, error);
    sqlite3_str_appendf(view, "study FROM report, %s", views[v].from);
    sql = sqlite3_str_finish(view);
    made = made && (sql ? store_query_run(store, sql, error) : error_set(error, "out of memory"));
    sqlite3_free(sql);
    return made;
}

bool store_report_create(struct store *store, struct error *error)
{
    bool done = store_query_run(store,
                                "CREATE TABLE report (study TEXT PRIMARY KEY NOT NULL, path TEXT,"
                                " \"only\" TEXT, focus TEXT, document TEXT NOT NULL)",
                                error);

    for (size_t v = 0; done && v < sizeof views / sizeof *views; v++)
        done = create_view(store, v, error);
    return done;
}

/* The report of the study goes to the earlier ones, of which that of the same part is dropped. */
static bool keep_earlier(struct store *store, const struct store_report *report, struct error *error)
{
    const char *const texts[] = {report->study, report->only, report->focus};

    return store_query_run(store,
                           "CREATE TABLE IF NOT EXISTS earlier (study TEXT NOT NULL, path TEXT,"
                           " \"only\" TEXT, focus TEXT, document TEXT NOT NULL)",
                           error) &&
           store_query_put(store, "INSERT INTO earlier SELECT * FROM report WHERE study = ?", 1, texts,
                           error) &&
           store_query_put(store, "DELETE FROM earlier WHERE study = ? AND \"only\" IS ? AND focus IS ?",
                           sizeof texts / sizeof *texts, texts, error);
}

bool store_put_report(struct store *store, const struct store_report *report, struct error *error)
{
    const char *const texts[] = {report->study, report->path, report->only, report->focus, report->document};

    return store_query_begin(store, error) &&
           store_query_end(
               store,
               keep_earlier(store, report, error) &&
                   store_query_put(store,
                                   "INSERT OR REPLACE INTO report"
                                   " (study, path, \"only\", focus, document) VALUES (?, ?, ?, ?, ?)",
                                   sizeof texts / sizeof *texts, texts, error) &&
                   create_view(store, CELLS, error),
               error);
}

bool store_documents(struct store *store, void (*take)(void *context, const char *document), void *context,
                     struct error *error)
{
    sqlite3_stmt *rows =
        store_query_prepare(store, "SELECT document FROM report ORDER BY study", 0, NULL, error);
    bool good;

    while (store_query_next(store, rows, &good, error))
        take(context, store_query_text(rows, 0));
    sqlite3_finalize(rows);
    return good;
}

/* ---- which studies there are ---- */

/* Where the reports are: a store for which none was replaced has no earlier ones. */
static const char *find_reports(struct store *store)
{
    struct error ignored;
    long long earlier = 0;

    store_query_integer(store, "SELECT count(*) FROM sqlite_schema WHERE name = 'earlier'", &earlier,
                        &ignored);
    return earlier ? "(SELECT 0 AS age, * FROM report UNION ALL SELECT rowid, * FROM earlier)"
                   : "(SELECT 0 AS age, * FROM report)";
}

/* `document`: that of the report. */
static bool count_fits(struct store *store, struct store_study *study, const char *document,
                       bool (*names)(const char *const name[STORE_NAMES], const char *id), const char *id,
                       struct error *error)
{
    sqlite3_stmt *fits =
        store_query_prepare(store,
                            "SELECT json_extract(o.value, '$.id'), json_extract(o.value, '$.model'),"
                            " json_extract(o.value, '$.initial'), json_extract(o.value, '$.method'),"
                            " json_extract(o.value, '$.projection'), json_extract(o.value, '$.precision'),"
                            " json_extract(o.value, '$.measure'), json_extract(o.value, '$.claims[0].id')"
                            " FROM json_each(?, '$.fits') o",
                            1, &document, error);
    bool good;

    while (store_query_next(store, fits, &good, error)) {
        const char *name[STORE_NAMES];

        for (int i = 0; i < STORE_NAMES; i++)
            name[i] = store_query_text(fits, i);
        study->fits += names(name, id);
    }
    sqlite3_finalize(fits);
    return good;
}

/* All of the study, or the part that is named. */
static bool is_about(const struct store_study *study, const char *id)
{
    return !study->only && (!study->focus || strcmp(study->focus, id) == 0);
}

/* Other parts may have fits of that name without all that their verdicts take. */
static bool answers_better(const struct store_study *a, const struct store_study *b, const char *id)
{
    if (!a->fits || !b->fits || is_about(a, id) == is_about(b, id))
        return a->fits > b->fits;
    return is_about(a, id);
}

/* Whether the document may have something of this name: to take apart a large document costs more than to search it.  Globs,
 * and characters that JSON writes in another way, may name anything. */
static bool may_name(const char *document, const char *id)
{
    for (const char *c = id; *c; c++) {
        if (strchr("*?[\"\\", *c) || *c < ' ' || *c > '~')
            return true;
    }
    return strstr(document, id) != NULL;
}

bool store_studies_find(struct store *store,
                        bool (*names)(const char *const name[STORE_NAMES], const char *id), const char *id,
                        struct memory_kept **kept, struct store_study **studies, size_t *count,
                        struct error *error)
{
    char *sql =
        sqlite3_mprintf("SELECT study, path, \"only\", focus, json_extract(document, '$.full'),"
                        " document FROM %s WHERE path NOT NULL ORDER BY study, age = 0 DESC, age DESC",
                        find_reports(store));
    sqlite3_stmt *rows = store_query_prepare(store, sql, 0, NULL, error);
    bool good;

    *count = 0;
    *studies = NULL;
    while (store_query_next(store, rows, &good, error) && good) {
        struct store_study found = {.name = memory_keep_string(kept, store_query_text(rows, 0)),
                                    .path = memory_keep_string(kept, store_query_text(rows, 1)),
                                    .only = memory_keep_string(kept, store_query_text(rows, 2)),
                                    .focus = memory_keep_string(kept, store_query_text(rows, 3)),
                                    .full = sqlite3_column_int(rows, 4) != 0};
        struct store_study *last = *count ? *studies + *count - 1 : NULL;

        good = !may_name(store_query_text(rows, 5), id) ||
               count_fits(store, &found, store_query_text(rows, 5), names, id, error);
        if (!good)
            break;
        if (last && strcmp(last->name, found.name) == 0) {
            *last = answers_better(&found, last, id) ? found : *last;
            continue;
        }
        *studies = memory_resize(*studies, *count + 1, sizeof **studies);
        (*studies)[(*count)++] = found;
    }
    sqlite3_finalize(rows);
    sqlite3_free(sql);
    return good;
}
