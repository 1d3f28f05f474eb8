/* Expressions in Lua: a node of the graph is a light userdata, so that equal expressions are equal values. */
#ifndef ASSAY_LUA_EXPRESSION_H
#define ASSAY_LUA_EXPRESSION_H

#include <lua.h>

#include "numerics/error.h"
#include "numerics/graph/graph.h"

/* Gives expressions and strings their operators, and adds pi and the functions to the table on top of the
 * stack. */
void lua_expression_add(lua_State *lua);
void lua_expression_push(lua_State *lua, expression node);
/* The value at `index` as an expression: an expression, an integer, or an exact string.  NULL with a message
 * (what is wrong and what to write instead, no file and line) on anything else. */
expression lua_expression_get(lua_State *lua, int index, struct error *error);
/* Raises the error about the floating-point number at `index`. */
int lua_expression_raise_float(lua_State *lua, int index);

#endif
