/* The results of studies in the store, for queries: see store.h and the views in store_schema.c.
 *
 * Columns are written in the order of the CSV files of a report (reports/tables/data.c). */
#include "harness/store/store.h"

#include <math.h>
#include <string.h>

#include "harness/store/store_full.h"
#include "harness/store/store_schema.h"
#include "reports/words.h"

/* The statements that are run for every row, and where they write. */
struct writer {
    struct store *store;
    const char *study;
    struct error *error;
    sqlite3_stmt *cell, *measure, *measure_name, *fit, *point, *claim, *origin;
};

static int bind_texts(sqlite3_stmt *statement, int index, size_t count, const char *const *texts)
{
    for (size_t i = 0; i < count; i++)
        store_query_bind_text(statement, index++, texts[i]);
    return index;
}

static int bind_numbers(sqlite3_stmt *statement, int index, size_t count, const double *numbers)
{
    for (size_t i = 0; i < count; i++)
        store_query_bind_number(statement, index++, numbers[i]);
    return index;
}

static bool put_cell_measures(const struct writer *w, const struct cell *cell)
{
    sqlite3_int64 position = sqlite3_last_insert_rowid(w->store->database);

    for (size_t m = 0; m < cell->measures; m++) {
        store_query_bind_text(w->measure_name, 1, cell->measure[m].name);
        if (!store_query_step(w->store, w->measure_name, w->error))
            return false;
        sqlite3_bind_int64(w->measure, 1, position);
        store_query_bind_text(w->measure, 2, cell->measure[m].name);
        store_query_bind_number(w->measure, 3, cell->measure[m].value);
        if (!store_query_step(w->store, w->measure, w->error))
            return false;
    }
    return true;
}

static bool put_cell(const struct writer *w, const struct cell *cell)
{
    const char *const texts[] = {w->study,         cell->id,   cell->model,     cell->initial, cell->method,
                                 cell->projection, cell->step, cell->precision, cell->status};
    int index = bind_texts(w->cell, 1, sizeof texts / sizeof *texts, texts);

    sqlite3_bind_int64(w->cell, index++, (sqlite3_int64)cell->steps);
    if (strcmp(cell->status, "broke-down") == 0)
        sqlite3_bind_int64(w->cell, index++, (sqlite3_int64)cell->broke_down_at);
    else
        sqlite3_bind_null(w->cell, index++);
    sqlite3_bind_int64(w->cell, index++, (sqlite3_int64)cell->residual_evaluations);
    sqlite3_bind_int64(w->cell, index++, (sqlite3_int64)cell->newton_iterations);
    store_query_bind_text(w->cell, index, cell->reason);
    return store_query_step(w->store, w->cell, w->error) && put_cell_measures(w, cell);
}

/* Slopes belong to the finer of their points, as in points.csv. */
static bool put_point(const struct writer *w, const struct fit *fit, size_t i)
{
    const char *const texts[] = {w->study,       fit->id,      fit->model,
                                 fit->initial,   fit->method,  fit->projection,
                                 fit->precision, fit->measure, fit->step_sizes[i]};
    const double numbers[] = {fit->step_values[i], fit->errors[i], i > 0 ? fit->slopes[i - 1] : NAN,
                              i > 1 ? fit->extrapolated[i - 2] : NAN, words_floor(fit, i)};
    int index = bind_texts(w->point, 1, sizeof texts / sizeof *texts, texts);

    index = bind_numbers(w->point, index, sizeof numbers / sizeof *numbers, numbers);
    sqlite3_bind_int(w->point, index, fit->used[i]);
    return store_query_step(w->store, w->point, w->error);
}

static bool put_fit(const struct writer *w, const struct fit *fit)
{
    const struct claim_on_fit none = {.value = NAN}, *claim = fit->claim ? fit->claim : &none;
    const bool measured = fit->status == FIT_MEASURED;
    const char *const names[] = {w->study,       fit->id,      fit->model,
                                 fit->initial,   fit->method,  fit->projection,
                                 fit->precision, fit->measure, words_status_name(fit->status)};
    const double numbers[] = {measured ? fit->order : NAN, measured ? fit->low : NAN,
                              measured ? fit->high : NAN, fit->floor, claim->value};
    const char *const claims[] = {
        claim->id,    claim->kind,      claim->formula, claim->source, words_mark_name(words_mark_of(fit)),
        fit->verdict, fit->reason_code, fit->reason,    fit->next};
    int used = 0, index = bind_texts(w->fit, 1, sizeof names / sizeof *names, names);

    for (size_t i = 0; i < fit->points; i++)
        used += fit->used[i];
    index = bind_numbers(w->fit, index, sizeof numbers / sizeof *numbers, numbers);
    sqlite3_bind_int64(w->fit, index++, (sqlite3_int64)fit->points);
    sqlite3_bind_int(w->fit, index++, used);
    bind_texts(w->fit, index, sizeof claims / sizeof *claims, claims);
    return store_query_step(w->store, w->fit, w->error);
}

static bool put_claim(const struct writer *w, const struct claim_result *claim)
{
    const char *const texts[] = {w->study,        claim->id,      claim->text,    claim->source,
                                 claim->measured, claim->verdict, claim->evidence};

    bind_texts(w->claim, 1, sizeof texts / sizeof *texts, texts);
    return store_query_step(w->store, w->claim, w->error);
}

static bool put_rows(const struct writer *w, const struct results *results)
{
    for (size_t i = 0; i < results->cells; i++) {
        if (!put_cell(w, &results->cell[i]))
            return false;
    }
    for (size_t i = 0; i < results->fits; i++) {
        if (!put_fit(w, &results->fit[i]))
            return false;
        for (size_t k = 0; k < results->fit[i].points; k++) {
            if (!put_point(w, &results->fit[i], k))
                return false;
        }
    }
    for (size_t i = 0; i < results->claims; i++) {
        if (!put_claim(w, &results->claim[i]))
            return false;
    }
    return true;
}

/* The study's name is quoted into the text by SQLite. */
static bool drop_rows(const struct writer *w)
{
    char *sql = sqlite3_mprintf("DELETE FROM result_measure WHERE cell IN"
                                " (SELECT position FROM result_cell WHERE study = %Q);"
                                "DELETE FROM result_cell WHERE study = %Q;"
                                "DELETE FROM result_point WHERE study = %Q;"
                                "DELETE FROM result_fit WHERE study = %Q;"
                                "DELETE FROM result_claim WHERE study = %Q;"
                                "DELETE FROM result_study WHERE study = %Q;"
                                "DELETE FROM result_measure_name WHERE name NOT IN"
                                " (SELECT name FROM result_measure);",
                                w->study, w->study, w->study, w->study, w->study, w->study);
    bool done = sql ? store_query_run(w->store, sql, w->error) : error_set(w->error, "out of memory");

    sqlite3_free(sql);
    return done;
}

static bool prepare(struct writer *w)
{
    const struct {
        sqlite3_stmt **statement;
        const char *sql;
    } all[] = {
        {&w->cell, "INSERT INTO result_cell (study, id, model, initial, method, projection, step, precision,"
                   " status, steps, broke_down_at, residual_evaluations, newton_iterations, reason)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        {&w->measure, "INSERT OR REPLACE INTO result_measure (cell, name, value) VALUES (?, ?, ?)"},
        {&w->measure_name, "INSERT OR IGNORE INTO result_measure_name (name) VALUES (?)"},
        {&w->fit, "INSERT INTO result_fit (study, id, model, initial, method, projection, precision, measure,"
                  " status, \"order\", low, high, floor, claimed, points, used, claim, kind, formula, source,"
                  " mark, verdict, reason_code, reason, next)"
                  " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        {&w->point, "INSERT INTO result_point (study, fit, model, initial, method, projection, precision,"
                    " measure, step, step_value, error, slope, extrapolated, floor, used)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
        {&w->claim, "INSERT INTO result_claim (study, id, text, source, measured, verdict, evidence)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?)"},
        {&w->origin, "INSERT INTO result_study (study, path, \"only\", focus) VALUES (?, ?, ?, ?)"},
    };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i].statement = store_query_prepare(w->store, all[i].sql, w->error);
        if (!*all[i].statement)
            return false;
    }
    return true;
}

static void finalize(const struct writer *w)
{
    sqlite3_finalize(w->cell);
    sqlite3_finalize(w->measure);
    sqlite3_finalize(w->measure_name);
    sqlite3_finalize(w->fit);
    sqlite3_finalize(w->point);
    sqlite3_finalize(w->claim);
    sqlite3_finalize(w->origin);
}

static bool put_origin(const struct writer *w, const struct results *results, const char *only,
                       const char *focus)
{
    const char *const texts[] = {w->study, results->study_path, only, focus};

    bind_texts(w->origin, 1, sizeof texts / sizeof *texts, texts);
    return store_query_step(w->store, w->origin, w->error);
}

bool store_put_fits(struct store *store, const struct results *results, const char *only, const char *focus,
                    struct error *error)
{
    struct writer w = {.store = store, .study = results->study, .error = error};
    bool done;

    if (!store_query_begin(store, error))
        return false;
    done = drop_rows(&w) && prepare(&w) && put_rows(&w, results) && put_origin(&w, results, only, focus) &&
           store_full_put(store, results->study, results->full, error);
    finalize(&w);
    done = done && store_schema_make_cells(store, error);
    return store_query_end(store, done, error);
}
