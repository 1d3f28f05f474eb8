/* Operators and functions on expressions in Lua: see lua_expression.h.
 *
 * Light userdata share one metatable in Lua; the sandbox has no other light userdata.  Strings get a
 * metatable as well, so that "1/3" * 2 is exact arithmetic. */
#include "models/sandbox/lua_expression.h"

#include <lauxlib.h>
#include <string.h>

#include "models/sandbox/lua_matrix.h"
#include "models/sandbox/lua_source.h"
#include "models/sandbox/sandbox.h"

void lua_expression_push(lua_State *lua, expression node)
{
    lua_pushlightuserdata(lua, (void *)node);
}

static void explain_float(lua_State *lua, int index, struct error *error)
{
    char message[256];

    lua_source_explain_float(message, sizeof message, NULL, (double)lua_tonumber(lua, index));
    error_set(error, "%s", message);
}

int lua_expression_raise_float(lua_State *lua, int index)
{
    struct error error;

    explain_float(lua, index, &error);
    return sandbox_raise(lua, "%s", error.text);
}

static expression from_integer(lua_State *lua, lua_Integer value, struct error *error)
{
    if (value > SANDBOX_LARGEST_INTEGER || value < -SANDBOX_LARGEST_INTEGER) {
        error_set(error, SANDBOX_INTEGER_MESSAGE, (long long)value);
        return NULL;
    }
    expression result = graph_integer(sandbox_graph(lua), (long)value);
    if (!result) {
        error_set(error, "%s", graph_error(sandbox_graph(lua)));
        graph_clear_error(sandbox_graph(lua));
    }
    return result;
}

static expression from_string(lua_State *lua, int index, struct error *error)
{
    size_t length;
    const char *text = lua_tolstring(lua, index, &length);

    if (strlen(text) != length) {
        error_set(error, "a string with a zero byte; write an exact number such as \"1/3\"");
        return NULL;
    }
    return graph_parse(sandbox_graph(lua), text, error);
}

expression lua_expression_get(lua_State *lua, int index, struct error *error)
{
    switch (lua_type(lua, index)) {
    case LUA_TLIGHTUSERDATA:
        return lua_touserdata(lua, index);
    case LUA_TSTRING:
        return from_string(lua, index, error);
    case LUA_TNUMBER:
        if (lua_isinteger(lua, index))
            return from_integer(lua, lua_tointeger(lua, index), error);
        explain_float(lua, index, error);
        return NULL;
    case LUA_TNIL:
        error_set(
            error,
            "nil is not an expression; write an integer, an exact string such as \"1/3\", or an expression "
            "of q and c (is a name misspelt?)");
        return NULL;
    default:
        error_set(error,
                  "a %s is not an expression; write an integer, an exact string such as \"1/3\", or an "
                  "expression of q and c",
                  luaL_typename(lua, index));
        return NULL;
    }
}

static expression argument(lua_State *lua, int index)
{
    struct error error;
    expression node = lua_expression_get(lua, index, &error);

    if (!node)
        sandbox_raise(lua, "%s", error.text);
    return node;
}

static int give(lua_State *lua, expression result)
{
    if (!result) {
        lua_pushstring(lua, graph_error(sandbox_graph(lua)));
        graph_clear_error(sandbox_graph(lua));
        return sandbox_raise(lua, "%s", lua_tostring(lua, -1));
    }
    lua_expression_push(lua, result);
    return 1;
}

/* Upvalue 1: the operation. */
static int binary(lua_State *lua)
{
    enum operation operation = (enum operation)lua_tointeger(lua, lua_upvalueindex(1));

    if (lua_matrix_is(lua, 1) || lua_matrix_is(lua, 2))
        return lua_matrix_operate(lua, operation);
    expression left = argument(lua, 1);
    expression right = argument(lua, 2);

    return give(lua, graph_binary(sandbox_graph(lua), operation, left, right));
}

static int negate(lua_State *lua)
{
    return give(lua, graph_unary(sandbox_graph(lua), OPERATION_NEGATE, argument(lua, 1)));
}

static int power(lua_State *lua)
{
    expression base = argument(lua, 1);
    expression exponent = argument(lua, 2);

    if (exponent->operation != OPERATION_CONSTANT)
        return sandbox_raise(lua, "an exponent must be a rational number; write exp(y*log(x)) for x^y");
    return give(lua, graph_power(sandbox_graph(lua), base, exponent->value));
}

/* Whether the sign of left - right, rational constants, is below upvalue 1; everything else has no order. */
static int compare(lua_State *lua)
{
    expression left = argument(lua, 1);
    expression right = argument(lua, 2);

    if (left->operation != OPERATION_CONSTANT || right->operation != OPERATION_CONSTANT)
        return sandbox_raise(lua, "expressions have no order; compare rational constants only");
    lua_pushboolean(lua, mpq_cmp(left->value, right->value) < lua_tointeger(lua, lua_upvalueindex(1)));
    return 1;
}

static int refuse_operator(lua_State *lua)
{
    return sandbox_raise(lua, "this operator has no meaning for expressions; write + - * / or ^");
}

static int refuse_index(lua_State *lua)
{
    bool is_string = lua_type(lua, 1) == LUA_TSTRING;

    return sandbox_raise(lua, is_string ? "a string has no fields and no methods; write expressions"
                                        : "an expression has no fields; write q[1] or c.NAME");
}

static int refuse_call(lua_State *lua)
{
    return sandbox_raise(lua, "an expression is not a function; write * for a product");
}

/* Upvalue 1: the row of the table of functions. */
static int function(lua_State *lua)
{
    const struct graph_function *row = graph_functions + lua_tointeger(lua, lua_upvalueindex(1));

    if (lua_gettop(lua) != 1)
        return sandbox_raise(lua, "%s takes one expression, not %d; write %s(x)", row->name, lua_gettop(lua),
                             row->name);
    return give(lua, graph_unary(sandbox_graph(lua), row->operation, argument(lua, 1)));
}

static const struct operator
{
    const char *name;
    lua_CFunction function;
    int upvalue;
    bool of_strings;
}
OPERATORS[] = {
    {"__add", binary, OPERATION_ADD, true},
    {"__sub", binary, OPERATION_SUBTRACT, true},
    {"__mul", binary, OPERATION_MULTIPLY, true},
    {"__div", binary, OPERATION_DIVIDE, true},
    {"__unm", negate, 0, true},
    {"__pow", power, 0, true},
    {"__lt", compare, 0, true},
    {"__le", compare, 1, true},
    {"__idiv", refuse_operator, 0, true},
    {"__mod", refuse_operator, 0, true},
    {"__index", refuse_index, 0, true},
    {"__newindex", refuse_index, 0, true},
    {"__call", refuse_call, 0, false},
    {"__concat", refuse_operator, 0, false},
    {"__len", refuse_operator, 0, false},
};

static void push_closure(lua_State *lua, lua_CFunction closure, lua_Integer upvalue)
{
    lua_pushinteger(lua, upvalue);
    lua_pushcclosure(lua, closure, 1);
}

/* Pops the value and gives its type the operators. */
static void set_operators(lua_State *lua, bool string)
{
    lua_newtable(lua);
    for (size_t i = 0; i < sizeof OPERATORS / sizeof *OPERATORS; i++) {
        if (string && !OPERATORS[i].of_strings)
            continue;
        push_closure(lua, OPERATORS[i].function, OPERATORS[i].upvalue);
        lua_setfield(lua, -2, OPERATORS[i].name);
    }
    lua_setmetatable(lua, -2);
    lua_pop(lua, 1);
}

void lua_expression_add(lua_State *lua)
{
    lua_pushlightuserdata(lua, NULL);
    set_operators(lua, false);
    lua_pushliteral(lua, "");
    set_operators(lua, true);
    for (lua_Integer i = 0; graph_functions[i].name; i++) {
        push_closure(lua, function, i);
        lua_setfield(lua, -2, graph_functions[i].name);
    }
    lua_expression_push(lua, graph_pi(sandbox_graph(lua)));
    lua_setfield(lua, -2, "pi");
}
