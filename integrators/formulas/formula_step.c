/* The step of a file on a model: see formula_file.h.
 *
 * What a step carries beside the state, c, starts as c = S(x, h).  Where c1 = S(x1, h) holds at the end of each step, S(x, h) is put
 * in its place, and the step is a map of the state.  Elsewhere the file says that it remembers. */
#include "integrators/formulas/formula_file.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#include "integrators/methods/file_reader.h"
#include "integrators/methods/method.h"
#include "integrators/tableaux/tableau.h"
#include "models/kinds/kind.h"
#include "models/sandbox/lua_expression.h"
#include "models/sandbox/lua_matrix.h"
#include "models/sandbox/lua_source.h"
#include "models/sandbox/sandbox.h"

static int raise_name(lua_State *lua)
{
    const struct evaluation *w = sandbox_context(lua);

    return sandbox_raise(lua, "s.%.60s: a step on %s (of the kind %s) has no such symbol; it has %s",
                         lua_tostring(lua, 2) ? lua_tostring(lua, 2) : luaL_typename(lua, 2),
                         w->symbols->setup->system->model->name,
                         model_kind_name(w->symbols->setup->system->model->kind), w->names);
}

static int refuse_assignment(lua_State *lua)
{
    return sandbox_raise(lua, "a symbol of the step cannot be assigned; write a local variable");
}

/* s.refuse(reason): the method does not step on such models. */
static int refuse(lua_State *lua)
{
    struct evaluation *w = sandbox_context(lua);
    const char *reason = lua_tostring(lua, 1);

    if (!reason)
        return sandbox_raise(lua, "s.refuse takes a reason; write s.refuse \"its mass is not constant\"");
    snprintf(w->refused, sizeof w->refused, "%s", reason);
    return sandbox_raise(lua, "the method does not step on %s: %s", w->symbols->setup->system->model->name,
                         w->refused);
}

/* h f, of as many components as the state has; else 0 */
static expressions first_guess(const struct evaluation *w, size_t count)
{
    const struct system *system = w->symbols->setup->system;

    return count == system->model->moved ? graph_scaled(w->symbols->h, graph_rows(system->field, 0, count))
                                         : graph_zeros(w->symbols->graph, count, 1);
}

/* s.unknown(name), s.unknown(name, n), s.unknown(name, guess) and s.unknown(name, n, guess); the same of s.multiplier, upvalue 1,
 * by which corrections are not judged. */
static int make_unknown(lua_State *lua)
{
    struct evaluation *w = sandbox_context(lua);
    const lua_Integer count =
        lua_tointeger(lua, 2); /* a quotient such as n/2 counts as an integer if it is one */
    const bool counted = lua_type(lua, 2) == LUA_TNUMBER, alone = lua_gettop(lua) == 1;
    const int place = counted ? 3 : 2;
    struct unknown *own = w->unknown + w->unknowns;
    expressions guess, x;

    if (lua_type(lua, 1) != LUA_TSTRING || (counted && (count < 1 || count > 1000)))
        return sandbox_raise(lua, "s.unknown takes a name and a number of components, or a guess; write "
                                  "s.unknown(\"k\", #s.x)");
    if (w->unknowns == MOST_UNKNOWNS)
        return sandbox_raise(lua, "more than %d unknowns; write fewer vectors that are longer",
                             MOST_UNKNOWNS);
    for (size_t k = 0; k < w->unknowns; k++) {
        if (strcmp(w->unknown[k].name, lua_tostring(lua, 1)) == 0)
            return sandbox_raise(lua, "the unknown '%.40s' is there already (line %d); write another name",
                                 w->unknown[k].name, sandbox_line_said(w->unknown[k].line));
    }
    if (lua_isnoneornil(lua, place))
        guess = first_guess(w, counted ? (size_t)count : 1);
    else
        guess = lua_matrix_get(lua, place, "the guess of s.unknown");
    if (guess.columns != 1 || (counted && guess.rows != (size_t)count))
        return sandbox_raise(
            lua, "the guess of s.unknown is not a vector of as many numbers as there are unknowns");
    if (!graph_is_free(guess, w->x))
        return sandbox_raise(lua,
                             "the guess of s.unknown depends on unknowns; write one of the state and of s.h");
    *own = (struct unknown){.name = memory_keep_string(&w->kept, lua_tostring(lua, 1)),
                            .line = sandbox_line(lua),
                            .first = w->x.rows,
                            .count = guess.rows,
                            .multiplier = lua_toboolean(lua, lua_upvalueindex(1))};
    w->unknowns++;
    if (own->multiplier)
        w->multipliers += own->count;
    else if (w->multipliers)
        return sandbox_raise(lua, "the unknown '%.40s' stands behind a multiplier; write multipliers last",
                             own->name);
    x = step_formulas_unknowns(w->symbols, own->first, own->count);
    w->x = graph_above(w->x, x);
    w->guess = graph_above(w->guess, guess);
    lua_matrix_push(lua, x);
    if (alone)
        lua_expression_push(lua, *x.entry);
    return 1;
}

static int add_equations(lua_State *lua)
{
    struct evaluation *w = sandbox_context(lua);

    w->line = sandbox_line(lua);
    if (lua_gettop(lua) == 0)
        return sandbox_raise(lua,
                             "s.solve takes what is to be zero; write s.solve(k - s.h * s.f(s.x + k/2))");
    for (int k = 1; k <= lua_gettop(lua); k++) {
        const expressions r = graph_vector(lua_matrix_get(lua, k, "s.solve"));

        for (size_t i = 0; i < r.rows; i++) {
            if (graph_is_free(graph_rows(r, i, 1), w->x))
                return sandbox_raise(
                    lua,
                    "equation %zu of s.solve depends on no unknown; leave it out, or write it with "
                    "the unknown that it is for",
                    i + 1);
        }
        w->residual = graph_above(w->residual, r);
    }
    return 0;
}

/* s.carry(name, start): a quantity of the step before, or the start where there was none. */
static int carry(lua_State *lua)
{
    struct evaluation *w = sandbox_context(lua);
    struct carried *own = w->carried + w->carries;
    const bool alone = lua_gettop(lua) == 2 && !lua_matrix_is(lua, 2) && !lua_istable(lua, 2);

    if (lua_gettop(lua) != 2 || lua_type(lua, 1) != LUA_TSTRING)
        return sandbox_raise(lua,
                             "s.carry takes a name and what a run starts with; write s.carry(\"v\", s.p)");
    if (w->carries == MOST_CARRIED)
        return sandbox_raise(lua, "more than %d quantities are carried; write fewer vectors that are longer",
                             MOST_CARRIED);
    for (size_t k = 0; k < w->carries; k++) {
        if (strcmp(w->carried[k].name, lua_tostring(lua, 1)) == 0)
            return sandbox_raise(lua, "'%.40s' is carried already (line %d); write another name",
                                 w->carried[k].name, sandbox_line_said(w->carried[k].line));
    }
    *own = (struct carried){.name = memory_keep_string(&w->kept, lua_tostring(lua, 1)),
                            .line = sandbox_line(lua),
                            .start = graph_vector(lua_matrix_get(lua, 2, "s.carry"))};
    if (!graph_is_free(own->start, w->x) ||
        !graph_is_free(own->start, step_formulas_carried(w->symbols, 0, w->start.rows)))
        return sandbox_raise(lua,
                             "what s.carry starts with depends on unknowns or on what is carried; write one "
                             "of the state, s.h and s.before");
    own->value = step_formulas_carried(w->symbols, w->start.rows, own->start.rows);
    w->start = graph_above(w->start, own->start);
    w->carries++;
    lua_matrix_push(lua, own->value);
    if (alone)
        lua_expression_push(lua, *own->value.entry);
    return 1;
}

/* s.base(q, p): the end of a step of the method that is projected. */
static int make_base_step(lua_State *lua)
{
    struct evaluation *w = sandbox_context(lua);
    const size_t d = w->symbols->setup->system->model->moved;
    const expressions q = lua_matrix_get(lua, 1, "s.base"), p = lua_matrix_get(lua, 2, "s.base");
    struct base_step step;

    if (q.rows != d || q.columns != 1 || p.rows != d || p.columns != 1)
        return sandbox_raise(
            lua, "s.base takes q and p, vectors of %zu numbers; write s.base(s.q, s.theta(s.q))", d);
    if (w->based)
        return sandbox_raise(lua, "s.base is called twice; a projection has one step of its base");
    w->based = true;
    step = base_step_formulas(w->symbols, w->base, graph_rows(w->x, 0, w->stages),
                              graph_rows(w->x, w->stages, w->null), q, p);
    w->residual = graph_above(w->residual, step.residual);
    w->line = sandbox_line(lua);
    lua_matrix_push(lua, step.q);
    lua_matrix_push(lua, step.p);
    return 2;
}

/* Of a projection: the unknowns of its base come first. */
static void place_base(struct evaluation *w)
{
    const size_t d = w->symbols->setup->system->model->moved;
    const expressions none = graph_zeros(w->symbols->graph, 0, 1);

    w->stages = w->base->stages * d;
    w->null = w->base->has_null_vector ? d : 0;
    w->x = step_formulas_unknowns(w->symbols, 0, w->stages + w->null);
    w->guess = none;
    for (size_t i = 0; i < w->base->stages; i++)
        w->guess = graph_above(w->guess, first_guess(w, d));
    w->guess = graph_above(w->guess, graph_zeros(w->symbols->graph, w->null, 1));
}

static int give_tableau(lua_State *lua)
{
    return formula_symbols_push_tableau(lua, 1);
}

static void push_symbols(lua_State *lua, struct evaluation *w)
{
    static const struct {
        const char *name;
        lua_CFunction function;
    } functions[] = {{"unknown", make_unknown}, {"multiplier", make_unknown},
                     {"solve", add_equations},  {"tableau", give_tableau},
                     {"carry", carry},          {"refuse", refuse},
                     {"base", make_base_step}};

    lua_newtable(lua);
    lua_newtable(lua);
    formula_symbols_push(lua, w->symbols, &w->uses, w->names, sizeof w->names);
    for (size_t k = 0; k < sizeof functions / sizeof *functions - !w->base; k++) {
        lua_pushboolean(lua, k == 1);
        lua_pushcclosure(lua, functions[k].function, 1);
        lua_setfield(lua, -2, functions[k].name);
        error_list(w->names, sizeof w->names, functions[k].name);
    }
    lua_matrix_push(lua,
                    graph_rows(step_formulas_before(w->symbols), 0, w->symbols->setup->system->model->moved));
    lua_setfield(lua, -2, "before");
    if (w->base) {
        lua_expression_push(lua, graph_integer(w->symbols->graph, w->base->r_infinity));
        lua_setfield(lua, -2, "R");
        error_list(w->names, sizeof w->names, "R");
    }
    lua_newtable(lua);
    lua_pushcfunction(lua, raise_name);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, -2);
    lua_setfield(lua, -2, "__index");
    lua_pushcfunction(lua, refuse_assignment);
    lua_setfield(lua, -2, "__newindex");
    lua_setmetatable(lua, -2);
}

/* As many equations as unknowns, and each unknown in one. */
static void check_equations(lua_State *lua, const struct evaluation *w)
{
    char list[200] = "";

    for (size_t k = 0; k < w->unknowns; k++) {
        const struct unknown *each = w->unknown + k;
        char text[80];

        if (graph_is_free(w->residual, graph_rows(w->x, each->first, each->count)))
            sandbox_raise_at(
                lua, each->line,
                "the unknown '%.40s' is in no equation; write s.solve(...) with what is to be zero",
                each->name);
        snprintf(text, sizeof text, "%.40s (%zu)", each->name, each->count);
        error_list(list, sizeof list, text);
    }
    if (w->base && !w->based)
        sandbox_raise_at(
            lua, lua_source_line(w->file->text, NULL, "step"),
            "the step has no step of the base in it; write local q1, p1 = s.base(s.q, s.theta(s.q))");
    if (w->residual.rows != w->x.rows)
        sandbox_raise_at(lua, w->line, "%zu equations for %zu unknowns: %s; give s.solve as many of both",
                         w->residual.rows, w->x.rows, list);
}

/* { v = v1, ... }, on top of the stack: what becomes of all that is carried. */
static void read_carried(lua_State *lua, struct evaluation *w, int line)
{
    for (size_t k = 0; k < w->carries; k++) {
        struct carried *own = w->carried + k;

        if (lua_getfield(lua, -1, own->name) == LUA_TNIL)
            sandbox_raise_at(
                lua, line,
                "the step does not say what becomes of '%.40s' (line %d); write return x1, { %.40s = "
                "... }",
                own->name, sandbox_line_said(own->line), own->name);
        own->end = graph_vector(lua_matrix_get(lua, -1, own->name));
        if (own->end.rows != own->start.rows)
            sandbox_raise_at(lua, own->line, "'%.40s' starts as %zu numbers and ends as %zu; write as many",
                             own->name, own->start.rows, own->end.rows);
        w->left = graph_above(w->left, own->end);
        lua_pop(lua, 1);
    }
    for (lua_pushnil(lua); lua_next(lua, -2); lua_pop(lua, 1)) {
        size_t k = 0;

        while (k < w->carries &&
               (lua_type(lua, -2) != LUA_TSTRING || strcmp(w->carried[k].name, lua_tostring(lua, -2)) != 0))
            k++;
        if (k < w->carries)
            continue;
        const char *name = luaL_tolstring(lua, -2, NULL);

        sandbox_raise_at(lua, line,
                         "the step returns '%.40s', which is not carried; write s.carry(\"%.40s\", ...)",
                         name, name);
    }
}

/* What the step returns, all vectors one after the other, and last the table of what is carried. */
static void read_end(lua_State *lua, struct evaluation *w, int first)
{
    const struct model *model = w->symbols->setup->system->model;
    const size_t d = model->moved, needed = w->symbols->more.rows ? 2 * d : d;
    const int line = lua_source_line(w->file->text, NULL, "step");

    w->end = graph_zeros(w->symbols->graph, 0, 1);
    if (w->carries) {
        if (!lua_istable(lua, -1))
            sandbox_raise_at(lua, line,
                             "the step carries '%.40s' and does not say what becomes of it; write return x1, "
                             "{ %.40s = ... }",
                             w->carried->name, w->carried->name);
        read_carried(lua, w, line);
        lua_pop(lua, 1);
    }
    for (int k = first; k <= lua_gettop(lua); k++) {
        if (lua_isnil(lua, k))
            sandbox_raise_at(lua, line,
                             "the step returns nil in place %d; write return x1 (is a name misspelt?)",
                             k - first + 1);
        w->end = graph_above(w->end, graph_vector(lua_matrix_get(lua, k, "what the step returns")));
    }
    if (w->end.rows != needed)
        sandbox_raise_at(lua, line, "the step returns %zu numbers; a state of %s has %zu: write return %s",
                         w->end.rows, model->name, needed, model->positions || needed > d ? "q1, p1" : "x1");
}

/* f at the start x of the step, h, and c in the place of what is carried */
static expressions with_carried(const struct evaluation *w, expressions f, expressions c)
{
    const struct step_symbols *symbols = w->symbols;
    const expressions h = graph_matrix(symbols->graph, 1, 1, &symbols->h);

    return graph_at(f, MODEL_BLOCK_COORDINATES,
                    graph_above(graph_above(graph_above(symbols->state, symbols->more), h), c));
}

/* What is carried of a step that is a map of the state: S(x, h), if that is what it is at the end as well. */
static void put_start_for_carried(lua_State *lua, struct evaluation *w)
{
    const struct step_symbols *symbols = w->symbols;
    const size_t d = symbols->setup->system->model->moved, times = symbols->state.rows - d;
    const expressions h = graph_matrix(symbols->graph, 1, 1, &symbols->h),
                      none = graph_zeros(symbols->graph, 0, 1);
    const expressions time = times ? graph_sum(graph_rows(symbols->state, d, 1), h) : none,
                      momentum = symbols->more.rows ? graph_above(graph_rows(w->end, d, d),
                                                                  graph_rows(symbols->more, d, times))
                                                    : none;
    const expressions point =
        graph_above(graph_above(graph_above(graph_rows(w->end, 0, d), time), momentum), h);

    for (size_t k = 0; k < w->carries; k++) {
        const struct carried *own = w->carried + k;
        const expressions again = graph_at(own->start, MODEL_BLOCK_COORDINATES, point);

        if (!graph_is_free(own->start, step_formulas_before(symbols)) ||
            !lua_matrix_vanishes(graph_difference(again, own->end)))
            sandbox_raise_at(lua, own->line,
                             "'%.40s' at the end of a step on %s is not what a run would start with there, "
                             "so that the step is no map "
                             "of the state; write remembers = true, or correct its start",
                             own->name, symbols->setup->system->model->name);
    }
    w->end = with_carried(w, w->end, w->start);
    w->residual = with_carried(w, w->residual, w->start);
    w->guess = with_carried(w, w->guess, w->start);
    w->start = w->left = none;
}

/* What is made of H on a model with constraints is no step on it: f has the constraints in it, and g is one. */
static void check_constraints(lua_State *lua, const struct evaluation *w)
{
    const struct model *model = w->symbols->setup->system->model;

    if (model->positions && model->constraints && !w->uses.constraints)
        sandbox_raise_at(
            lua, lua_source_line(w->file->text, NULL, "step"),
            "the step does not see the constraints of %s; write constraints = true and the equations with "
            "s.g, or constraints = false for a method on models without",
            model->name);
}

/* What a projection carries is its multiplier, as large as the state. */
static void check_multiplier(lua_State *lua, const struct evaluation *w)
{
    const struct model *model = w->symbols->setup->system->model;

    if (w->start.rows != model->moved)
        sandbox_raise_at(
            lua, lua_source_line(w->file->text, NULL, "step"),
            "multiplier = \"previous\", and the step carries %zu numbers, not %zu; write local e = "
            "s.carry(\"e\", zeros(#s.q))",
            w->start.rows, model->moved);
    if (model->time_dependent)
        sandbox_raise_at(
            lua, lua_source_line(w->file->text, NULL, "step"),
            "the multiplier of a step is carried on models that do not depend on the time alone");
}

/* The state before is one at the start of a run. */
static void check_carried(lua_State *lua, struct evaluation *w)
{
    const expressions all = graph_above(graph_above(w->end, w->residual), graph_above(w->guess, w->left));

    if (!graph_is_free(all, step_formulas_before(w->symbols)))
        sandbox_raise_at(lua, lua_source_line(w->file->text, NULL, "step"),
                         "s.before is in the formulas of the step; it is for what a run starts with alone: "
                         "write x0 = s.carry(\"x0\", "
                         "s.before)");
    if (w->symbols->family->file->projects && w->symbols->family->file->remembers)
        check_multiplier(lua, w);
    else if (w->carries && !w->symbols->family->file->remembers)
        put_start_for_carried(lua, w);
}

/* The table of the file is on the stack. */
static int evaluate(lua_State *lua)
{
    struct evaluation *w = sandbox_context(lua);
    struct graph *graph = w->symbols->graph;

    lua_settop(lua, 1);
    w->x = w->guess = w->residual = w->start = w->left = graph_zeros(graph, 0, 1);
    if (w->base)
        place_base(w);
    lua_getfield(lua, 1, "step");
    push_symbols(lua, w);
    lua_call(lua, 1, LUA_MULTRET);
    read_end(lua, w, 2);
    check_equations(lua, w);
    check_constraints(lua, w);
    check_carried(lua, w);
    return 0;
}

bool formula_step_run(struct evaluation *w, const struct step_symbols *symbols, struct error *error)
{
    const struct formula_file *own = symbols->family->file;
    const struct file_reader *file = own->file;
    struct tableau *base = NULL;
    struct sandbox *sandbox = sandbox_create(symbols->graph, file->path);
    bool good;

    sandbox_include(sandbox, &file->includes);
    if (own->projects)
        base = method_create_coefficients(symbols->setup->method, FORMULA_FILE_BITS, error);
    *w = (struct evaluation){.symbols = symbols, .file = file, .base = base};
    good = (base || !own->projects) &&
           sandbox_run(sandbox, file->text, own->projects ? "projection" : "method", evaluate, w, error);
    w->base = NULL;
    tableau_destroy(base);
    sandbox_destroy(sandbox);
    memory_release(w->kept);
    return good;
}
