/* Functions of a model file: see model_function.h. */
#include "models/reader/model_function.h"

#include <lauxlib.h>
#include <stdio.h>

#include "models/kinds/kind.h"
#include "models/sandbox/lua_expression.h"
#include "models/sandbox/lua_source.h"
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

/* Pops the list of d expressions on top of the stack. */
static void read_list(lua_State *lua, int line, const char *name, expression *list)
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
    for (size_t i = 0; i < d; i++) {
        char label[100];
        snprintf(label, sizeof label, "component %zu of %.60s", i + 1, name);
        lua_geti(lua, -1, (lua_Integer)i + 1);
        list[i] = model_function_read_expression(lua, line, label);
    }
    lua_pop(lua, 1);
}

void model_function_read_vector(lua_State *lua, int line, const char *name, expression **vector)
{
    *vector = memory_create(model_field_model(lua)->dimension, sizeof **vector);
    read_list(lua, line, name, *vector);
}

int model_function_call(lua_State *lua, struct model_field field, bool of_time)
{
    struct model *model = model_field_model(lua);
    char state = kind_table[model->kind]->state, arguments[20];
    expression time = of_time ? graph_input(model->graph, MODEL_BLOCK_TIME, 0) : NULL;

    if (of_time && !time)
        sandbox_raise_at(lua, 0, "%s", graph_error(model->graph));
    snprintf(arguments, sizeof arguments, of_time ? "(%c0, c, t)" : "(%c, c)", state);
    int line = model_function_check(lua, field, arguments);
    lua_pushvalue(lua, MODEL_FUNCTION_STATE);
    lua_pushvalue(lua, MODEL_FUNCTION_PARAMETERS);
    if (time)
        lua_expression_push(lua, time);
    lua_call(lua, time ? 3 : 2, 1);
    return line;
}

/* Whether the key is there, on top of the stack, or must be; else nothing is pushed. */
static bool push_field(lua_State *lua, const char *key, bool optional)
{
    if (lua_getfield(lua, MODEL_FUNCTION_TABLE, key) != LUA_TNIL || !optional)
        return true;
    lua_pop(lua, 1);
    return false;
}

void model_function_read_field(lua_State *lua, const char *key, bool of_time, bool optional,
                               expression **vector)
{
    if (push_field(lua, key, optional))
        model_function_read_vector(lua, model_function_call(lua, (struct model_field){NULL, key}, of_time),
                                   key, vector);
}

void model_function_read_scalar(lua_State *lua, const char *key, bool optional, expression *scalar)
{
    if (push_field(lua, key, optional))
        *scalar = model_function_read_expression(
            lua, model_function_call(lua, (struct model_field){NULL, key}, false), key);
}

void model_function_read_matrix(lua_State *lua, const char *key, expression **matrix)
{
    size_t d = model_field_model(lua)->dimension;
    struct model_field field = {NULL, key};

    if (!push_field(lua, key, true))
        return;
    int line = lua_istable(lua, -1) ? lua_source_line(model_field_model(lua)->text, NULL, key)
                                    : model_function_call(lua, field, false);
    if (!lua_istable(lua, -1) || (size_t)luaL_len(lua, -1) != d)
        model_field_raise(lua, field,
                          "%s is not a list of %zu rows; write { { ... }, ... }, one row of %zu "
                          "expressions for each coordinate",
                          key, d, d);
    *matrix = memory_create(d * d, sizeof **matrix);
    for (size_t i = 0; i < d; i++) {
        char row[60];

        snprintf(row, sizeof row, "row %zu of %.30s", i + 1, key);
        lua_geti(lua, -1, (lua_Integer)i + 1);
        read_list(lua, line, row, *matrix + i * d);
    }
    lua_pop(lua, 1);
}
