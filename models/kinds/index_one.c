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
 * (G M^-1 G^T) l = -G M^-1 p.  Elsewhere the model says which solution is meant, and it is checked that it is one; or it
 * gives a point near the solution, from which Newton's method finds it (Proposition 6).
 * What remains is the kind `hamiltonian` with H(q, p, l(q, p)), whose gradient is (H_q, H_p) at that l since
 * H_l = 0, and holonomic constraints where the model has them (Proposition 7). */
#include <lauxlib.h>

#include "models/kinds/kind.h"
#include "models/reader/model_field.h"
#include "models/sandbox/sandbox.h"

/* -- expressions -- */

/* The derivatives of H(q, p, l) */
struct derivation {
    struct graph *graph;
    size_t n, k;                     /* positions, multipliers */
    expressions l, H_q, H_p, H_l, A; /* k; n, n, k; H_ll */
};

static struct derivation derivation_of(const struct model *model)
{
    const size_t n = model->positions, k = model->multipliers;
    struct derivation w = {.graph = model->graph, .n = n, .k = k};

    w.l = graph_variables(w.graph, MODEL_BLOCK_MULTIPLIERS, 0, k);
    w.H_q = graph_gradient(model->generalized, graph_variables(w.graph, MODEL_BLOCK_COORDINATES, 0, n));
    w.H_p = graph_gradient(model->generalized, graph_variables(w.graph, MODEL_BLOCK_COORDINATES, n, n));
    w.H_l = graph_gradient(model->generalized, w.l);
    w.A = graph_jacobian(w.H_l, w.l);
    return w;
}

/* M^-1 u, without a linear system where M is diagonal */
static expressions divide_by_mass(expressions M, expressions u)
{
    bool diagonal = true;

    for (size_t k = 0; k < M.rows * M.rows; k++)
        diagonal = diagonal && (k % (M.rows + 1) == 0 || graph_is_zero(M.entry[k]));
    return diagonal ? graph_entrywise(OPERATION_DIVIDE, u, graph_diagonal(M)) : graph_solution(M, u);
}

/* u . M^-1 u / 2 + V,  u = p + sum_i l_i g_i */
static expression build_hamiltonian(const struct model *model, expression V)
{
    struct graph *graph = model->graph;
    const size_t n = model->positions, k = model->multipliers;
    const expressions M = graph_matrix(graph, n, n, model->mass);
    const expressions g = graph_matrix(graph, k, n, model->velocity_constraint);
    const expressions l = graph_variables(graph, MODEL_BLOCK_MULTIPLIERS, 0, k);
    expressions u = graph_variables(graph, MODEL_BLOCK_COORDINATES, n, n);

    for (size_t i = 0; i < k; i++)
        u = graph_sum(u, graph_product(graph_transposed(graph_rows(g, i, 1)), graph_rows(l, i, 1)));
    const expression twice = graph_dot(u, divide_by_mass(M, u));
    return graph_add(graph, graph_divide(graph, twice, graph_integer(graph, 2)), V);
}

/* f at the multipliers that belong to (q, p): these of l */
static expressions eliminate(const struct model *model, expressions f)
{
    return graph_at(f, MODEL_BLOCK_MULTIPLIERS,
                    graph_matrix(f.graph, model->multipliers, 1, model->multiplier));
}

/* Steps of Newton's method for l(q, p), which are part of its expression.  With an error of 2^-100 left five steps before
 * the end, which is checked, the last one has an error of 2^-3200: less than any run could tell. */
enum { NEWTON_STEPS = 12, NEWTON_STEPS_CHECKED = NEWTON_STEPS - 5 };

/* l after so many steps of Newton's method on H_l(q, p, l) = 0 from the point that the file gives */
static expressions approach_multipliers(const struct model *model, const struct derivation *w, int steps)
{
    expressions l = graph_matrix(w->graph, w->k, 1, model->multiplier_start);

    for (int step = 0; step < steps; step++)
        l = graph_difference(l, graph_solution(graph_at(w->A, MODEL_BLOCK_MULTIPLIERS, l),
                                               graph_at(w->H_l, MODEL_BLOCK_MULTIPLIERS, l)));
    return l;
}

/* -- the model file -- */

static const char *const keys[] = {"title",
                                   "source",
                                   "kind",
                                   "coordinates",
                                   "secular",
                                   "parameters",
                                   "hamiltonian",
                                   "multipliers",
                                   "multiplier",
                                   "multiplier_start",
                                   "mass",
                                   "potential",
                                   "velocity_constraints",
                                   "constraints",
                                   "sections",
                                   "invariants",
                                   "exact",
                                   "reversal",
                                   "initial",
                                   "step",
                                   NULL};

static const struct kind_timed timed[] = {{"hamiltonian", 4}, {"multiplier", 0}, {"multiplier_start", 0},
                                          {"mass", 2},        {"potential", 2},  {"velocity_constraints", 2},
                                          {NULL, 0}};

/* M, 1 where the file has none; V, 0 likewise */
static void read_parts(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const size_t n = model->positions;
    expression V = graph_integer(model->graph, 0);

    if (!model_field_read_matrix(lua, "mass", MODEL_FIELD_OF_POSITIONS, n, &model->mass))
        model->mass = graph_unit(model->graph, n).entry;
    model_field_read_scalar(lua, "potential", MODEL_FIELD_OF_POSITIONS, true, &V);
    model->generalized = build_hamiltonian(model, V);
}

/* The function `key` of (q, p), a component for each multiplier; NULL stays where there is none. */
static void read_branch(lua_State *lua, const char *key, expression **branch)
{
    struct model *model = model_field_model(lua);
    size_t given = 0;

    model_field_read_functions(lua, key, MODEL_FIELD_OF_STATE, &given, branch);
    if (given && given != model->multipliers)
        model_field_raise(lua, (struct model_field){NULL, key},
                          "%s has %zu components; there are %zu multipliers", key, given, model->multipliers);
}

/* H itself, of (q, p, l, c), and the branch l(q, p), or a point near it, where the file gives it */
static void read_whole(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    lua_getfield(lua, MODEL_FIELD_TABLE, "multipliers");
    const lua_Integer count = lua_isinteger(lua, -1) ? lua_tointeger(lua, -1) : 0;
    if (count < 1 || count > (lua_Integer)model->positions)
        model_field_raise(lua, (struct model_field){NULL, "multipliers"},
                          "multipliers is not the number of multipliers; write a number from 1 to %zu",
                          model->positions);
    lua_pop(lua, 1);
    model->multipliers = (size_t)count;
    model_field_read_scalar(lua, "hamiltonian", MODEL_FIELD_OF_MULTIPLIERS, false, &model->generalized);
    read_branch(lua, "multiplier", &model->multiplier);
    read_branch(lua, "multiplier_start", &model->multiplier_start);
    if (model->multiplier && model->multiplier_start)
        model_field_raise(lua, (struct model_field){NULL, "multiplier_start"},
                          "multiplier and multiplier_start are both given; leave out multiplier_start");
}

/* l(q, p) unless the file gives it, b being H_l at l = 0, and what becomes of H and its gradient */
static void eliminate_multipliers(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct derivation w = derivation_of(model);
    const expressions H = graph_matrix(w.graph, 1, 1, &model->generalized);
    const expressions b = graph_at(w.H_l, MODEL_BLOCK_MULTIPLIERS, graph_zeros(w.graph, w.k, 1));
    const char *key;
    int line;

    if (model->multiplier_start)
        model->multiplier = approach_multipliers(model, &w, NEWTON_STEPS).entry;
    else if (!model->multiplier && graph_is_free(w.A, w.l))
        model->multiplier = graph_solution(w.A, graph_negative(b)).entry; /* A l = -b */
    if (model->multiplier) {
        model->gradient = eliminate(model, graph_above(w.H_q, w.H_p)).entry;
        model->hamiltonian = eliminate(model, H).entry[0];
    }
    if (graph_error(model->graph)[0]) {
        key = model_largest(model, &line);
        sandbox_raise_at(lua, line, "%s: with its derivatives %s", key, graph_error(model->graph));
    }
    if (!model->multiplier)
        model_field_raise(
            lua, (struct model_field){NULL, "hamiltonian"},
            "0 = H_l is not linear in l; write multiplier = function (q, p, c) return { ... } end, "
            "the solution that is meant, or multiplier_start = function (q, p, c) return { ... } end, a "
            "point "
            "near it");
}

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model->multipliers = model_field_read_matrix(lua, "velocity_constraints", MODEL_FIELD_OF_POSITIONS, 0,
                                                 &model->velocity_constraint);
    const bool whole = lua_getfield(lua, MODEL_FIELD_TABLE, "hamiltonian") != LUA_TNIL;
    if (whole == (model->velocity_constraint != NULL))
        model_field_raise(
            lua, (struct model_field){NULL, whole ? "hamiltonian" : "kind"},
            "%s; write hamiltonian = function (q, p, l, c) return ... end, or velocity_constraints, "
            "mass and potential",
            whole ? "hamiltonian and velocity_constraints are both given"
                  : "hamiltonian and velocity_constraints are both missing");
    (whole ? read_whole : read_parts)(lua);
    eliminate_multipliers(lua);
    hamiltonian_read_constraints(lua);
}

/* f(x, l) is (H_p, -H_q) and the forces of holonomic constraints, which the field has beside -H_q and which do not
 * depend on l. */
static void derive(struct system *system)
{
    const struct model *model = system->model;
    const struct derivation w = derivation_of(model);
    const expressions H_q = graph_matrix(w.graph, w.n, 1, model->gradient);
    const expressions multiplier = eliminate(model, w.l);

    hamiltonian_kind.derive(system);
    expressions force = graph_negative(w.H_q);
    if (model->constraints)
        force = graph_sum(force, graph_sum(graph_rows(system->field, w.n, w.n), H_q));
    const expressions rate = system_with_time(system, graph_above(w.H_p, force));
    system->multipliers = w.k;
    system_add_reactions(system, (struct system_constraint){"l", w.k}, multiplier);
    system->multiplier = system_map(system, 0, OUTPUTS(multiplier));
    system->generalized = system_map(system, w.k, OUTPUTS(rate, w.H_l));
    system->generalized_slopes =
        system_map(system, w.k, OUTPUTS(rate, w.H_l, graph_jacobian(rate, w.l), w.A));
}

/* -- checks -- */

static bool check_mass(struct model_trial *w, const struct model_initial *initial)
{
    const size_t n = w->model->positions;
    const expressions M = graph_matrix(w->model->graph, n, n, w->model->mass);

    if (!model_trial_is_symmetric(w, initial, M, false,
                                  (struct model_identity){.key = "mass",
                                                          .sum = "M - M^T",
                                                          .fault = "the mass matrix is not symmetric",
                                                          .remedy = "correct it"}))
        return false;
    model_trial_move_to(w, initial);
    return model_trial_is_definite(w, M) ||
           model_trial_fail(w, NULL, "mass",
                            "the mass matrix is not positive definite at the initial data '%s'; write one "
                            "that is",
                            initial->name);
}

/* A is regular at l(q, p). */
static bool check_regular(struct model_trial *w, const struct model_initial *initial,
                          const struct derivation *derived)
{
    const bool made = w->model->velocity_constraint;

    return model_trial_is_regular(
        w, initial, made ? "velocity_constraints" : "hamiltonian", eliminate(w->model, derived->A),
        made ? "the constraints depend on each other: G M^-1 G^T is singular" : "H_ll is singular",
        made ? "; leave out what follows from the others"
             : ", so that 0 = H_l does not say what the multipliers are; write a hamiltonian of which it "
               "does");
}

/* H_l = 0 at l(q, p), against (A l)_a, which is added and subtracted; where Newton's method finds l, some steps before its
 * last one. */
static bool check_branch(struct model_trial *w, const struct model_initial *initial,
                         const struct derivation *derived)
{
    const bool found = w->model->multiplier_start;
    const expressions l = found ? approach_multipliers(w->model, derived, NEWTON_STEPS_CHECKED)
                                : eliminate(w->model, derived->l);
    const expressions terms = graph_terms(graph_at(derived->A, MODEL_BLOCK_MULTIPLIERS, l), l);
    const expressions H_l = graph_at(derived->H_l, MODEL_BLOCK_MULTIPLIERS, l);

    return model_trial_is_identity(
        w, initial,
        &(struct model_identity){
            .key = found ? "multiplier_start" : "multiplier",
            .sum = "H_l",
            .fault = found ? "Newton's method does not come from multiplier_start to a solution of 0 = H_l"
                           : "the multiplier does not solve 0 = H_l",
            .remedy = found ? "give a point nearer to the solution that is meant" : "correct it",
            .term = graph_beside(H_l, graph_beside(terms, graph_negative(terms)))});
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    const struct derivation derived = derivation_of(w->model);

    return (!w->model->mass || check_mass(w, initial)) && check_regular(w, initial, &derived) &&
           check_branch(w, initial, &derived) && hamiltonian_kind.check(w, initial);
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
