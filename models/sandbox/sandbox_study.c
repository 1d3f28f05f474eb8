/* The words of study files: see sandbox_study.h.
 *
 * Each makes a small table that says what it was given; whoever reads the study gives it its meaning. */
#include "models/sandbox/sandbox_study.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stddef.h>

#include "models/sandbox/sandbox.h"

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

/* { WORD = text }; the upvalues are the word, what it takes, and an example. */
static int word_of(lua_State *lua)
{
    const char *word = lua_tostring(lua, lua_upvalueindex(1));

    if (!is_number(lua, 1))
        return sandbox_raise(lua, "%s takes %s as a string; write %s \"%s\"", word,
                             lua_tostring(lua, lua_upvalueindex(2)), word,
                             lua_tostring(lua, lua_upvalueindex(3)));
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

void sandbox_study_add(lua_State *lua)
{
    static const char *const words[][3] = {{"exactly", "an order", "2*s"},
                                           {"at_least", "an order", "2*s"},
                                           {"below", "a number", "1e-11"},
                                           {"above", "a number", "0.1"}};

    lua_pushcfunction(lua, halving);
    lua_setfield(lua, -2, "halving");
    lua_pushcfunction(lua, each);
    lua_setfield(lua, -2, "each");
    lua_pushcfunction(lua, automatic);
    lua_setfield(lua, -2, "automatic");
    lua_pushcfunction(lua, between);
    lua_setfield(lua, -2, "between");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        for (size_t k = 0; k < 3; k++)
            lua_pushstring(lua, words[i][k]);
        lua_pushcclosure(lua, word_of, 3);
        lua_setfield(lua, -2, words[i][0]);
    }
}
