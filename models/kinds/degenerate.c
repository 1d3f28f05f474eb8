/* Programs of a degenerate Lagrangian, from symbolic derivatives of theta and H: see degenerate.h.
 *
 *     T_ki = d theta_k / d q_i      Om_ij = T_ji - T_ij      Om v = grad H
 *     (T^T w)_i = sum_k T_ki w_k                                  Kraus (2017), section 2
 *
 * and the two-forms of Poincare's second integral invariant,
 *
 *     Om_ij = d_i theta_j - d_j theta_i            E_ij = sum_k e_k d_i d_j theta_k,   e = h lambda
 *
 * Om is the form on the constraint p = theta(q); E is what the form of the symplectic projection adds to it.
 * Kraus (2017), eq. 122, where h^2 lambda^k theta_k,ij d lambda^j is E_ij d e^j. */
#include "models/kinds/degenerate.h"

#include <stdio.h>
#include <stdlib.h>

#include "models/kinds/kind.h"
#include "models/reader/model_field.h"
#include "numerics/memory.h"

struct derivation {
    const struct model *model;
    struct graph *graph;
    size_t d;
    expression *gradient;   /* grad H, d */
    expression *jacobian;   /* T, d x d, row-major */
    expression *symplectic; /* Om, d x d, row-major */
};

/* The derivatives of the model; the caller frees them with free(gradient). */
static struct derivation derivation_create(const struct model *model)
{
    size_t d = model->dimension;
    expression *derivatives = memory_create(d + 2 * d * d, sizeof *derivatives);
    struct derivation w = {
        .model = model,
        .graph = model->graph,
        .d = d,
        .gradient = derivatives,
        .jacobian = derivatives + d,
        .symplectic = derivatives + d + d * d,
    };

    for (size_t i = 0; i < d; i++) {
        w.gradient[i] = graph_derivative(w.graph, model->hamiltonian, MODEL_BLOCK_COORDINATES, i);
        for (size_t k = 0; k < d; k++)
            w.jacobian[k * d + i] = graph_derivative(w.graph, model->theta[k], MODEL_BLOCK_COORDINATES, i);
    }
    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < d; j++)
            w.symplectic[i * d + j] =
                graph_binary(w.graph, OPERATION_SUBTRACT, w.jacobian[j * d + i], w.jacobian[i * d + j]);
    }
    return w;
}

/* sum_k x_k w_k with w in input block MODEL_BLOCK_VELOCITIES and x_k = x[k stride] */
static expression product(const struct derivation *w, const expression *x, size_t stride)
{
    expression sum = graph_integer(w->graph, 0);

    for (size_t k = 0; k < w->d; k++)
        sum = graph_binary(w->graph, OPERATION_ADD, sum,
                           graph_binary(w->graph, OPERATION_MULTIPLY, x[k * stride],
                                        graph_input(w->graph, MODEL_BLOCK_VELOCITIES, k)));
    return sum;
}

/* T^T w - h grad H, from T^T w */
static void subtract_force(const struct derivation *w, expression *push)
{
    for (size_t i = 0; i < w->d; i++)
        push[i] = graph_binary(w->graph, OPERATION_SUBTRACT, push[i],
                               graph_binary(w->graph, OPERATION_MULTIPLY,
                                            graph_input(w->graph, MODEL_BLOCK_STEP, 0), w->gradient[i]));
}

static bool is_complete(size_t n, const expression *function)
{
    for (size_t i = 0; i < n; i++) {
        if (!function[i])
            return false;
    }
    return true;
}

/* Both outputs have `width` components. */
static struct program *compile_pair(const struct derivation *w, size_t inputs, size_t width,
                                    const expression *first, const expression *second)
{
    const struct program_block input[] = {{w->d, false}, {w->d, false}, {1, true}};
    const struct program_output output[] = {{width, first}, {width, second}};

    return is_complete(width, first) && is_complete(width, second) ? program_create(inputs, input, 2, output)
                                                                   : NULL;
}

static bool derive(struct system *system)
{
    struct derivation w = derivation_create(system->model);
    const struct program_block input[] = {{w.d, false}, {w.d, false}};
    expression *push = memory_create(w.d, sizeof *push);
    const expression *theta = w.model->theta;

    for (size_t i = 0; i < w.d; i++)
        push[i] = product(&w, w.jacobian + i, w.d);
    system->momentum = system_compile(1, input, w.d, theta);
    system->push = system_compile(2, input, w.d, push);
    system->momentum_push = compile_pair(&w, 2, w.d, theta, push);
    subtract_force(&w, push);
    system->degenerate = memory_create(1, sizeof *system->degenerate);
    system->degenerate->momentum_force = compile_pair(&w, 3, w.d, theta, push);
    graph_solve(w.graph, w.d, w.symplectic, w.gradient, system->field);
    system->symplectic = system_compile(1, input, w.d * w.d, w.symplectic);
    free(push);
    free(w.gradient);
    return system->momentum && system->push && system->momentum_push && system->degenerate->momentum_force &&
           system->symplectic;
}

void degenerate_destroy(struct degenerate *degenerate)
{
    if (!degenerate)
        return;
    program_destroy(degenerate->momentum_force);
    free(degenerate);
}

static struct program *create_two_forms(const struct system *system)
{
    struct derivation w = derivation_create(system->model);
    size_t d = w.d;
    expression *curvature = memory_create(d * d + d, sizeof *curvature), *second = curvature + d * d;
    struct program *program;

    for (size_t i = 0; i < d * d; i++) {
        for (size_t k = 0; k < d; k++)
            second[k] = graph_derivative(w.graph, w.jacobian[k * d + i / d], MODEL_BLOCK_COORDINATES, i % d);
        curvature[i] = product(&w, second, 1);
    }
    program = compile_pair(&w, 2, d * d, w.symplectic, curvature);
    free(curvature);
    free(w.gradient);
    return program;
}

/* -- the model file -- */

static const char *const keys[] = {
    "title",      "source", "kind",     "coordinates", "secular",  "parameters", "theta", "hamiltonian",
    "invariants", "exact",  "reversal", "loops",       "surfaces", "initial",    "step",  NULL};

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model_field_read_field(lua, "theta", false, false, &model->theta);
    model_field_read_scalar(lua, "hamiltonian", false, &model->hamiltonian);
}

static bool check_rank(struct model_trial *w, const struct model_initial *initial)
{
    struct derivation derived = derivation_create(w->model);
    size_t rank = model_trial_rank(w, derived.symplectic);

    free(derived.gradient);
    if (rank < w->d)
        return model_trial_fail(
            w, NULL, "theta",
            "the symplectic matrix d_i theta_j - d_j theta_i is singular (rank %zu of %zu) at the initial "
            "data '%s'; write a theta without degenerate directions",
            rank, w->d, initial->name);
    model_trial_pass(
        w->model, "%s: theta, H and their derivatives are finite and the symplectic matrix has full rank %zu",
        initial->name, rank);
    return true;
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    for (size_t k = 0; k < w->d; k++) {
        char what[60];

        snprintf(what, sizeof what, "component %zu of theta", k + 1);
        if (!model_trial_is_finite(w, initial, NULL, "theta", what, w->model->theta[k]))
            return false;
    }
    return model_trial_is_finite(w, initial, NULL, "hamiltonian", "the hamiltonian", w->model->hamiltonian) &&
           check_rank(w, initial);
}

const struct kind degenerate_kind = {.name = "degenerate",
                                     .state = 'q',
                                     .even = true,
                                     .keys = keys,
                                     .read = read,
                                     .derive = derive,
                                     .create_two_forms = create_two_forms,
                                     .check = check};
