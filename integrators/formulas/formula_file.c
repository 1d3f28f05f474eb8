/* Methods that a file writes as formulas: see formula_file.h.
 *
 * Of the step that is returned the increment is taken where the state is a term of it, so that x + k has the increment k, as
 * built-in methods have, and x1 - x elsewhere.
 *
 * The adjoint of x1 = x + i(x, u, h), r(x, u, h) = 0, has the unknowns u and D:
 *
 *     r(x + D, u, -h) = 0      D + i(x + D, u, -h) = 0      x1 = x + D */
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
    *own = (struct formula_file){.file = &file->file, .steps = {.formulate = formulate, .file = own}};
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

const struct step_family *formula_file_read_projection(lua_State *lua, struct file_reader *file, bool carries)
{
    struct formula_file *own = memory_keep(&file->kept, 1, sizeof *own);

    if (lua_getfield(lua, 1, "step") != LUA_TFUNCTION)
        sandbox_raise(lua, "projection.step is not a function; write step = function (s) ... return q1 end");
    lua_pop(lua, 1);
    *own = (struct formula_file){.file = file,
                                 .projects = true,
                                 .remembers = carries,
                                 .constraints = -1,
                                 .steps = {.formulate = formulate, .file = own}};
    return &own->steps;
}

/* ---- the step on a model ---- */

static enum sandbox_file_end try(void *context, struct error *error)
{
    struct evaluation w;

    return formula_step_run(&w, context, error) ? SANDBOX_FILE_DONE : SANDBOX_FILE_REFUSED;
}

bool formula_file_check(const struct step_symbols *symbols, struct error *error)
{
    struct step_symbols tried = *symbols;

    return sandbox_file_try(try, &tried, symbols->family->file->file->path, error) == SANDBOX_FILE_DONE;
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

        good = formula_step_run(&w, &symbols, error);
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
    switch (sandbox_file_try(try_model, &trial, file->file->path, reason)) {
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
                                  .start = w->start,
                                  .line = sandbox_line_said(w->line) == w->line ? w->line : 0};
}

/* Of a file that was checked the same comes out again; what the graph refuses all the same is NULL, as of other formulas. */
static struct step_formulas formulate(const struct step_symbols *symbols)
{
    struct evaluation w;
    struct error ignored;

    if (formula_step_run(&w, symbols, &ignored))
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
