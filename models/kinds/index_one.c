/* The kind `index-one`: generalized Hamiltonian systems whose multipliers l are functions of (q, p),
 *
 *     q' = H_p(q, p, l)      p' = -H_q(q, p, l)      0 = H_l(q, p, l)
 *
 * McLachlan, Modin, Verdier, Wilkins (2013), eq. (20)-(21).  A model says H itself, or the mass matrix M, the
 * potential V and the velocity constraints g_i(q) . q' = 0 of which it is made (Proposition 1):
 *
 *     H = u . M^-1 u / 2 + V(q),      u = p + sum_i l_i g_i(q)
 *
 * Where 0 = H_l = A(q, p) l + b(q, p) is linear, l solves A l = -b; for the above that is
 * (G M^-1 G^T) l = -G M^-1 p.  Elsewhere the model says which solution is meant, and it is checked that it is one.
 * What remains is the kind `hamiltonian` with H(q, p, l(q, p)), whose gradient is (H_q, H_p) at that l since
 * H_l = 0, and holonomic constraints where the model has them (Proposition 7). */
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/kinds/kind.h"
#include "models/reader/model_field.h"
#include "models/sandbox/lua_expression.h"
#include "models/sandbox/sandbox.h"
#include "numerics/graph/graph_algebra.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

/* -- expressions -- */

/* velocity = M^-1 u, without a linear system where M is diagonal */
static void divide_by_mass(const struct model *model, const expression *u, expression *velocity)
{
    size_t n = model->positions;
    bool diagonal = true;

    for (size_t k = 0; k < n * n; k++)
        diagonal = diagonal && (k % (n + 1) == 0 || graph_is_zero(model->mass[k]));
    if (!diagonal)
        graph_solve(model->graph, n, model->mass, u, velocity);
    for (size_t i = 0; diagonal && i < n; i++)
        velocity[i] = graph_divide(model->graph, u[i], model->mass[i * (n + 1)]);
}

/* H of M, V and g */
static expression build_hamiltonian(const struct model *model, expression potential)
{
    struct graph *graph = model->graph;
    size_t n = model->positions;
    expression *u = memory_create(2 * n, sizeof *u), *velocity = u + n, twice;

    graph_fill_inputs(graph, u, MODEL_BLOCK_COORDINATES, n, n);
    for (size_t k = 0; k < n * model->multipliers; k++)
        u[k % n] = graph_add(graph, u[k % n],
                             graph_multiply(graph, graph_input(graph, MODEL_BLOCK_MULTIPLIERS, k / n),
                                            model->velocity_constraint[k]));
    divide_by_mass(model, u, velocity);
    twice = graph_dot_strided(graph, n, u, 1, velocity, 1);
    free(u);
    return graph_add(graph, graph_divide(graph, twice, graph_integer(graph, 2)), potential);
}

/* (H_p, -H_q), 2n; H_l, k; A = H_ll, k x k.  The caller frees the array. */
static expression *create_derivatives(const struct model *model)
{
    struct graph *graph = model->graph;
    size_t n = model->positions, k = model->multipliers;
    expression *derivative = memory_create(2 * n + k + k * k, sizeof *derivative), *H_l = derivative + 2 * n;

    graph_fill_jacobian(graph, derivative, 1, &model->generalized, MODEL_BLOCK_COORDINATES, n, n);
    graph_fill_jacobian(graph, derivative + n, 1, &model->generalized, MODEL_BLOCK_COORDINATES, 0, n);
    for (size_t i = n; i < 2 * n; i++)
        derivative[i] = graph_negate(graph, derivative[i]);
    graph_fill_jacobian(graph, H_l, 1, &model->generalized, MODEL_BLOCK_MULTIPLIERS, 0, k);
    graph_fill_jacobian(graph, H_l + k, k, H_l, MODEL_BLOCK_MULTIPLIERS, 0, k);
    return derivative;
}

/* A l = -b, b = H_l at l = 0; a matrix that is the constant zero stays for the check of the model. */
static void solve_multipliers(struct model *model, const expression *H_l)
{
    struct graph *graph = model->graph;
    size_t k = model->multipliers;
    expression *zero = memory_create(2 * k, sizeof *zero), *right = zero + k, one = graph_integer(graph, 1);

    for (size_t a = 0; a < k; a++)
        zero[a] = graph_integer(graph, 0);
    for (size_t a = 0; a < k; a++)
        right[a] = graph_negate(graph, graph_substitute(graph, H_l[a], MODEL_BLOCK_MULTIPLIERS, zero));
    model->multiplier = memory_keep(&model->kept, k, sizeof *model->multiplier);
    graph_solve(graph, k, k == 1 && graph_is_zero(H_l[k]) ? &one : H_l + k, right, model->multiplier);
    free(zero);
}

/* f at the multipliers that belong to (q, p) */
static expression eliminate(const struct model *model, expression f)
{
    return graph_substitute(model->graph, f, MODEL_BLOCK_MULTIPLIERS, model->multiplier);
}

/* -- the model file -- */

static const char *const keys[] = {"title",       "source",     "kind",        "coordinates",
                                   "secular",     "parameters", "hamiltonian", "multipliers",
                                   "multiplier",  "mass",       "potential",   "velocity_constraints",
                                   "constraints", "sections",   "invariants",  "exact",
                                   "reversal",    "initial",    "step",        NULL};

static const struct kind_timed timed[] = {{"hamiltonian", 4}, {"multiplier", 0},           {"mass", 2},
                                          {"potential", 2},   {"velocity_constraints", 2}, {NULL, 0}};

/* Reads the optional function `key` of (q, c), which returns rows of n expressions; *rows is 0 without it. */
static expression *read_rows(lua_State *lua, const char *key, size_t *rows)
{
    struct model *model = model_field_model(lua);
    const struct model_field field = {NULL, key};
    size_t n = model->positions;
    expression *matrix;

    *rows = 0;
    if (lua_getfield(lua, MODEL_FIELD_TABLE, key) == LUA_TNIL)
        return NULL;
    int line = model_field_call(lua, field, MODEL_FIELD_OF_POSITIONS);
    if (!lua_istable(lua, -1) || (*rows = model_field_length(lua, line, key)) == 0)
        model_field_raise(lua, field, "%s is no list of rows; write return { { ... }, ... }", key);
    matrix = memory_keep(&model->kept, *rows * n, sizeof *matrix);
    for (size_t i = 0; i < *rows; i++) {
        char row[60];

        snprintf(row, sizeof row, "row %zu of %s", i + 1, key);
        lua_geti(lua, -1, (lua_Integer)i + 1);
        model_field_read_list(lua, line, row, n, matrix + i * n);
    }
    return matrix;
}

/* M, 1 where the file has none; V, 0 likewise */
static void read_parts(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct model_field potential = {NULL, "potential"};
    size_t n = model->positions, rows;
    expression value = graph_integer(model->graph, 0);

    model->mass = read_rows(lua, "mass", &rows);
    if (model->mass && rows != n)
        model_field_raise(lua, (struct model_field){NULL, "mass"},
                          "mass has %zu rows; write %zu, one for each coordinate", rows, n);
    if (!model->mass) {
        model->mass = memory_keep(&model->kept, n * n, sizeof *model->mass);
        for (size_t k = 0; k < n * n; k++)
            model->mass[k] = graph_integer(model->graph, k % (n + 1) == 0);
    }
    if (lua_getfield(lua, MODEL_FIELD_TABLE, "potential") != LUA_TNIL)
        value = model_field_read_expression(lua, model_field_call(lua, potential, MODEL_FIELD_OF_POSITIONS),
                                            "potential");
    model->generalized = build_hamiltonian(model, value);
}

/* H itself, of (q, p, l, c), on top of the stack; and the branch l(q, p) where the file gives it */
static void read_whole(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct model_field hamiltonian = {NULL, "hamiltonian"}, multiplier = {NULL, "multiplier"};
    int line = model_field_check(lua, hamiltonian, "(q, p, l, c)");
    size_t given = 0;

    lua_getfield(lua, MODEL_FIELD_TABLE, "multipliers");
    lua_Integer count = lua_isinteger(lua, -1) ? lua_tointeger(lua, -1) : 0;
    if (count < 1 || count > (lua_Integer)model->positions)
        model_field_raise(lua, (struct model_field){NULL, "multipliers"},
                          "multipliers is not how many there are; write a number from 1 to %zu",
                          model->positions);
    lua_pop(lua, 1);
    model->multipliers = (size_t)count;
    const bool of_time = model_field_count_arguments(lua) > 4;
    lua_pushvalue(lua, MODEL_FIELD_STATE);
    lua_pushvalue(lua, MODEL_FIELD_SECOND);
    model_field_push_inputs(lua, "multiplier", MODEL_BLOCK_MULTIPLIERS, model->multipliers);
    if (of_time)
        model_field_push_time(lua);
    lua_pushvalue(lua, MODEL_FIELD_PARAMETERS);
    lua_call(lua, 4 + of_time, 1);
    model->generalized = model_field_read_expression(lua, line, "hamiltonian");
    model_field_read_functions(lua, "multiplier", MODEL_FIELD_OF_STATE, &given, &model->multiplier);
    if (given && given != model->multipliers)
        model_field_raise(lua, multiplier, "multiplier has %zu components; there are %zu multipliers", given,
                          model->multipliers);
}

/* l(q, p) unless the file gives it, and what becomes of H and its gradient */
static void eliminate_multipliers(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    size_t n = model->positions, k = model->multipliers;
    expression *derivative = create_derivatives(model), *H_l = derivative + 2 * n;
    bool linear = graph_are_free(model->graph, k * k, H_l + k, MODEL_BLOCK_MULTIPLIERS, 0, k);

    if (!model->multiplier && linear)
        solve_multipliers(model, H_l);
    model->gradient = memory_keep(&model->kept, 2 * n, sizeof *model->gradient);
    for (size_t i = 0; model->multiplier && i < n; i++) {
        model->gradient[i] = eliminate(model, graph_negate(model->graph, derivative[n + i]));
        model->gradient[n + i] = eliminate(model, derivative[i]);
    }
    free(derivative);
    if (model->multiplier)
        model->hamiltonian = eliminate(model, model->generalized);
    if (graph_error(model->graph)[0])
        sandbox_raise_at(lua, 0, "%s", graph_error(model->graph));
    if (!model->multiplier)
        model_field_raise(
            lua, (struct model_field){NULL, "hamiltonian"},
            "0 = H_l is not linear in l; write multiplier = function (q, p, c) return { ... } end, "
            "the solution that is meant");
}

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model->velocity_constraint = read_rows(lua, "velocity_constraints", &model->multipliers);
    bool whole = lua_getfield(lua, MODEL_FIELD_TABLE, "hamiltonian") != LUA_TNIL;
    if (whole == (model->velocity_constraint != NULL))
        model_field_raise(
            lua, (struct model_field){NULL, whole ? "hamiltonian" : "kind"},
            "%s; write hamiltonian = function (q, p, l, c) return ... end, or velocity_constraints, "
            "mass and potential",
            whole ? "hamiltonian and velocity_constraints are both given"
                  : "there are neither hamiltonian nor velocity_constraints");
    if (whole)
        read_whole(lua);
    else
        read_parts(lua);
    eliminate_multipliers(lua);
    hamiltonian_read_constraints(lua);
}

/* The forces of holonomic constraints, which the field has beside -H_q, do not depend on l. */
static bool derive(struct system *system)
{
    const struct model *model = system->model;
    const size_t d = model->dimension, n = model->positions, k = model->multipliers;
    const struct program_block input[] = {{d, false}, {k, false}};
    expression *derivative = create_derivatives(model), *rate = memory_create(d + d * k, sizeof *rate);
    const struct program_output output[] = {
        {d, rate}, {k, derivative + 2 * n}, {d * k, rate + d}, {k * k, derivative + 2 * n + k}};
    bool derived = hamiltonian_kind.derive(system);

    for (size_t i = 0; i < d; i++)
        rate[i] = i < 2 * n ? derivative[i] : graph_integer(model->graph, 1); /* t' */
    for (size_t i = n; i < 2 * n && model->constraints; i++)
        rate[i] = graph_add(model->graph, rate[i],
                            graph_add(model->graph, system->field.entry[i], model->gradient[i - n]));
    graph_fill_jacobian(model->graph, rate + d, d, rate, MODEL_BLOCK_MULTIPLIERS, 0, k);
    system->multipliers = k;
    system_add_reactions(system, (struct system_constraint){"l", k},
                         graph_matrix(model->graph, k, 1, model->multiplier));
    system->generalized = system_compile(2, input, 2, output);
    system->generalized_slopes = system_compile(2, input, 4, output);
    system->multiplier = system_compile_one(d, k, model->multiplier);
    free(rate);
    free(derivative);
    return derived && system->generalized && system->generalized_slopes && system->multiplier;
}

/* -- checks -- */

/* M - M^T */
static bool check_symmetry(struct model_trial *w, const struct model_initial *initial)
{
    const struct model *model = w->model;
    size_t n = model->positions;
    expression *term = memory_create(2 * n * n, sizeof *term);

    for (size_t i = 0; i < n * n; i++) {
        term[2 * i] = model->mass[i];
        term[2 * i + 1] = graph_negate(model->graph, model->mass[i % n * n + i / n]);
    }
    bool valid =
        model_trial_is_identity(w, initial,
                                &(struct model_identity){.key = "mass",
                                                         .sum = "M - M^T",
                                                         .fault = "the mass matrix is not symmetric",
                                                         .remedy = "correct it",
                                                         .term = graph_matrix(model->graph, n * n, 2, term)});
    free(term);
    return valid;
}

/* All pivots of Gaussian elimination are positive. */
static bool check_definite(struct model_trial *w, const struct model_initial *initial)
{
    size_t n = w->model->positions;
    mpfr_t *m = model_trial_create_numbers(n * n + 1);
    mpfr_ptr product = m[n * n];
    bool definite = true;

    model_trial_move_to(w, initial);
    model_trial_evaluate(w, m, n * n, w->model->mass);
    for (size_t c = 0; c < n && definite; c++) {
        definite = mpfr_cmp_ui(m[c * (n + 1)], 0) > 0;
        for (size_t i = c + 1; i < n; i++) {
            mpfr_div(m[i * n + c], m[i * n + c], m[c * (n + 1)], MPFR_RNDN);
            for (size_t j = c + 1; j < n; j++) {
                mpfr_mul(product, m[i * n + c], m[c * n + j], MPFR_RNDN);
                mpfr_sub(m[i * n + j], m[i * n + j], product, MPFR_RNDN);
            }
        }
    }
    number_block_destroy(m);
    return definite || model_trial_fail(w, NULL, "mass",
                                        "the mass matrix is not positive definite at the initial data '%s'; "
                                        "write one that is",
                                        initial->name);
}

/* A is regular at l(q, p). */
static bool check_regular(struct model_trial *w, const struct model_initial *initial, const expression *A)
{
    size_t k = w->model->multipliers;
    expression *eliminated = memory_create(k * k, sizeof *eliminated);

    for (size_t i = 0; i < k * k; i++)
        eliminated[i] = eliminate(w->model, A[i]);
    model_trial_move_to(w, initial);
    size_t rank = model_trial_rank(w, k, eliminated);
    free(eliminated);
    if (rank == k)
        return true;
    if (w->model->velocity_constraint)
        return model_trial_fail(
            w, NULL, "velocity_constraints",
            "the constraints depend on each other: G M^-1 G^T is singular (rank %zu of %zu) at "
            "the initial data '%s'; leave out what follows from the others",
            rank, k, initial->name);
    return model_trial_fail(
        w, NULL, "hamiltonian",
        "H_ll is singular (rank %zu of %zu) at the initial data '%s', so that 0 = H_l does not "
        "say what the multipliers are; write a hamiltonian of which it does",
        rank, k, initial->name);
}

/* H_l = 0 at l(q, p), against (A l)_a, which is added and subtracted. */
static bool check_branch(struct model_trial *w, const struct model_initial *initial, const expression *H_l)
{
    const struct model *model = w->model;
    size_t k = model->multipliers, terms = 1 + 2 * k;
    expression *term = memory_create(k * terms, sizeof *term);

    for (size_t a = 0; a < k; a++) {
        term[a * terms] = eliminate(model, H_l[a]);
        for (size_t b = 0; b < k; b++) {
            expression *pair = term + a * terms + 1 + 2 * b;

            pair[0] =
                graph_multiply(model->graph, eliminate(model, H_l[k + a * k + b]), model->multiplier[b]);
            pair[1] = graph_negate(model->graph, pair[0]);
        }
    }
    bool valid =
        model_trial_is_identity(w, initial,
                                &(struct model_identity){.key = "multiplier",
                                                         .sum = "H_l",
                                                         .fault = "the multiplier does not solve 0 = H_l",
                                                         .remedy = "correct it",
                                                         .term = graph_matrix(model->graph, k, terms, term)});
    free(term);
    return valid;
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    const struct model *model = w->model;
    expression *derivative = create_derivatives(model), *H_l = derivative + model->moved;
    bool valid = (!model->mass || (check_symmetry(w, initial) && check_definite(w, initial))) &&
                 check_regular(w, initial, H_l + model->multipliers) && check_branch(w, initial, H_l);

    free(derivative);
    return valid && hamiltonian_kind.check(w, initial);
}

const struct kind index_one_kind = {.name = "index-one",
                                    .state = 'q',
                                    .second = 'p',
                                    .bracket = "{%s, H}",
                                    .keys = keys,
                                    .timed = timed,
                                    .read = read,
                                    .derive = derive,
                                    .check = check};
