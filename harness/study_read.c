/* Reading a study file: see study_read.h.
 *
 * The table is checked key by key: what is missing, of the wrong type or unknown is refused with what to
 * write. */
#include "harness/study_read.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/exact_text.h"
#include "harness/study.h"
#include "models/sandbox.h"
#include "models/sandbox_library.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

static const char *const study_keys[] = {
    "title",    "source", "models", "initial", "methods", "projections", "steps",  "untiltime", "precisions",
    "measures", "claims", "tables", "figures", "refine",  "witness",     "expect", NULL};
static const char *const claim_keys[] = {"id",      "text",       "source",  "model", "method",
                                         "methods", "projection", "measure", "order", NULL};
static const char *const expectation_keys[] = {"id", "verdict", NULL};
static const char *const output_keys[] = {"name",    "title",    "source",    "model",
                                          "measure", "measures", "precision", NULL};

/* Refuses keys that are not among `known`; the table is on top of the stack. */
static void check_keys(lua_State *lua, const char *what, const char *const *known)
{
    char list[400] = "";

    for (size_t i = 0; known[i]; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", known[i]);
    sandbox_library_push_sorted_keys(lua, -1);
    for (lua_Integer k = 1; lua_rawgeti(lua, -1, k) == LUA_TSTRING; k++) {
        const char *key = lua_tostring(lua, -1);
        size_t i = 0;

        while (known[i] && strcmp(known[i], key) != 0)
            i++;
        if (!known[i])
            sandbox_raise(lua, "a %s has no '%s'; it has %s", what, key, list);
        lua_pop(lua, 1);
    }
    lua_pop(lua, 2);
}

/* The string (or integer) on top of the stack, popped; NULL for nil. */
static char *take_string(lua_State *lua, const char *what)
{
    char *text = NULL;

    if (lua_type(lua, -1) == LUA_TNUMBER && !lua_isinteger(lua, -1))
        sandbox_raise(lua, "%s is a floating-point number; write it as a string", what);
    if (lua_type(lua, -1) == LUA_TSTRING || lua_isinteger(lua, -1)) {
        lua_pushvalue(lua, -1);
        text = memory_copy_string(lua_tostring(lua, -1));
        lua_pop(lua, 1);
    } else if (!lua_isnil(lua, -1)) {
        sandbox_raise(lua, "%s is a %s; write a string", what, luaL_typename(lua, -1));
    }
    lua_pop(lua, 1);
    return text;
}

static char *field_string(lua_State *lua, const char *owner, const char *key, bool needed)
{
    char what[96], *text;

    snprintf(what, sizeof what, "%s.%s", owner, key);
    lua_getfield(lua, -1, key);
    text = take_string(lua, what);
    if (!text && needed)
        sandbox_raise(lua, "%s is missing; write %s = \"...\"", what, key);
    return text;
}

/* A string or a list of strings on top of the stack, popped. */
static void take_strings(lua_State *lua, const char *what, struct study_strings *strings)
{
    if (lua_type(lua, -1) != LUA_TTABLE) {
        char *text = take_string(lua, what);

        if (!text)
            return;
        strings->text = memory_create(1, sizeof *strings->text);
        strings->text[strings->count++] = text;
        return;
    }
    for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; i++) {
        strings->text = memory_resize(strings->text, strings->count + 1, sizeof *strings->text);
        strings->text[strings->count] = take_string(lua, what);
        strings->count++;
    }
    lua_pop(lua, 2);
}

static void field_strings(lua_State *lua, const char *key, struct study_strings *strings)
{
    lua_getfield(lua, -1, key);
    take_strings(lua, key, strings);
}

/* first, first/2, ..., as decimals where they end, else as exact quotients in lowest terms. */
static void halve(lua_State *lua, const char *first, lua_Integer count, struct study_strings *steps)
{
    struct error error;
    mpq_t step;

    mpq_init(step);
    if (!exact_parse(step, first, &error) || mpq_sgn(step) <= 0 || count < 1 || count > 40) {
        mpq_clear(step);
        sandbox_raise(lua, "halving(\"%s\", %lld): write a positive exact step and a count from 1 to 40",
                      first, (long long)count);
    }
    steps->text = memory_create((size_t)count, sizeof *steps->text);
    for (lua_Integer k = 0; k < count; k++) {
        steps->text[steps->count++] = exact_text(step);
        mpq_div_2exp(step, step, 1);
    }
    mpq_clear(step);
}

/* One set of steps on top of the stack, popped: halving(first, count) or a list. */
static void take_steps(lua_State *lua, struct study_steps *set)
{
    if (lua_istable(lua, -1)) {
        lua_getfield(lua, -1, "halving");
        if (lua_type(lua, -1) == LUA_TSTRING) {
            lua_getfield(lua, -2, "count");
            halve(lua, lua_tostring(lua, -2), lua_tointeger(lua, -1), &set->step);
            lua_pop(lua, 3);
            return;
        }
        lua_pop(lua, 1);
    }
    take_strings(lua, "steps", &set->step);
}

static struct study_steps *add_steps(struct study *study, const char *model)
{
    struct study_steps *set;

    study->steps = memory_resize(study->steps, study->step_sets + 1, sizeof *study->steps);
    set = study->steps + study->step_sets++;
    *set = (struct study_steps){.model = memory_copy_string(model)};
    return set;
}

/* steps = halving(...), a list, or a table of these by model. */
static void read_steps(lua_State *lua, struct study *study)
{
    int table;

    if (lua_getfield(lua, 1, "steps") != LUA_TTABLE)
        sandbox_raise(lua,
                      "study.steps is missing; write steps = halving(\"0.4\", 6) or a list of exact strings");
    table = lua_gettop(lua);
    lua_getfield(lua, table, "halving");
    if (lua_rawlen(lua, table) > 0 || !lua_isnil(lua, -1)) {
        lua_settop(lua, table);
        take_steps(lua, add_steps(study, NULL));
        return;
    }
    lua_settop(lua, table);
    sandbox_library_push_sorted_keys(lua, table);
    for (lua_Integer k = 1; lua_rawgeti(lua, table + 1, k) == LUA_TSTRING; k++) {
        struct study_steps *set = add_steps(study, lua_tostring(lua, -1));

        lua_getfield(lua, table, set->model);
        take_steps(lua, set);
        lua_settop(lua, table + 1);
    }
    lua_settop(lua, table - 1);
}

/* witness = { MODEL = INITIAL } */
static void read_witnesses(lua_State *lua, struct study *study)
{
    int type = lua_getfield(lua, 1, "witness"), table = lua_gettop(lua);

    if (type != LUA_TTABLE && type != LUA_TNIL)
        sandbox_raise(lua, "study.witness is a %s; write witness = { [\"point-vortices\"] = \"half\" }",
                      luaL_typename(lua, -1));
    if (type == LUA_TTABLE) {
        sandbox_library_push_sorted_keys(lua, table);
        for (lua_Integer k = 1; lua_rawgeti(lua, table + 1, k) == LUA_TSTRING; k++) {
            struct study_witness *witness;

            study->witness = memory_resize(study->witness, study->witnesses + 1, sizeof *study->witness);
            witness = study->witness + study->witnesses++;
            *witness = (struct study_witness){.model = memory_copy_string(lua_tostring(lua, -1))};
            lua_getfield(lua, table, witness->model);
            witness->initial = take_string(lua, "study.witness");
            lua_settop(lua, table + 1);
        }
    }
    lua_settop(lua, 1);
}

/* order = exactly "2*s" or at_least "4": a table { exactly = ... } or { at_least = ... } */
static void read_order(lua_State *lua, struct study_claim *claim)
{
    static const char *const kinds[][2] = {{"exactly", "exactly"}, {"at_least", "at least"}};

    lua_getfield(lua, -1, "order");
    for (size_t i = 0; i < 2 && lua_istable(lua, -1); i++) {
        lua_getfield(lua, -1, kinds[i][0]);
        if (lua_type(lua, -1) == LUA_TSTRING) {
            claim->kind = memory_copy_string(kinds[i][1]);
            claim->formula = memory_copy_string(lua_tostring(lua, -1));
        }
        lua_pop(lua, 1);
    }
    if (!claim->kind)
        sandbox_raise(lua, "claim %s has no order; write order = exactly \"2*s\" or order = at_least \"2*s\"",
                      claim->id);
    lua_pop(lua, 1);
}

static void read_claim(lua_State *lua, struct study_claim *claim)
{
    check_keys(lua, "claim", claim_keys);
    claim->id = field_string(lua, "claim", "id", true);
    claim->text = field_string(lua, "claim", "text", false);
    claim->source = field_string(lua, "claim", "source", true);
    claim->model = field_string(lua, "claim", "model", false);
    claim->projection = field_string(lua, "claim", "projection", true);
    claim->measure = field_string(lua, "claim", "measure", true);
    field_strings(lua, "method", &claim->methods);
    if (!claim->methods.count)
        field_strings(lua, "methods", &claim->methods);
    if (!claim->methods.count)
        sandbox_raise(lua, "claim %s names no method; write method = \"gauss-*\" or methods = { ... }",
                      claim->id);
    read_order(lua, claim);
}

/* A file is called after it: nothing that means something in a path. */
static char *field_name(lua_State *lua, const char *owner)
{
    char *name = field_string(lua, owner, "name", true);
    size_t good = 0;

    while (isalnum((unsigned char)name[good]) || name[good] == '-')
        good++;
    if (!good || name[good])
        sandbox_raise(lua, "the %s name '%.60s' is not a name of a file; write letters, digits and hyphens",
                      owner, name);
    return name;
}

static void read_table(lua_State *lua, struct study_table *table)
{
    check_keys(lua, "table", output_keys);
    table->name = field_name(lua, "table");
    table->title = field_string(lua, "table", "title", true);
    table->source = field_string(lua, "table", "source", false);
    table->model = field_string(lua, "table", "model", true);
    table->measure = field_string(lua, "table", "measure", true);
    table->precision = field_string(lua, "table", "precision", true);
}

static void read_figure(lua_State *lua, struct study_figure *figure)
{
    check_keys(lua, "figure", output_keys);
    figure->name = field_name(lua, "figure");
    figure->title = field_string(lua, "figure", "title", true);
    figure->source = field_string(lua, "figure", "source", false);
    figure->model = field_string(lua, "figure", "model", true);
    figure->precision = field_string(lua, "figure", "precision", true);
    field_strings(lua, "measures", &figure->measures);
    if (!figure->measures.count)
        sandbox_raise(lua, "figure %s has no measures; write measures = { \"energy_error\" }", figure->name);
}

/* expect = { { id = "K1", verdict = "refuted" } } */
static void read_expectation(lua_State *lua, struct study_expectation *expectation)
{
    check_keys(lua, "line of expect", expectation_keys);
    expectation->id = field_string(lua, "expect", "id", true);
    expectation->verdict = field_string(lua, "expect", "verdict", true);
}

/* Refuses what is not nil and not a list of tables. */
static void check_list(lua_State *lua, const char *key)
{
    int type = lua_getfield(lua, 1, key);
    lua_Unsigned entries = type == LUA_TTABLE ? lua_rawlen(lua, -1) : 0;

    for (lua_Unsigned i = 1; i <= entries; i++) {
        if (lua_rawgeti(lua, -1, (lua_Integer)i) != LUA_TTABLE)
            sandbox_raise(lua, "entry %d of study.%s is a %s; write { ... }", (int)i, key,
                          luaL_typename(lua, -1));
        lua_pop(lua, 1);
    }
    lua_pushnil(lua);
    if (type != LUA_TNIL && (type != LUA_TTABLE || (!entries && lua_next(lua, -2))))
        sandbox_raise(lua, "study.%s is not a list; write %s = { { ... }, { ... } }", key, key);
    lua_settop(lua, 1);
}

/* The entries of the list `key`, each read with the entry on top of the stack. */
#define READ_LIST(lua, key, array, count, read)                                                              \
    do {                                                                                                     \
        check_list(lua, key);                                                                                \
        if (lua_getfield(lua, 1, key) == LUA_TTABLE) {                                                       \
            for (lua_Integer i = 1; lua_rawgeti(lua, 2, i) == LUA_TTABLE; i++) {                             \
                (array) = memory_resize((array), (count) + 1, sizeof *(array));                              \
                memset((array) + (count), 0, sizeof *(array));                                               \
                (count)++;                                                                                   \
                read(lua, (array) + (count)-1);                                                              \
                lua_settop(lua, 2);                                                                          \
            }                                                                                                \
        }                                                                                                    \
        lua_settop(lua, 1);                                                                                  \
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

int study_read(lua_State *lua)
{
    struct study *study = sandbox_context(lua);

    lua_settop(lua, 1);
    check_keys(lua, "study", study_keys);
    study->title = field_string(lua, "study", "title", true);
    study->source = field_string(lua, "study", "source", false);
    study->until = field_string(lua, "study", "untiltime", true);
    lua_getfield(lua, 1, "refine");
    if (!lua_isnil(lua, -1) &&
        !(lua_isinteger(lua, -1) && lua_tointeger(lua, -1) >= 0 && lua_tointeger(lua, -1) <= 8))
        sandbox_raise(lua, "study.refine is not a number of halvings from 0 to 8; write refine = 2");
    study->refine = (size_t)lua_tointeger(lua, -1);
    lua_settop(lua, 1);
    field_strings(lua, "models", &study->models);
    field_strings(lua, "initial", &study->initials);
    field_strings(lua, "methods", &study->methods);
    field_strings(lua, "projections", &study->projections);
    field_strings(lua, "precisions", &study->precisions);
    field_strings(lua, "measures", &study->measures);
    need_list(lua, &study->models, "models", "\"lotka-volterra\"");
    need_list(lua, &study->methods, "methods", "\"gauss-*\"");
    need_list(lua, &study->projections, "projections", "\"none\", \"symmetric\"");
    need_list(lua, &study->precisions, "precisions", "\"double\", 200");
    need_list(lua, &study->measures, "measures", "\"energy_error\"");
    read_steps(lua, study);
    read_witnesses(lua, study);
    READ_LIST(lua, "claims", study->claim, study->claims, read_claim);
    READ_LIST(lua, "tables", study->table, study->tables, read_table);
    READ_LIST(lua, "figures", study->figure, study->figures, read_figure);
    READ_LIST(lua, "expect", study->expectation, study->expectations, read_expectation);
    return 0;
}
