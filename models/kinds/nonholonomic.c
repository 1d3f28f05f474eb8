/* The kind `nonholonomic`: a Lagrangian L(q, v), v = q', and constraints A(q) v + b(q) = 0, of which a model file
 * gives omega(q, v), affine in v, so that A = omega_v and b = omega(q, 0).  Both may be of the time t, the last number
 * of the state (q, v, t).  The principle of Lagrange and d'Alembert, with the multipliers mu eliminated, is
 *
 *     L_vv v' + L_vq v + L_vt - L_q = A^T mu
 *     A v' + omega_q v + omega_t = 0
 *
 * The flow keeps omega and, where L is not of the time and b = 0, the energy v . L_v - L: forces of the constraints do
 * work of -b . mu alone, also where A is of the time.  A velocity beside omega = 0 is brought there by
 *
 *     v <- v - A^T (A A^T)^-1 omega
 *
 * A Lagrangian Lt(q, v) Hamiltonizes the system when the solutions of the system solve its Euler-Lagrange equations,
 *
 *     Lt_vv v' + Lt_vq v + Lt_vt - Lt_q = 0
 *
 * and Lt_vv is regular: Fernandez (2010).  It is given, or built for the class of nonholonomic_class.h. */
#include "models/kinds/nonholonomic_class.h"

#include "models/kinds/kind.h"
#include "models/kinds/kind_manifold.h"
#include "models/reader/model_field.h"

struct derivation {
    struct graph *graph;
    size_t n, m;             /* coordinates, constraints */
    expressions q, v, time;  /* n, n; 1, or nothing where there is none */
    expressions omega, A, b; /* m, m x n, m */
    expressions gram;        /* A A^T */
};

static struct derivation derivation_of(const struct model *model)
{
    const size_t n = model->positions, m = model->constraints;
    struct derivation w = {.graph = model->graph, .n = n, .m = m};

    w.q = graph_variables(w.graph, MODEL_BLOCK_COORDINATES, 0, n);
    w.v = graph_variables(w.graph, MODEL_BLOCK_COORDINATES, n, n);
    w.time = graph_variables(w.graph, MODEL_BLOCK_COORDINATES, 2 * n, model->time_dependent);
    w.omega = graph_matrix(w.graph, m, 1, model->constraint);
    w.A = graph_jacobian(w.omega, w.v);
    w.b = graph_at(w.omega, MODEL_BLOCK_COORDINATES,
                   graph_above(graph_above(w.q, graph_zeros(w.graph, n, 1)), w.time));
    w.gram = graph_product(w.A, graph_transposed(w.A));
    return w;
}

/* [L_vv, -A^T; A, 0] */
static expressions find_matrix(const struct derivation *w, expression L)
{
    const expressions L_vv = graph_jacobian(graph_gradient(L, w->v), w->v);
    const expressions none = graph_zeros(w->graph, w->m, w->m);

    return graph_above(graph_beside(L_vv, graph_negative(graph_transposed(w->A))), graph_beside(w->A, none));
}

/* f_q v + f_t: what the positions, and the time, bring about in a function of the state */
static expressions drift(const struct derivation *w, expressions f)
{
    const expressions by_positions = graph_product(graph_jacobian(f, w->q), w->v);

    return w->time.rows ? graph_sum(by_positions, graph_jacobian(f, w->time)) : by_positions;
}

/* [L_q - L_vq v - L_vt; -omega_q v - omega_t] */
static expressions find_right(const struct derivation *w, expression L)
{
    return graph_above(graph_difference(graph_gradient(L, w->q), drift(w, graph_gradient(L, w->v))),
                       graph_negative(drift(w, w->omega)));
}

/* The velocities as functions of those of all coordinates but the last m, and of L_vv w in the place of each of these,
 * w: its own entry of L_vv alone.  So a Hamiltonized Lagrangian is singular nowhere that its momenta are not: on the
 * disk L_vv has 1/cos(phi), while w = cos(phi) phi' y.  The velocities themselves where L_vv depends on what they move. */
static expressions find_velocities(const struct derivation *w, expression L)
{
    const size_t free = w->n - w->m;
    const expressions s = graph_rows(w->v, free, w->m), moved = graph_rows(w->q, free, w->m);
    const expressions inertia = graph_diagonal(graph_jacobian(graph_gradient(L, s), s));

    for (size_t a = 0; a < w->m; a++) {
        if (graph_is_zero(inertia.entry[a]))
            return w->v;
    }
    if (!graph_is_free(inertia, s) || !graph_is_free(inertia, moved))
        return w->v;
    return graph_above(graph_rows(w->v, 0, free), graph_entrywise(OPERATION_DIVIDE, s, inertia));
}

/* (q, u) -> L_v; L_q, and for a Hamiltonized Lagrangian (q, u) -> v; dw/du of each w: u are the variables of
 * find_velocities */
static void compile_lagrangian(struct system *system, const struct derivation *w, enum model_lagrangian form)
{
    struct system_nonholonomic *own = &system->nonholonomic;
    const expression L = system->model->lagrangian[form];
    const expressions v = form == MODEL_LAGRANGIAN ? w->v : find_velocities(w, L);
    const expressions state = graph_above(graph_above(w->q, v), w->time),
                      s = graph_rows(w->v, w->n - w->m, w->m);

    own->lagrangian[form] =
        system_map(system, 0,
                   OUTPUTS(graph_at(graph_gradient(L, w->v), MODEL_BLOCK_COORDINATES, state),
                           graph_at(graph_gradient(L, w->q), MODEL_BLOCK_COORDINATES, state)));
    if (form != MODEL_LAGRANGIAN)
        own->velocities[form] = system_map(
            system, 0, OUTPUTS(v, graph_diagonal(graph_jacobian(graph_rows(v, w->n - w->m, w->m), s))));
}

static void derive(struct system *system)
{
    const struct model *model = system->model;
    const expression *L = model->lagrangian;
    const struct derivation w = derivation_of(model);
    const expressions A_T = graph_transposed(w.A),
                      x = graph_variables(w.graph, MODEL_BLOCK_VELOCITIES, 0, w.n),
                      h = graph_variables(w.graph, MODEL_BLOCK_VELOCITIES, w.n, 1);
    const expressions solution = graph_solution(find_matrix(&w, *L), find_right(&w, *L));
    const expressions excess = graph_product(A_T, graph_solution(w.gram, w.omega));
    const struct system_constraint omega = {"omega", w.m};
    struct system_nonholonomic *own = &system->nonholonomic;

    system->positions = w.n;
    system->field = graph_above(w.v, graph_rows(solution, 0, w.n));
    system_set_constraints(system, 1, &omega, w.omega,
                           graph_above(graph_above(w.q, graph_difference(w.v, excess)), w.time));
    system_add_reactions(system, omega, graph_rows(solution, w.n, w.m));
    for (enum model_lagrangian form = MODEL_LAGRANGIAN; form < MODEL_LAGRANGIANS; form++) {
        if (L[form])
            compile_lagrangian(system, &w, form);
    }
    system->has_energy = system->has_energy && graph_vanishes(w.b);
    own->slip = system_map(system, w.n + 1, OUTPUTS(graph_sum(graph_product(w.A, x), graph_product(w.b, h))));
    own->reaction = system_map(system, w.m, OUTPUTS(graph_product(A_T, graph_rows(x, 0, w.m))));
    own->project = system_map(system, 0, OUTPUTS(system->projected));
    if (model->exact && !model->time_dependent) /* which starts at t = 0 */
        own->exact = system_map(
            system, 1,
            OUTPUTS(graph_at(graph_matrix(w.graph, model->dimension, 1, model->exact), MODEL_BLOCK_TIME, x)));
}

/* -- the model file -- */

static const char *const keys[] = {"title",        "source",     "kind",        "coordinates",  "secular",
                                   "parameters",   "lagrangian", "constraints", "hamiltonized", "inertias",
                                   "coefficients", "constants",  "sections",    "invariants",   "exact",
                                   "initial",      "step",       NULL};

static const struct kind_timed timed[] = {
    {"lagrangian", 0}, {"constraints", 0}, {"hamiltonized", 0}, {NULL, 0}};

/* v . L_v - L */
static expression find_energy(const struct derivation *w, expression L)
{
    const expressions work = graph_terms(graph_transposed(graph_gradient(L, w->v)), w->v);
    expression energy = graph_negate(w->graph, L);

    for (size_t i = 0; i < w->n; i++)
        energy = graph_add(w->graph, energy, work.entry[i]);
    return energy;
}

static void read_hamiltonized(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    size_t count = 0;
    expression *forms = NULL;

    model_field_read_functions(lua, "hamiltonized", MODEL_FIELD_OF_STATE, &count, &forms);
    if (count >= MODEL_LAGRANGIANS)
        model_field_raise(lua, (struct model_field){NULL, "hamiltonized"},
                          "%zu Hamiltonized Lagrangians; write one, or two: the first and the second form",
                          count);
    for (size_t k = 0; k < count; k++)
        model->lagrangian[MODEL_HAMILTONIZED_FIRST + k] = forms[k];
}

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct model_field field = {NULL, "constraints"};

    if (!nonholonomic_class_read(lua)) {
        model_field_read_scalar(lua, "lagrangian", MODEL_FIELD_OF_STATE, false,
                                &model->lagrangian[MODEL_LAGRANGIAN]);
        model_field_read_functions(lua, "constraints", MODEL_FIELD_OF_STATE, &model->constraints,
                                   &model->constraint);
        read_hamiltonized(lua);
    }
    if (!model->constraints || model->constraints >= model->positions)
        model_field_raise(lua, field,
                          "%zu constraints on %zu coordinates; write at least one, and fewer than there are "
                          "coordinates",
                          model->constraints, model->positions);
    const struct derivation w = derivation_of(model);
    for (size_t k = 0; k < w.m; k++) {
        if (graph_is_free(graph_rows(w.omega, k, 1), w.v))
            model_field_raise(
                lua, field,
                "constraint %zu does not depend on the velocities; write A(q) v + b(q), or a model of kind "
                "hamiltonian with this constraint",
                k + 1);
        if (!graph_is_free(graph_rows(w.A, k, 1), w.v))
            model_field_raise(lua, field,
                              "constraint %zu is not linear in the velocities; write constraints A(q) v + "
                              "b(q) = 0",
                              k + 1);
    }
    model->hamiltonian = find_energy(&w, model->lagrangian[MODEL_LAGRANGIAN]);
}

/* -- checks -- */

static bool check_constraints(struct model_trial *w, const struct model_initial *initial,
                              const struct derivation *derived)
{
    const struct kind_manifold manifold = {
        .gram = derived->gram,
        .dependent = "the constraints depend on each other",
        .matrix = find_matrix(derived, w->model->lagrangian[MODEL_LAGRANGIAN]),
        .key = "lagrangian",
        .singular = "the accelerations do not follow from Lagrangian and constraints",
        .remedy = "; write a Lagrangian in which the velocities that the constraints allow have mass",
        .determined = "the accelerations are determined",
        .names = (const char *const[]){"a constraint omega(q, v)"}};

    return kind_manifold_check(w, initial, &manifold);
}

expressions nonholonomic_find_terms(const struct model *model, enum model_lagrangian form,
                                    expressions acceleration, expressions *hessian)
{
    const struct derivation w = derivation_of(model);
    const expression Lt = model->lagrangian[form];
    const expressions Lt_v = graph_gradient(Lt, w.v), Lt_q = graph_gradient(Lt, w.q);
    const expressions Lt_vq = graph_jacobian(Lt_v, w.q), Lt_vt = graph_jacobian(Lt_v, w.time);

    *hessian = graph_jacobian(Lt_v, w.v);
    return graph_beside(graph_beside(graph_terms(*hessian, acceleration), graph_terms(Lt_vq, w.v)),
                        graph_beside(graph_negative(Lt_q), Lt_vt));
}

bool nonholonomic_is_hamiltonized(struct model_trial *w, const struct model_initial *initial,
                                  enum model_lagrangian form, expressions acceleration, bool anywhere)
{
    expressions hessian;
    const struct model_identity identity = {
        .key = w->model->coefficient ? "coefficients" : "hamiltonized",
        .sum = "Lt_vv v' + Lt_vq v - Lt_q",
        .fault = anywhere ? "the Euler-Lagrange equations are not the associated system of type II"
                          : "the Hamiltonized Lagrangian does not belong to the system",
        .remedy = "correct it or leave it out",
        .term = nonholonomic_find_terms(w->model, form, acceleration, &hessian),
        .anywhere = anywhere};

    return model_trial_is_regular(w, initial, identity.key, hessian,
                                  "the Hamiltonized Lagrangian is singular in its velocities",
                                  "; write data where it is regular, or another") &&
           model_trial_is_identity(w, initial, &identity);
}

/* On the constraints; and what is built for a member of the class has the accelerations of the associated system of
 * type II anywhere. */
static bool check_hamiltonized(struct model_trial *w, const struct model_initial *initial)
{
    const struct model *model = w->model;
    const expressions acceleration = graph_rows(w->system->field, model->positions, model->positions);
    bool valid = true;

    for (enum model_lagrangian form = MODEL_HAMILTONIZED_FIRST; form < MODEL_LAGRANGIANS && valid; form++)
        valid = !model->lagrangian[form] ||
                (nonholonomic_is_hamiltonized(w, initial, form, acceleration, false) &&
                 (!model->coefficient || nonholonomic_is_hamiltonized(
                                             w, initial, form, nonholonomic_class_accelerate(model), true)));
    return valid;
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    const struct model *model = w->model;
    const struct derivation derived = derivation_of(model);

    return model_trial_is_finite(w, initial, NULL, "lagrangian", 1, model->lagrangian) &&
           model_trial_is_finite(w, initial, NULL, "constraints", derived.m, model->constraint) &&
           check_constraints(w, initial, &derived) && check_hamiltonized(w, initial);
}

const struct kind nonholonomic_kind = {.name = "nonholonomic",
                                       .state = 'q',
                                       .second = 'v',
                                       .bracket = "grad %s . f",
                                       .keys = keys,
                                       .timed = timed,
                                       .read = read,
                                       .derive = derive,
                                       .check = check};
