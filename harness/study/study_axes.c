/* Reading the axes of a study's grid: see study_axes.h.
 *
 *     steps      = halving("0.4", 6)                 for all models; or a list of exact strings
 *     steps      = automatic(7)                      h0, h0/2, ..., found for each problem (default_steps.h)
 *     steps      = each { "0.1", "0.01" }            no halvings of each other: they give no order
 *     steps      = { ["point-vortices"] = ... }      by model, or by model/initial
 *     parameters = { A0 = { "1", "1/2" } }           every combination is a problem of its own */
#include "harness/study/study_axes.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

enum { MOST_HALVINGS = 40 };

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
    steps->text = memory_create((size_t)count, sizeof *steps->text);
    for (lua_Integer k = 0; k < count; k++) {
        steps->text[steps->count++] = exact_text(step);
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
        lua_pop(lua, 2);
    } else {
        set->each = is_made_by(lua, "each");
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
    if (!automatic && set->automatic)
        sandbox_raise(lua, "automatic steps need an automatic time; write untiltime = \"automatic\"");
}

static struct study_steps *add_steps(struct study *study, const char *model)
{
    struct study_steps *set;

    study->steps = memory_resize(study->steps, study->step_sets + 1, sizeof *study->steps);
    set = study->steps + study->step_sets++;
    *set = (struct study_steps){.model = memory_copy_string(model)};
    return set;
}

/* One set for all models, or a table of sets by model. */
void study_axes_read_steps(lua_State *lua, struct study *study)
{
    int table;

    if (lua_getfield(lua, 1, "steps") != LUA_TTABLE)
        sandbox_raise(lua,
                      "study.steps is missing; write steps = halving(\"0.4\", 6) or a list of exact strings");
    table = lua_gettop(lua);
    if (lua_rawlen(lua, table) > 0 || is_made_by(lua, "halving") || is_made_by(lua, "automatic")) {
        take_steps(lua, add_steps(study, NULL));
    } else {
        sandbox_library_push_sorted_keys(lua, table);
        for (lua_Integer k = 1; lua_rawgeti(lua, table + 1, k) == LUA_TSTRING; k++) {
            struct study_steps *set = add_steps(study, lua_tostring(lua, -1));

            lua_getfield(lua, table, set->model);
            take_steps(lua, set);
            lua_settop(lua, table + 1);
        }
    }
    for (size_t i = 0; i < study->step_sets; i++)
        check_until(lua, study, study->steps + i);
    lua_settop(lua, 1);
}

/* parameters = { NAME = { value, ... } } */
void study_axes_read_parameters(lua_State *lua, struct study *study)
{
    int type = lua_getfield(lua, 1, "parameters"), table = lua_gettop(lua);

    if (type != LUA_TTABLE && type != LUA_TNIL)
        sandbox_raise(lua, "study.parameters is a %s; write parameters = { A0 = { 1, \"1/2\" } }",
                      luaL_typename(lua, -1));
    if (type == LUA_TTABLE && lua_rawlen(lua, table) > 0)
        sandbox_raise(lua, "study.parameters is a list; write parameters = { A0 = { 1, \"1/2\" } }");
    if (type == LUA_TTABLE) {
        sandbox_library_push_sorted_keys(lua, table);
        for (lua_Integer k = 1; lua_rawgeti(lua, table + 1, k) == LUA_TSTRING; k++) {
            struct study_axis *axis;

            study->axis = memory_resize(study->axis, study->axes + 1, sizeof *study->axis);
            axis = study->axis + study->axes++;
            *axis = (struct study_axis){.parameter = memory_copy_string(lua_tostring(lua, -1))};
            lua_getfield(lua, table, axis->parameter);
            study_field_take_strings(lua, axis->parameter, &axis->values);
            if (!axis->values.count)
                sandbox_raise(lua, "study.parameters.%s has no values; write %s = { 1, \"1/2\" }",
                              axis->parameter, axis->parameter);
            lua_settop(lua, table + 1);
        }
    }
    lua_settop(lua, 1);
}
