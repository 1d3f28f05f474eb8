/* The words of study files: see sandbox_study.h.
 *
 * Each makes a small table that says what it was given; whoever reads the study gives it its meaning. */
#include "models/sandbox_study.h"

#include <lauxlib.h>
#include <stdbool.h>
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

/* A floating-point number is none: it would no longer be the one that was written. */
static bool is_number(lua_State *lua, int argument)
{
    return lua_isinteger(lua, argument) || lua_type(lua, argument) == LUA_TSTRING;
}

/* { WORD = formula }; upvalue 1 is the word */
static int order(lua_State *lua)
{
    const char *word = lua_tostring(lua, lua_upvalueindex(1));

    if (!is_number(lua, 1))
        return sandbox_raise(lua, "%s takes an order as a string; write %s \"2*s\"", word, word);
    lua_newtable(lua);
    lua_pushstring(lua, lua_tostring(lua, 1));
    lua_setfield(lua, -2, word);
    return 1;
}

/* { WORD = number }; upvalue 1 is the word */
static int bound(lua_State *lua)
{
    const char *word = lua_tostring(lua, lua_upvalueindex(1));

    if (!is_number(lua, 1))
        return sandbox_raise(lua, "%s takes a number as a string; write %s \"1e-11\"", word, word);
    lua_newtable(lua);
    lua_pushstring(lua, lua_tostring(lua, 1));
    lua_setfield(lua, -2, word);
    return 1;
}

/* { between = low, upto = high } */
static int between(lua_State *lua)
{
    if (!is_number(lua, 1) || !is_number(lua, 2))
        return sandbox_raise(lua,
                             "between takes two numbers as strings; write between(\"125000\", \"500000\")");
    lua_newtable(lua);
    lua_pushstring(lua, lua_tostring(lua, 1));
    lua_setfield(lua, -2, "between");
    lua_pushstring(lua, lua_tostring(lua, 2));
    lua_setfield(lua, -2, "upto");
    return 1;
}

/* A function of each word, which is its upvalue. */
static void add_words(lua_State *lua, size_t count, const char *const *words, lua_CFunction function)
{
    for (size_t i = 0; i < count; i++) {
        lua_pushstring(lua, words[i]);
        lua_pushcclosure(lua, function, 1);
        lua_setfield(lua, -2, words[i]);
    }
}

void sandbox_study_add(lua_State *lua)
{
    static const char *const orders[] = {"exactly", "at_least"}, *const bounds[] = {"below", "above"};

    lua_pushcfunction(lua, halving);
    lua_setfield(lua, -2, "halving");
    lua_pushcfunction(lua, each);
    lua_setfield(lua, -2, "each");
    lua_pushcfunction(lua, automatic);
    lua_setfield(lua, -2, "automatic");
    lua_pushcfunction(lua, between);
    lua_setfield(lua, -2, "between");
    add_words(lua, sizeof orders / sizeof *orders, orders, order);
    add_words(lua, sizeof bounds / sizeof *bounds, bounds, bound);
}
