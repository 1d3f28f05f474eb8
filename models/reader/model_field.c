/* Reading single fields of a model file: see model_field.h. */
#include "models/reader/model_field.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/kinds/kind.h"
#include "models/reader/model_read.h"
#include "models/sandbox/lua_expression.h"
#include "models/sandbox/lua_source.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/memory.h"

enum { MAXIMAL_NAME = 64 };

struct model *model_field_model(lua_State *lua)
{
    const struct model_request *request = sandbox_context(lua);

    return request->model;
}

int model_field_raise(lua_State *lua, struct model_field field, const char *format, ...)
{
    char message[800];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    int line = lua_source_line(model_field_model(lua)->text, field.parent, field.key);
    return sandbox_raise_at(lua, line > 0 ? line : sandbox_constructor_line(lua), "%s", message);
}

void model_field_check_name(lua_State *lua, struct model_field field, const char *name, bool identifier)
{
    bool valid = isalpha((unsigned char)name[0]) && strlen(name) <= MAXIMAL_NAME;

    for (const char *c = name; *c && valid; c++)
        valid = isalnum((unsigned char)*c) || *c == '-' || (identifier && *c == '_');
    if (!valid)
        model_field_raise(lua, field,
                          "'%.80s' is not a name; write at most %d letters, digits and hyphens, a letter "
                          "first",
                          name, MAXIMAL_NAME);
}

void model_field_check_keys(lua_State *lua, const char *owner, const char *const *known)
{
    char list[400] = "";

    for (const char *const *name = known; *name; name++)
        error_list(list, sizeof list, *name);
    sandbox_library_push_sorted_keys(lua, -1);
    for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; i++, lua_pop(lua, 1)) {
        const char *name = lua_tostring(lua, -1), *const *each = known;

        while (*each && strcmp(*each, name) != 0)
            each++;
        if (!*each)
            model_field_raise(lua, (struct model_field){NULL, name},
                              "unknown key '%.80s' in %s; the keys are %s", name, owner, list);
    }
    lua_pop(lua, 2);
}

char **model_field_names(lua_State *lua, struct model_field field, bool identifier, const char *example,
                         size_t *count)
{
    struct memory_kept **kept = &model_field_model(lua)->kept;

    *count = 0;
    if (lua_isnil(lua, -1))
        return NULL;
    if (!lua_istable(lua, -1))
        model_field_raise(lua, field, "%s is a %s; write %s = { %s }", field.key, luaL_typename(lua, -1),
                          field.key, example);
    sandbox_library_push_sorted_keys(lua, -1);
    char **names = memory_keep(kept, lua_rawlen(lua, -1), sizeof *names);
    for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; i++, lua_pop(lua, 1)) {
        if (lua_isinteger(lua, -1))
            model_field_raise(lua, field, "%s has an entry without a name; write %s = { NAME = ... }",
                              field.key, field.key);
        names[*count] = memory_keep_string(kept, lua_tostring(lua, -1));
        model_field_check_name(lua, field, names[(*count)++], identifier);
    }
    lua_pop(lua, 2);
    return names;
}

size_t model_field_length(lua_State *lua, int line, const char *key)
{
    size_t length = (size_t)luaL_len(lua, -1);

    if (lua_getmetatable(lua, -1)) { /* a view of the coordinates has both */
        lua_pop(lua, 1);
        return length;
    }
    sandbox_library_push_sorted_keys(lua, -1); /* integers before names */
    if (lua_rawgeti(lua, -1, (lua_Integer)length + 1) != LUA_TNIL)
        sandbox_raise_at(lua, line, "%s has the name '%.80s'; write a list alone", key,
                         lua_tostring(lua, -1));
    lua_pop(lua, 2);
    return length;
}

char *model_field_read_string(lua_State *lua, const char *key)
{
    int type = lua_getfield(lua, MODEL_FIELD_TABLE, key);

    if (type != LUA_TSTRING && type != LUA_TNIL)
        model_field_raise(lua, (struct model_field){NULL, key}, "%s is a %s; write %s = \"...\"", key,
                          lua_typename(lua, type), key);
    char *text =
        memory_keep_string(&model_field_model(lua)->kept, type == LUA_TNIL ? "" : lua_tostring(lua, -1));
    lua_pop(lua, 1);
    return text;
}

void model_field_read_constant(lua_State *lua, struct model_field field, bool rational, char **text,
                               expression *value)
{
    struct memory_kept **kept = &model_field_model(lua)->kept;
    struct error error;
    expression node = lua_expression_get(lua, -1, &error);

    if (!node)
        model_field_raise(lua, field, "%s: %s", field.key, error.text);
    bool is_rational = node->operation == OPERATION_CONSTANT, is_text = lua_type(lua, -1) == LUA_TSTRING;
    if (rational && !is_rational)
        model_field_raise(
            lua, field, "%s: this number must be rational; write an exact string such as \"1/3\"", field.key);
    if (!is_text && !is_rational)
        model_field_raise(
            lua, field, "%s: write a constant that is not rational as a string, such as \"2*pi\"", field.key);
    *value = node;
    if (is_text) {
        *text = memory_keep_string(kept, lua_tostring(lua, -1));
    } else {
        *text = memory_keep(
            kept,
            mpz_sizeinbase(mpq_numref(node->value), 10) + mpz_sizeinbase(mpq_denref(node->value), 10) + 3, 1);
        mpq_get_str(*text, 10, node->value);
    }
    lua_pop(lua, 1);
}

/* -- functions -- */

int model_field_check(lua_State *lua, struct model_field field, const char *arguments)
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

void model_field_push_inputs(lua_State *lua, const char *what, size_t block, size_t count)
{
    struct graph *graph = model_field_model(lua)->graph;
    char list[40];

    lua_newtable(lua);
    for (size_t i = 0; i < count; i++) {
        lua_expression_push(lua, graph_input(graph, block, i));
        lua_rawseti(lua, -2, (lua_Integer)i + 1);
    }
    snprintf(list, sizeof list, "1 to %zu", count);
    sandbox_protect(lua, what, list, count);
}

expression model_field_read_expression(lua_State *lua, int line, const char *label)
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

/* Pops the list of expressions on top of the stack. */
static void read_entries(lua_State *lua, int line, const char *name, size_t count, expression *list)
{
    for (size_t i = 0; i < count; i++) {
        char label[100];
        snprintf(label, sizeof label, "component %zu of %.60s", i + 1, name);
        lua_geti(lua, -1, (lua_Integer)i + 1);
        list[i] = model_field_read_expression(lua, line, label);
    }
    lua_pop(lua, 1);
}

/* Pops the list on top of the stack, one expression for each of d coordinates; raises at `line` when it is none. */
static void read_list(lua_State *lua, int line, const char *name, size_t d, expression *list)
{
    if (!lua_istable(lua, -1))
        sandbox_raise_at(
            lua, line,
            "%s returns %s%s; write return { ... }, one expression for each of the %zu coordinates", name,
            lua_isnil(lua, -1) ? "" : "a ", lua_isnil(lua, -1) ? "nothing" : luaL_typename(lua, -1), d);
    size_t given = model_field_length(lua, line, name);
    if (given != d)
        sandbox_raise_at(lua, line, "%s has %zu component%s; the model has %zu coordinates", name, given,
                         given == 1 ? "" : "s", d);
    read_entries(lua, line, name, d, list);
}

expression *model_field_read_vector(lua_State *lua, int line, const char *name)
{
    struct model *model = model_field_model(lua);
    expression *vector = memory_keep(&model->kept, model->dimension, sizeof *vector);

    read_list(lua, line, name, model->moved, vector);
    return vector;
}

const char *model_field_arguments(const struct model *model, enum model_field_of of,
                                  char arguments[MODEL_FIELD_ARGUMENTS])
{
    const struct kind *kind = kind_table[model->kind];
    const char *start = of == MODEL_FIELD_OF_TIME ? "0" : "", *after = of == MODEL_FIELD_OF_TIME ? ", t" : "",
               *before = of == MODEL_FIELD_OF_STATE_AND_TIME ? "t, "
                         : of == MODEL_FIELD_OF_MULTIPLIERS  ? "l, "
                                                             : "";

    if (of == MODEL_FIELD_OF_PARAMETERS)
        snprintf(arguments, MODEL_FIELD_ARGUMENTS, "(t, c)");
    else if (kind->second && of != MODEL_FIELD_OF_POSITIONS)
        snprintf(arguments, MODEL_FIELD_ARGUMENTS, "(%c%s, %c%s, %sc%s)", kind->state, start, kind->second,
                 start, before, after);
    else
        snprintf(arguments, MODEL_FIELD_ARGUMENTS, "(%c%s, %sc%s)", kind->state, start, before, after);
    return arguments;
}

/* Of the function on top of the stack. */
static int count_arguments(lua_State *lua)
{
    lua_Debug function;

    lua_pushvalue(lua, -1);
    lua_getinfo(lua, ">u", &function);
    return function.nparams;
}

static int arguments_of_state(const struct model *model)
{
    return kind_table[model->kind]->second ? 3 : 2;
}

/* The arguments that functions of the field have without the time; 0 where they are never of it. */
static int plain_arguments(const struct model *model, struct model_field field)
{
    const struct kind_timed *row = kind_table[model->kind]->timed;

    if (!row || field.parent)
        return row && strcmp(field.parent, "invariants") == 0 ? arguments_of_state(model) : 0;
    while (row->key && strcmp(row->key, field.key) != 0)
        row++;
    return row->key && !row->arguments ? arguments_of_state(model) : row->arguments;
}

/* Pops what is on top of the stack: whether it is a function of more arguments. */
static bool is_timed(lua_State *lua, int plain)
{
    bool timed = lua_isfunction(lua, -1) && count_arguments(lua) > plain;

    lua_pop(lua, 1);
    return timed;
}

bool model_field_is_timed(lua_State *lua)
{
    const struct model *model = model_field_model(lua);
    const struct kind_timed *row = kind_table[model->kind]->timed;
    bool timed = false;

    if (!row)
        return false;
    for (; row->key; row++) {
        lua_getfield(lua, MODEL_FIELD_TABLE, row->key);
        timed |= is_timed(lua, plain_arguments(model, (struct model_field){NULL, row->key}));
    }
    if (lua_getfield(lua, MODEL_FIELD_TABLE, "invariants") == LUA_TTABLE) {
        for (lua_pushnil(lua); lua_next(lua, -2);)
            timed |= is_timed(lua, arguments_of_state(model));
    }
    lua_pop(lua, 1);
    return timed;
}

/* Pushes the time where the function below, of the field, is of it; raises where it is of more than it may be. */
static bool push_time(lua_State *lua, struct model_field field, int arguments, enum model_field_of of)
{
    struct model *model = model_field_model(lua);
    const int plain = plain_arguments(model, field),
              untimed = of == MODEL_FIELD_OF_POSITIONS ? 2 : arguments_of_state(model),
              own = plain ? plain : untimed;
    char wanted[MODEL_FIELD_ARGUMENTS];

    if (arguments > own + (plain > 0))
        model_field_raise(
            lua, field, "%s of kind %s is a function of %d arguments; write function %s", field.key,
            kind_table[model->kind]->name, arguments,
            model_field_arguments(
                model, plain && of == MODEL_FIELD_OF_STATE ? MODEL_FIELD_OF_STATE_AND_TIME : of, wanted));
    if (arguments <= own)
        return false;
    lua_expression_push(lua, graph_input(model->graph, MODEL_BLOCK_COORDINATES, model->moved));
    return true;
}

int model_field_call(lua_State *lua, struct model_field field, enum model_field_of of)
{
    struct model *model = model_field_model(lua);
    const bool first = of != MODEL_FIELD_OF_PARAMETERS,
               second = model->positions && of != MODEL_FIELD_OF_POSITIONS && first,
               multiplied = of == MODEL_FIELD_OF_MULTIPLIERS, of_time = of == MODEL_FIELD_OF_TIME;
    char arguments[MODEL_FIELD_ARGUMENTS];
    expression time = of_time ? graph_input(model->graph, MODEL_BLOCK_TIME, 0) : NULL;

    if (of_time && !time)
        sandbox_raise_at(lua, 0, "%s", graph_error(model->graph));
    int line = model_field_check(lua, field, model_field_arguments(model, of, arguments));
    const int own = of_time ? 0 : count_arguments(lua);
    if (first)
        lua_pushvalue(lua, MODEL_FIELD_STATE);
    if (second)
        lua_pushvalue(lua, MODEL_FIELD_SECOND);
    if (multiplied)
        model_field_push_inputs(lua, "multiplier", MODEL_BLOCK_MULTIPLIERS, model->multipliers);
    const bool timed = push_time(lua, field, own, of);
    lua_pushvalue(lua, MODEL_FIELD_PARAMETERS);
    if (time)
        lua_expression_push(lua, time);
    lua_call(lua, 1 + first + second + multiplied + timed + of_time, 1);
    return line;
}

/* Whether the key is there, on top of the stack, or must be; else nothing is pushed. */
static bool push_field(lua_State *lua, const char *key, bool optional)
{
    if (lua_getfield(lua, MODEL_FIELD_TABLE, key) != LUA_TNIL || !optional)
        return true;
    lua_pop(lua, 1);
    return false;
}

void model_field_read_field(lua_State *lua, const char *key, enum model_field_of of, bool optional,
                            expression **vector)
{
    if (push_field(lua, key, optional))
        *vector =
            model_field_read_vector(lua, model_field_call(lua, (struct model_field){NULL, key}, of), key);
}

void model_field_read_expressions(lua_State *lua, struct model_field field, int line, size_t *count,
                                  expression **functions)
{
    if (!lua_istable(lua, -1) || (*count = model_field_length(lua, line, field.key)) == 0)
        model_field_raise(lua, field, "%s is not a list of expressions; write return { ... }", field.key);
    *functions = memory_keep(&model_field_model(lua)->kept, *count, sizeof **functions);
    read_entries(lua, line, field.key, *count, *functions);
}

void model_field_read_functions(lua_State *lua, const char *key, enum model_field_of of, size_t *count,
                                expression **functions)
{
    struct model_field field = {NULL, key};

    if (push_field(lua, key, true))
        model_field_read_expressions(lua, field, model_field_call(lua, field, of), count, functions);
}

void model_field_read_scalar(lua_State *lua, const char *key, enum model_field_of of, bool optional,
                             expression *scalar)
{
    if (push_field(lua, key, optional))
        *scalar =
            model_field_read_expression(lua, model_field_call(lua, (struct model_field){NULL, key}, of), key);
}

/* Pops the list of `rows` rows on top of the stack, each with n expressions, into a matrix of this width. */
static void read_rows(lua_State *lua, int line, const char *key, size_t rows, size_t n, size_t width,
                      expression *matrix)
{
    for (size_t i = 0; i < rows; i++) {
        char row[60];

        snprintf(row, sizeof row, "row %zu of %.30s", i + 1, key);
        lua_geti(lua, -1, (lua_Integer)i + 1);
        read_list(lua, line, row, n, matrix + i * width);
    }
    lua_pop(lua, 1);
}

size_t model_field_read_matrix(lua_State *lua, const char *key, enum model_field_of of, size_t rows,
                               expression **matrix)
{
    const struct model *model = model_field_model(lua);
    const bool whole = of == MODEL_FIELD_OF_STATE;
    const size_t n = whole ? model->moved : model->positions, more = whole ? model->dimension - n : 0;
    const struct model_field field = {NULL, key};

    if (!push_field(lua, key, true))
        return 0;
    const int line =
        lua_istable(lua, -1) ? lua_source_line(model->text, NULL, key) : model_field_call(lua, field, of);
    const size_t given = lua_istable(lua, -1) ? model_field_length(lua, line, key) : 0;
    if (rows && given != rows)
        model_field_raise(lua, field,
                          "%s is not a list of %zu rows; write { { ... }, ... }, one row of %zu "
                          "expressions for each coordinate",
                          key, rows, n);
    if (!given)
        model_field_raise(
            lua, field, "%s is not a list of rows; write { { ... }, ... }, rows of %zu expressions", key, n);
    *matrix = graph_zeros(model->graph, given + more, n + more).entry;
    read_rows(lua, line, key, given, n, n + more, *matrix);
    return given;
}
