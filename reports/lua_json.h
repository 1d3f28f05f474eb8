/* Documents as values of Lua, and back. */
#ifndef ASSAY_LUA_JSON_H
#define ASSAY_LUA_JSON_H

#include <jansson.h>
#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/* Pushes it: objects and arrays as tables, null as nil (false in an array). */
void lua_json_push(lua_State *lua, const json_t *value);
/* The value at that place of the stack.  `order` is the place of the list of all keys, in the order in which objects have them; 0:
 * any order.  What is no number is null, a table is an array unless it has keys or its metatable has the field `object`.  The caller
 * owns it. */
json_t *lua_json_pull(lua_State *lua, int value, int order);

/* Fields of the table at the top of the stack; what is NULL is left out. */
void lua_json_set_text(lua_State *lua, const char *key, const char *text);
void lua_json_set_number(lua_State *lua, const char *key, double number);
void lua_json_set_count(lua_State *lua, const char *key, size_t count);
void lua_json_set_flag(lua_State *lua, const char *key, bool flag);
/* Adds what is on the top to the list below it. */
void lua_json_add(lua_State *lua);

#endif
