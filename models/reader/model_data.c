/* Reading the data of a model file: see model_read.h.
 *
 *     parameters = { a1 = 1, b2 = "1/3" },
 *     initial    = { default = { 1, 1 },
 *                    half = { q = { "1/2", 1 }, parameters = { a1 = 2 }, step = "0.05" } },
 *     step       = "0.1",
 *
 * Where all data have names of their own, default = "NAME" says which of them is the default. */
#include "models/reader/model_read.h"

#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

#include "models/kinds/kind.h"
#include "models/sandbox/lua_expression.h"
#include "models/reader/model_field.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/memory.h"

static const struct model_request *request_of(lua_State *lua)
{
    return sandbox_context(lua);
}

/* Reads the table at the top of the stack, NAME = constant, in the order of the names. */
static void read_named_constants(lua_State *lua, const char *parent, size_t *count,
                                 struct model_parameter **parameter)
{
    struct model_field field = {parent, "parameters"};

    if (!lua_istable(lua, -1))
        model_field_raise(lua, field, "parameters is a %s; write parameters = { a = 1, b = \"1/3\" }",
                          luaL_typename(lua, -1));
    int table = lua_gettop(lua);
    size_t names = model_field_push_names(lua, table, field);
    *parameter = memory_create(names, sizeof **parameter);
    for (size_t i = 0; i < names; i++) {
        lua_rawgeti(lua, table + 1, (lua_Integer)i + 1);
        const char *name = lua_tostring(lua, -1);
        struct model_parameter *entry = &(*parameter)[i];
        model_field_check_name(lua, field, name, true);
        entry->name = memory_copy_string(name);
        *count = i + 1;
        lua_getfield(lua, table, name);
        model_field_read_constant(lua, -1, (struct model_field){"parameters", entry->name}, false,
                                  &entry->text, &entry->value);
        lua_pop(lua, 2);
    }
    lua_pop(lua, 1);
}

void model_data_read_parameters(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    if (lua_getfield(lua, 1, "parameters") != LUA_TNIL)
        read_named_constants(lua, NULL, &model->parameters, &model->parameter);
    lua_pop(lua, 1);
}

static void read_step(lua_State *lua, struct model_field field, int type, char **step)
{
    expression value;

    if (type != LUA_TNIL) {
        model_field_read_constant(lua, -1, field, true, step, &value);
        if (mpq_sgn(value->value) <= 0)
            model_field_raise(lua, field, "step is not positive; write a step such as \"0.1\"");
    }
    lua_pop(lua, 1);
}

/* Reads the coordinates from the list on top of the stack. */
static void read_coordinates(lua_State *lua, struct model_initial *initial)
{
    const struct model *model = model_field_model(lua);
    struct model_field field = {"initial", initial->name};
    size_t given = lua_rawlen(lua, -1);

    if (given != model->dimension)
        model_field_raise(lua, field,
                          "the initial data '%s' have %zu component%s; the model has %zu coordinates",
                          initial->name, given, given == 1 ? "" : "s", model->dimension);
    initial->text = memory_create(model->dimension, sizeof *initial->text);
    initial->values = memory_create(model->dimension, sizeof *initial->values);
    for (size_t i = 0; i < model->dimension; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        model_field_read_constant(lua, -1, field, true, &initial->text[i], &initial->values[i]);
        lua_pop(lua, 1);
    }
}

static bool has_parameter(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->parameters; i++) {
        if (strcmp(model->parameter[i].name, name) == 0)
            return true;
    }
    return false;
}

static void list_parameters(const struct model *model, char *list, size_t size)
{
    for (size_t i = 0; i < model->parameters; i++)
        model_field_append(list, size, model->parameter[i].name);
    if (model->parameters == 0)
        model_field_append(list, size, "none");
}

static void read_own_parameters(lua_State *lua, struct model_initial *initial)
{
    const struct model *model = model_field_model(lua);
    char list[400] = "";

    read_named_constants(lua, "initial", &initial->parameters, &initial->parameter);
    list_parameters(model, list, sizeof list);
    for (size_t i = 0; i < initial->parameters; i++) {
        if (!has_parameter(model, initial->parameter[i].name))
            model_field_raise(lua, (struct model_field){"initial", initial->parameter[i].name},
                              "the initial data '%s' set the unknown parameter '%s'; the parameters are %s",
                              initial->name, initial->parameter[i].name, list);
    }
}

/* A plain list of coordinates has no names: { 1, 1, step = ... } would lose its step. */
static void refuse_names(lua_State *lua, const struct model_initial *initial)
{
    size_t entries = lua_rawlen(lua, -1);

    sandbox_library_push_sorted_keys(lua, -1);
    if (lua_rawlen(lua, -1) != entries)
        model_field_raise(
            lua, (struct model_field){"initial", initial->name},
            "the initial data '%s' mix a list and names; write %s = { %c = { ... }, step = ... }",
            initial->name, initial->name, kind_table[model_field_model(lua)->kind]->state);
    lua_pop(lua, 1);
}

/* The entry on top of the stack: a list of coordinates, or { q = list, parameters = ..., step = ... }, where a
 * model of another kind may call its state otherwise. */
static void read_entry(lua_State *lua, struct model_initial *initial)
{
    const char state[] = {kind_table[model_field_model(lua)->kind]->state, 0};
    const char *const keys[] = {state, "parameters", "step", NULL};
    struct model_field field = {"initial", initial->name};

    if (!lua_istable(lua, -1))
        model_field_raise(lua, field,
                          "the initial data '%s' are a %s; write %s = { ... }, one number per coordinate",
                          initial->name, luaL_typename(lua, -1), initial->name);
    if (lua_getfield(lua, -1, state) == LUA_TNIL) {
        lua_pop(lua, 1);
        refuse_names(lua, initial);
        read_coordinates(lua, initial);
        return;
    }
    if (!lua_istable(lua, -1))
        model_field_raise(lua, field, "%s of the initial data '%s' is a %s; write %s = { ... }", state,
                          initial->name, luaL_typename(lua, -1), state);
    read_coordinates(lua, initial);
    lua_pop(lua, 1);
    model_field_check_keys(lua, -1, "initial data", keys);
    if (lua_getfield(lua, -1, "parameters") != LUA_TNIL)
        read_own_parameters(lua, initial);
    lua_pop(lua, 1);
    read_step(lua, field, lua_getfield(lua, -1, "step"), &initial->step);
}

/* The name of the default data: "default", or the one that initial.default names. */
static const char *find_default(lua_State *lua, int table)
{
    struct model_field field = {"initial", "default"};
    int type = lua_getfield(lua, table, "default");

    if (type == LUA_TNIL)
        model_field_raise(lua, (struct model_field){NULL, "initial"},
                          "initial has no data called default; write initial = { default = { ... } }");
    if (type != LUA_TSTRING) {
        lua_pop(lua, 1);
        return "default";
    }
    const char *name = lua_tostring(lua, -1); /* the table keeps it */
    if (strcmp(name, "default") == 0 || lua_getfield(lua, table, name) == LUA_TNIL)
        model_field_raise(lua, field,
                          "the default '%.80s' is none of the initial data; write default = { ... } or the "
                          "name of other initial data",
                          name);
    lua_pop(lua, 2);
    return name;
}

/* The names in order, the default first: position 0 is the default, the others follow as they are sorted. */
static void read_all_entries(lua_State *lua, int table, const char *first)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {NULL, "initial"};
    size_t names = model_field_push_names(lua, table, field), next = 1;
    bool alias = strcmp(first, "default") != 0;

    model->initial = memory_create(names, sizeof *model->initial);
    model->initials = alias ? names - 1 : names;
    for (size_t i = 0; i < names; i++) {
        lua_rawgeti(lua, table + 1, (lua_Integer)i + 1);
        const char *name = lua_tostring(lua, -1);
        if (alias && strcmp(name, "default") == 0) {
            lua_pop(lua, 1);
            continue;
        }
        struct model_initial *initial = &model->initial[strcmp(name, first) == 0 ? 0 : next++];
        model_field_check_name(lua, field, name, false);
        initial->name = memory_copy_string(name);
        lua_getfield(lua, table, name);
        read_entry(lua, initial);
        lua_pop(lua, 2);
    }
}

static void select_initial(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const char *name = request_of(lua)->initial;
    const struct model_initial *found = model_find_initial(model, name);
    char list[400] = "";

    for (size_t i = 0; i < model->initials; i++)
        model_field_append(list, sizeof list, model->initial[i].name);
    if (!found)
        sandbox_raise_at(lua, 0, "no initial data '%.80s'; the initial data are %s", name, list);
    model->selected = (size_t)(found - model->initial);
}

void model_data_read_initial(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {NULL, "initial"};

    if (lua_getfield(lua, 1, "initial") != LUA_TTABLE)
        model_field_raise(lua, field,
                          "initial is %s; write initial = { default = { ... } }, one number per coordinate",
                          lua_isnil(lua, -1) ? "missing" : "not a table");
    int table = lua_gettop(lua);
    read_all_entries(lua, table, find_default(lua, table));
    lua_settop(lua, 1);
    read_step(lua, (struct model_field){NULL, "step"}, lua_getfield(lua, 1, "step"), &model->step);
    select_initial(lua);
}

static struct model_parameter *find_parameter(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->parameters; i++) {
        if (strcmp(model->parameter[i].name, name) == 0)
            return &model->parameter[i];
    }
    return NULL;
}

static void replace(struct model_parameter *parameter, const char *text, expression value)
{
    free(parameter->text);
    parameter->text = memory_copy_string(text);
    parameter->value = value;
}

static void apply_override(lua_State *lua, const struct model_override *override)
{
    struct model *model = model_field_model(lua);
    struct model_parameter *parameter = find_parameter(model, override->name);
    char list[400] = "";
    struct error error;

    list_parameters(model, list, sizeof list);
    if (!parameter)
        sandbox_raise_at(lua, 0, "no parameter '%.80s'; the parameters are %s", override->name, list);
    expression value = graph_parse(model->graph, override->value, &error);
    if (!value)
        sandbox_raise_at(lua, 0, "parameter %s: %s", override->name, error.text);
    replace(parameter, override->value, value);
}

void model_data_apply_overrides(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct model_initial *initial = &model->initial[model->selected];
    const struct model_request *request = request_of(lua);

    for (size_t i = 0; i < initial->parameters; i++)
        replace(find_parameter(model, initial->parameter[i].name), initial->parameter[i].text,
                initial->parameter[i].value);
    for (size_t i = 0; i < request->overrides; i++)
        apply_override(lua, &request->override[i]);
    if (initial->step) {
        free(model->step);
        model->step = memory_copy_string(initial->step);
    }
}
