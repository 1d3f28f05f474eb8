/* The words of study files: see sandbox_study.h.
 *
 * Each makes a small table that says what it was given; whoever reads the study gives it its meaning. */
#include "models/sandbox_study.h"

#include <lauxlib.h>
#include <stddef.h>

#include "models/sandbox.h"

/* The list itself, marked with each = true: steps that are no halvings of each other. */
static int each(lua_State *lua)
{
    if (!lua_istable(lua, 1) || lua_rawlen(lua, 1) == 0)
        return sandbox_raise(lua, "each takes a list of steps; write each { \"0.1\", \"0.01\" }");
    lua_settop(lua, 1);
    lua_pushboolean(lua, true);
    lua_setfield(lua, 1, "each");
    return 1;
}

/* { halving = first, count = n }: n steps, each half of the one before */
static int halving(lua_State *lua)
{
    if (lua_type(lua, 1) != LUA_TSTRING || !lua_isinteger(lua, 2))
        return sandbox_raise(lua, "halving takes a step and a count; write halving(\"0.4\", 6)");
    lua_newtable(lua);
    lua_pushvalue(lua, 1);
    lua_setfield(lua, -2, "halving");
    lua_pushvalue(lua, 2);
    lua_setfield(lua, -2, "count");
    return 1;
}

/* { automatic = n }: n steps, the first found for each problem */
static int automatic(lua_State *lua)
{
    if (!lua_isinteger(lua, 1))
        return sandbox_raise(lua, "automatic takes a count; write automatic(7)");
    lua_newtable(lua);
    lua_pushvalue(lua, 1);
    lua_setfield(lua, -2, "automatic");
    return 1;
}

/* { WORD = formula }; upvalue 1 is the word */
static int order(lua_State *lua)
{
    const char *word = lua_tostring(lua, lua_upvalueindex(1));

    if (!lua_isinteger(lua, 1) && lua_type(lua, 1) != LUA_TSTRING)
        return sandbox_raise(lua, "%s takes an order as a string; write %s \"2*s\"", word, word);
    lua_newtable(lua);
    lua_pushstring(lua, lua_tostring(lua, 1));
    lua_setfield(lua, -2, word);
    return 1;
}

void sandbox_study_add(lua_State *lua)
{
    static const char *const orders[] = {"exactly", "at_least"};

    lua_pushcfunction(lua, halving);
    lua_setfield(lua, -2, "halving");
    lua_pushcfunction(lua, each);
    lua_setfield(lua, -2, "each");
    lua_pushcfunction(lua, automatic);
    lua_setfield(lua, -2, "automatic");
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        lua_pushstring(lua, orders[i]);
        lua_pushcclosure(lua, order, 1);
        lua_setfield(lua, -2, orders[i]);
    }
}
