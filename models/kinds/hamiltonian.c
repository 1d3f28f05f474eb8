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
#include <stdlib.h>

#include "models/kinds/holonomic_charts.h"
#include "models/kinds/kind.h"
#include "models/kinds/kind_manifold.h"
#include "models/reader/model_field.h"
#include "numerics/graph/graph_algebra.h"
#include "numerics/memory.h"

struct derivation {
    const struct model *model;
    struct graph *graph;
    size_t n, m; /* positions, constraints */
    expression *room;
    expression *H_q, *H_p; /* n */
    expression *G;         /* m x n, row-major */
    expression *psi_q, *psi_p;
    expression *Gram, *D; /* m x m: G G^T; G H_pp G^T */
    expression *psi;      /* m */
    expression *rate;     /* {psi, H} + psi_t */
    expression *work;     /* m */
};

static expression derivative(const struct derivation *w, expression f, size_t i)
{
    return graph_derivative(w->graph, f, MODEL_BLOCK_COORDINATES, i);
}

/* The derivatives of the model; the caller frees them with free(room). */
static struct derivation derivation_create(const struct model *model)
{
    const size_t n = model->positions, m = model->constraints;
    struct derivation w = {.model = model, .graph = model->graph, .n = n, .m = m};
    struct {
        expression **array;
        size_t size;
    } const part[] = {{&w.H_q, n},      {&w.H_p, n},   {&w.G, m * n}, {&w.psi_q, m * n}, {&w.psi_p, m * n},
                      {&w.Gram, m * m}, {&w.D, m * m}, {&w.psi, m},   {&w.rate, m},      {&w.work, m}};
    expression *next = w.room = memory_create(2 * n + 3 * m * n + 2 * m * m + 3 * m, sizeof *next);

    for (size_t k = 0; k < sizeof part / sizeof *part; next += part[k++].size)
        *part[k].array = next;
    for (size_t k = 0; k < n; k++) {
        w.H_q[k] = model->gradient ? model->gradient[k] : derivative(&w, model->hamiltonian, k);
        w.H_p[k] = model->gradient ? model->gradient[n + k] : derivative(&w, model->hamiltonian, n + k);
    }
    graph_fill_jacobian(w.graph, w.G, m, model->constraint, MODEL_BLOCK_COORDINATES, 0, n);
    graph_product_transposed(w.graph, w.psi, w.G, w.H_p, m, 1, n);
    graph_fill_jacobian(w.graph, w.psi_q, m, w.psi, MODEL_BLOCK_COORDINATES, 0, n);
    graph_fill_jacobian(w.graph, w.psi_p, m, w.psi, MODEL_BLOCK_COORDINATES, n, n);
    for (size_t i = 0; i < m; i++) {
        w.rate[i] = graph_subtract(w.graph, graph_dot_strided(w.graph, n, w.psi_q + i * n, 1, w.H_p, 1),
                                   graph_dot_strided(w.graph, n, w.psi_p + i * n, 1, w.H_q, 1));
        if (model->time_dependent)
            w.rate[i] = graph_add(w.graph, w.rate[i], derivative(&w, w.psi[i], model->moved));
    }
    graph_product_transposed(w.graph, w.Gram, w.G, w.G, m, m, n);
    graph_product_transposed(w.graph, w.D, w.psi_p, w.G, m, m, n);
    return w;
}

/* x = A^-1 b; a matrix that is the constant zero stays for the check of the model. */
static void solve(const struct derivation *w, const expression *A, const expression *b, expression *x)
{
    const expression one = graph_integer(w->graph, 1);

    graph_solve(w->graph, w->m, w->m == 1 && graph_is_zero(*A) ? &one : A, b, x);
}

/* sum += or -= M^T b for rows M (m x n) */
static void add_pull(const struct derivation *w, expression *sum, enum operation sign, const expression *M,
                     const expression *b)
{
    for (size_t k = 0; k < w->n; k++)
        sum[k] = graph_binary(w->graph, sign, sum[k], graph_dot_strided(w->graph, w->m, M + k, w->n, b, 1));
}

static void derive_constraints(struct system *system, const struct derivation *w)
{
    const size_t n = w->n, m = w->m;
    const expressions projected = system_state(system);

    solve(w, w->Gram, w->model->constraint, w->work);
    add_pull(w, projected.entry, OPERATION_SUBTRACT, w->G, w->work);
    solve(w, w->D, w->psi, w->work);
    add_pull(w, projected.entry + n, OPERATION_SUBTRACT, w->G, w->work);
    system_set_constraints(
        system, 2, (const struct system_constraint[]){{"g", m}, {"psi", m}},
        graph_above(graph_matrix(w->graph, m, 1, w->model->constraint), graph_matrix(w->graph, m, 1, w->psi)),
        projected);
    solve(w, w->D, w->rate, w->work); /* mu0 */
    system_add_reactions(system, (struct system_constraint){"g", m}, graph_matrix(w->graph, m, 1, w->work));
}

/* H_q; G; N (m x n) */
static struct program *compile_reaction(const struct derivation *w, const expression *N)
{
    const size_t n = w->n, m = w->m;
    const struct program_output output[] = {{n, w->H_q}, {m * n, w->G}, {m * n, N}};

    return system_compile(1, &(struct program_block){w->model->dimension, false}, 3, output);
}

/* psi = psi_p p */
static bool psi_is_linear(const struct derivation *w)
{
    const size_t n = w->n, d = w->model->dimension;
    expression *at_rest = memory_create(d, sizeof *at_rest);
    bool linear = graph_are_free(w->graph, w->m * n, w->psi_p, MODEL_BLOCK_COORDINATES, n, n);

    for (size_t k = 0; k < d; k++)
        at_rest[k] = k >= n && k < 2 * n ? graph_integer(w->graph, 0)
                                         : graph_input(w->graph, MODEL_BLOCK_COORDINATES, k);
    for (size_t i = 0; i < w->m && linear; i++)
        linear = graph_is_zero(graph_substitute(w->graph, w->psi[i], MODEL_BLOCK_COORDINATES, at_rest));
    free(at_rest);
    return linear;
}

static bool mass_is_constant(const struct derivation *w)
{
    bool constant = true;

    for (size_t k = 0; k < w->n * w->n && constant; k++) {
        expression H_pp = derivative(w, w->H_p[k / w->n], w->n + k % w->n);

        constant = graph_are_free(w->graph, 1, &H_pp, MODEL_BLOCK_COORDINATES, 0, w->model->dimension);
    }
    return constant;
}

/* What steps ask for that find the multipliers themselves; the multipliers l are block 1. */
static bool derive_holonomic(struct system_holonomic *holonomic, const struct derivation *w)
{
    const size_t n = w->n, m = w->m;
    const struct program_block input[] = {{w->model->dimension, false}, {m, false}};
    expression *pull = memory_create(n, sizeof *pull);
    const struct program_output force[] = {{n, w->H_q}, {n, pull}};

    holonomic->explicit_force = graph_are_free(w->graph, n, w->H_q, MODEL_BLOCK_COORDINATES, n, n);
    holonomic->constant_mass = mass_is_constant(w);
    for (size_t k = 0; k < n; k++)
        pull[k] = system_product(w->graph, m, w->G + k, n, MODEL_BLOCK_VELOCITIES, 0, 1);
    holonomic->force = system_compile(2, input, 2, force);
    holonomic->pull = system_compile(2, input, 1, force + 1);
    holonomic->velocity = system_compile_one(w->model->dimension, n, w->H_p);
    free(pull);
    if (m) {
        holonomic->constraint = system_compile_one(w->model->dimension, m, w->model->constraint);
        holonomic->hidden = system_compile_one(w->model->dimension, m, w->psi);
        holonomic->normals = system_compile_one(w->model->dimension, m * n, w->G);
        holonomic->covector = compile_reaction(w, w->G);
        if (psi_is_linear(w))
            holonomic->reaction = compile_reaction(w, w->psi_p);
    }
    return holonomic->force && holonomic->pull && holonomic->velocity &&
           (!m || (holonomic->constraint && holonomic->hidden && holonomic->normals && holonomic->covector));
}

/* eta, and mu where it is not mu0 */
static void derive_multipliers(const struct derivation *w, expression *mu, expression *eta)
{
    const bool simple = w->model->formulation != MODEL_WEAK_DIRAC && w->model->formulation != MODEL_DIRAC;
    const size_t n = w->n, m = w->m;

    solve(w, w->D, w->psi, eta);
    for (size_t i = 0; i < m; i++) {
        eta[i] = graph_negate(w->graph, eta[i]);
        w->work[i] = w->rate[i];
    }
    for (size_t k = 0; k < m * m && !simple; k++) { /* {psi, psi} eta */
        const expression *q = w->psi_q + k / m * n, *p = w->psi_p + k / m * n;
        expression bracket =
            graph_subtract(w->graph, graph_dot_strided(w->graph, n, q, 1, w->psi_p + k % m * n, 1),
                           graph_dot_strided(w->graph, n, p, 1, w->psi_q + k % m * n, 1));

        w->work[k / m] = graph_add(w->graph, w->work[k / m], graph_multiply(w->graph, bracket, eta[k % m]));
    }
    solve(w, w->D, w->work, mu);
}

/* H_T = H + mu^T g + eta^T psi, or H + mu0^T g */
static expression total_hamiltonian(const struct derivation *w, const expression *mu, const expression *eta)
{
    expression total = graph_add(w->graph, w->model->hamiltonian,
                                 graph_dot_strided(w->graph, w->m, mu, 1, w->model->constraint, 1));

    return w->model->formulation == MODEL_DIRAC
               ? graph_add(w->graph, total, graph_dot_strided(w->graph, w->m, eta, 1, w->psi, 1))
               : total;
}

/* H_p and -H_q become the field. */
static void derive_formulation(const struct derivation *w, expression *field)
{
    const enum model_formulation formulation = w->model->formulation;
    const size_t n = w->n;
    expression *mu = memory_create(2 * w->m, sizeof *mu), *eta = mu + w->m, total;

    derive_multipliers(w, mu, eta);
    if (formulation == MODEL_STANDARD || formulation == MODEL_WEAK_DIRAC || formulation == MODEL_CHARTS)
        add_pull(w, field + n, OPERATION_SUBTRACT, w->G, mu);
    if (formulation == MODEL_WEAK_DIRAC) {
        add_pull(w, field, OPERATION_ADD, w->psi_p, eta);
        add_pull(w, field + n, OPERATION_SUBTRACT, w->psi_q, eta);
    }
    if (formulation == MODEL_DIRAC || formulation == MODEL_SIMPLIFIED_DIRAC) {
        total = total_hamiltonian(w, mu, eta);
        for (size_t k = 0; k < n; k++) {
            field[k] = derivative(w, total, n + k);
            field[n + k] = graph_negate(w->graph, derivative(w, total, k));
        }
    }
    free(mu);
}

/* total-energy = H_T where the equations are its canonical ones */
static void add_invariants(struct model *model)
{
    const enum model_formulation formulation = model->formulation;
    struct derivation w;
    expression *mu;
    struct model_named_expression *longer;

    if (!model->constraints || (formulation != MODEL_DIRAC && formulation != MODEL_SIMPLIFIED_DIRAC))
        return;
    w = derivation_create(model);
    mu = memory_create(2 * w.m, sizeof *mu);
    longer = memory_keep(&model->kept, model->invariants + 1, sizeof *longer);
    derive_multipliers(&w, mu, mu + w.m);
    for (size_t i = 0; i < model->invariants; i++)
        longer[i] = model->invariant[i];
    longer[model->invariants++] = (struct model_named_expression){
        memory_keep_string(&model->kept, "total-energy"), total_hamiltonian(&w, mu, mu + w.m)};
    model->invariant = longer;
    free(mu);
    free(w.room);
}

static bool derive(struct system *system)
{
    struct derivation w = derivation_create(system->model);
    const size_t n = w.n, d = w.model->dimension;
    expression *J = memory_create(d * d, sizeof *J);

    for (size_t k = 0; k < d * d; k++) /* zero where the time is */
        J[k] = graph_integer(w.graph, k % d >= 2 * n || k / d >= 2 * n ? 0
                                      : k % d == k / d + n             ? -1
                                                                       : k % d + n == k / d);
    system->symplectic = system_compile_one(d, d * d, J);
    for (size_t k = 0; k < n; k++) {
        system->field.entry[k] = w.H_p[k];
        system->field.entry[n + k] = graph_negate(w.graph, w.H_q[k]);
    }
    if (w.m) {
        derive_formulation(&w, system->field.entry);
        derive_constraints(system, &w);
    }
    bool complete = derive_holonomic(&system->holonomic, &w);
    if (w.model->formulation == MODEL_CHARTS)
        complete = complete && holonomic_charts_derive(system, w.psi, w.psi_p);
    free(J);
    free(w.room);
    return complete && system->symplectic;
}

/* -- the model file -- */

static const char *const keys[] = {
    "title",  "source",   "kind",       "coordinates", "secular",  "parameters", "hamiltonian", "constraints",
    "charts", "sections", "invariants", "exact",       "reversal", "initial",    "step",        NULL};

void hamiltonian_read_constraints(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model_field_read_functions(lua, "constraints", MODEL_FIELD_OF_POSITIONS, &model->constraints,
                               &model->constraint);
    for (size_t i = 0; i < model->constraints; i++) {
        if (graph_are_free(model->graph, 1, model->constraint + i, MODEL_BLOCK_COORDINATES, 0,
                           model->positions))
            model_field_raise(
                lua, (struct model_field){NULL, "constraints"},
                "constraint %zu does not depend on q; write a function that is zero on the manifold, or "
                "leave it out",
                i + 1);
    }
    if (model->constraints >= model->positions)
        model_field_raise(lua, (struct model_field){NULL, "constraints"},
                          "%zu constraints on %zu coordinates leave nothing that moves; write fewer",
                          model->constraints, model->positions);
}

static const struct kind_timed timed[] = {{"hamiltonian", 0}, {NULL, 0}};

static void read(lua_State *lua)
{
    const struct model *model = model_field_model(lua);

    model_field_read_scalar(lua, "hamiltonian", false, &model_field_model(lua)->hamiltonian);
    hamiltonian_read_constraints(lua);
    holonomic_charts_read(lua);
    if (model->constraints && model->time_dependent && model->formulation != MODEL_STANDARD)
        model_field_raise(
            lua, (struct model_field){NULL, "hamiltonian"},
            "a hamiltonian of the time has constraints in the formulation standard alone; write "
            "formulation standard, or function (q, p, c)");
    if (model->charts && model->time_dependent)
        model_field_raise(lua, (struct model_field){NULL, "charts"},
                          "charts are for a hamiltonian that does not depend on t; leave out charts");
}

static bool depends_on_momenta(const struct derivation *w)
{
    size_t k = 0;

    while (k < w->n && graph_is_zero(w->H_p[k]))
        k++;
    return k < w->n;
}

static bool check_constraints(struct model_trial *w, const struct model_initial *initial,
                              const struct derivation *derived)
{
    const size_t m = derived->m;
    size_t rank;

    if ((rank = model_trial_rank(w, m, derived->Gram)) == 0)
        return model_trial_fail(
            w, NULL, "constraints",
            "the derivative of the constraints is zero at the initial data '%s'; write other data, "
            "or g in the place of a power of g",
            initial->name);
    if (rank < m)
        return model_trial_fail(
            w, NULL, "constraints",
            "the constraints depend on each other (their derivatives have rank %zu of %zu) at "
            "the initial data '%s'; leave out what follows from the others",
            rank, m, initial->name);
    if ((rank = model_trial_rank(w, m, derived->D)) < m)
        return model_trial_fail(
            w, NULL, "constraints",
            "G H_pp G^T, which the multipliers are found from, is singular (rank %zu of %zu) at "
            "the initial data '%s'; write a hamiltonian in which the constrained directions "
            "have mass%s",
            rank, m, initial->name,
            w->model->multipliers ? ", or leave out velocity constraints that follow from the others" : "");
    model_trial_pass(w->model, "%s: the %zu constraint%s independent and G H_pp G^T is regular",
                     initial->name, m, m == 1 ? " is" : "s are");
    return kind_manifold_check(
               w, initial,
               (const char *const[]){"a constraint g(q)", "the hidden constraint psi = g'(q) H_p"}) &&
           holonomic_charts_check(w, initial, derived->psi, derived->psi_p);
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    struct model *model = w->model;
    struct derivation derived = derivation_create(model);
    bool valid =
        (depends_on_momenta(&derived) ||
         model_trial_fail(
             w, NULL, "hamiltonian",
             "the hamiltonian does not depend on p; write the energy as a function of q and p")) &&
        model_trial_is_finite(w, initial, NULL, "hamiltonian", 1, &model->hamiltonian) &&
        model_trial_is_finite(w, initial, NULL, "constraints", model->constraints, model->constraint);

    if (valid)
        model_trial_pass(model, "%s: H%s and %s derivatives are finite", initial->name,
                         model->constraints ? ", the constraints" : "", model->constraints ? "their" : "its");
    valid = valid && (!model->constraints || check_constraints(w, initial, &derived));
    free(derived.room);
    return valid;
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
