/* Functions of a model file: see model_function.h. */
#include "models/reader/model_function.h"

#include <lauxlib.h>
#include <stdio.h>

#include "models/sandbox/lua_expression.h"
#include "models/sandbox/sandbox.h"
#include "numerics/memory.h"

int model_function_check(lua_State *lua, struct model_field field, const char *arguments)
{
    lua_Debug function;

    if (lua_isnil(lua, -1))
        model_field_raise(lua, field, "%s is missing; write %s = function %s return ... end", field.key,
                          field.key, arguments);
    if (!lua_isfunction(lua, -1) || lua_iscfunction(lua, -1))
        model_field_raise(lua, field,
                          "%s is not a function of %s but a %s; write %s = function %s return ... end",
                          field.key, arguments, luaL_typename(lua, -1), field.key, arguments);
    lua_pushvalue(lua, -1);
    lua_getinfo(lua, ">S", &function);
    return function.linedefined;
}

expression model_function_read_expression(lua_State *lua, int line, const char *label)
{
    struct error error;
    expression node;

    if (lua_isnil(lua, -1))
        sandbox_raise_at(lua, line, "%s is missing; return an expression", label);
    node = lua_expression_get(lua, -1, &error);
    if (!node)
        sandbox_raise_at(lua, line, "%s: %s", label, error.text);
    lua_pop(lua, 1);
    return node;
}

void model_function_read_vector(lua_State *lua, int line, const char *name, expression **vector)
{
    size_t d = model_field_model(lua)->dimension;

    if (!lua_istable(lua, -1))
        sandbox_raise_at(
            lua, line,
            "%s returns %s%s; write return { ... }, one expression for each of the %zu coordinates", name,
            lua_isnil(lua, -1) ? "" : "a ", lua_isnil(lua, -1) ? "nothing" : luaL_typename(lua, -1), d);
    size_t given = (size_t)luaL_len(lua, -1);
    if (given != d)
        sandbox_raise_at(lua, line, "%s has %zu component%s; the model has %zu coordinates", name, given,
                         given == 1 ? "" : "s", d);
    *vector = memory_create(d, sizeof **vector);
    for (size_t i = 0; i < d; i++) {
        char label[100];
        snprintf(label, sizeof label, "component %zu of %.60s", i + 1, name);
        lua_geti(lua, -1, (lua_Integer)i + 1);
        (*vector)[i] = model_function_read_expression(lua, line, label);
    }
    lua_pop(lua, 1);
}
