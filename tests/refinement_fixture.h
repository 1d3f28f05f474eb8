/* Studies of one model, written by their parts, and the cells and fits of their reports. */
#ifndef ASSAY_TESTS_REFINEMENT_FIXTURE_H
#define ASSAY_TESTS_REFINEMENT_FIXTURE_H

#include "tests/json_fixture.h"
#include "tests/store_run_fixture.h"

/* The study NAME.lua; `more` holds further keys and ends with a comma. */
struct parts {
    const char *name, *methods, *projections, *steps, *until, *precisions, *measures, *more;
};

static inline void write_study(const struct fixture *fixture, const struct parts *parts)
{
    char text[4 * PATH_SIZE], name[64];

    snprintf(text, sizeof text,
             "return study { title = \"Parts\", models = { \"./first.lua\" }, methods = { %s },\n"
             "  projections = { %s }, steps = halving(%s), untiltime = \"%s\", precisions = { %s },\n"
             "  measures = { %s },\n  %s }\n",
             parts->methods, parts->projections, parts->steps, parts->until, parts->precisions,
             parts->measures, parts->more);
    snprintf(name, sizeof name, "%s.lua", parts->name);
    write_file(fixture, name, text);
}

/* The report of "run NAME.lua --store STORE" with further options; the caller owns it. */
static inline json_t *run_study_in(const struct fixture *fixture, const char *name, const char *store,
                                   const char *options, int status)
{
    char arguments[PATH_SIZE];

    snprintf(arguments, sizeof arguments, "run ./%s.lua --store %s --out same %s > out.txt 2> err.txt", name,
             store, options);
    assert_int_equal(run_shell(fixture, arguments), status);
    return load(fixture, "same/data/report.json");
}

static inline json_t *run_study(const struct fixture *fixture, const char *name, const char *options)
{
    char store[64];

    snprintf(store, sizeof store, "%s.sqlite", name);
    return run_study_in(fixture, name, store, options, 0);
}

/* The entry of "cells" or "fits" with that id; NULL when there is none. */
static inline json_t *find_entry(const json_t *report, const char *list, const char *id)
{
    json_t *entry;
    size_t index;

    json_array_foreach(json_object_get(report, list), index, entry)
    {
        if (strcmp(text_of(entry, "id"), id) == 0)
            return entry;
    }
    return NULL;
}

static inline json_t *get_entry(const json_t *report, const char *list, const char *id)
{
    json_t *entry = find_entry(report, list, id);

    if (!entry)
        fail_msg("the report has no %s among its %s", id, list);
    return entry;
}

/* How many cells have an id that begins so. */
static inline size_t count_cells(const json_t *report, const char *prefix)
{
    json_t *cell;
    size_t index, count = 0;

    json_array_foreach(json_object_get(report, "cells"), index, cell) count +=
        strncmp(text_of(cell, "id"), prefix, strlen(prefix)) == 0;
    return count;
}

/* The residual evaluations of these cells together. */
static inline json_int_t count_evaluations(const json_t *report, const char *prefix)
{
    json_t *cell;
    size_t index;
    json_int_t sum = 0;

    json_array_foreach(json_object_get(report, "cells"), index, cell)
    {
        if (strncmp(text_of(cell, "id"), prefix, strlen(prefix)) == 0)
            sum += json_integer_value(json_object_get(json_object_get(cell, "cost"), "residual_evaluations"));
    }
    return sum;
}

/* The word under that key of the fit, "" where there is none. */
static inline const char *word_of(const json_t *report, const char *fit, const char *key)
{
    const char *text = json_string_value(json_object_get(get_entry(report, "fits", fit), key));

    return text ? text : "";
}

static inline double number_of(const json_t *report, const char *fit, const char *key)
{
    return json_number_value(json_object_get(get_entry(report, "fits", fit), key));
}

/* A fixture with two models, Lotka-Volterra both. */
static inline int fixture_create_models(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    write_file(*state, "first.lua", MODEL("first", "1"));
    write_file(*state, "second.lua", MODEL("second", "2"));
    return 0;
}

#endif
