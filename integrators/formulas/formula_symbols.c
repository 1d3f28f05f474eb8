/* The symbols of formulas in files: see formula_file.h. */
#include "integrators/formulas/formula_file.h"

#include <lauxlib.h>
#include <string.h>

#include "integrators/tableaux/tableau.h"
#include "models/sandbox/lua_expression.h"
#include "models/sandbox/lua_matrix.h"
#include "models/sandbox/sandbox.h"

/* A function of the model: its values at the state, and how many of the first coordinates it is of. */
struct function {
    expressions value;
    size_t arguments;
    bool scalar;
    bool *constraints; /* set where it is called, of those that have the constraints in them; else NULL */
};

struct table {
    lua_State *lua;
    const struct step_symbols *symbols;
    struct formula_uses *uses;
    char *names;
    size_t size;
};

/* Upvalues: the function, the symbols, its name.  Points one after the other, and the time behind them. */
static int call(lua_State *lua)
{
    const struct function *own = lua_touserdata(lua, lua_upvalueindex(1));
    const struct step_symbols *w = lua_touserdata(lua, lua_upvalueindex(2));
    const char *name = lua_tostring(lua, lua_upvalueindex(3));
    const size_t moved = w->setup->system->model->moved, times = w->state.rows - moved;
    expressions point = graph_zeros(w->graph, 0, 1), time = graph_rows(w->state, moved, times), result;
    int at = 1;

    if (own->constraints)
        *own->constraints = true;
    for (; at <= lua_gettop(lua) && point.rows < own->arguments; at++) {
        const expressions part = lua_matrix_get(lua, at, name);

        if (part.columns != 1)
            return sandbox_raise(lua, "%s takes vectors, not a matrix of %zu rows and %zu columns", name,
                                 part.rows, part.columns);
        point = graph_above(point, part);
    }
    if (point.rows != own->arguments)
        return sandbox_raise(lua, "%s takes a point of %zu numbers, not of %zu", name, own->arguments,
                             point.rows);
    if (at < lua_gettop(lua))
        return sandbox_raise(lua, "%s takes a point and the time, no more", name);
    if (at == lua_gettop(lua) && times)
        time = lua_matrix_get(lua, at, name);
    if (time.rows != times)
        return sandbox_raise(lua, "%s takes the time as a number, not as a vector of %zu", name, time.rows);
    result = graph_at(
        own->value, MODEL_BLOCK_COORDINATES,
        graph_above(graph_above(point, graph_rows(w->state, own->arguments, moved - own->arguments)), time));
    lua_matrix_push(lua, result);
    if (own->scalar)
        lua_expression_push(lua, *result.entry);
    return 1;
}

static void name(const struct table *to, const char *name)
{
    lua_setfield(to->lua, -2, name);
    error_list(to->names, to->size, name);
}

static void add_vector(const struct table *to, const char *symbol, expressions v)
{
    lua_matrix_push(to->lua, v);
    name(to, symbol);
}

static void add_function(const struct table *to, const char *symbol, expressions value, size_t arguments,
                         bool scalar)
{
    struct function *own = lua_newuserdatauv(to->lua, sizeof *own, 0);

    *own = (struct function){value, arguments, scalar, strchr("fg", *symbol) ? &to->uses->constraints : NULL};
    lua_pushlightuserdata(to->lua, (void *)to->symbols);
    lua_pushstring(to->lua, symbol);
    lua_pushcclosure(to->lua, call, 3);
    name(to, symbol);
}

/* The first rows and columns of a matrix of the model */
static expressions corner(const struct model *model, const expression *matrix)
{
    const expressions A = graph_matrix(model->graph, model->dimension, model->dimension, matrix);

    return graph_transposed(graph_rows(graph_transposed(graph_rows(A, 0, model->moved)), 0, model->moved));
}

/* The matrix of the bracket from that of the form, f = Om^-1 grad H */
static expressions invert(expressions A)
{
    const expressions one = graph_unit(A.graph, A.rows), inverse = graph_zeros(A.graph, 0, A.rows);
    expressions columns = inverse;

    for (size_t k = 0; k < A.rows; k++)
        columns = graph_above(columns,
                              graph_transposed(graph_solution(A, graph_transposed(graph_rows(one, k, 1)))));
    return graph_transposed(columns);
}

static expressions canonical(struct graph *graph, size_t n)
{
    const expressions one = graph_unit(graph, n), none = graph_zeros(graph, n, n);

    return graph_above(graph_beside(none, one), graph_beside(graph_negative(one), none));
}

/* f, H, and the matrices of the form and of the bracket */
static void add_functions_of_state(const struct table *to, const struct system *system)
{
    const struct model *model = system->model;
    const size_t d = model->moved;
    struct graph *graph = model->graph;

    add_function(to, "f", graph_rows(system->field, 0, d), d, false);
    if (model->hamiltonian)
        add_function(to, "H", graph_matrix(graph, 1, 1, &model->hamiltonian), d, true);
    if (model->theta) {
        const expressions q = graph_variables(graph, MODEL_BLOCK_COORDINATES, 0, d),
                          theta = graph_matrix(graph, d, 1, model->theta), T = graph_jacobian(theta, q),
                          Om = graph_difference(graph_transposed(T), T);

        add_function(to, "theta", theta, d, false);
        add_function(to, "symplectic", Om, d, false);
        add_function(to, "poisson", invert(Om), d, false);
    } else if (model->poisson) {
        add_function(to, "poisson", corner(model, model->poisson), d, false);
    } else if (model->symplectic) {
        add_function(to, "symplectic", corner(model, model->symplectic), d, false);
        add_function(to, "poisson", invert(corner(model, model->symplectic)), d, false);
    } else if (model->kind == MODEL_HAMILTONIAN && !model->constraints) {
        add_function(to, "poisson", canonical(graph, d / 2), d, false);
    }
}

static void add_functions_of_halves(const struct table *to, const struct system *system)
{
    const struct system_holonomic *own = &system->holonomic;
    const size_t d = system->model->moved, n = d / 2;

    add_vector(to, "q", graph_rows(to->symbols->state, 0, n));
    add_vector(to, "p", graph_rows(to->symbols->state, n, n));
    if (!own->H_q.rows)
        return;
    add_function(to, "H_q", own->H_q, d, false);
    add_function(to, "H_p", own->H_p, d, false);
    if (own->g.rows) {
        add_function(to, "g", own->g, n, false);
        add_function(to, "G", own->G, n, false);
    }
}

void formula_symbols_push(lua_State *lua, const struct step_symbols *symbols, struct formula_uses *uses,
                          char *names, size_t size)
{
    const struct system *system = symbols->setup->system;
    const struct model *model = system->model;
    const struct table to = {lua, symbols, uses, names, size};

    *names = '\0';
    lua_newtable(lua);
    add_vector(&to, "x", graph_rows(symbols->state, 0, model->moved));
    lua_expression_push(lua, model->time_dependent ? symbols->state.entry[model->moved]
                                                   : graph_integer(symbols->graph, 0));
    name(&to, "t");
    lua_expression_push(lua, symbols->h);
    name(&to, "h");
    if (model->positions) {
        add_functions_of_halves(&to, system);
    } else if (model->theta) {
        add_vector(&to, "q", graph_rows(symbols->state, 0, model->moved));
        if (symbols->family->moves_momentum)
            add_vector(&to, "p", graph_rows(symbols->more, 0, model->moved));
    }
    add_functions_of_state(&to, system);
}

/* -- coefficients -- */

expression formula_symbols_number(struct graph *graph, mpfr_srcptr value)
{
    expression number;
    mpq_t exact;

    mpq_init(exact);
    mpfr_get_q(exact, value);
    number = graph_constant(graph, exact);
    mpq_clear(exact);
    return number;
}

static void set_coefficients(lua_State *lua, const char *key, mpfr_t *value, size_t rows, size_t columns)
{
    const expressions A = graph_zeros(sandbox_graph(lua), rows, columns);

    for (size_t k = 0; k < rows * columns; k++)
        A.entry[k] = formula_symbols_number(A.graph, value[k]);
    lua_matrix_push(lua, A);
    lua_setfield(lua, -2, key);
}

int formula_symbols_push_tableau(lua_State *lua, int index)
{
    struct error error;
    struct tableau *tableau;

    if (lua_type(lua, index) != LUA_TSTRING)
        return sandbox_raise(lua, "s.tableau takes the name of a tableau; write s.tableau \"gauss-2\"");
    tableau = tableau_create(lua_tostring(lua, index), FORMULA_FILE_BITS, &error);
    if (!tableau)
        return sandbox_raise(lua, "s.tableau: %s", error.text);
    lua_newtable(lua);
    set_coefficients(lua, "a", tableau->a, tableau->stages, tableau->stages);
    set_coefficients(lua, "abar", tableau->abar, tableau->stages, tableau->stages);
    set_coefficients(lua, "b", tableau->b, tableau->stages, 1);
    set_coefficients(lua, "c", tableau->c, tableau->stages, 1);
    lua_pushinteger(lua, (lua_Integer)tableau->stages);
    lua_setfield(lua, -2, "s");
    tableau_destroy(tableau);
    return 1;
}
