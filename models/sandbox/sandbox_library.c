/* Globals of the sandbox: constructors and tables: see sandbox_library.h.
 *
 * The order in which Lua's own pairs walks a table changes from run to run; ours walks integer keys in
 * ascending order and then names in alphabetical order, so that a file always builds the same expressions. */
#include "models/sandbox/sandbox_library.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "models/sandbox/sandbox.h"

static const char *const CONSTRUCTORS[] = {"model",       "study",     "tableau",    "splitting",
                                           "composition", "multistep", "projection", "ledger",
                                           "exec",        "method",    "claim"};

static const char MARK[] = "constructor", LINE[] = "line";

/* Upvalue 1: the name of the constructor. */
static int construct(lua_State *lua)
{
    const char *name = lua_tostring(lua, lua_upvalueindex(1));

    if (lua_gettop(lua) != 1 || !lua_istable(lua, 1))
        return sandbox_raise(lua, "%s takes one table; write %s { ... }", name, name);
    if (lua_getmetatable(lua, 1))
        return sandbox_raise(lua, "%s takes a table written for it alone; write %s { ... }", name, name);
    sandbox_note_constructor(lua);
    lua_newtable(lua);
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_setfield(lua, -2, MARK);
    lua_pushinteger(lua, sandbox_constructor_line(lua));
    lua_setfield(lua, -2, LINE);
    lua_setmetatable(lua, 1);
    return 1;
}

const char *sandbox_library_mark(lua_State *lua, int index)
{
    const char *name = NULL;

    if (!lua_istable(lua, index) || !lua_getmetatable(lua, index))
        return NULL;
    if (lua_getfield(lua, -1, MARK) == LUA_TSTRING)
        name = lua_tostring(lua, -1); /* kept alive by the constructor itself */
    lua_pop(lua, 2);
    return name;
}

int sandbox_library_line(lua_State *lua, int index)
{
    int line = 0;

    if (!sandbox_library_mark(lua, index) || !lua_getmetatable(lua, index))
        return line;
    if (lua_getfield(lua, -1, LINE) == LUA_TNUMBER)
        line = (int)lua_tointeger(lua, -1);
    lua_pop(lua, 2);
    return line;
}

/* Pushes the table behind a read-only view, or the table itself. */
static void push_data(lua_State *lua, int index)
{
    if (lua_getmetatable(lua, index)) {
        bool found = lua_getfield(lua, -1, "data") == LUA_TTABLE;
        lua_remove(lua, -2);
        if (found)
            return;
        lua_pop(lua, 1);
    }
    lua_pushvalue(lua, index);
}

static void need_table(lua_State *lua, const char *function)
{
    if (!lua_istable(lua, 1))
        sandbox_raise(lua, "%s takes a table, not a %s", function, luaL_typename(lua, 1));
}

struct key {
    bool is_integer;
    lua_Integer integer;
    const char *name; /* owned by the table that is walked */
    size_t length;
};

static int compare_keys(const void *first, const void *second)
{
    const struct key *a = first, *b = second;

    if (a->is_integer != b->is_integer)
        return a->is_integer ? -1 : 1;
    if (a->is_integer)
        return (a->integer > b->integer) - (a->integer < b->integer);
    int order = memcmp(a->name, b->name, a->length < b->length ? a->length : b->length);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

static size_t count_entries(lua_State *lua, int index)
{
    size_t count = 0;

    for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1))
        count++;
    return count;
}

static struct key read_key(lua_State *lua, int index)
{
    struct key key = {.is_integer = lua_isinteger(lua, index)};

    if (key.is_integer)
        key.integer = lua_tointeger(lua, index);
    else if (lua_type(lua, index) == LUA_TSTRING)
        key.name = lua_tolstring(lua, index, &key.length);
    else
        sandbox_raise(lua, "a table with a key that is a %s has no order; write integers or names as keys",
                      luaL_typename(lua, index));
    return key;
}

/* Pushes the array of all keys of the table at `index` (absolute) in order. */
static void push_ordered_keys(lua_State *lua, int index)
{
    size_t count = count_entries(lua, index), i = 0;
    struct key *keys = lua_newuserdatauv(lua, (count ? count : 1) * sizeof *keys, 0);

    for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1))
        keys[i++] = read_key(lua, -2);
    qsort(keys, count, sizeof *keys, compare_keys);
    lua_createtable(lua, 0, 0);
    for (i = 0; i < count; i++) {
        if (keys[i].is_integer)
            lua_pushinteger(lua, keys[i].integer);
        else
            lua_pushlstring(lua, keys[i].name, keys[i].length);
        lua_rawseti(lua, -2, (lua_Integer)i + 1);
    }
    lua_remove(lua, -2);
}

void sandbox_library_push_sorted_keys(lua_State *lua, int index)
{
    push_ordered_keys(lua, lua_absindex(lua, index));
}

/* Upvalues: the table, its keys in order, the position. */
static int next_pair(lua_State *lua)
{
    lua_Integer position = lua_tointeger(lua, lua_upvalueindex(3));

    for (;;) {
        lua_settop(lua, 0);
        lua_pushinteger(lua, ++position);
        lua_replace(lua, lua_upvalueindex(3));
        if (lua_rawgeti(lua, lua_upvalueindex(2), position) == LUA_TNIL)
            return 1;
        lua_pushvalue(lua, 1);
        if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL)
            return 2;
    }
}

static int pairs(lua_State *lua)
{
    need_table(lua, "pairs");
    lua_settop(lua, 1);
    push_data(lua, 1);
    push_ordered_keys(lua, 2);
    lua_pushinteger(lua, 0);
    lua_pushcclosure(lua, next_pair, 3);
    return 1;
}

static int next_index(lua_State *lua)
{
    lua_Integer i = lua_tointeger(lua, 2) + 1;

    lua_settop(lua, 1);
    push_data(lua, 1);
    lua_pushinteger(lua, i);
    return lua_rawgeti(lua, 2, i) == LUA_TNIL ? 1 : 2;
}

static int ipairs(lua_State *lua)
{
    need_table(lua, "ipairs");
    lua_settop(lua, 1);
    lua_pushcfunction(lua, next_index);
    lua_insert(lua, 1);
    lua_pushinteger(lua, 0);
    return 3;
}

static int insert(lua_State *lua)
{
    int arguments = lua_gettop(lua);

    need_table(lua, "table.insert");
    if (lua_getmetatable(lua, 1))
        return sandbox_raise(lua, "table.insert takes a plain table");
    lua_Integer position = (lua_Integer)lua_rawlen(lua, 1) + 1;
    if (arguments == 3) {
        if (!lua_isinteger(lua, 2) || lua_tointeger(lua, 2) < 1 || lua_tointeger(lua, 2) > position)
            return sandbox_raise(lua, "table.insert: the position is not an integer from 1 to %lld",
                                 (long long)position);
        for (; position > lua_tointeger(lua, 2); position--) {
            lua_rawgeti(lua, 1, position - 1);
            lua_rawseti(lua, 1, position);
        }
    } else if (arguments != 2) {
        return sandbox_raise(lua, "table.insert takes a table and a value; write table.insert(t, x)");
    }
    lua_rawseti(lua, 1, position);
    return 0;
}

/* -- words of study files: each makes a small table that says what it was given -- */

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

/* { NAME = first, SECOND = second }.  Types: 't' a string, 'i' an integer, 'o' one that may be left out, 'n' either, as a
 * string; a floating-point number is none of them: it would no longer be the one that was written. */
static const struct word {
    const char *name, *second, *types, *usage;
} WORDS[] = {
    {"halving", "count", "ti", "a step and a count; write halving(\"0.4\", 6)"}, /* first, first/2, ... */
    {"automatic", "doublings", "io",
     "a count, and how many of them are larger than h0; write automatic(7)"}, /* h0 is found for each problem */
    {"exactly", NULL, "n", "an order as a string; write exactly \"2*s\""},
    {"at_least", NULL, "n", "an order as a string; write at_least \"2*s\""},
    {"below", NULL, "n", "a number as a string; write below \"1e-11\""},
    {"above", NULL, "n", "a number as a string; write above \"0.1\""},
    {"between", "upto", "nn", "two numbers as strings; write between(\"125000\", \"500000\")"},
};

/* Upvalue 1: the row. */
static int say(lua_State *lua)
{
    const struct word *word = &WORDS[lua_tointeger(lua, lua_upvalueindex(1))];
    int count = (int)strlen(word->types);

    lua_settop(lua, count);
    lua_newtable(lua);
    for (int i = 1; i <= count; i++) {
        char type = word->types[i - 1];

        if (type == 'o' && lua_isnil(lua, i))
            continue;
        if (lua_isinteger(lua, i) ? type == 't'
                                  : lua_type(lua, i) != LUA_TSTRING || type == 'i' || type == 'o')
            return sandbox_raise(lua, "%s takes %s", word->name, word->usage);
        lua_pushvalue(lua, i);
        if (type == 'n')
            lua_tostring(lua, -1);
        lua_setfield(lua, count + 1, i == 1 ? word->name : word->second);
    }
    return 1;
}

/* -- all -- */

void sandbox_library_add(lua_State *lua)
{
    for (size_t i = 0; i < sizeof CONSTRUCTORS / sizeof *CONSTRUCTORS; i++) {
        lua_pushstring(lua, CONSTRUCTORS[i]);
        lua_pushcclosure(lua, construct, 1);
        lua_setfield(lua, -2, CONSTRUCTORS[i]);
    }
    lua_pushcfunction(lua, pairs);
    lua_setfield(lua, -2, "pairs");
    lua_pushcfunction(lua, ipairs);
    lua_setfield(lua, -2, "ipairs");
    lua_newtable(lua);
    lua_pushcfunction(lua, insert);
    lua_setfield(lua, -2, "insert");
    lua_setfield(lua, -2, "table");
    lua_pushcfunction(lua, each);
    lua_setfield(lua, -2, "each");
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        lua_pushinteger(lua, (lua_Integer)i);
        lua_pushcclosure(lua, say, 1);
        lua_setfield(lua, -2, WORDS[i].name);
    }
}
