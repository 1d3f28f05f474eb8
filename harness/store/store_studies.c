/* Which studies a store has results of: see store_studies.h. */
#include "harness/store/store_studies.h"

#include <stdlib.h>

#include "harness/store/store_full.h"
#include "harness/store/store_query.h"
#include "numerics/memory.h"

static const char *text_of(sqlite3_stmt *statement, int column)
{
    return (const char *)sqlite3_column_text(statement, column);
}

/* The names of an order as a fit has them; they live until the next row. */
static bool is_named(sqlite3_stmt *orders, bool (*names)(const struct fit *fit, const char *id),
                     const char *id)
{
    struct claim_on_fit claim = {.id = text_of(orders, 7)};
    struct fit fit = {.id = text_of(orders, 0),
                      .model = text_of(orders, 1),
                      .initial = text_of(orders, 2),
                      .method = text_of(orders, 3),
                      .projection = text_of(orders, 4),
                      .precision = text_of(orders, 5),
                      .measure = text_of(orders, 6),
                      .claim = claim.id ? &claim : NULL};

    return fit.id && fit.model && fit.initial && fit.method && fit.projection && fit.precision &&
           fit.measure && names(&fit, id);
}

static bool count_orders(struct store *store, struct store_study *study,
                         bool (*names)(const struct fit *fit, const char *id), const char *id,
                         struct error *error)
{
    sqlite3_stmt *orders = store_query_prepare(
        store,
        "SELECT id, model, initial, method, projection, precision, measure, claim FROM result_fit"
        " WHERE study = ?1",
        error);
    int code = SQLITE_DONE;

    if (!orders)
        return false;
    store_query_bind_text(orders, 1, study->name);
    while ((code = sqlite3_step(orders)) == SQLITE_ROW)
        study->orders += is_named(orders, names, id);
    if (code != SQLITE_DONE)
        store_query_fail(store, error);
    sqlite3_finalize(orders);
    return code == SQLITE_DONE;
}

static bool read_studies(struct store *store, struct store_study **studies, size_t *count,
                         struct error *error)
{
    sqlite3_stmt *rows = store_query_prepare(
        store, "SELECT study, path, \"only\", focus FROM result_study WHERE path NOT NULL ORDER BY study",
        error);
    int code = SQLITE_DONE;

    while (rows && (code = sqlite3_step(rows)) == SQLITE_ROW) {
        *studies = memory_resize(*studies, *count + 1, sizeof **studies);
        (*studies)[(*count)++] = (struct store_study){.name = memory_copy_string(text_of(rows, 0)),
                                                      .path = memory_copy_string(text_of(rows, 1)),
                                                      .only = memory_copy_string(text_of(rows, 2)),
                                                      .focus = memory_copy_string(text_of(rows, 3))};
    }
    if (rows && code != SQLITE_DONE)
        store_query_fail(store, error);
    sqlite3_finalize(rows);
    return rows && code == SQLITE_DONE;
}

bool store_studies_find(struct store *store, bool (*names)(const struct fit *fit, const char *id),
                        const char *id, struct store_study **studies, size_t *count, struct error *error)
{
    bool done;

    *studies = NULL;
    *count = 0;
    done = read_studies(store, studies, count, error);
    for (size_t i = 0; done && i < *count; i++)
        done = store_full_find(store, (*studies)[i].name, &(*studies)[i].full, error) &&
               count_orders(store, *studies + i, names, id, error);
    return done;
}

void store_studies_destroy(struct store_study *studies, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(studies[i].name);
        free(studies[i].path);
        free(studies[i].only);
        free(studies[i].focus);
    }
    free(studies);
}
