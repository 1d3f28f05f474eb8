/* Reading a study file: see study_read.h.
 *
 * The table is checked key by key: what is missing, of the wrong type or unknown is refused with what to
 * write. */
#include "harness/study/study_read.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/study.h"
#include "harness/study/study_axes.h"
#include "harness/study/study_claims.h"
#include "harness/study/study_field.h"
#include "harness/study/study_full.h"
#include "harness/study/study_outputs.h"
#include "harness/study/study_settings.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/memory.h"

static const char *const study_keys[] = {
    "title",  "source",    "models",     "initial",  "parameters", "methods", "projections",
    "steps",  "untiltime", "precisions", "measures", "claims",     "tables",  "figures",
    "refine", "budget",    "witness",    "expect",   "untilsteps", "history", "ensemble",
    "loop",   "surface",   "points",     "side",     "full",       NULL};
static const char *const expectation_keys[] = {"id", "verdict", NULL};

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
            witness->initial = study_field_take_string(lua, "study.witness");
            lua_settop(lua, table + 1);
        }
    }
    lua_settop(lua, 1);
}

/* expect = { { id = "K1", verdict = "refuted" } } */
static void read_expectation(lua_State *lua, struct study_expectation *expectation)
{
    char *word;

    study_field_check_keys(lua, "line of expect", expectation_keys);
    expectation->id = study_field_string(lua, "expect", "id", true);
    word = study_field_string(lua, "expect", "verdict", true);
    expectation->verdict = term_verdict(word);
    if (expectation->verdict == VERDICT_NONE)
        sandbox_raise(lua,
                      "expect: %s: the verdict '%s' is none; write holds, refuted, inconclusive, vacuous or "
                      "not applicable",
                      expectation->id, word);
    free(word);
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

static void need_lists(lua_State *lua, const struct study *study)
{
    need_list(lua, &study->models, "models", "\"lotka-volterra\"");
    need_list(lua, &study->methods, "methods", "\"gauss-*\"");
    need_list(lua, &study->projections, "projections", "\"none\", \"symmetric\"");
    need_list(lua, &study->precisions, "precisions", "\"double\", 200");
    need_list(lua, &study->measures, "measures", "\"energy_error\"");
    if (study->initials.count)
        need_list(lua, &study->initials, "initial", "\"default\"");
    if (study->initials.count > 1 && study_says(&study->initials, STUDY_ALL))
        sandbox_raise(lua, "study.initial has names beside \"all\"; write initial = \"all\"");
}

/* refine and budget */
static void read_refinement(lua_State *lua, struct study *study)
{
    lua_getfield(lua, 1, "refine");
    if (!lua_isnil(lua, -1) && !(lua_isinteger(lua, -1) && lua_tointeger(lua, -1) >= 0 &&
                                 lua_tointeger(lua, -1) <= STUDY_MOST_REFINEMENT))
        sandbox_raise(lua, "study.refine is not a number of halvings from 0 to %d; write refine = 2",
                      STUDY_MOST_REFINEMENT);
    study->refine = (size_t)lua_tointeger(lua, -1);
    lua_getfield(lua, 1, "budget");
    if (!lua_isnil(lua, -1) && !(lua_isinteger(lua, -1) && lua_tointeger(lua, -1) > 0))
        sandbox_raise(lua, "study.budget is not a positive number of residual evaluations; write budget = "
                           "100000000");
    study->budget = (unsigned long long)lua_tointeger(lua, -1);
    lua_settop(lua, 1);
}

int study_read(lua_State *lua)
{
    struct study *study = sandbox_context(lua);

    lua_settop(lua, 1);
    study_full_apply(lua, study_keys);
    study_field_check_keys(lua, "study", study_keys);
    study->title = study_field_string(lua, "study", "title", true);
    study->source = study_field_string(lua, "study", "source", false);
    if (!study->source)
        study->source = memory_copy_string("");
    study_settings_read(lua, study);
    read_refinement(lua, study);
    study_field_strings(lua, "models", &study->models);
    study_field_strings(lua, "initial", &study->initials);
    study_field_strings(lua, "methods", &study->methods);
    study_field_strings(lua, "projections", &study->projections);
    study_field_strings(lua, "precisions", &study->precisions);
    study_field_strings(lua, "measures", &study->measures);
    need_lists(lua, study);
    study_axes_read_steps(lua, study);
    study_axes_read_parameters(lua, study);
    read_witnesses(lua, study);
    READ_LIST(lua, "claims", study->claim, study->claims, study_claims_read);
    READ_LIST(lua, "tables", study->table, study->tables, study_outputs_read_table);
    READ_LIST(lua, "figures", study->figure, study->figures, study_outputs_read_figure);
    READ_LIST(lua, "expect", study->expectation, study->expectations, read_expectation);
    return 0;
}
