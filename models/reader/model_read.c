/* Reading a model file: names and kind here, data in model_data.c, then the functions.
 *
 * The functions of a model are called once, with q the inputs of the graph and c the parameters, and return
 * expressions. */
#include "models/reader/model_read.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#include "models/kinds/kind.h"
#include "models/sandbox/lua_expression.h"
#include "models/sandbox/lua_source.h"
#include "models/reader/model_field.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"

static const size_t MAXIMAL_DIMENSION = 100;

static void read_kind(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {NULL, "kind"};
    char known[100] = "";
    int type = lua_getfield(lua, MODEL_FIELD_TABLE, "kind"), kind = 0;

    for (int k = 0; k < MODEL_KINDS; k++)
        error_list(known, sizeof known, kind_table[k]->name);
    if (type == LUA_TNIL)
        model_field_raise(lua, field, "kind is missing; the kinds are %s", known);
    while (kind < MODEL_KINDS &&
           (type != LUA_TSTRING || strcmp(lua_tostring(lua, -1), kind_table[kind]->name) != 0))
        kind++;
    if (kind == MODEL_KINDS)
        model_field_raise(lua, field, "unknown kind '%.80s'; the kinds are %s",
                          type == LUA_TSTRING ? lua_tostring(lua, -1) : lua_typename(lua, type), known);
    model->kind = (enum model_kind)kind;
    lua_pop(lua, 1);
}

/* -- coordinates -- */

/* The position of the coordinate among the first `count`; `count` when it is not there. */
static size_t find_coordinate(const struct model *model, size_t count, const char *name)
{
    size_t i = 0;

    while (i < count && strcmp(model->coordinates[i], name) != 0)
        i++;
    return i;
}

static void read_coordinate(lua_State *lua, size_t i)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {NULL, "coordinates"};

    if (lua_rawgeti(lua, -1, (lua_Integer)i + 1) != LUA_TSTRING)
        model_field_raise(lua, field, "coordinate %zu is a %s; write its name as a string", i + 1,
                          luaL_typename(lua, -1));
    const char *name = lua_tostring(lua, -1);
    model_field_check_name(lua, field, name, true);
    if (find_coordinate(model, i, name) < i)
        model_field_raise(lua, field, "the coordinate '%s' appears twice; write different names", name);
    model->coordinates[i] = memory_keep_string(&model->kept, name);
    lua_pop(lua, 1);
}

/* p_x for the coordinate x. */
static void name_second(lua_State *lua, size_t count)
{
    struct model *model = model_field_model(lua);

    model->positions = count;
    for (size_t i = 0; i < count; i++) {
        char name[80];

        snprintf(name, sizeof name, "%c_%s", kind_table[model->kind]->second, model->coordinates[i]);
        if (find_coordinate(model, count, name) < count)
            model_field_raise(
                lua, (struct model_field){NULL, "coordinates"},
                "the coordinate '%s' has the name of a momentum or a velocity; write a different one", name);
        model->coordinates[count + i] = memory_keep_string(&model->kept, name);
    }
}

static void name_time(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    if (find_coordinate(model, model->moved, "t") < model->moved)
        model_field_raise(lua, (struct model_field){NULL, "coordinates"},
                          "a coordinate is called t, as is the time; write a different name");
    model->coordinates[model->moved] = memory_keep_string(&model->kept, "t");
    model->secular[model->moved] = true;
}

static void read_coordinates(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {NULL, "coordinates"};

    if (lua_getfield(lua, MODEL_FIELD_TABLE, "coordinates") != LUA_TTABLE || lua_rawlen(lua, -1) == 0)
        model_field_raise(lua, field,
                          "coordinates is not a list of names; write coordinates = { \"q1\", \"q2\" }");
    size_t count = model_field_length(lua, lua_source_line(model->text, NULL, "coordinates"), "coordinates");
    const size_t times = kind_table[model->kind]->second ? 2 : 1;
    if (count > MAXIMAL_DIMENSION / times)
        model_field_raise(lua, field, "%zu coordinates; write at most %zu", count, MAXIMAL_DIMENSION / times);
    if (count % 2 && kind_table[model->kind]->even)
        model_field_raise(
            lua, field,
            "%zu coordinates; write an even number (the symplectic matrix of an odd number is singular)",
            count);
    model->moved = times * count;
    model->dimension = model->moved + model->time_dependent;
    model->coordinates = memory_keep(&model->kept, model->dimension, sizeof *model->coordinates);
    model->secular = memory_keep(&model->kept, model->dimension, sizeof *model->secular);
    for (size_t i = 0; i < count; i++)
        read_coordinate(lua, i);
    lua_pop(lua, 1);
    if (times == 2)
        name_second(lua, count);
    if (model->time_dependent)
        name_time(lua);
}

static void list_coordinates(const struct model *model, char *list, size_t size)
{
    for (size_t i = 0; i < model->dimension; i++)
        error_list(list, size, model->coordinates[i]);
}

static void read_secular(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {NULL, "secular"};
    char list[400] = "";

    int type = lua_getfield(lua, MODEL_FIELD_TABLE, "secular");
    if (type != LUA_TNIL && type != LUA_TTABLE)
        model_field_raise(lua, field, "secular is a %s; write secular = { \"NAME\" }",
                          lua_typename(lua, type));
    list_coordinates(model, list, sizeof list);
    int line = lua_source_line(model->text, NULL, "secular");
    size_t count = type == LUA_TTABLE ? model_field_length(lua, line, "secular") : 0;
    for (size_t i = 1; i <= count; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i);
        const char *name = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1) : luaL_typename(lua, -1);
        size_t found = find_coordinate(model, model->dimension, name);
        if (found == model->dimension)
            model_field_raise(lua, field, "secular names no coordinate: '%.80s'; the coordinates are %s",
                              name, list);
        model->secular[found] = true;
        lua_pop(lua, 1);
    }
    lua_pop(lua, 1);
}

/* periodic = { angle = "2*pi" } */
static void read_periodic(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct model_field field = {NULL, "periodic"};
    char list[400] = "", **names, *text;
    size_t count;

    model->period = memory_keep(&model->kept, model->dimension, sizeof(expression));
    for (size_t i = 0; i < model->moved; i++)
        error_list(list, sizeof list, model->coordinates[i]);
    lua_getfield(lua, MODEL_FIELD_TABLE, "periodic");
    names = model_field_names(lua, field, true, "angle = \"2*pi\"", &count);
    model->periodic = count > 0;
    for (size_t k = 0; k < count; k++) {
        const struct model_field each = {"periodic", names[k]};
        const size_t found = find_coordinate(model, model->moved, names[k]);
        mpfr_t value;

        if (found == model->moved)
            model_field_raise(lua, each, "periodic names no coordinate: '%.80s'; the coordinates are %s",
                              names[k], list);
        lua_getfield(lua, -1, names[k]);
        model_field_read_constant(lua, each, false, &text, model->period + found);
        mpfr_init2(value, 64);
        graph_value(value, model->period[found], NULL);
        const bool positive = mpfr_number_p(value) && mpfr_sgn(value) > 0;
        mpfr_clear(value);
        if (!positive)
            model_field_raise(lua, each, "the period of %s is not positive; write for example \"2*pi\"",
                              names[k]);
    }
    lua_pop(lua, 1);
}

/* small = "epsilon": of the system A + epsilon B, whose A is left where it is 0. */
static void read_small(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const int type = lua_getfield(lua, MODEL_FIELD_TABLE, "small");
    const char *name = type == LUA_TSTRING ? lua_tostring(lua, -1) : lua_typename(lua, type);
    char list[400] = "";

    for (size_t i = 0; i < model->parameters; i++) {
        if (type == LUA_TSTRING && model->parameter[i].value && strcmp(model->parameter[i].name, name) == 0)
            model->small = model->parameter[i].name;
        error_list(list, sizeof list, model->parameter[i].name);
    }
    if (type != LUA_TNIL && !model->small)
        model_field_raise(lua, (struct model_field){NULL, "small"},
                          "small names no parameter: '%.80s'; the parameters are %s", name,
                          *list ? list : "none");
    lua_pop(lua, 1);
}

/* -- functions -- */

/* A view of `count` inputs from `first` on, by number and by the names of the first coordinates. */
static void push_view(lua_State *lua, size_t first, size_t count)
{
    struct model *model = model_field_model(lua);
    char list[400] = "";

    lua_newtable(lua);
    for (size_t i = 0; i < count; i++) {
        expression input = graph_input(model->graph, MODEL_BLOCK_COORDINATES, first + i);
        if (!input)
            sandbox_raise_at(lua, 0, "%s", graph_error(model->graph));
        lua_expression_push(lua, input);
        lua_pushvalue(lua, -1);
        lua_rawseti(lua, -3, (lua_Integer)i + 1);
        lua_setfield(lua, -2, model->coordinates[i]);
        error_list(list, sizeof list, model->coordinates[i]);
    }
    sandbox_protect(lua, "coordinate", list, count);
}

/* The state; of a state (q, p) the positions and the momenta, which are called as the positions are. */
static void push_coordinates_views(lua_State *lua)
{
    const struct model *model = model_field_model(lua);
    size_t n = model->positions;

    push_view(lua, 0, n ? n : model->moved);
    if (n)
        push_view(lua, n, n);
    else
        lua_pushnil(lua);
}

static void push_parameters_view(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    char list[400] = "";

    lua_newtable(lua);
    for (size_t i = 0; i < model->parameters; i++) {
        if (!model->parameter[i].value)
            continue;
        lua_expression_push(lua, model->parameter[i].value);
        lua_setfield(lua, -2, model->parameter[i].name);
        error_list(list, sizeof list, model->parameter[i].name);
    }
    sandbox_protect(lua, "parameter", model->parameters ? list : "none", model->parameters);
}

/* Those of the file follow those that the kind derives. */
static void read_invariants(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    char arguments[MODEL_FIELD_ARGUMENTS], example[60], **names;
    const struct model_named_expression *derived = model->invariant;
    size_t count = model->invariants, given;

    snprintf(example, sizeof example, "NAME = function %s ... end",
             model_field_arguments(model, MODEL_FIELD_OF_STATE, arguments));
    lua_getfield(lua, MODEL_FIELD_TABLE, "invariants");
    names = model_field_names(lua, (struct model_field){NULL, "invariants"}, false, example, &given);
    model->invariant = memory_keep(&model->kept, count + given, sizeof *model->invariant);
    model->invariants = count + given;
    for (size_t i = 0; i < count; i++)
        model->invariant[i] = derived[i];
    for (size_t i = 0; i < given; i++) {
        struct model_field field = {"invariants", names[i]};

        if (strcmp(names[i], "energy") == 0)
            model_field_raise(lua, field, "the energy is the hamiltonian; leave it out of the invariants");
        lua_getfield(lua, -1, names[i]);
        int line = model_field_call(lua, field, MODEL_FIELD_OF_STATE);
        model->invariant[count + i] =
            (struct model_named_expression){names[i], model_field_read_expression(lua, line, names[i])};
    }
    lua_pop(lua, 1);
}

static void read_sections(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    char arguments[MODEL_FIELD_ARGUMENTS], example[80], **names;

    snprintf(example, sizeof example, "NAME = function %s return { s, ... } end",
             model_field_arguments(model, MODEL_FIELD_OF_STATE, arguments));
    lua_getfield(lua, MODEL_FIELD_TABLE, "sections");
    names = model_field_names(lua, (struct model_field){NULL, "sections"}, false, example, &model->sections);
    model->section = memory_keep(&model->kept, model->sections, sizeof *model->section);
    for (size_t i = 0; i < model->sections; i++) {
        const struct model_field field = {"sections", names[i]};
        struct model_section *section = model->section + i;

        section->name[0] = names[i];
        for (int k = 1; k < MODEL_EVENTS; k++) {
            char numbered[80];

            snprintf(numbered, sizeof numbered, "%.60s-%d", names[i], k + 1);
            section->name[k] = memory_keep_string(&model->kept, numbered);
        }
        lua_getfield(lua, -1, names[i]);
        model_field_read_expressions(lua, field, model_field_call(lua, field, MODEL_FIELD_OF_STATE),
                                     &section->values, &section->value);
    }
    lua_pop(lua, 1);
}

/* Of the exact solution t0 + t; of the reversal -t. */
static void complete_time(struct model *model)
{
    struct graph *graph = model->graph;
    expression start = graph_input(graph, MODEL_BLOCK_COORDINATES, model->moved);

    if (model->exact)
        model->exact[model->moved] =
            graph_binary(graph, OPERATION_ADD, start, graph_input(graph, MODEL_BLOCK_TIME, 0));
    if (model->reversal)
        model->reversal[model->moved] = graph_unary(graph, OPERATION_NEGATE, start);
}

static int read_table(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    luaL_checkstack(lua, 50, "no room to read a model");
    read_kind(lua);
    model_field_check_keys(lua, "model", kind_table[model->kind]->keys);
    model->time_dependent = model_field_is_timed(lua);
    model->title = model_field_read_string(lua, "title");
    model->source = model_field_read_string(lua, "source");
    if (kind_table[model->kind]->name_coordinates)
        kind_table[model->kind]->name_coordinates(lua);
    read_coordinates(lua);
    read_secular(lua);
    read_periodic(lua);
    model_data_read_parameters(lua);
    model_data_read_initial(lua);
    read_small(lua);
    push_coordinates_views(lua);
    push_parameters_view(lua);
    kind_table[model->kind]->read(lua);
    read_invariants(lua);
    read_sections(lua);
    if (kind_table[model->kind]->add_invariants)
        kind_table[model->kind]->add_invariants(model);
    model_field_read_field(lua, "exact", MODEL_FIELD_OF_TIME, true, &model->exact);
    model_field_read_field(lua, "reversal", MODEL_FIELD_OF_STATE, true, &model->reversal);
    if (model->time_dependent)
        complete_time(model);
    model_poincare_read(lua);
    return 0;
}

bool model_read(struct model_request *request, struct error *error)
{
    struct sandbox *sandbox = sandbox_create(request->model->graph, request->model->path);

    if (!sandbox)
        return error_set(error, "%s: out of memory", request->model->path);
    bool valid = sandbox_run(sandbox, request->model->text, "model", read_table, request, error);
    request->other_kind = sandbox_is_other_kind(sandbox);
    sandbox_destroy(sandbox);
    return valid;
}
