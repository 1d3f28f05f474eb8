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

#include <stdio.h>
#include <stdlib.h>

#include "models/kinds/kind.h"
#include "models/kinds/kind_manifold.h"
#include "models/reader/model_field.h"
#include "numerics/graph/graph_algebra.h"
#include "numerics/memory.h"

struct derivation {
    struct graph *graph;
    size_t n, m; /* coordinates, constraints */
    expression *room;
    expression *A;              /* m x n, row-major */
    expression *gram;           /* A A^T, m x m */
    expression *matrix, *right; /* of (v', mu), n + m */
    expression *solution;
};

static expression velocity(const struct derivation *w, size_t i)
{
    return graph_input(w->graph, MODEL_BLOCK_COORDINATES, w->n + i);
}

static expression by_position(const struct derivation *w, expression f, size_t i)
{
    return graph_derivative(w->graph, f, MODEL_BLOCK_COORDINATES, i);
}

/* d f_i / d v_j, m x n */
static void by_velocities(const struct derivation *w, expression *J, size_t m, const expression *f)
{
    graph_jacobian(w->graph, J, m, f, MODEL_BLOCK_COORDINATES, w->n, w->n);
}

/* f_q v */
static expression along_velocity(const struct derivation *w, expression f)
{
    expression sum = graph_integer(w->graph, 0);

    for (size_t j = 0; j < w->n; j++)
        sum = graph_add(w->graph, sum, graph_multiply(w->graph, by_position(w, f, j), velocity(w, j)));
    return sum;
}

/* Row i of the first equation, row n + a of the second: of [L_vv, -A^T; A, 0] and [L_q - L_vq v; -omega_q v]. */
static void fill_equations(struct derivation *w, const struct model *model)
{
    const expression L = model->lagrangian[MODEL_LAGRANGIAN];
    const size_t n = w->n, size = n + w->m;

    by_velocities(w, w->solution, 1, &L);
    for (size_t i = 0; i < n; i++) {
        by_velocities(w, w->matrix + i * size, 1, w->solution + i);
        w->right[i] = graph_subtract(w->graph, by_position(w, L, i), along_velocity(w, w->solution[i]));
    }
    for (size_t a = 0; a < w->m; a++) {
        for (size_t i = 0; i < n; i++) {
            w->matrix[(n + a) * size + i] = w->A[a * n + i];
            w->matrix[i * size + n + a] = graph_negate(w->graph, w->A[a * n + i]);
        }
        for (size_t b = 0; b < w->m; b++)
            w->matrix[(n + a) * size + n + b] = graph_integer(w->graph, 0);
        w->right[n + a] = graph_negate(w->graph, along_velocity(w, model->constraint[a]));
    }
}

/* The derivatives of the model; the caller frees them with free(room). */
static struct derivation derivation_create(const struct model *model)
{
    const size_t n = model->positions, m = model->constraints, size = n + m;
    struct derivation w = {.graph = model->graph, .n = n, .m = m};

    w.room = memory_create(m * n + m * m + size * size + 2 * size, sizeof *w.room);
    w.A = w.room;
    w.gram = w.A + m * n;
    w.matrix = w.gram + m * m;
    w.right = w.matrix + size * size;
    w.solution = w.right + size;
    by_velocities(&w, w.A, m, model->constraint);
    graph_product_transposed(w.graph, w.gram, w.A, w.A, m, m, n);
    fill_equations(&w, model);
    return w;
}

/* (q, v) -> Lt_v; Lt_q; the diagonal of Lt_vv that belongs to the last m velocities */
static struct program *compile_lagrangian(const struct derivation *w, expression L)
{
    const size_t n = w->n, m = w->m;
    expression *part = memory_create(2 * n + m, sizeof *part), *force = part + n, *inertia = force + n;

    by_velocities(w, part, 1, &L);
    graph_jacobian(w->graph, force, 1, &L, MODEL_BLOCK_COORDINATES, 0, n);
    for (size_t a = 0; a < m; a++)
        inertia[a] = graph_derivative(w->graph, part[n - m + a], MODEL_BLOCK_COORDINATES, n + n - m + a);
    struct program *program =
        system_compile(1, &(struct program_block){2 * n, false}, 3,
                       (const struct program_output[]){{n, part}, {n, force}, {m, inertia}});
    free(part);
    return program;
}

/* (q, w) -> A w, and (q, y) -> A^T y */
static bool compile_distribution(struct system *system, const struct derivation *w)
{
    const size_t n = w->n, m = w->m;
    expression *row = memory_create(m + n, sizeof *row), *column = row + m;

    for (size_t a = 0; a < m; a++)
        row[a] = system_product(w->graph, n, w->A + a * n, 1, MODEL_BLOCK_VELOCITIES, 0, 1);
    for (size_t i = 0; i < n; i++)
        column[i] = system_product(w->graph, m, w->A + i, n, MODEL_BLOCK_VELOCITIES, 0, 1);
    system->nonholonomic.slip = system_compile(2, (const struct program_block[]){{2 * n, false}, {n, false}},
                                               1, &(struct program_output){m, row});
    system->nonholonomic.reaction =
        system_compile(2, (const struct program_block[]){{2 * n, false}, {m, false}}, 1,
                       &(struct program_output){n, column});
    free(row);
    return system->nonholonomic.slip && system->nonholonomic.reaction;
}

/* The constraints, and v - A^T (A A^T)^-1 omega. */
static void derive_constraints(struct system *system, const struct derivation *w)
{
    const size_t n = w->n, m = w->m;
    expression *excess = w->solution;

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
    struct derivation w = derivation_create(model);
    bool complete = compile_distribution(system, &w);

    system->positions = w.n;
    for (int form = 0; form < MODEL_LAGRANGIANS && complete; form++) {
        if (model->lagrangian[form])
            complete =
                (system->nonholonomic.lagrangian[form] = compile_lagrangian(&w, model->lagrangian[form]));
    }
    derive_constraints(system, &w);
    graph_solve(w.graph, w.n + w.m, w.matrix, w.right, w.solution);
    for (size_t i = 0; i < w.n; i++) {
        system->field[i] = velocity(&w, i);
        system->field[w.n + i] = w.solution[i];
    }
    system->nonholonomic.project = system_compile_one(2 * w.n, 2 * w.n, system->projected);
    if (model->exact)
        system->nonholonomic.exact =
            system_compile(MODEL_BLOCK_TIME + 1,
                           (const struct program_block[]){{2 * w.n, false}, {1, true}, {1, true}, {1, true}},
                           1, &(struct program_output){2 * w.n, model->exact});
    free(w.room);
    return complete && system->nonholonomic.project && !model->exact == !system->nonholonomic.exact;
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
    const expression L = model->lagrangian[MODEL_LAGRANGIAN];
    expression energy = graph_negate(w.graph, L), *p = memory_create(w.n, sizeof *p);

    by_velocities(&w, p, 1, &L);
    for (size_t i = 0; i < w.n; i++)
        energy = graph_add(w.graph, energy, graph_multiply(w.graph, velocity(&w, i), p[i]));
    free(p);
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
                              const struct derivation *derived)
{
    const size_t n = derived->n, m = derived->m;
    expression *term = memory_create(m * n, sizeof *term);

    for (size_t k = 0; k < m * n; k++)
        term[k] = graph_multiply(derived->graph, derived->A[k], velocity(derived, k % n));
    const bool valid = model_trial_is_identity(
        w, initial,
        &(struct model_identity){.key = "constraints",
                                 .sum = "A(q) v",
                                 .fault = "a constraint has a part that does not depend on the velocities",
                                 .remedy = "write constraints A(q) v = 0",
                                 .components = m,
                                 .terms = n,
                                 .term = term});
    free(term);
    return valid;
}

static bool check_regular(struct model_trial *w, const struct model_initial *initial,
                          const struct derivation *derived)
{
    const size_t n = derived->n, m = derived->m;
    size_t rank;

    if ((rank = model_trial_rank(w, m, derived->gram)) < m)
        return model_trial_fail(
            w, NULL, "constraints",
            "the constraints depend on each other (rank %zu of %zu) at the initial data '%s'; "
            "leave out what follows from the others",
            rank, m, initial->name);
    if ((rank = model_trial_rank(w, n + m, derived->matrix)) < n + m)
        return model_trial_fail(
            w, NULL, "lagrangian",
            "the accelerations do not follow from Lagrangian and constraints (rank %zu of %zu) "
            "at the initial data '%s'; write a Lagrangian in which the velocities that the "
            "constraints allow have mass",
            rank, n + m, initial->name);
    model_trial_pass(w->model, "%s: the %zu constraint%s independent and the accelerations are determined",
                     initial->name, m, m == 1 ? " is" : "s are");
    return true;
}

/* The terms of Lt_vv v' + Lt_vq v - Lt_q with the accelerations v', 2 n + 1 of each component, and Lt_vv. */
static void fill_terms(const struct derivation *d, expression form, const expression *acceleration,
                       expression *term, expression *hessian)
{
    const size_t n = d->n, terms = 2 * n + 1;
    expression *momentum = memory_create(n, sizeof *momentum);

    by_velocities(d, momentum, 1, &form);
    by_velocities(d, hessian, n, momentum);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            term[i * terms + j] = graph_multiply(d->graph, hessian[i * n + j], acceleration[j]);
            term[i * terms + n + j] =
                graph_multiply(d->graph, by_position(d, momentum[i], j), velocity(d, j));
        }
        term[i * terms + 2 * n] = graph_negate(d->graph, by_position(d, form, i));
    }
    free(momentum);
}

struct program *nonholonomic_create_equations(const struct model *model, enum model_lagrangian form)
{
    const size_t n = model->positions, terms = 2 * n + 1;
    const struct derivation d = {.graph = model->graph, .n = n};
    expression *term = memory_create(n * terms + n * n + n, sizeof *term), *hessian = term + n * terms,
               *acceleration = hessian + n * n;
    struct program *program;

    nonholonomic_class_accelerate(model, acceleration);
    fill_terms(&d, model->lagrangian[form], acceleration, term, hessian);
    program = system_compile(1, &(struct program_block){2 * n, false}, 2,
                             (const struct program_output[]){{n * terms, term}, {n * n, hessian}});
    free(term);
    return program;
}

/* The equations hold with these accelerations, and Lt_vv is regular at the initial data. */
bool nonholonomic_is_hamiltonized(struct model_trial *w, const struct model_initial *initial, expression form,
                                  const expression *acceleration, const char *fault)
{
    const size_t n = w->model->positions, terms = 2 * n + 1;
    const struct derivation d = {.graph = w->model->graph, .n = n};
    expression *term = memory_create(n * terms + n * n, sizeof *term), *hessian = term + n * terms;
    struct model_identity identity = {.key = w->model->coefficient ? "coefficients" : "hamiltonized",
                                      .sum = "Lt_vv v' + Lt_vq v - Lt_q",
                                      .fault = fault,
                                      .remedy = "correct it or leave it out",
                                      .components = n,
                                      .terms = terms,
                                      .term = term};

    fill_terms(&d, form, acceleration, term, hessian);
    model_trial_move_to(w, initial);
    const size_t rank = model_trial_rank(w, n, hessian);
    const bool valid =
        rank < n ? model_trial_fail(
                       w, NULL, identity.key,
                       "the Hamiltonized Lagrangian is singular (its velocities have rank %zu of %zu) at "
                       "the initial data '%s'; write data where it is regular, or another",
                       rank, n, initial->name)
                 : model_trial_is_identity(w, initial, &identity);
    free(term);
    return valid;
}

static bool check_hamiltonized(struct model_trial *w, const struct model_initial *initial)
{
    for (int form = MODEL_HAMILTONIZED_FIRST; form < MODEL_LAGRANGIANS; form++) {
        if (w->model->lagrangian[form] &&
            !nonholonomic_is_hamiltonized(w, initial, w->model->lagrangian[form],
                                          w->system->field + w->model->positions,
                                          "the Hamiltonized Lagrangian does not belong to the system"))
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
        check_homogeneous(w, initial, &derived) && check_hamiltonized(w, initial) &&
        nonholonomic_class_check(w, initial);

    free(derived.room);
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
