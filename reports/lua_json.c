/* Documents in Lua: see lua_json.h. */
#include "reports/lua_json.h"

#include <lauxlib.h>
#include <math.h>

#include "reports/tables/columns.h"

static void push_object(lua_State *lua, const json_t *object)
{
    const char *key;
    json_t *value;

    lua_newtable(lua);
    json_object_foreach((json_t *)object, key, value)
    {
        lua_json_push(lua, value);
        lua_setfield(lua, -2, key);
    }
}

static void push_array(lua_State *lua, const json_t *array)
{
    lua_newtable(lua);
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *value = json_array_get(array, i);

        if (json_is_null(value))
            lua_pushboolean(lua, false);
        else
            lua_json_push(lua, value);
        lua_rawseti(lua, -2, (lua_Integer)i + 1);
    }
}

void lua_json_push(lua_State *lua, const json_t *value)
{
    luaL_checkstack(lua, 4, "the document is too deep");
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        push_object(lua, value);
        break;
    case JSON_ARRAY:
        push_array(lua, value);
        break;
    case JSON_STRING:
        lua_pushstring(lua, json_string_value(value));
        break;
    case JSON_INTEGER:
        lua_pushinteger(lua, (lua_Integer)json_integer_value(value));
        break;
    case JSON_REAL:
        lua_pushnumber(lua, json_real_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        lua_pushboolean(lua, json_is_true(value));
        break;
    default:
        lua_pushnil(lua);
    }
}

/* With its keys in any order. */
static json_t *pull_unordered(lua_State *lua, int table)
{
    json_t *object = json_object();

    for (lua_pushnil(lua); lua_next(lua, table); lua_pop(lua, 1))
        json_object_set_new(object, lua_tostring(lua, -2), lua_json_pull(lua, lua_gettop(lua), 0));
    return object;
}

/* The keys of an object in their order, which names all of them; 0: in any. */
static json_t *pull_object(lua_State *lua, int table, int order)
{
    json_t *object = order ? json_object() : pull_unordered(lua, table);
    size_t found = 0, all = 0;

    if (!order)
        return object;

    for (lua_Integer i = 1; lua_rawgeti(lua, order, i) == LUA_TSTRING; i++) {
        const char *key = lua_tostring(lua, -1);

        if (lua_getfield(lua, table, key) != LUA_TNIL)
            found += json_object_set_new(object, key, lua_json_pull(lua, lua_gettop(lua), order)) == 0;
        lua_pop(lua, 2);
    }
    lua_pop(lua, 1);
    for (lua_pushnil(lua); lua_next(lua, table); lua_pop(lua, 1))
        all++;
    if (all == found)
        return object;
    json_decref(object);
    luaL_error(lua, "a key of an object is not in the list of keys");
    return NULL;
}

/* A value of Lua as a document: `null` and what is no number are null, a table is an array unless it has keys or was made by
 * object(). */
json_t *lua_json_pull(lua_State *lua, int value, int order)
{
    const int type = lua_type(lua, value);
    json_t *array;

    luaL_checkstack(lua, 8, "the document is too deep");
    if (type == LUA_TBOOLEAN)
        return json_boolean(lua_toboolean(lua, value));
    if (type == LUA_TSTRING)
        return columns_text(lua_tostring(lua, value));
    if (type == LUA_TNUMBER && lua_isinteger(lua, value))
        return json_integer((json_int_t)lua_tointeger(lua, value));
    if (type == LUA_TNUMBER && isfinite(lua_tonumber(lua, value)))
        return json_real(lua_tonumber(lua, value));
    if (type != LUA_TTABLE)
        return json_null();
    lua_pushnil(lua);
    if (lua_rawlen(lua, value) == 0 && lua_next(lua, value)) {
        lua_pop(lua, 2);
        return pull_object(lua, value, order);
    }
    lua_settop(lua, lua_gettop(lua) - (lua_rawlen(lua, value) > 0));
    if (luaL_getmetafield(lua, value, "object") != LUA_TNIL) {
        lua_pop(lua, 1);
        return json_object();
    }
    array = json_array();
    for (lua_Integer i = 1; i <= (lua_Integer)lua_rawlen(lua, value); i++) {
        lua_rawgeti(lua, value, i);
        json_array_append_new(array, lua_json_pull(lua, lua_gettop(lua), order));
        lua_pop(lua, 1);
    }
    return array;
}

/* ---- fields ---- */

void lua_json_set_text(lua_State *lua, const char *key, const char *text)
{
    if (!text)
        return;
    lua_pushstring(lua, text);
    lua_setfield(lua, -2, key);
}

void lua_json_set_number(lua_State *lua, const char *key, double number)
{
    lua_pushnumber(lua, number);
    lua_setfield(lua, -2, key);
}

void lua_json_set_count(lua_State *lua, const char *key, size_t count)
{
    lua_pushinteger(lua, (lua_Integer)count);
    lua_setfield(lua, -2, key);
}

void lua_json_set_flag(lua_State *lua, const char *key, bool flag)
{
    lua_pushboolean(lua, flag);
    lua_setfield(lua, -2, key);
}

void lua_json_add(lua_State *lua)
{
    lua_rawseti(lua, -2, (lua_Integer)lua_rawlen(lua, -2) + 1);
}
