/* The kind `nonholonomic`: a Lagrangian L(q, v), v = q', and constraints A(q) v = 0, of which a model file gives
 * omega(q, v), linear in v, so that A = omega_v.  The state is (q, v), and the principle of Lagrange and d'Alembert,
 * with the multipliers mu eliminated, is
 *
 *     L_vv v' + L_vq v - L_q = A^T mu
 *     A v' + omega_q v = 0
 *
 * The flow keeps omega and the energy v . L_v - L.  A velocity beside omega = 0 is brought there by
 *
 *     v <- v - A^T (A A^T)^-1 omega
 *
 * A Lagrangian Lt(q, v) Hamiltonizes the system when the solutions of the system solve its Euler-Lagrange equations,
 *
 *     Lt_vv v' + Lt_vq v - Lt_q = 0
 *
 * and Lt_vv is regular: Fernandez (2010).  It is given, or built for the class of nonholonomic_class.h. */
#include "models/kinds/nonholonomic_class.h"

#include "models/kinds/kind.h"
#include "models/kinds/kind_manifold.h"
#include "models/reader/model_field.h"
#include "numerics/graph/graph_algebra.h"
#include "numerics/memory.h"

/* The derivatives of a model; memory_release(room) frees them. */
struct derivation {
    struct graph *graph;
    size_t n, m; /* coordinates, constraints */
    struct memory_kept *room;
    expression *v;              /* n */
    expression *A;              /* m x n */
    expression *gram;           /* A A^T, m x m */
    expression *matrix, *right; /* of (v', mu), n + m */
};

static expression *create_row(struct derivation *w, size_t count)
{
    return memory_keep(&w->room, count, sizeof(expression));
}

/* df_i/dq_j, m x n */
static expression *by_positions(struct derivation *w, size_t m, const expression *f)
{
    expression *J = create_row(w, m * w->n);

    graph_jacobian(w->graph, J, m, f, MODEL_BLOCK_COORDINATES, 0, w->n);
    return J;
}

/* df_i/dv_j, m x n */
static expression *by_velocities(struct derivation *w, size_t m, const expression *f)
{
    expression *J = create_row(w, m * w->n);

    graph_jacobian(w->graph, J, m, f, MODEL_BLOCK_COORDINATES, w->n, w->n);
    return J;
}

/* M x, for M (m x n) */
static expression *product(struct derivation *w, size_t m, const expression *M, const expression *x)
{
    expression *Mx = create_row(w, m);

    graph_product_transposed(w->graph, Mx, M, x, m, 1, w->n);
    return Mx;
}

/* [L_vv, -A^T; A, 0] and [L_q - L_vq v; -omega_q v] */
static void fill_equations(struct derivation *w, const struct model *model)
{
    const expression *L = &model->lagrangian[MODEL_LAGRANGIAN], *L_v = by_velocities(w, 1, L);
    const expression *L_q = by_positions(w, 1, L), *L_vv = by_velocities(w, w->n, L_v);
    const expression *turn = product(w, w->n, by_positions(w, w->n, L_v), w->v);
    const expression *bend = product(w, w->m, by_positions(w, w->m, model->constraint), w->v);
    const size_t n = w->n, size = n + w->m;

    w->matrix = create_row(w, size * size);
    w->right = create_row(w, size);
    for (size_t k = 0; k < size * size; k++) {
        const size_t i = k / size, j = k % size;

        w->matrix[k] = i < n && j < n ? L_vv[i * n + j]
                       : i < n        ? graph_negate(w->graph, w->A[(j - n) * n + i])
                       : j < n        ? w->A[(i - n) * n + j]
                                      : graph_integer(w->graph, 0);
    }
    for (size_t i = 0; i < size; i++)
        w->right[i] = i < n ? graph_subtract(w->graph, L_q[i], turn[i]) : graph_negate(w->graph, bend[i - n]);
}

static struct derivation derivation_create(const struct model *model)
{
    const size_t n = model->positions, m = model->constraints;
    struct derivation w = {.graph = model->graph, .n = n, .m = m};

    w.v = create_row(&w, n);
    graph_inputs(w.graph, w.v, MODEL_BLOCK_COORDINATES, n, n);
    w.A = by_velocities(&w, m, model->constraint);
    w.gram = create_row(&w, m * m);
    graph_product_transposed(w.graph, w.gram, w.A, w.A, m, m, n);
    return w;
}

/* (q, v) -> L_v; L_q; the diagonal of L_vv that belongs to the last m velocities */
static struct program *compile_lagrangian(struct derivation *w, const expression *L)
{
    const size_t n = w->n, m = w->m;
    expression *L_v = by_velocities(w, 1, L), *inertia = create_row(w, m);

    for (size_t a = 0; a < m; a++)
        inertia[a] = graph_derivative(w->graph, L_v[n - m + a], MODEL_BLOCK_COORDINATES, n + n - m + a);
    return system_compile(
        1, &(struct program_block){2 * n, false}, 3,
        (const struct program_output[]){{n, L_v}, {n, by_positions(w, 1, L)}, {m, inertia}});
}

/* (q, v; x) -> y, for y = A(q) x or A(q)^T x */
static struct program *compile_product(const struct derivation *w, size_t width, size_t count,
                                       const expression *y)
{
    return system_compile(2, (const struct program_block[]){{2 * w->n, false}, {width, false}}, 1,
                          &(struct program_output){count, y});
}

/* The constraints, and v - A^T (A A^T)^-1 omega. */
static void derive_constraints(struct system *system, struct derivation *w)
{
    const size_t n = w->n, m = w->m;
    expression *excess = create_row(w, m);

    system_set_constraints(system, 1, &(struct system_constraint){"omega", m});
    for (size_t a = 0; a < m; a++)
        system->constraint[a] = system->model->constraint[a];
    graph_solve(w->graph, m, w->gram, system->constraint, excess);
    graph_inputs(w->graph, system->projected, MODEL_BLOCK_COORDINATES, 0, 2 * n);
    for (size_t k = 0; k < n * m; k++)
        system->projected[n + k / m] =
            graph_subtract(w->graph, system->projected[n + k / m],
                           graph_multiply(w->graph, w->A[k % m * n + k / m], excess[k % m]));
}

static bool derive(struct system *system)
{
    const struct model *model = system->model;
    struct system_nonholonomic *own = &system->nonholonomic;
    struct derivation w = derivation_create(model);
    const size_t n = w.n, m = w.m;
    expression *x = create_row(&w, n), *pull = create_row(&w, n), *solution = create_row(&w, n + m);
    bool complete = true;

    system->positions = n;
    for (int form = 0; form < MODEL_LAGRANGIANS && complete; form++) {
        if (model->lagrangian[form])
            complete = (own->lagrangian[form] = compile_lagrangian(&w, &model->lagrangian[form]));
    }
    derive_constraints(system, &w);
    fill_equations(&w, model);
    graph_solve(w.graph, n + m, w.matrix, w.right, solution);
    system_add_reactions(system, (struct system_constraint){"omega", m}, solution + n);
    for (size_t i = 0; i < n; i++) {
        system->field[i] = w.v[i];
        system->field[n + i] = solution[i];
    }
    graph_inputs(w.graph, x, MODEL_BLOCK_VELOCITIES, 0, n);
    for (size_t i = 0; i < n; i++)
        pull[i] = graph_dot(w.graph, m, w.A + i, n, x, 1);
    own->slip = compile_product(&w, n, m, product(&w, m, w.A, x));
    own->reaction = compile_product(&w, m, n, pull);
    own->project = system_compile_one(2 * n, 2 * n, system->projected);
    if (model->exact)
        own->exact =
            system_compile(MODEL_BLOCK_TIME + 1,
                           (const struct program_block[]){{2 * n, false}, {1, true}, {1, true}, {1, true}}, 1,
                           &(struct program_output){2 * n, model->exact});
    memory_release(w.room);
    return complete && own->slip && own->reaction && own->project && !model->exact == !own->exact;
}

/* -- the model file -- */

static const char *const keys[] = {"title",        "source",     "kind",        "coordinates",  "secular",
                                   "parameters",   "lagrangian", "constraints", "hamiltonized", "inertias",
                                   "coefficients", "constants",  "sections",    "invariants",   "exact",
                                   "initial",      "step",       NULL};

/* v . L_v - L */
static expression find_energy(const struct model *model)
{
    struct derivation w = {.graph = model->graph, .n = model->positions};
    const expression *L = &model->lagrangian[MODEL_LAGRANGIAN], *L_v = by_velocities(&w, 1, L);
    expression energy = graph_negate(w.graph, *L);

    for (size_t i = 0; i < w.n; i++) {
        const expression v = graph_input(w.graph, MODEL_BLOCK_COORDINATES, w.n + i);

        energy = graph_add(w.graph, energy, graph_multiply(w.graph, v, L_v[i]));
    }
    memory_release(w.room);
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

    if (!nonholonomic_class_read(lua)) {
        model_field_read_scalar(lua, "lagrangian", false, &model->lagrangian[MODEL_LAGRANGIAN]);
        model_field_read_functions(lua, "constraints", MODEL_FIELD_OF_STATE, &model->constraints,
                                   &model->constraint);
        read_hamiltonized(lua);
    }
    if (!model->constraints || model->constraints >= model->positions)
        model_field_raise(lua, (struct model_field){NULL, "constraints"},
                          "%zu constraints on %zu coordinates; write at least one, and fewer than there are "
                          "coordinates",
                          model->constraints, model->positions);
    for (size_t k = 0; k < model->constraints; k++) {
        if (graph_is_free(model->graph, 1, model->constraint + k, MODEL_BLOCK_COORDINATES, model->positions,
                          model->positions))
            model_field_raise(
                lua, (struct model_field){NULL, "constraints"},
                "constraint %zu does not depend on the velocities; write A(q) v, or a model of kind "
                "hamiltonian with this constraint",
                k + 1);
    }
    model->hamiltonian = find_energy(model);
}

/* -- checks -- */

/* omega is linear in v, without a term that does not depend on it. */
static bool check_linear(struct model_trial *w, const struct derivation *derived)
{
    const size_t n = derived->n;

    for (size_t a = 0; a < derived->m; a++) {
        if (!graph_is_free(derived->graph, n, derived->A + a * n, MODEL_BLOCK_COORDINATES, n, n))
            return model_trial_fail(w, NULL, "constraints",
                                    "constraint %zu is not linear in the velocities; write constraints "
                                    "A(q) v = 0",
                                    a + 1);
    }
    return true;
}

/* Where omega = 0, A v = 0. */
static bool check_homogeneous(struct model_trial *w, const struct model_initial *initial,
                              struct derivation *derived)
{
    const size_t n = derived->n, m = derived->m;
    expression *term = create_row(derived, m * n);

    for (size_t k = 0; k < m * n; k++)
        term[k] = graph_multiply(derived->graph, derived->A[k], derived->v[k % n]);
    return model_trial_is_identity(
        w, initial,
        &(struct model_identity){.key = "constraints",
                                 .sum = "A(q) v",
                                 .fault = "a constraint has a part that does not depend on the velocities",
                                 .remedy = "write constraints A(q) v = 0",
                                 .components = m,
                                 .terms = n,
                                 .term = term});
}

static bool check_regular(struct model_trial *w, const struct model_initial *initial,
                          struct derivation *derived)
{
    const size_t n = derived->n, m = derived->m;

    fill_equations(derived, w->model);
    if (!model_trial_is_regular(w, initial, "constraints", m, derived->gram,
                                "the constraints depend on each other",
                                "leave out what follows from the others") ||
        !model_trial_is_regular(
            w, initial, "lagrangian", n + m, derived->matrix,
            "the accelerations do not follow from Lagrangian and constraints",
            "write a Lagrangian in which the velocities that the constraints allow have mass"))
        return false;
    model_trial_pass(w->model, "%s: the %zu constraint%s independent and the accelerations are determined",
                     initial->name, m, m == 1 ? " is" : "s are");
    return true;
}

/* The terms of Lt_vv v' + Lt_vq v - Lt_q with the accelerations v', 2 n + 1 of each component; *hessian = Lt_vv */
static expression *create_terms(struct derivation *w, const expression *Lt, const expression *acceleration,
                                expression **hessian)
{
    const size_t n = w->n, terms = 2 * n + 1;
    const expression *Lt_v = by_velocities(w, 1, Lt), *Lt_q = by_positions(w, 1, Lt);
    const expression *Lt_vv = *hessian = by_velocities(w, n, Lt_v), *Lt_vq = by_positions(w, n, Lt_v);
    expression *term = create_row(w, n * terms);

    for (size_t k = 0; k < n * n; k++) {
        const size_t i = k / n, j = k % n;

        term[i * terms + j] = graph_multiply(w->graph, Lt_vv[k], acceleration[j]);
        term[i * terms + n + j] = graph_multiply(w->graph, Lt_vq[k], w->v[j]);
    }
    for (size_t i = 0; i < n; i++)
        term[i * terms + 2 * n] = graph_negate(w->graph, Lt_q[i]);
    return term;
}

struct program *nonholonomic_create_equations(const struct model *model, enum model_lagrangian form)
{
    struct derivation w = derivation_create(model);
    const size_t n = w.n;
    expression *acceleration = create_row(&w, n), *hessian;

    nonholonomic_class_accelerate(model, acceleration);
    const expression *term = create_terms(&w, &model->lagrangian[form], acceleration, &hessian);
    struct program *program =
        system_compile(1, &(struct program_block){2 * n, false}, 2,
                       (const struct program_output[]){{n * (2 * n + 1), term}, {n * n, hessian}});
    memory_release(w.room);
    return program;
}

bool nonholonomic_is_hamiltonized(struct model_trial *w, const struct model_initial *initial,
                                  enum model_lagrangian form, const expression *acceleration,
                                  const char *fault)
{
    struct derivation derived = derivation_create(w->model);
    const size_t n = derived.n;
    expression *hessian;
    const expression *term = create_terms(&derived, &w->model->lagrangian[form], acceleration, &hessian);
    const struct model_identity identity = {.key = w->model->coefficient ? "coefficients" : "hamiltonized",
                                            .sum = "Lt_vv v' + Lt_vq v - Lt_q",
                                            .fault = fault,
                                            .remedy = "correct it or leave it out",
                                            .components = n,
                                            .terms = 2 * n + 1,
                                            .term = term};

    model_trial_move_to(w, initial);
    const bool valid = model_trial_is_regular(w, initial, identity.key, n, hessian,
                                              "the Hamiltonized Lagrangian is singular in its velocities",
                                              "write data where it is regular, or another") &&
                       model_trial_is_identity(w, initial, &identity);
    memory_release(derived.room);
    return valid;
}

/* On the constraints; and what is built for a member of the class has the accelerations of the associated system of
 * type II anywhere. */
static bool check_hamiltonized(struct model_trial *w, const struct model_initial *initial,
                               struct derivation *derived)
{
    const struct model *model = w->model;
    expression *associated = create_row(derived, derived->n);
    struct system unconstrained = *w->system;
    struct model_trial anywhere = *w;

    unconstrained.projected = NULL;
    anywhere.system = &unconstrained;
    if (model->coefficient)
        nonholonomic_class_accelerate(model, associated);
    for (enum model_lagrangian form = MODEL_HAMILTONIZED_FIRST; form < MODEL_LAGRANGIANS; form++) {
        if (!model->lagrangian[form])
            continue;
        if (!nonholonomic_is_hamiltonized(w, initial, form, w->system->field + derived->n,
                                          "the Hamiltonized Lagrangian does not belong to the system") ||
            (model->coefficient &&
             !nonholonomic_is_hamiltonized(
                 &anywhere, initial, form, associated,
                 "the Euler-Lagrange equations are not the associated system of type II")))
            return false;
    }
    return true;
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    struct derivation derived = derivation_create(w->model);
    const bool valid =
        check_linear(w, &derived) &&
        model_trial_is_finite(w, initial, NULL, "lagrangian", 1, &w->model->lagrangian[MODEL_LAGRANGIAN]) &&
        model_trial_is_finite(w, initial, NULL, "constraints", derived.m, w->model->constraint) &&
        check_regular(w, initial, &derived) &&
        kind_manifold_check(w, initial, (const char *const[]){"a constraint omega(q, v)"}) &&
        check_homogeneous(w, initial, &derived) && check_hamiltonized(w, initial, &derived);

    memory_release(derived.room);
    return valid;
}

const struct kind nonholonomic_kind = {.name = "nonholonomic",
                                       .state = 'q',
                                       .second = 'v',
                                       .bracket = "grad %s . f",
                                       .keys = keys,
                                       .read = read,
                                       .derive = derive,
                                       .check = check};
