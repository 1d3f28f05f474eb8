/* Fields of a study file: see study_field.h. */
#include "harness/study/study_field.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/memory.h"

/* Refuses keys that are not among `known`; the table is on top of the stack. */
void study_field_check_keys(lua_State *lua, const char *what, const char *const *known)
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
char *study_field_take_string(lua_State *lua, const char *what)
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

char *study_field_string(lua_State *lua, const char *owner, const char *key, bool needed)
{
    char what[96], *text;

    snprintf(what, sizeof what, "%s.%s", owner, key);
    lua_getfield(lua, -1, key);
    text = study_field_take_string(lua, what);
    if (!text && needed)
        sandbox_raise(lua, "%s is missing; write %s = \"...\"", what, key);
    return text;
}

/* A string or a list of strings on top of the stack, popped. */
void study_field_take_strings(lua_State *lua, const char *what, struct study_strings *strings)
{
    if (lua_type(lua, -1) != LUA_TTABLE) {
        char *text = study_field_take_string(lua, what);

        if (!text)
            return;
        strings->text = memory_create(1, sizeof *strings->text);
        strings->text[strings->count++] = text;
        return;
    }
    for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; i++) {
        strings->text = memory_resize(strings->text, strings->count + 1, sizeof *strings->text);
        strings->text[strings->count] = study_field_take_string(lua, what);
        strings->count++;
    }
    lua_pop(lua, 2);
}

void study_field_strings(lua_State *lua, const char *key, struct study_strings *strings)
{
    lua_getfield(lua, -1, key);
    study_field_take_strings(lua, key, strings);
}
