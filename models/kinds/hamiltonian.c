/* The kind `hamiltonian`: H(q, p), and where there are holonomic constraints g(q) = 0 the equations that underlie
 * them, the multipliers eliminated.  With
 *
 *     G = g'(q)      psi = G H_p      D = G H_pp G^T      {a, b} = a_q b_p - a_p b_q
 *
 * psi = 0 is the hidden constraint, and
 *
 *     mu0 = D^-1 ({psi, H} + psi_t)
 *     eta = -D^-1 psi
 *     mu  = D^-1 ({psi, H} + {psi, psi} eta)
 *
 *     standard          q' = H_p                   p' = -H_q - G^T mu0                   Leimkuhler, Reich (1994), eq. 6
 *     weak-dirac        q' = H_p + psi_p^T eta     p' = -H_q - G^T mu - psi_q^T eta      eq. 30-31
 *     dirac             the canonical equations of H + mu^T g + eta^T psi                eq. 16-17
 *     simplified-dirac  the canonical equations of H + mu0^T g                           eq. 18-19, mu with the sign of 6
 *     charts            the canonical equations in local coordinates of the manifold     section 2: holonomic_charts.h
 *
 * (a model that has charts steps in them; its equations in (q, p) are the standard ones).
 *
 * A point beside the manifold g = psi = 0 is brought there by Newton's method,
 *
 *     q <- q - G^T (G G^T)^-1 g      p <- p - G^T D^-1 psi */
#include "models/kinds/holonomic_charts.h"
#include "models/kinds/kind.h"
#include "models/kinds/kind_manifold.h"
#include "models/reader/model_field.h"

struct derivation {
    const struct model *model;
    struct graph *graph;
    size_t n, m;                 /* positions, constraints */
    expressions q, p, time;      /* n, n; 1, or nothing where there is none */
    expressions H_q, H_p;        /* n */
    expressions g, psi, rate;    /* m; the last is {psi, H} + psi_t */
    expressions G, psi_q, psi_p; /* m x n */
    expressions gram, D;         /* m x m: G G^T; G H_pp G^T */
    expressions eta, mu;         /* m, of the formulation: eta is 0 where it has none, and mu then mu0 */
};

static void find_multipliers(struct derivation *w)
{
    const enum model_formulation formulation = w->model->formulation;
    const bool shifts = formulation == MODEL_WEAK_DIRAC || formulation == MODEL_DIRAC;
    const expressions bracket = graph_difference(graph_product(w->psi_q, graph_transposed(w->psi_p)),
                                                 graph_product(w->psi_p, graph_transposed(w->psi_q)));

    w->eta = shifts ? graph_negative(graph_solution(w->D, w->psi)) : graph_zeros(w->graph, w->m, 1);
    w->mu = graph_solution(w->D, graph_sum(w->rate, graph_product(bracket, w->eta)));
}

static struct derivation derivation_of(const struct model *model)
{
    struct graph *graph = model->graph;
    const size_t n = model->positions, m = model->constraints;
    struct derivation w = {.model = model, .graph = graph, .n = n, .m = m};

    w.q = graph_variables(graph, MODEL_BLOCK_COORDINATES, 0, n);
    w.p = graph_variables(graph, MODEL_BLOCK_COORDINATES, n, n);
    w.time = graph_variables(graph, MODEL_BLOCK_COORDINATES, 2 * n, model->time_dependent);
    const expressions slope = model->gradient ? graph_matrix(graph, 2 * n, 1, model->gradient)
                                              : graph_gradient(model->hamiltonian, graph_above(w.q, w.p));
    w.H_q = graph_rows(slope, 0, n);
    w.H_p = graph_rows(slope, n, n);
    w.g = graph_matrix(graph, m, 1, model->constraint);
    w.G = graph_jacobian(w.g, w.q);
    w.psi = graph_product(w.G, w.H_p);
    w.psi_q = graph_jacobian(w.psi, w.q);
    w.psi_p = graph_jacobian(w.psi, w.p);
    w.rate = graph_difference(graph_product(w.psi_q, w.H_p), graph_product(w.psi_p, w.H_q));
    if (model->time_dependent)
        w.rate = graph_sum(w.rate, graph_jacobian(w.psi, w.time));
    w.gram = graph_product(w.G, graph_transposed(w.G));
    w.D = graph_product(w.psi_p, graph_transposed(w.G));
    find_multipliers(&w);
    return w;
}

/* x - A^T l */
static expressions subtract_pull(expressions x, expressions A, expressions l)
{
    return graph_difference(x, graph_product(graph_transposed(A), l));
}

static void derive_constraints(struct system *system, const struct derivation *w)
{
    const struct system_constraint group[] = {{"g", w->m}, {"psi", w->m}};
    const expressions q = subtract_pull(w->q, w->G, graph_solution(w->gram, w->g));
    const expressions p = subtract_pull(w->p, w->G, graph_solution(w->D, w->psi));
    const expressions mu0 = graph_solution(w->D, w->rate);

    system_set_constraints(system, 2, group, graph_above(w->g, w->psi),
                           graph_above(graph_above(q, p), w->time));
    system_add_reactions(system, group[0], mu0);
}

/* psi = psi_p p */
static bool psi_is_linear(const struct derivation *w)
{
    const expressions at_rest = graph_above(graph_above(w->q, graph_zeros(w->graph, w->n, 1)), w->time);

    return graph_is_free(w->psi_p, w->p) &&
           graph_vanishes(graph_at(w->psi, MODEL_BLOCK_COORDINATES, at_rest));
}

/* What steps ask for that find the multipliers l themselves. */
static void derive_holonomic(struct system *system, const struct derivation *w)
{
    struct system_holonomic *holonomic = &system->holonomic;
    const expressions l = graph_variables(w->graph, MODEL_BLOCK_VELOCITIES, 0, w->m);
    const expressions pull = graph_product(graph_transposed(w->G), l);

    *holonomic = (struct system_holonomic){.H_q = w->H_q,
                                           .H_p = w->H_p,
                                           .g = w->g,
                                           .G = w->G,
                                           .psi = w->psi,
                                           .psi_p = w->psi_p,
                                           .linear = psi_is_linear(w)};
    holonomic->explicit_force = graph_is_free(w->H_q, w->p);
    holonomic->constant_mass = graph_is_free(graph_jacobian(w->H_p, w->p), system_state(system));
    holonomic->force = system_map(system, w->m, OUTPUTS(w->H_q, pull));
    holonomic->velocity = system_map(system, 0, OUTPUTS(w->H_p));
    if (!w->m)
        return;
    holonomic->constraint = system_map(system, 0, OUTPUTS(w->g));
    holonomic->hidden = system_map(system, 0, OUTPUTS(w->psi));
}

/* Whether the equations are the canonical ones of H_T. */
static bool is_canonical(const struct model *model)
{
    return model->formulation == MODEL_DIRAC || model->formulation == MODEL_SIMPLIFIED_DIRAC;
}

/* H_T = H + mu^T g + eta^T psi */
static expression total_hamiltonian(const struct derivation *w)
{
    const expression H_mu = graph_add(w->graph, w->model->hamiltonian, graph_dot(w->mu, w->g));

    return graph_add(w->graph, H_mu, graph_dot(w->eta, w->psi));
}

/* (q', p') in the formulation of the model */
static expressions find_field(const struct derivation *w)
{
    if (is_canonical(w->model)) {
        const expression H_T = total_hamiltonian(w);

        return graph_above(graph_gradient(H_T, w->p), graph_negative(graph_gradient(H_T, w->q)));
    }
    const expressions pulled = subtract_pull(graph_negative(w->H_q), w->G, w->mu);

    return graph_above(graph_sum(w->H_p, graph_product(graph_transposed(w->psi_p), w->eta)),
                       subtract_pull(pulled, w->psi_q, w->eta));
}

static void add_invariants(struct model *model)
{
    if (!is_canonical(model))
        return;
    const struct derivation w = derivation_of(model);
    kind_add_invariant(model, "total-energy", total_hamiltonian(&w));
}

static void derive(struct system *system)
{
    const struct derivation w = derivation_of(system->model);
    const expressions one = graph_unit(w.graph, w.n), none = graph_zeros(w.graph, w.n, w.n);
    const expressions J = graph_above(graph_beside(none, graph_negative(one)), graph_beside(one, none));

    system->symplectic = system_map(system, 0, OUTPUTS(graph_widened(J, system->dimension)));
    system->field = find_field(&w);
    if (w.m)
        derive_constraints(system, &w);
    derive_holonomic(system, &w);
    if (w.model->formulation == MODEL_CHARTS)
        holonomic_charts_derive(system, w.psi, w.psi_p);
}

/* -- the model file -- */

static const char *const keys[] = {"title",      "source",      "kind",        "coordinates", "secular",
                                   "parameters", "hamiltonian", "constraints", "charts",      "sections",
                                   "invariants", "exact",       "reversal",    "initial",     "step",
                                   "small",      NULL};

void hamiltonian_read_constraints(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const struct model_field field = {NULL, "constraints"};
    const expressions q = graph_variables(model->graph, MODEL_BLOCK_COORDINATES, 0, model->positions);

    model_field_read_functions(lua, "constraints", MODEL_FIELD_OF_POSITIONS, &model->constraints,
                               &model->constraint);
    for (size_t i = 0; i < model->constraints; i++) {
        if (graph_is_free(graph_matrix(model->graph, 1, 1, model->constraint + i), q))
            model_field_raise(lua, field,
                              "constraint %zu does not depend on q; write a function that is zero on the "
                              "manifold, or leave it out",
                              i + 1);
    }
    if (model->constraints >= model->positions)
        model_field_raise(lua, field,
                          "%zu constraints on %zu coordinates leave nothing that moves; write fewer",
                          model->constraints, model->positions);
}

static const struct kind_timed timed[] = {{"hamiltonian", 0}, {NULL, 0}};

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model_field_read_scalar(lua, "hamiltonian", MODEL_FIELD_OF_STATE, false, &model->hamiltonian);
    hamiltonian_read_constraints(lua);
    if (model->constraints && model->time_dependent && model->formulation != MODEL_STANDARD)
        model_field_raise(
            lua, (struct model_field){NULL, "hamiltonian"},
            "if the hamiltonian depends on the time, constraints have the formulation standard only; write "
            "formulation standard, or function (q, p, c)");
    holonomic_charts_read(lua);
}

static bool check_constraints(struct model_trial *w, const struct model_initial *initial,
                              const struct derivation *derived)
{
    const struct kind_manifold manifold = {
        .gram = derived->gram,
        .dependent = "the constraints depend on each other: their derivatives are dependent",
        .matrix = derived->D,
        .key = "constraints",
        .singular = "G H_pp G^T, which the multipliers are found from, is singular",
        .remedy =
            "; write a hamiltonian in which the constrained directions have mass, or leave out constraints "
            "that follow from the others",
        .determined = "G H_pp G^T is regular",
        .names = (const char *const[]){"a constraint g(q)", "the hidden constraint psi = g'(q) H_p"}};

    if (model_trial_rank(w, derived->m, derived->gram.entry) == 0)
        return model_trial_fail(
            w, NULL, "constraints",
            "the derivative of the constraints is zero at the initial data '%s'; write other data, "
            "or g in the place of a power of g",
            initial->name);
    return kind_manifold_check(w, initial, &manifold) &&
           holonomic_charts_check(w, initial, derived->psi, derived->psi_p);
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    struct model *model = w->model;
    const struct derivation derived = derivation_of(model);

    if (graph_vanishes(derived.H_p))
        return model_trial_fail(
            w, NULL, "hamiltonian",
            "the hamiltonian does not depend on p; write the energy as a function of q and p");
    if (!model_trial_is_finite(w, initial, NULL, "hamiltonian", 1, &model->hamiltonian) ||
        !model_trial_is_finite(w, initial, NULL, "constraints", model->constraints, model->constraint))
        return false;
    model_trial_pass(model, "%s: H%s and %s derivatives are finite", initial->name,
                     model->constraints ? ", the constraints" : "", model->constraints ? "their" : "its");
    return !model->constraints || check_constraints(w, initial, &derived);
}

const struct kind hamiltonian_kind = {.name = "hamiltonian",
                                      .state = 'q',
                                      .second = 'p',
                                      .formulations = true,
                                      .add_invariants = add_invariants,
                                      .bracket = "grad %s . f",
                                      .keys = keys,
                                      .timed = timed,
                                      .read = read,
                                      .derive = derive,
                                      .check = check};
