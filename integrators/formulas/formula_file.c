/* Methods that a file writes as formulas: see formula_file.h.
 *
 * Of the step that is returned the increment is taken where the state is a term of it, so that x + k has the increment k, as
 * built-in methods have, and x1 - x elsewhere.
 *
 * The adjoint of x1 = x + i(x, u, h), r(x, u, h) = 0, has the unknowns u and D:
 *
 *     r(x + D, u, -h) = 0      D + i(x + D, u, -h) = 0      x1 = x + D
 *
 * What a step carries beside the state, c, starts as c = S(x, h).  Where c1 = S(x1, h) holds at the end of each step, S(x, h) is put
 * in its place, and the step is a map of the state.  Elsewhere the file says that it remembers. */
#include "integrators/formulas/formula_file.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#include "integrators/methods/method_file.h"
#include "models/kinds/kind.h"
#include "models/sandbox/lua_expression.h"
#include "models/sandbox/lua_matrix.h"
#include "models/sandbox/lua_source.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_file.h"
#include "numerics/memory.h"

enum { MOST_UNKNOWNS = 64, MOST_CARRIED = 16, NAMES = 300 };

/* ---- reading: the table of the file is at stack index 1 ---- */

static unsigned read_kinds(lua_State *lua)
{
    unsigned kinds = 0;
    char known[100] = "";

    for (int k = 0; k < MODEL_KINDS; k++)
        error_list(known, sizeof known, model_kind_name((enum model_kind)k));
    if (lua_getfield(lua, 1, "kinds") != LUA_TTABLE || lua_rawlen(lua, -1) == 0)
        sandbox_raise(
            lua, "method.kinds is not a list of kinds of models; write kinds = { \"ode\" }; the kinds are %s",
            known);
    for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; i++, lua_pop(lua, 1)) {
        const char *word = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1) : luaL_typename(lua, -1);
        int k = 0;

        while (k < MODEL_KINDS && strcmp(model_kind_name((enum model_kind)k), word) != 0)
            k++;
        if (k == MODEL_KINDS)
            sandbox_raise(lua, "method.kinds: there is no kind '%.40s'; the kinds are %s", word, known);
        kinds |= 1U << k;
    }
    lua_pop(lua, 2);
    return kinds;
}

/* Whether the step moves p beside q: state = { "q", "p" } */
static bool read_state(lua_State *lua, unsigned kinds)
{
    bool both = false, one = false;

    if (lua_getfield(lua, 1, "state") == LUA_TTABLE) {
        lua_rawgeti(lua, -1, 1);
        lua_rawgeti(lua, -2, 2);
        one = lua_type(lua, -2) == LUA_TSTRING && strcmp(lua_tostring(lua, -2), "q") == 0;
        both = one && lua_type(lua, -1) == LUA_TSTRING && strcmp(lua_tostring(lua, -1), "p") == 0;
        one = both || (one && lua_isnil(lua, -1));
        lua_pop(lua, 2);
    } else {
        one = lua_isnil(lua, -1);
    }
    lua_pop(lua, 1);
    if (!one)
        sandbox_raise(lua, "method.state is neither { \"q\" } nor { \"q\", \"p\" }; write one of them");
    if (both && kinds != 1U << MODEL_DEGENERATE)
        sandbox_raise(
            lua, "method.state is { \"q\", \"p\" } on degenerate models alone, where p follows from q at the "
                 "start; leave it out");
    return both;
}

/* true, false, or neither, which is -1 */
static int read_choice(lua_State *lua, const char *key)
{
    const int type = lua_getfield(lua, 1, key), choice = type == LUA_TNIL ? -1 : lua_toboolean(lua, -1);

    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        sandbox_raise(lua, "method.%s is neither true nor false; write %s = true", key, key);
    lua_pop(lua, 1);
    return choice;
}

static step_formulate formulate, formulate_adjoint;

int formula_file_read(lua_State *lua)
{
    static const char *const keys[] = {"name", "title",  "source", "kinds",     "state", "constraints",
                                       "time", "claims", "step",   "remembers", NULL};
    struct method_file *file = sandbox_context(lua);
    struct formula_file *own = memory_keep(&file->file.kept, 1, sizeof *own);
    const char *title;

    lua_settop(lua, 1);
    file_reader_check_keys(lua, "method", keys);
    file_reader_name(lua, &file->file);
    title = file_reader_word(lua, &file->file, 1, "title");
    file_reader_word(lua, &file->file, 1, "source");
    method_file_set_form(lua, file, METHOD_FORM_FORMULAS);
    file->family.kinds = read_kinds(lua);
    if (lua_getfield(lua, 1, "step") != LUA_TFUNCTION)
        sandbox_raise(lua, "method.step is not a function; write step = function (s) ... return x1 end");
    lua_pop(lua, 1);
    *own = (struct formula_file){.file = file, .steps = {.formulate = formulate, .file = own}};
    own->constraints = read_choice(lua, "constraints");
    own->remembers = file->family.remembers = read_choice(lua, "remembers") == 1;
    file->family.takes_time = read_choice(lua, "time") != 0;
    own->steps.moves_momentum = read_state(lua, file->family.kinds);
    own->adjoint = own->steps;
    own->adjoint.formulate = formulate_adjoint;
    if (own->steps.moves_momentum)
        file->family.space = STEP_MOMENTUM;
    file->family.own_momentum = own->steps.moves_momentum;
    if (title)
        file->family.documentation = title;
    file->family.steps = &own->steps;
    for (const struct method_claim *claim = file->family.claim; claim->property; claim++)
        file->family.claims_symmetry =
            file->family.claims_symmetry || strcmp(claim->property, "symmetric") == 0;
    own->adjoint_family = file->family;
    own->adjoint_family.steps = &own->adjoint;
    file->family.adjoint_steps = file->family.claims_symmetry || own->remembers ? NULL : &own->adjoint_family;
    return 0;
}

/* ---- the step on a model ---- */

struct unknown {
    const char *name;
    int line;
    size_t first, count;
    bool multiplier;
};

/* What a step carries beside the state. */
struct carried {
    const char *name;
    int line;
    expressions value, start, end; /* at the start of the step, of a run, and at the end of the step */
};

/* The context of the sandbox while a step is evaluated. */
struct evaluation {
    const struct step_symbols *symbols;
    const struct file_reader *file;
    struct memory_kept *kept; /* names of unknowns */
    char names[NAMES];
    struct unknown unknown[MOST_UNKNOWNS];
    size_t unknowns;
    int line; /* of the last equations */
    struct formula_uses uses;
    char refused[200];  /* why the step refuses the model */
    size_t multipliers; /* the last so many unknowns */
    expressions x, guess, residual;
    struct carried carried[MOST_CARRIED];
    size_t carries;
    expressions start, left; /* of all that is carried: at the start of a run, at the end of the step */
    expressions end;         /* of the step: the state */
};

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
                     {"carry", carry},          {"refuse", refuse}};

    lua_newtable(lua);
    lua_newtable(lua);
    formula_symbols_push(lua, w->symbols, &w->uses, w->names, sizeof w->names);
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        lua_pushboolean(lua, k == 1);
        lua_pushcclosure(lua, functions[k].function, 1);
        lua_setfield(lua, -2, functions[k].name);
        error_list(w->names, sizeof w->names, functions[k].name);
    }
    lua_matrix_push(lua,
                    graph_rows(step_formulas_before(w->symbols), 0, w->symbols->setup->system->model->moved));
    lua_setfield(lua, -2, "before");
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

/* The state before is one at the start of a run. */
static void check_carried(lua_State *lua, struct evaluation *w)
{
    const expressions all = graph_above(graph_above(w->end, w->residual), graph_above(w->guess, w->left));

    if (!graph_is_free(all, step_formulas_before(w->symbols)))
        sandbox_raise_at(lua, lua_source_line(w->file->text, NULL, "step"),
                         "s.before is in the formulas of the step; it is for what a run starts with alone: "
                         "write x0 = s.carry(\"x0\", "
                         "s.before)");
    if (w->carries && !w->symbols->family->file->remembers)
        put_start_for_carried(lua, w);
}

/* The table of the file is on the stack. */
static int evaluate(lua_State *lua)
{
    struct evaluation *w = sandbox_context(lua);
    struct graph *graph = w->symbols->graph;

    lua_settop(lua, 1);
    w->x = w->guess = w->residual = w->start = w->left = graph_zeros(graph, 0, 1);
    lua_getfield(lua, 1, "step");
    push_symbols(lua, w);
    lua_call(lua, 1, LUA_MULTRET);
    read_end(lua, w, 2);
    check_equations(lua, w);
    check_constraints(lua, w);
    check_carried(lua, w);
    return 0;
}

static bool run(struct evaluation *w, const struct step_symbols *symbols, struct error *error)
{
    const struct file_reader *file = &symbols->family->file->file->file;
    struct sandbox *sandbox = sandbox_create(symbols->graph, file->path);
    bool good;

    sandbox_include(sandbox, &file->includes);
    *w = (struct evaluation){.symbols = symbols, .file = file};
    good = sandbox_run(sandbox, file->text, "method", evaluate, w, error);
    sandbox_destroy(sandbox);
    memory_release(w->kept);
    return good;
}

static enum sandbox_file_end try(void *context, struct error *error)
{
    struct evaluation w;

    return run(&w, context, error) ? SANDBOX_FILE_DONE : SANDBOX_FILE_REFUSED;
}

bool formula_file_check(const struct step_symbols *symbols, struct error *error)
{
    struct step_symbols tried = *symbols;

    return sandbox_file_try(try, &tried, symbols->family->file->file->file.path, error) == SANDBOX_FILE_DONE;
}

/* ---- models that it refuses ---- */

struct trial {
    const struct formula_file *file;
    const struct model *model;
};

static enum sandbox_file_end try_model(void *context, struct error *error)
{
    const struct trial *trial = context;
    struct system *system = system_create(trial->model);
    struct evaluation w = {.refused = ""};
    bool good = true;

    if (system) {
        const struct setup setup = {.system = system};
        const struct step_symbols symbols = step_formulas_symbols(&setup, &trial->file->steps);

        good = run(&w, &symbols, error);
    }
    if (*w.refused) {
        error_set(error, "%s", w.refused);
        return SANDBOX_FILE_OTHER_KIND;
    }
    return good ? SANDBOX_FILE_DONE : SANDBOX_FILE_REFUSED;
}

/* What is tried is tried in a child: the graph of the model stays as it is. */
enum method_refusal formula_file_refuses(const struct formula_file *file, const struct model *model,
                                         struct error *reason)
{
    const bool constrained = model->positions && model->constraints;
    struct trial trial = {file, model};

    if (file->constraints >= 0 && constrained != (file->constraints == 1)) {
        error_set(reason, "its formulas are for models %s holonomic constraints",
                  constrained ? "without" : "with");
        return METHOD_REFUSES_KIND;
    }
    switch (sandbox_file_try(try_model, &trial, file->file->file.path, reason)) {
    case SANDBOX_FILE_DONE:
        return METHOD_APPLIES;
    case SANDBOX_FILE_OTHER_KIND:
        return METHOD_REFUSES_KIND;
    case SANDBOX_FILE_REFUSED:
        break;
    }
    return METHOD_FAILS;
}

/* ---- its formulas ---- */

/* e - x where x is a term of the sum e; else NULL. */
static expression remove_term(struct graph *graph, expression e, expression x)
{
    expression rest;

    if (e == x)
        return graph_integer(graph, 0);
    if (e->operation != OPERATION_ADD && e->operation != OPERATION_SUBTRACT)
        return NULL;
    rest = remove_term(graph, e->left, x);
    if (rest)
        return graph_binary(graph, e->operation, rest, e->right);
    return e->operation == OPERATION_ADD && e->right == x ? e->left : NULL;
}

static expressions find_increment(expressions end, expressions x)
{
    const expressions increment = graph_zeros(x.graph, x.rows, 1);

    for (size_t i = 0; i < x.rows; i++) {
        const expression rest = remove_term(x.graph, end.entry[i], x.entry[i]);

        increment.entry[i] = rest ? rest : graph_subtract(x.graph, end.entry[i], x.entry[i]);
    }
    return increment;
}

/* Time goes on by h, and nothing belongs to it among the momenta. */
static struct step_formulas formulas_of(const struct evaluation *w)
{
    const struct step_symbols *symbols = w->symbols;
    const size_t d = symbols->setup->system->model->moved, times = symbols->state.rows - d;
    expressions increment =
        graph_above(find_increment(graph_rows(w->end, 0, d), graph_rows(symbols->state, 0, d)),
                    graph_matrix(symbols->graph, times, 1, &symbols->h));

    if (symbols->more.rows)
        increment = graph_above(
            graph_above(increment, find_increment(graph_rows(w->end, d, d), graph_rows(symbols->more, 0, d))),
            graph_zeros(symbols->graph, times, 1));
    increment =
        graph_above(increment, find_increment(w->left, step_formulas_carried(symbols, 0, w->left.rows)));
    return (struct step_formulas){.residual = w->residual,
                                  .increment = increment,
                                  .guess = w->guess,
                                  .multipliers = w->multipliers,
                                  .start = w->start};
}

/* Of a file that was checked the same comes out again; what the graph refuses all the same is NULL, as of other formulas. */
static struct step_formulas formulate(const struct step_symbols *symbols)
{
    struct evaluation w;
    struct error ignored;

    if (run(&w, symbols, &ignored))
        return formulas_of(&w);
    return (struct step_formulas){.increment =
                                      graph_matrix(symbols->graph, 1, 1, (const expression[]){NULL})};
}

static struct step_formulas formulate_adjoint(const struct step_symbols *symbols)
{
    struct graph *graph = symbols->graph;
    const struct step_formulas own = formulate(symbols);
    const size_t n = own.residual.rows, moved = symbols->setup->system->model->moved,
                 times = symbols->state.rows - moved, halves = symbols->more.rows ? 2 : 1;
    const expressions none = graph_zeros(graph, 0, 1), time = graph_matrix(graph, times, 1, &symbols->h);
    const expressions back = graph_matrix(graph, 1, 1, (const expression[]){graph_negate(graph, symbols->h)});
    expressions D = none, unknown = none, point, moves, r = none, guess;

    if (!*own.increment.entry)
        return own;
    for (size_t k = 0; k < halves; k++) {
        const expressions part = step_formulas_unknowns(symbols, n + k * moved, moved);

        unknown = graph_above(unknown, part);
        D = graph_above(graph_above(D, part), k ? graph_zeros(graph, times, 1) : time);
    }
    point = graph_above(graph_sum(graph_above(symbols->state, symbols->more), D), back);
    moves = graph_sum(D, graph_at(own.increment, MODEL_BLOCK_COORDINATES, point));
    for (size_t k = 0; k < halves; k++)
        r = graph_above(r, graph_rows(moves, k * (moved + times), moved));
    guess = graph_at(own.guess, MODEL_BLOCK_COORDINATES,
                     graph_above(graph_above(symbols->state, symbols->more), back));
    return (struct step_formulas){
        .residual = graph_above(graph_at(own.residual, MODEL_BLOCK_COORDINATES, point), r),
        .increment = D,
        .guess = graph_above(guess, graph_zeros(graph, unknown.rows, 1)),
    }; /* multipliers are no longer last, and judge with the others */
}
