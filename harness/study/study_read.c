/* Reading a study file: see study_read.h.
 *
 * The table is checked key by key: what is missing, of the wrong type or unknown is refused with what to
 * write. */
#include "harness/study/study_read.h"

#include <jansson.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/exact.h"
#include "numerics/text.h"

/* Of both versions: see study_field_read. */
#define KEYS                                                                                                 \
    "title! source? models* initial* parameters methods* projections* steps untiltime? precisions* "         \
    "measures* claims findings tables figures refine budget witness confirm reasons sections expect "        \
    "verdicts also "                                                                                         \
    "untilsteps history "                                                                                    \
    "ensemble loop? surface? points side full needs* page? audit?"

/* ---- tables of entries NAME = value ---- */

/* Opens the one in the field `key`, at 2 with its keys at 3; false where there is none. */
static bool open_entries(lua_State *lua, const char *key, const char *example)
{
    int type = lua_getfield(lua, 1, key);

    if (type != LUA_TNIL && (type != LUA_TTABLE || lua_rawlen(lua, 2)))
        sandbox_raise(lua, "study.%s is a %s; write %s = %s", key,
                      type == LUA_TTABLE ? "list" : luaL_typename(lua, 2), key, example);
    if (type == LUA_TTABLE)
        sandbox_library_push_sorted_keys(lua, 2);
    for (lua_Integer k = 1; type == LUA_TTABLE && k <= (lua_Integer)lua_rawlen(lua, 3); k++) {
        if (lua_rawgeti(lua, 3, k) != LUA_TSTRING)
            sandbox_raise(lua, "study.%s has an entry without a name; write %s = %s", key, key, example);
        lua_pop(lua, 1);
    }
    lua_settop(lua, type == LUA_TTABLE ? 3 : 1);
    return type == LUA_TTABLE;
}

/* The name of the k-th entry, its value on top of the stack; NULL behind the last, and the table is closed. */
static const char *next_entry(lua_State *lua, lua_Integer k)
{
    const char *name;

    lua_settop(lua, 3);
    name = lua_rawgeti(lua, 3, k) == LUA_TSTRING ? lua_tostring(lua, 4) : NULL;
    if (name)
        lua_getfield(lua, 2, name);
    else
        lua_settop(lua, 1);
    return name;
}

/* ---- the full version: --full ----
 *
 *     untiltime = "100",
 *     full      = { untiltime = "100000", points = 2000 },
 *
 * A paper runs for a night what a page should show after a minute.  The study says both: its fields are those
 * of the minute, the fields of `full` stand in their place with --full.  A field is replaced as a whole. What
 * the study is and what it claims (title, claims) is the same in both. */

static const char *const same_in_both[] = {"title", "claims", "findings", "full"};

static void apply_full(lua_State *lua)
{
    struct study *study = sandbox_context(lua);
    const char *key;

    study->has_full = open_entries(lua, "full", "{ untiltime = \"1000\" }");
    study->in_full = study->in_full && study->has_full;
    if (!study->has_full)
        return;
    lua_pushvalue(lua, 2);
    study_field_check_keys(lua, "study", KEYS);
    for (lua_Integer k = 1; (key = next_entry(lua, k)); k++) {
        for (size_t i = 0; i < sizeof same_in_both / sizeof *same_in_both; i++) {
            if (strcmp(same_in_both[i], key) == 0)
                sandbox_raise(
                    lua, "study.full has a '%s', which is the same in both versions of a study; leave it out",
                    key);
        }
        if (study->in_full)
            lua_setfield(lua, 1, key);
    }
}

/* ---- numbers: refinement, long runs, ensembles, loops and surfaces ---- */

enum {
    MOST_INTERVALS = 10000,
    MOST_TRAJECTORIES = 100000,
    LEAST_TRAJECTORIES = 64,
    MOST_POINTS = 100000,
    MOST_VERDICTS = 1000000
};

/* The whole number in the field, from `least` to `most`; 0 where there is none. */
static unsigned long read_number(lua_State *lua, const char *key, lua_Integer least, lua_Integer most,
                                 lua_Integer example)
{
    lua_Integer number = 0;

    lua_getfield(lua, 1, key);
    if (!lua_isnil(lua, -1)) {
        number = lua_isinteger(lua, -1) ? lua_tointeger(lua, -1) : least - 1;
        if (number < least || number > most)
            sandbox_raise(lua, "study.%s is not a whole number from %lld to %lld; write %s = %lld", key,
                          least, most, key, example);
    }
    lua_pop(lua, 1);
    return (unsigned long)number;
}

/* The same, `otherwise` where there is none. */
static size_t read_setting(lua_State *lua, const char *key, lua_Integer least, lua_Integer most,
                           size_t otherwise)
{
    const size_t number = read_number(lua, key, least, most, (lua_Integer)otherwise);

    return number ? number : otherwise;
}

/* Every second point makes a loop, or a surface, of its own: the floor is what it changes. */
static void check_parity(lua_State *lua, const char *key, size_t number, size_t remainder)
{
    if (number % 2 != remainder)
        sandbox_raise(lua, "study.%s is not an %s number; write %s = %d", key, remainder ? "odd" : "even",
                      key, (int)number + 1);
}

static void read_settings(lua_State *lua, struct study *study)
{
    struct result_settings *settings = &study->settings;

    lua_settop(lua, 1);
    study->until_steps = read_number(lua, "untilsteps", 1, LUA_MAXINTEGER, 1000000); /* of the first step */
    if (!study->until && !study->until_steps)
        sandbox_raise(lua, "study.untiltime is missing; write untiltime = \"...\"");
    if (study->until && study->until_steps)
        sandbox_raise(lua, "study has untiltime and untilsteps; leave out one of them");
    study->refine = read_number(lua, "refine", 0, STUDY_MOST_REFINEMENT, 2);
    study->budget = read_number(lua, "budget", 1, LUA_MAXINTEGER, 100000000);
    study->verdicts = read_number(lua, "verdicts", 1, MOST_VERDICTS, 200);
    settings->history = read_number(lua, "history", 1, MOST_INTERVALS, 200);
    settings->ensemble = read_setting(lua, "ensemble", 1, MOST_TRAJECTORIES, STUDY_SETTINGS_ENSEMBLE);
    if (settings->ensemble > 1 && settings->ensemble < LEAST_TRAJECTORIES)
        sandbox_raise(lua,
                      "study.ensemble is neither 1, the run itself, nor a whole number from %d to %d; write "
                      "ensemble = %d",
                      LEAST_TRAJECTORIES, MOST_TRAJECTORIES, STUDY_SETTINGS_ENSEMBLE);
    settings->points = read_setting(lua, "points", 8, MOST_POINTS, STUDY_SETTINGS_POINTS);
    settings->side = read_setting(lua, "side", 5, MOST_POINTS, STUDY_SETTINGS_SIDE);
    check_parity(lua, "points", settings->points, 0);
    check_parity(lua, "side", settings->side, 1);
}

/* ---- the axes of the grid that are tables ----
 *
 *     steps      = halving("0.4", 6)                 for all models; or a list of exact strings
 *     steps      = automatic(7)                      h0, h0/2, ..., found for each problem (default_steps.h);
 *                  automatic(10, 3)                  8 h0, 4 h0, ..., of which the first three give orders alone
 *     steps      = each { "0.1", "0.01" }            no halvings of each other: they give no order
 *     steps      = { ["point-vortices"] = ... }      by model, or by model/initial
 *     parameters = { A0 = { "1", "1/2" } }           every combination is a problem of its own */

enum { MOST_HALVINGS = 40, MOST_DOUBLINGS = 4 };

/* first, first/2, ..., as decimals where they end, else as exact quotients in lowest terms. */
static void halve(lua_State *lua, const char *first, lua_Integer count, struct study_strings *steps)
{
    struct error error;
    mpq_t step;

    mpq_init(step);
    if (!exact_parse(step, first, &error) || mpq_sgn(step) <= 0 || count < 1 || count > MOST_HALVINGS) {
        mpq_clear(step);
        sandbox_raise(lua, "halving(\"%s\", %lld): write a positive exact step and a count from 1 to %d",
                      first, (long long)count, MOST_HALVINGS);
    }
    steps->text = study_field_create(lua, (size_t)count, sizeof *steps->text);
    for (lua_Integer k = 0; k < count; k++) {
        char *text = exact_text(step);

        steps->text[steps->count++] = study_field_copy(lua, text);
        free(text);
        mpq_div_2exp(step, step, 1);
    }
    mpq_clear(step);
}

/* Whether the value on top of the stack is a table that the word of the sandbox made. */
static bool is_made_by(lua_State *lua, const char *word)
{
    bool made;

    if (!lua_istable(lua, -1))
        return false;
    made = lua_getfield(lua, -1, word) != LUA_TNIL && !lua_istable(lua, -1);
    lua_pop(lua, 1);
    return made;
}

/* The entries of the table on top of the stack, in another one on top of it: without the word that made it, which is
 * not to be changed. */
static void copy_list(lua_State *lua)
{
    lua_newtable(lua);
    for (lua_Integer i = 1; lua_rawgeti(lua, -2, i) != LUA_TNIL; i++)
        lua_rawseti(lua, -2, i);
    lua_pop(lua, 1);
}

/* One set of steps on top of the stack, popped: halving(first, count), automatic(count) or a list. */
static void take_steps(lua_State *lua, struct study_steps *set)
{
    if (is_made_by(lua, "halving")) {
        lua_getfield(lua, -1, "halving");
        lua_getfield(lua, -2, "count");
        halve(lua, lua_tostring(lua, -2), lua_tointeger(lua, -1), &set->step);
        lua_pop(lua, 3);
    } else if (is_made_by(lua, "automatic")) {
        lua_getfield(lua, -1, "automatic");
        if (lua_tointeger(lua, -1) < 1 || lua_tointeger(lua, -1) > MOST_HALVINGS)
            sandbox_raise(lua, "automatic(%lld): write a count from 1 to %d",
                          (long long)lua_tointeger(lua, -1), MOST_HALVINGS);
        set->automatic = (size_t)lua_tointeger(lua, -1);
        lua_getfield(lua, -2, "doublings");
        if (lua_tointeger(lua, -1) < 0 || lua_tointeger(lua, -1) > MOST_DOUBLINGS ||
            lua_tointeger(lua, -1) >= (lua_Integer)set->automatic)
            sandbox_raise(lua, "automatic(%zu, %lld): the larger steps are 0 to %d of them", set->automatic,
                          (long long)lua_tointeger(lua, -1), MOST_DOUBLINGS);
        set->doublings = (unsigned)lua_tointeger(lua, -1);
        lua_pop(lua, 3);
    } else {
        set->each = is_made_by(lua, "each");
        if (set->each)
            copy_list(lua);
        study_field_take_strings(lua, "steps", &set->step);
    }
}

/* h0 and the final time are found together, and chosen together. */
static void check_until(lua_State *lua, const struct study *study, const struct study_steps *set)
{
    bool automatic = study->until && strcmp(study->until, STUDY_AUTOMATIC) == 0;

    if (automatic && !set->automatic)
        sandbox_raise(lua, "untiltime = \"automatic\" needs automatic steps%s%s; write steps = automatic(7)",
                      set->model ? " for " : "", set->model ? set->model : "");
    if (!automatic && set->automatic && !study->until_steps)
        sandbox_raise(lua, "automatic steps need an automatic time, or a number of them; write untiltime = "
                           "\"automatic\", or untilsteps = 40");
}

/* One set for all models, or a table of sets by model. */
static void read_steps(lua_State *lua, struct study *study)
{
    const char *model;

    if (lua_getfield(lua, 1, "steps") != LUA_TTABLE)
        sandbox_raise(lua,
                      "study.steps is missing; write steps = halving(\"0.4\", 6) or a list of exact strings");
    if (lua_rawlen(lua, 2) > 0 || is_made_by(lua, "halving") || is_made_by(lua, "automatic")) {
        study->steps = study_field_create(lua, study->step_sets = 1, sizeof *study->steps);
        take_steps(lua, study->steps);
    } else {
        lua_settop(lua, 1);
        open_entries(lua, "steps", "{ [\"point-vortices\"] = halving(\"0.1\", 6) }");
        study->steps = study_field_create(lua, lua_rawlen(lua, 3), sizeof *study->steps);
        for (lua_Integer k = 1; (model = next_entry(lua, k)); k++) {
            struct study_steps *set = study->steps + study->step_sets++;

            set->model = study_field_copy(lua, model);
            take_steps(lua, set);
        }
    }
    for (size_t i = 0; i < study->step_sets; i++)
        check_until(lua, study, study->steps + i);
    lua_settop(lua, 1);
}

/* parameters = { NAME = { value, ... } } */
static void read_parameters(lua_State *lua, struct study *study)
{
    const char *name;

    if (!open_entries(lua, "parameters", "{ A0 = { 1, \"1/2\" } }"))
        return;
    study->axis = study_field_create(lua, lua_rawlen(lua, 3), sizeof *study->axis);
    for (lua_Integer k = 1; (name = next_entry(lua, k)); k++) {
        struct study_axis *axis = study->axis + study->axes++;

        axis->parameter = study_field_copy(lua, name);
        study_field_take_strings(lua, name, &axis->values);
        if (!axis->values.count)
            sandbox_raise(lua, "study.parameters.%s has no values; write %s = { 1, \"1/2\" }", name, name);
    }
}

/* ---- lists ---- */

/* key = { MODEL = TEXT }; how many there are. */
static size_t read_notes(lua_State *lua, const char *key, const char *example, struct study_note **list)
{
    const char *model;
    char where[40];
    size_t count = 0;

    if (!open_entries(lua, key, example))
        return 0;
    snprintf(where, sizeof where, "study.%s", key);
    *list = study_field_create(lua, lua_rawlen(lua, 3), sizeof **list);
    for (lua_Integer k = 1; (model = next_entry(lua, k)); k++) {
        struct study_note *note = *list + count++;

        note->model = study_field_copy(lua, model);
        note->text = study_field_take_string(lua, where);
    }
    return count;
}

/* also = { { name = "long", steps = 10000, measures = { "growth:energy" } } } */
static void read_part(lua_State *lua, struct study_part *part)
{
    const char *fault;

    study_field_read(lua, "entry of also", "also", "name! steps measures*", &part->name, &part->measures);
    fault = text_name_fault(part->name);
    if (fault)
        sandbox_raise(lua, "the name '%.60s' of an entry of also %s", part->name, fault);
    if (!part->measures.count)
        sandbox_raise(lua, "also: %s has no measures; write measures = { \"growth:energy\" }", part->name);
    lua_getfield(lua, -1, "steps");
    if (!lua_isinteger(lua, -1) || lua_tointeger(lua, -1) < 1)
        sandbox_raise(lua, "also: the steps of %s are no whole number from 1 on; write steps = 10000",
                      part->name);
    part->steps = (unsigned long)lua_tointeger(lua, -1);
    lua_pop(lua, 1);
}

/* sections = { { title = "Coefficients", text = "..." } } */
static void read_section(lua_State *lua, struct study_section *section)
{
    study_field_read(lua, "entry of sections", "sections", "title! text!", &section->title, &section->text);
}

/* expect = { { id = "K1", verdict = "refuted" } } */
static void read_expectation(lua_State *lua, struct study_expectation *expectation)
{
    char *word;

    study_field_read(lua, "line of expect", "expect", "id! verdict! issue?", &expectation->id, &word,
                     &expectation->issue);
    expectation->verdict = study_field_verdict(lua, "expect", expectation->id, word);
}

/* Of two lines with one id one would not be held against anything. */
static void check_expectations(lua_State *lua, const struct study *study)
{
    for (size_t i = 0; i < study->expectations; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(study->expectation[i].id, study->expectation[k].id) == 0)
                sandbox_raise(lua, "expect has two lines for %s; leave out one of them",
                              study->expectation[i].id);
        }
    }
}

/* How many tables the list in the field `key` has, which is at 2 from now on. */
static size_t open_list(lua_State *lua, const char *key)
{
    int type;
    size_t entries;

    lua_settop(lua, 1);
    type = lua_getfield(lua, 1, key);
    entries = type == LUA_TTABLE ? lua_rawlen(lua, 2) : 0;
    for (size_t i = 1; i <= entries; i++) {
        if (lua_rawgeti(lua, 2, (lua_Integer)i) != LUA_TTABLE)
            sandbox_raise(lua, "entry %d of study.%s is a %s; write { ... }", (int)i, key,
                          luaL_typename(lua, -1));
        lua_pop(lua, 1);
    }
    lua_pushnil(lua);
    if (type != LUA_TNIL && (type != LUA_TTABLE || (!entries && lua_next(lua, 2))))
        sandbox_raise(lua, "study.%s is not a list; write %s = { { ... }, { ... } }", key, key);
    lua_settop(lua, 2);
    return entries;
}

/* claims = { families = true, { ... } }: those of the families join the list, of which the word is taken out. */
static void read_family_claims(lua_State *lua, struct study *study)
{
    lua_settop(lua, 1);
    if (lua_getfield(lua, 1, "claims") == LUA_TTABLE) {
        const int type = lua_getfield(lua, 2, "families");

        if (type != LUA_TNIL && type != LUA_TBOOLEAN)
            sandbox_raise(lua, "study.claims.families is a %s; write families = true or leave it out",
                          lua_typename(lua, type));
        study->family_claims = lua_toboolean(lua, -1);
        lua_pushnil(lua);
        lua_setfield(lua, 2, "families");
    }
    lua_settop(lua, 1);
}

/* The entries of the list `key`, each read with the entry on top of the stack. */
#define READ_LIST(lua, key, array, count, read)                                                              \
    do {                                                                                                     \
        (count) = open_list(lua, key);                                                                       \
        (array) = study_field_create(lua, count, sizeof *(array));                                           \
        for (size_t i = 0; i < (count); i++) {                                                               \
            lua_rawgeti(lua, 2, (lua_Integer)i + 1);                                                         \
            read(lua, (array) + i);                                                                          \
            lua_settop(lua, 2);                                                                              \
        }                                                                                                    \
    } while (0)

static void need_list(lua_State *lua, const struct study_strings *list, const char *key, const char *example)
{
    if (!list->count)
        sandbox_raise(lua, "study.%s is missing; write %s = { %s }", key, key, example);
    for (size_t i = 0; i < list->count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(list->text[i], list->text[k]) == 0)
                sandbox_raise(lua, "study.%s has '%.60s' twice; leave out one of them", key, list->text[i]);
        }
    }
}

static void need_lists(lua_State *lua, const struct study *study)
{
    need_list(lua, &study->models, "models", "\"lotka-volterra\"");
    if (!study->programs)
        need_list(lua, &study->methods, "methods", "\"gauss-*\"");
    need_list(lua, &study->projections, "projections", "\"none\", \"symmetric\"");
    need_list(lua, &study->precisions, "precisions", "\"double\", 200");
    need_list(lua, &study->measures, "measures", "\"energy_error\"");
    if (study->initials.count)
        need_list(lua, &study->initials, "initial", "\"default\"");
    if (study->initials.count > 1 && study_says(&study->initials, STUDY_ALL))
        sandbox_raise(lua, "study.initial has names beside \"all\"; write initial = \"all\"");
}

static void check_audit(lua_State *lua, const struct study *study)
{
    json_t *audit = study->audit ? json_loads(study->audit, 0, NULL) : NULL;
    const bool good = json_is_object(audit);

    json_decref(audit);
    if (study->audit && !good)
        sandbox_raise(
            lua, "study.audit is not a JSON object; leave it as 'assay audit' wrote it, or leave it out");
}

int study_read(lua_State *lua)
{
    struct study *study = sandbox_context(lua);
    char *page;

    lua_settop(lua, 1);
    apply_full(lua);
    study_programs_read(lua);
    study_short_read(lua);
    study_powers_read(lua);
    study_field_read(lua, "study", "study", KEYS, &study->title, &study->source, &study->models,
                     &study->initials, &study->methods, &study->projections, &study->until,
                     &study->precisions, &study->measures, &study->settings.loop, &study->settings.surface,
                     &study->needs, &page, &study->audit);
    check_audit(lua, study);
    study->matrix = page != NULL;
    if (page && strcmp(page, "matrix") != 0)
        sandbox_raise(lua, "study.page is '%.60s'; write page = \"matrix\", or leave it out", page);
    study->source = study->source ? study->source : study_field_copy(lua, "");
    read_settings(lua, study);
    need_lists(lua, study);
    read_steps(lua, study);
    read_parameters(lua, study);
    study->witnesses = read_notes(lua, "witness", "{ [\"point-vortices\"] = \"half\" }", &study->witness);
    study->reasons = read_notes(lua, "reasons", "{ kepler = \"what it shows\" }", &study->reason);
    READ_LIST(lua, "confirm", study->confirmation, study->confirmations, study_claims_read_confirmation);
    read_family_claims(lua, study);
    READ_LIST(lua, "claims", study->claim, study->claims, study_claims_read);
    READ_LIST(lua, "findings", study->finding, study->findings, study_findings_read);
    READ_LIST(lua, "tables", study->table, study->tables, study_outputs_read_table);
    READ_LIST(lua, "figures", study->figure, study->figures, study_outputs_read_figure);
    READ_LIST(lua, "sections", study->section, study->sections, read_section);
    READ_LIST(lua, "also", study->part, study->parts, read_part);
    READ_LIST(lua, "expect", study->expectation, study->expectations, read_expectation);
    check_expectations(lua, study);
    return 0;
}
