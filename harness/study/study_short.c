/* Short claims, as a library makes them in a file of its own, assay.lua:
 *
 *     return study {
 *       title   = "GSL 2.7, ode-initval",
 *       methods = { "./driver.so" },
 *       claims  = { claim { method = "gsl-rk4", order = 4, source = "manual, ode-initval.rst, line 230" },
 *                   claim { method = "gsl-rk2", order = 4, source = "a tutorial", fails = "https://.../issues/12" } },
 *     }
 *
 * Each says properties in the place of measures.  It becomes a claim for each property and model, called NAME-PROPERTY, where
 * NAME is its id or its method; one that `fails` is expected to be refuted.  What the study does not say of its runs gets
 * the values of an audit: models that together show what each alone cannot, steps from their time scale.  See
 * study_read.h. */
#include "harness/study/study_read.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/text.h"

/* A program gives no exact Jacobian of its steps: what one of them does to two tangent vectors is measured by differences. */
static const struct property {
    const char *name, *measure, *of_program, *text;
} properties[] = {
    {"order", "solution_error", "solution_error", "its order is that claimed, or higher"},
    {"symplectic", "symplectic_defect", "bilinear_defect:step", "it is symplectic"},
    {"symmetric", "symmetry_defect", "symmetry_defect", "it is its own adjoint"},
    {"reversible", "reversibility_defect", "reversibility_defect", "it keeps the reversal of the model"},
    {"energy", "energy_error", "energy_error", "it keeps the energy"},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

/* Not linear; one not separable, one not Hamiltonian, one of the time: see studies/audit.panel. */
static const char *const models[] = {"henon-heiles", "double-pendulum", "lorenz", "modulated-pendulum"};
enum { MODELS = sizeof models / sizeof *models };

struct short_claim {
    char *id, *method, *source, *fails, *text, *name; /* the name: the id, else the method */
    struct study_strings on;
};

/* Where the lists are on the stack. */
enum { STUDY = 1, OLD = 2, LIST = 3, ENTRY = 4 };

/* ---- tables ---- */

static void append(lua_State *lua, int list)
{
    lua_rawseti(lua, list, (lua_Integer)lua_rawlen(lua, list) + 1);
}

static void set(lua_State *lua, const char *key, const char *value)
{
    lua_pushstring(lua, value);
    lua_setfield(lua, -2, key);
}

/* The study's list of that name on top of the stack: there is one from now on.  A name stands for a list of it. */
static void push_list(lua_State *lua, const char *key)
{
    const int type = lua_getfield(lua, STUDY, key);

    if (type == LUA_TTABLE)
        return;
    if (type != LUA_TNIL && type != LUA_TSTRING)
        sandbox_raise(lua, "study.%s is a %s; write %s = { ... }", key, lua_typename(lua, type), key);
    lua_newtable(lua);
    lua_rotate(lua, -2, 1);
    lua_rawseti(lua, -2, 1); /* of nil stays an empty one */
    lua_pushvalue(lua, -1);
    lua_setfield(lua, STUDY, key);
}

static bool has(lua_State *lua, const char *key)
{
    const bool there = lua_getfield(lua, STUDY, key) != LUA_TNIL;

    lua_pop(lua, 1);
    return there;
}

/* ---- what the study does not say ---- */

/* Whether a method is a program or a shared object. */
static bool has_program(lua_State *lua)
{
    const struct study *study = sandbox_context(lua);
    const int type = lua_getfield(lua, STUDY, "methods");
    const lua_Integer count = type == LUA_TTABLE ? (lua_Integer)lua_rawlen(lua, -1) : type == LUA_TSTRING;
    bool found = study->programs > 0;

    for (lua_Integer i = 1; i <= count && !found; i++) {
        size_t length;
        const char *name;

        if (type == LUA_TTABLE)
            lua_rawgeti(lua, -1, i);
        else
            lua_pushvalue(lua, -1);
        name = lua_type(lua, -1) == LUA_TSTRING ? lua_tolstring(lua, -1, &length) : NULL;
        found = name && length > 3 && strcmp(name + length - 3, ".so") == 0;
        lua_pop(lua, 1);
    }
    lua_pop(lua, 1);
    return found;
}

static void add_model(lua_State *lua, const char *name)
{
    bool found = false;

    push_list(lua, "models");
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(lua, -1) && !found; i++) {
        found = lua_rawgeti(lua, -1, i) == LUA_TSTRING && strcmp(lua_tostring(lua, -1), name) == 0;
        lua_pop(lua, 1);
    }
    if (!found) {
        lua_pushstring(lua, name);
        append(lua, lua_gettop(lua) - 1);
    }
    lua_pop(lua, 1);
}

/* Other initial data of each model: a refutation takes two. */
static void add_witnesses(lua_State *lua)
{
    push_list(lua, "models");
    lua_newtable(lua);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(lua, -2); i++) {
        const char *name = lua_rawgeti(lua, -2, i) == LUA_TSTRING ? lua_tostring(lua, -1) : "*";
        const char *other = strcmp(name, "kepler") == 0 ? "rounder" : "random-1-1";

        for (size_t k = 0; k < MODELS; k++)
            other = strcmp(name, models[k]) == 0 ? "other" : other;
        if (!strpbrk(name, "*?[/")) {
            lua_pushstring(lua, other);
            lua_setfield(lua, -3, name);
        }
        lua_pop(lua, 1);
    }
    lua_setfield(lua, STUDY, "witness");
    lua_pop(lua, 1);
}

/* `name` = the table on top of the stack, which it leaves. */
static void set_strings(lua_State *lua, const char *name, const char *first, const char *second)
{
    lua_newtable(lua);
    lua_pushstring(lua, first);
    append(lua, lua_gettop(lua) - 1);
    if (second) {
        lua_pushstring(lua, second);
        append(lua, lua_gettop(lua) - 1);
    }
    lua_setfield(lua, STUDY, name);
}

static void set_steps(lua_State *lua)
{
    lua_newtable(lua);
    lua_pushinteger(lua, 10);
    lua_setfield(lua, -2, STUDY_AUTOMATIC);
    lua_pushinteger(lua, 3);
    lua_setfield(lua, -2, "doublings");
    lua_setfield(lua, STUDY, "steps");
    lua_pushstring(lua, STUDY_AUTOMATIC);
    lua_setfield(lua, STUDY, "untiltime");
}

static void set_rest(lua_State *lua, bool program)
{
    if (!has(lua, "witness"))
        add_witnesses(lua);
    if (!has(lua, "projections"))
        set_strings(lua, "projections", "none", NULL);
    if (!has(lua, "precisions"))
        set_strings(lua, "precisions", "double", program ? NULL : STUDY_AUTOMATIC);
    if (!has(lua, "steps") && !has(lua, "untiltime") && !has(lua, "untilsteps"))
        set_steps(lua);
    if (!has(lua, "refine")) {
        lua_pushinteger(lua, 2);
        lua_setfield(lua, STUDY, "refine");
    }
}

/* ---- claims ---- */

/* That of the entry on top of the stack; false: it does not claim the property. */
static bool is_claimed(lua_State *lua, const struct short_claim *claim, const struct property *property)
{
    const bool order = property == properties;
    const int type = lua_getfield(lua, ENTRY, property->name);

    if (type == LUA_TNIL) {
        lua_pop(lua, 1);
        return false;
    }
    if (order && type != LUA_TTABLE && type != LUA_TSTRING && !lua_isinteger(lua, -1))
        sandbox_raise(lua, "claim %s: order is a %s; write order = 4", claim->name, luaL_typename(lua, -1));
    if (!order && !(type == LUA_TBOOLEAN && lua_toboolean(lua, -1)))
        sandbox_raise(lua, "claim %s: %s is not true; write %s = true or leave it out", claim->name,
                      property->name, property->name);
    return true;
}

static const char *push_id(lua_State *lua, const struct short_claim *claim, const struct property *property)
{
    return lua_pushfstring(lua, "%s-%s", claim->name, property->name);
}

/* Appends what is claimed, the value on top of the stack, to the list, for one model or (NULL) for all. */
static void append_claim(lua_State *lua, const struct short_claim *claim, const struct property *property,
                         const char *model, bool program)
{
    const int value = lua_gettop(lua);

    lua_newtable(lua);
    push_id(lua, claim, property);
    lua_setfield(lua, -2, "id");
    set(lua, "text", claim->text ? claim->text : property->text);
    set(lua, "source", claim->source);
    set(lua, "method", claim->method);
    set(lua, "projection", "*");
    set(lua, "measure", program ? property->of_program : property->measure);
    if (model)
        set(lua, "model", model);
    lua_pushboolean(lua, true);
    lua_setfield(lua, -2, "whole");
    lua_pushvalue(lua, value);
    if (property == properties && !lua_istable(lua, -1)) {
        lua_newtable(lua);
        lua_rotate(lua, -2, 1);
        lua_tostring(lua, -1);
        lua_setfield(lua, -2, "at_least");
    }
    lua_setfield(lua, -2, property == properties ? "order" : "exact");
    append(lua, LIST);
}

/* expect = { ..., { id = ID, verdict = "refuted", issue = ISSUE } } */
static void expect_failure(lua_State *lua, const struct short_claim *claim, const struct property *property)
{
    push_list(lua, "expect");
    lua_newtable(lua);
    push_id(lua, claim, property);
    lua_setfield(lua, -2, "id");
    set(lua, "verdict", "refuted");
    set(lua, "issue", claim->fails);
    append(lua, lua_gettop(lua) - 1);
    lua_pop(lua, 1);
}

/* Of two claims with one id one would not be seen. */
static void check_id(lua_State *lua, const struct short_claim *claim, const struct property *property)
{
    const char *id = push_id(lua, claim, property);
    const int top = lua_gettop(lua);

    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(lua, LIST); i++) {
        lua_rawgeti(lua, LIST, i);
        if (lua_istable(lua, -1) && lua_getfield(lua, -1, "id") == LUA_TSTRING &&
            strcmp(lua_tostring(lua, -1), id) == 0)
            sandbox_raise(lua, "a second claim is called %s; write id = \"...\" in one of them", id);
        lua_settop(lua, top);
    }
    lua_pop(lua, 1);
}

static void read_entry(lua_State *lua, struct short_claim *claim)
{
    const char *fault;

    study_field_read(lua, "claim", "claim",
                     "id? method! on* text? source! fails? order symplectic symmetric reversible energy",
                     &claim->id, &claim->method, &claim->on, &claim->text, &claim->source, &claim->fails);
    claim->name = claim->id ? claim->id : claim->method;
    fault = strpbrk(claim->name, "*?[") ? "is a glob" : text_name_fault(claim->name);
    if (fault && !claim->id)
        sandbox_raise(lua, "the method '%.60s' %s; write id = \"...\" beside it", claim->method, fault);
    if (fault)
        sandbox_raise(lua, "the id '%.60s' of a claim %s", claim->id, fault);
}

/* The entry at ENTRY, in the place of which claims join the list. */
static void take_entry(lua_State *lua, bool program, bool own_models)
{
    struct short_claim claim = {.id = NULL};
    size_t claimed = 0;

    read_entry(lua, &claim);
    for (const struct property *property = properties; property < properties + PROPERTIES; property++) {
        if (!is_claimed(lua, &claim, property))
            continue;
        claimed++;
        check_id(lua, &claim, property);
        for (size_t i = 0; i < claim.on.count; i++)
            append_claim(lua, &claim, property, claim.on.text[i], program);
        if (!claim.on.count)
            append_claim(lua, &claim, property, NULL, program);
        if (claim.fails)
            expect_failure(lua, &claim, property);
        study_need_measure(lua, program ? property->of_program : property->measure);
        lua_settop(lua, ENTRY);
    }
    if (!claimed)
        sandbox_raise(lua,
                      "claim %s claims nothing; write order = 4, symplectic = true, symmetric = true, "
                      "reversible = true or energy = true",
                      claim.name);
    for (size_t i = 0; i < claim.on.count && !own_models; i++)
        add_model(lua, claim.on.text[i]);
    for (size_t i = 0; i < MODELS && !own_models && !claim.on.count; i++)
        add_model(lua, models[i]);
}

void study_short_read(lua_State *lua)
{
    const bool program = has_program(lua), own_models = has(lua, "models");
    bool found = false;

    lua_settop(lua, STUDY);
    if (lua_getfield(lua, STUDY, "claims") != LUA_TTABLE) {
        lua_settop(lua, STUDY);
        return;
    }
    lua_newtable(lua);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(lua, OLD); i++) {
        const char *mark;

        lua_rawgeti(lua, OLD, i);
        mark = sandbox_library_mark(lua, ENTRY);
        if (mark && strcmp(mark, "claim") == 0) {
            sandbox_set_line(lua, sandbox_library_line(lua, ENTRY));
            take_entry(lua, program, own_models);
            sandbox_set_line(lua, 0);
            found = true;
        } else {
            lua_pushvalue(lua, ENTRY);
            append(lua, LIST);
        }
        lua_settop(lua, LIST);
    }
    if (found) {
        lua_getfield(lua, OLD, "families");
        lua_setfield(lua, LIST, "families");
        lua_setfield(lua, STUDY, "claims");
        set_rest(lua, program);
    }
    lua_settop(lua, STUDY);
}
