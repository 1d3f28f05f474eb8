/* Claims of orders in the powers of a small parameter, as splittings for perturbed systems make them:
 *
 *     { id = "LR", method = "saba-4", order = { 8, 2 }, source = "Laskar and Robutel (2001)" }
 *
 * is the claims on each part of the error (measures/step/perturbed_error.c), of the same id: without the parameter there
 * is none, that with its first power has order 8 at least, that with its second one 2.  The measures are those of the study,
 * too.  See study_read.h. */
#include "harness/study/study_read.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#include "measures/measure.h"
#include "models/sandbox/sandbox.h"

enum { MOST = MEASURE_PERTURBED_ERROR_LAST - MEASURE_PERTURBED_ERROR, MOST_ORDER = 99 };

static const char *measure_name(lua_Integer power)
{
    return measure_table[MEASURE_PERTURBED_ERROR + power].name;
}

void study_need_measure(lua_State *lua, const char *name)
{
    const int top = lua_gettop(lua);
    bool found = false;

    if (lua_getfield(lua, 1, "measures") != LUA_TTABLE) {
        lua_newtable(lua);
        lua_rotate(lua, -2, 1);
        lua_rawseti(lua, -2, 1); /* one name stands for a list of it; of nil stays an empty one */
        lua_pushvalue(lua, -1);
        lua_setfield(lua, 1, "measures");
    }
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(lua, -1) && !found; i++) {
        found = lua_rawgeti(lua, -1, i) == LUA_TSTRING && strcmp(lua_tostring(lua, -1), name) == 0;
        lua_pop(lua, 1);
    }
    if (!found) {
        lua_pushstring(lua, name);
        lua_rawseti(lua, -2, (lua_Integer)lua_rawlen(lua, -2) + 1);
    }
    lua_settop(lua, top);
}

/* That of the claim; it stays on the stack. */
static const char *push_id(lua_State *lua, int claim)
{
    lua_getfield(lua, claim, "id");
    return lua_isstring(lua, -1) ? lua_tostring(lua, -1) : "without an id";
}

/* The k-th order of the list above the claim, which may be no higher than the one before. */
static lua_Integer take_order(lua_State *lua, int claim, lua_Integer k, lua_Integer before)
{
    const bool whole = lua_rawgeti(lua, claim + 1, k) == LUA_TNUMBER && lua_isinteger(lua, -1);
    const lua_Integer order = whole ? lua_tointeger(lua, -1) : 0;

    if (order < 1 || order > before)
        sandbox_raise(
            lua,
            "claim %s: order %lld of its list is not a whole number from 1 to %lld; write order = { 8, 2 }: "
            "orders that do not rise, of the powers 1, 2, ... of a small parameter",
            push_id(lua, claim), (long long)k, (long long)before);
    lua_pop(lua, 1);
    return order;
}

/* Appends to the list `to` a copy of the claim, about the power; order 0: that there is nothing. */
static void append_copy(lua_State *lua, int to, int claim, lua_Integer power, lua_Integer order)
{
    lua_newtable(lua);
    for (lua_pushnil(lua); lua_next(lua, claim);) {
        lua_pushvalue(lua, -2);
        lua_rotate(lua, -2, 1);
        lua_rawset(lua, -4);
    }
    lua_pushstring(lua, measure_name(power));
    lua_setfield(lua, -2, "measure");
    lua_pushnil(lua);
    if (order) {
        lua_newtable(lua);
        lua_pushfstring(lua, "%I", (LUAI_UACINT)order);
        lua_setfield(lua, -2, "at_least");
        lua_replace(lua, -2);
    }
    lua_setfield(lua, -2, "order");
    if (!order) {
        lua_pushboolean(lua, true);
        lua_setfield(lua, -2, "exact");
    }
    lua_rawseti(lua, to, (lua_Integer)lua_rawlen(lua, to) + 1);
    study_need_measure(lua, measure_name(power));
}

/* Whether the claim on top of the stack has a list of orders, which it leaves above. */
static bool has_powers(lua_State *lua)
{
    return lua_istable(lua, -1) && lua_getfield(lua, -1, "order") == LUA_TTABLE && lua_rawlen(lua, -1) > 0;
}

static void append_powers(lua_State *lua, int to, int claim)
{
    const lua_Integer count = (lua_Integer)lua_rawlen(lua, claim + 1);
    lua_Integer before = MOST_ORDER;

    if (lua_getfield(lua, claim, "measure") != LUA_TNIL)
        sandbox_raise(lua,
                      "claim %s has a list of orders and a measure; leave out measure, or write one order",
                      push_id(lua, claim));
    lua_pop(lua, 1);
    if (count > MOST)
        sandbox_raise(lua, "claim %s has %lld orders; write those of the first %d powers",
                      push_id(lua, claim), (long long)count, (int)MOST);
    append_copy(lua, to, claim, 0, 0);
    for (lua_Integer k = 1; k <= count; k++) {
        before = take_order(lua, claim, k, before);
        append_copy(lua, to, claim, k, before);
    }
}

void study_powers_read(lua_State *lua)
{
    const int top = lua_gettop(lua), claims = top + 1, list = top + 2, claim = top + 3;
    bool found = false;

    if (lua_getfield(lua, 1, "claims") != LUA_TTABLE) {
        lua_settop(lua, top);
        return;
    }
    lua_newtable(lua);
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(lua, claims); i++) {
        lua_rawgeti(lua, claims, i);
        if (has_powers(lua)) {
            append_powers(lua, list, claim);
            found = true;
        } else {
            lua_settop(lua, claim);
            lua_rawseti(lua, list, (lua_Integer)lua_rawlen(lua, list) + 1);
        }
        lua_settop(lua, list);
    }
    if (found) /* else the claims are as they were written, and refused where they are read if they are no list */
        lua_setfield(lua, 1, "claims");
    lua_settop(lua, top);
}
