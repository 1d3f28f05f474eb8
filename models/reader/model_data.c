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
#include <string.h>

#include "models/kinds/kind.h"
#include "models/reader/model_field.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/memory.h"

/* The table on top of the stack, NAME = constant. */
static struct model_parameter *read_constants(lua_State *lua, const char *parent, size_t *count)
{
    struct model *model = model_field_model(lua);
    char **names =
        model_field_names(lua, (struct model_field){parent, "parameters"}, true, "a = 1, b = \"1/3\"", count);
    struct model_parameter *parameter = memory_keep(&model->kept, *count, sizeof *parameter);

    for (size_t i = 0; i < *count; i++) {
        parameter[i].name = names[i];
        lua_getfield(lua, -1, names[i]);
        model_field_read_constant(lua, (struct model_field){"parameters", names[i]}, false,
                                  &parameter[i].text, &parameter[i].value);
    }
    return parameter;
}

/* The parameter that says which; an override may replace it. */
static void add_formulation(struct model *model)
{
    struct model_parameter *longer = memory_keep(&model->kept, model->parameters + 1, sizeof *longer);

    for (size_t i = 0; i < model->parameters; i++)
        longer[i] = model->parameter[i];
    longer[model->parameters++] = (struct model_parameter){
        memory_keep_string(&model->kept, MODEL_FORMULATION),
        memory_keep_string(&model->kept, model_formulation_names[MODEL_STANDARD]), NULL};
    model->parameter = longer;
}

void model_data_read_parameters(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    lua_getfield(lua, 1, "parameters");
    model->parameter = read_constants(lua, NULL, &model->parameters);
    lua_pop(lua, 1);
    lua_getfield(lua, 1, "constraints");
    if (kind_table[model->kind]->formulations && !lua_isnil(lua, -1))
        add_formulation(model);
    lua_pop(lua, 1);
}

/* The parameter called so; raises where there is none, on account of the initial data or of an override. */
static struct model_parameter *find_parameter(lua_State *lua, const struct model_initial *initial,
                                              const char *name)
{
    struct model *model = model_field_model(lua);
    char list[400] = "";

    for (size_t i = 0; i < model->parameters; i++) {
        if (strcmp(model->parameter[i].name, name) == 0)
            return &model->parameter[i];
        error_list(list, sizeof list, model->parameter[i].name);
    }
    if (!model->parameters)
        error_list(list, sizeof list, "none");
    if (initial)
        model_field_raise(lua, (struct model_field){"initial", name},
                          "the initial data '%s' set the unknown parameter '%s'; the parameters are %s",
                          initial->name, name, list);
    if (strcmp(name, MODEL_FORMULATION) == 0)
        sandbox_raise_at(lua, 0, "the model has one formulation alone; leave out --formulation");
    sandbox_raise_at(lua, 0, "no parameter '%.80s'; the parameters are %s", name, list);
    return NULL;
}

/* Pops the step on top of the stack; *step stays where there is none. */
static void read_step(lua_State *lua, struct model_field field, char **step)
{
    expression value;

    if (lua_isnil(lua, -1)) {
        lua_pop(lua, 1);
        return;
    }
    model_field_read_constant(lua, field, true, step, &value);
    if (mpq_sgn(value->value) <= 0)
        model_field_raise(lua, field, "step is not positive; write a step such as \"0.1\"");
}

/* Reads `count` coordinates from the first on from the list on top of the stack.  It has no names: { 1, 1,
 * step = ... } would lose its step. */
static void read_coordinates(lua_State *lua, struct model_initial *initial, size_t first, size_t count)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {"initial", initial->name};
    size_t given = lua_rawlen(lua, -1);

    sandbox_library_push_sorted_keys(lua, -1);
    if (lua_rawlen(lua, -1) != given)
        model_field_raise(
            lua, field, "the initial data '%s' mix a list and names; write %s = { %c = { ... }, step = ... }",
            initial->name, initial->name, kind_table[model->kind]->state);
    lua_pop(lua, 1);
    if (given != count)
        model_field_raise(lua, field,
                          "the initial data '%s' have %zu component%s; the model has %zu coordinates",
                          initial->name, given, given == 1 ? "" : "s", count);
    for (size_t i = 0; i < given; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        model_field_read_constant(lua, field, false, &initial->text[first + i], &initial->values[first + i]);
    }
}

/* The list `key` of the entry on top of the stack, which is there. */
static void read_part(lua_State *lua, struct model_initial *initial, const char *key, size_t first,
                      size_t count)
{
    if (lua_getfield(lua, -1, key) != LUA_TTABLE)
        model_field_raise(lua, (struct model_field){"initial", initial->name},
                          "%s of the initial data '%s' is a %s; write %s = { ... }", key, initial->name,
                          luaL_typename(lua, -1), key);
    read_coordinates(lua, initial, first, count);
    lua_pop(lua, 1);
}

/* The time of the initial data, of a model whose functions are of it, from the entry on top of the stack; 0 where it has
 * none, or is a list. */
static void read_time(lua_State *lua, struct model_initial *initial, bool is_list)
{
    struct model *model = model_field_model(lua);
    const size_t last = model->dimension - 1;

    initial->text[last] = memory_keep_string(&model->kept, "0");
    initial->values[last] = graph_integer(model->graph, 0);
    if (is_list)
        return;
    if (lua_getfield(lua, -1, "time") == LUA_TNIL)
        lua_pop(lua, 1);
    else
        model_field_read_constant(lua, (struct model_field){"initial", initial->name}, false,
                                  &initial->text[last], &initial->values[last]);
}

/* Whether the entry on top of the stack says off_manifold = true. */
static bool read_off_manifold(lua_State *lua, const struct model_initial *initial)
{
    lua_getfield(lua, -1, "off_manifold");
    const bool said = !lua_isnil(lua, -1), is = lua_toboolean(lua, -1);
    lua_pop(lua, 1);
    lua_getfield(lua, 1, "constraints");
    if (said && (!is || lua_isnil(lua, -1)))
        model_field_raise(
            lua, (struct model_field){"initial", initial->name},
            "off_manifold is for a model with constraints; write off_manifold = true, or leave it out");
    lua_pop(lua, 1);
    return is;
}

/* The entry on top of the stack: a list of coordinates, or { q = list, time = ..., parameters = ..., step = ... }, where
 * a model of another kind may call its state otherwise, and where the state is (q, p) there is p = list as well. */
static void read_entry(lua_State *lua, struct model_initial *initial)
{
    struct model *model = model_field_model(lua);
    const size_t d = model->moved, n = model->positions;
    const char state[] = {kind_table[model->kind]->state, 0}, second[] = {kind_table[model->kind]->second, 0};
    const char *keys[7] = {state, "parameters", "step"};
    size_t known = 3;
    struct model_field field = {"initial", initial->name};

    if (!lua_istable(lua, -1))
        model_field_raise(lua, field,
                          "the initial data '%s' are a %s; write %s = { ... }, one number per coordinate",
                          initial->name, luaL_typename(lua, -1), initial->name);
    initial->text = memory_keep(&model->kept, model->dimension, sizeof *initial->text);
    initial->values = memory_keep(&model->kept, model->dimension, sizeof *initial->values);
    int type = lua_getfield(lua, -1, state);
    lua_pop(lua, 1);
    if (model->time_dependent)
        read_time(lua, initial, type == LUA_TNIL);
    if (type == LUA_TNIL) {
        read_coordinates(lua, initial, 0, d);
        return;
    }
    read_part(lua, initial, state, 0, n ? n : d);
    if (n)
        read_part(lua, initial, second, n, n);
    if (n) {
        keys[known++] = second;
        keys[known++] = "off_manifold";
        initial->off_manifold = read_off_manifold(lua, initial);
    }
    if (model->time_dependent)
        keys[known++] = "time";
    model_field_check_keys(lua, "initial data", keys);
    lua_getfield(lua, -1, "parameters");
    initial->parameter = read_constants(lua, "initial", &initial->parameters);
    for (size_t i = 0; i < initial->parameters; i++)
        find_parameter(lua, initial, initial->parameter[i].name);
    lua_pop(lua, 1);
    lua_getfield(lua, -1, "step");
    read_step(lua, field, &initial->step);
}

/* The name of the default data in the table on top of the stack: "default", or the one that initial.default
 * names. */
static const char *find_default(lua_State *lua)
{
    int type = lua_getfield(lua, -1, "default");

    if (type == LUA_TNIL)
        model_field_raise(lua, (struct model_field){NULL, "initial"},
                          "initial has no data called default; write initial = { default = { ... } }");
    const char *name = type == LUA_TSTRING ? lua_tostring(lua, -1) : "default"; /* the table keeps it */
    if (type == LUA_TSTRING && (strcmp(name, "default") == 0 || lua_getfield(lua, -2, name) == LUA_TNIL))
        model_field_raise(lua, (struct model_field){"initial", "default"},
                          "there are no initial data called '%.80s'; write default = { ... } or the "
                          "name of other initial data",
                          name);
    lua_pop(lua, type == LUA_TSTRING ? 2 : 1);
    return name;
}

/* The table on top of the stack: position 0 is the default, the others follow as they are sorted. */
static void read_all_entries(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const char *first = find_default(lua);
    size_t count, next = 1;
    char **names = model_field_names(lua, (struct model_field){NULL, "initial"}, false, "", &count);
    bool alias = strcmp(first, "default") != 0;

    model->initial = memory_keep(&model->kept, count, sizeof *model->initial);
    model->initials = count - alias;
    for (size_t i = 0; i < count; i++) {
        if (alias && strcmp(names[i], "default") == 0)
            continue;
        struct model_initial *initial = &model->initial[strcmp(names[i], first) == 0 ? 0 : next++];
        initial->name = names[i];
        lua_getfield(lua, -1, names[i]);
        read_entry(lua, initial);
        lua_pop(lua, 1);
    }
}

static void select_initial(lua_State *lua, const char *name)
{
    struct model *model = model_field_model(lua);
    const struct model_initial *found = model_find_initial(model, name);
    char list[400] = "";

    for (size_t i = 0; i < model->initials; i++)
        error_list(list, sizeof list, model->initial[i].name);
    if (!found)
        sandbox_raise_at(lua, 0, "no initial data '%.80s'; the initial data are %s", name, list);
    model->selected = (size_t)(found - model->initial);
}

static void select_formulation(lua_State *lua, const char *name)
{
    char known[100] = "";
    int k = 0;

    while (k < MODEL_FORMULATIONS && strcmp(name, model_formulation_names[k]) != 0)
        error_list(known, sizeof known, model_formulation_names[k++]);
    if (k == MODEL_FORMULATIONS)
        sandbox_raise_at(lua, 0, "unknown formulation '%.80s'; write one of %s", name, known);
    model_field_model(lua)->formulation = (enum model_formulation)k;
}

static void apply_override(lua_State *lua, const struct model_override *override)
{
    struct model *model = model_field_model(lua);
    struct model_parameter *parameter = find_parameter(lua, NULL, override->name);
    struct error error;

    parameter->text = memory_keep_string(&model->kept, override->value);
    if (!parameter->value) {
        select_formulation(lua, override->value);
        return;
    }
    parameter->value = graph_parse(model->graph, override->value, &error);
    if (!parameter->value)
        sandbox_raise_at(lua, 0, "parameter %s: %s", override->name, error.text);
}

void model_data_read_initial(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct model_request *request = sandbox_context(lua);

    if (lua_getfield(lua, 1, "initial") != LUA_TTABLE)
        model_field_raise(lua, (struct model_field){NULL, "initial"},
                          "initial is %s; write initial = { default = { ... } }, one number per coordinate",
                          lua_isnil(lua, -1) ? "missing" : "not a table");
    read_all_entries(lua);
    lua_getfield(lua, 1, "step");
    read_step(lua, (struct model_field){NULL, "step"}, &model->step);
    lua_settop(lua, 1);
    select_initial(lua, request->choice.initial);
    const struct model_initial *initial = &model->initial[model->selected];

    for (size_t i = 0; i < initial->parameters; i++)
        *find_parameter(lua, initial, initial->parameter[i].name) = initial->parameter[i];
    for (size_t i = 0; i < request->choice.overrides; i++)
        apply_override(lua, &request->choice.override[i]);
    if (initial->step)
        model->step = initial->step;
}
