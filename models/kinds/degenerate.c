/* The kind `degenerate`: L(q, v) = theta(q) . v - H(q), with programs from symbolic derivatives of theta and H:
 *
 *     T_ki = d theta_k / d q_i      Om_ij = T_ji - T_ij      Om v = grad H + theta_t
 *     (T^T w)_i = sum_k T_ki w_k                                  Kraus (2017), section 2
 *
 * and the two-forms of Poincare's second integral invariant,
 *
 *     Om_ij = d_i theta_j - d_j theta_i            E_ij = sum_k e_k d_i d_j theta_k,   e = h lambda
 *
 * Om is the form on the constraint p = theta(q); E is what the form of the symplectic projection adds to it.
 * Kraus (2017), eq. 122, where h^2 lambda^k theta_k,ij d lambda^j is E_ij d e^j.
 *
 * theta and H may be of the time t, the last number of the state (q, t): theta, T^T w and Om have zeros there. */
#include <stdlib.h>

#include "models/kinds/kind.h"
#include "models/reader/model_field.h"
#include "numerics/memory.h"

struct derivation {
    const struct model *model;
    struct graph *graph;
    size_t d, width;        /* coordinates, without the time and with it */
    expression *gradient;   /* grad H, d */
    expression *jacobian;   /* T, d x d, row-major */
    expression *symplectic; /* Om, d x d, row-major */
    expression *driven;     /* grad H + theta_t, d */
};

/* The derivatives of the model; the caller frees them with free(gradient). */
static struct derivation derivation_create(const struct model *model)
{
    size_t d = model->moved;
    expression *derivatives = memory_create(2 * d + 2 * d * d, sizeof *derivatives);
    struct derivation w = {
        .model = model,
        .graph = model->graph,
        .d = d,
        .width = model->dimension,
        .gradient = derivatives,
        .jacobian = derivatives + d,
        .symplectic = derivatives + d + d * d,
        .driven = derivatives + d + 2 * d * d,
    };

    for (size_t i = 0; i < d; i++) {
        w.gradient[i] = w.driven[i] =
            graph_derivative(w.graph, model->hamiltonian, MODEL_BLOCK_COORDINATES, i);
        if (model->time_dependent)
            w.driven[i] =
                graph_binary(w.graph, OPERATION_ADD, w.gradient[i],
                             graph_derivative(w.graph, model->theta[i], MODEL_BLOCK_COORDINATES, d));
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

/* T^T w - h grad H, from T^T w */
static void subtract_force(const struct derivation *w, expression *push)
{
    for (size_t i = 0; i < w->d; i++)
        push[i] = graph_binary(w->graph, OPERATION_SUBTRACT, push[i],
                               graph_binary(w->graph, OPERATION_MULTIPLY,
                                            graph_input(w->graph, MODEL_BLOCK_STEP, 0), w->gradient[i]));
}

/* Om as wide as the state. */
static void widen(const struct derivation *w, expression *symplectic)
{
    for (size_t k = 0; k < w->width * w->width; k++) {
        const size_t i = k / w->width, j = k % w->width;

        symplectic[k] = i < w->d && j < w->d ? w->symplectic[i * w->d + j] : graph_integer(w->graph, 0);
    }
}

static bool derive(struct system *system)
{
    struct derivation w = derivation_create(system->model);
    const size_t width = w.width;
    const struct program_block input[] = {{width, false}, {width, false}, {1, true}};
    expression *push = memory_create(width + width * width, sizeof *push), *symplectic = push + width;
    const struct program_output output[] = {{width, w.model->theta}, {width, push}};

    system->one_form = w.model->theta;
    widen(&w, symplectic);
    for (size_t i = 0; i < width; i++)
        push[i] = i < w.d ? system_product(w.graph, w.d, w.jacobian + i, w.d, MODEL_BLOCK_VELOCITIES, 0, 1)
                          : graph_integer(w.graph, 0);
    system->momentum = system_compile(1, input, 1, output);
    system->push = system_compile(2, input, 1, output + 1);
    system->momentum_push = system_compile(2, input, 2, output);
    subtract_force(&w, push);
    system->momentum_force = system_compile(3, input, 2, output);
    graph_solve(w.graph, w.d, w.symplectic, w.driven, system->field.entry);
    system->symplectic = system_compile_one(width, width * width, symplectic);
    free(push);
    free(w.gradient);
    return system->momentum && system->push && system->momentum_push && system->momentum_force &&
           system->symplectic;
}

static struct program *create_two_forms(const struct system *system)
{
    struct derivation w = derivation_create(system->model);
    size_t d = w.d;
    const struct program_block input[] = {{w.width, false}, {d, false}};
    expression *curvature = memory_create(d * d + d, sizeof *curvature), *second = curvature + d * d;
    const struct program_output output[] = {{d * d, w.symplectic}, {d * d, curvature}};
    struct program *program;

    for (size_t i = 0; i < d * d; i++) {
        for (size_t k = 0; k < d; k++)
            second[k] = graph_derivative(w.graph, w.jacobian[k * d + i / d], MODEL_BLOCK_COORDINATES, i % d);
        curvature[i] = system_product(w.graph, d, second, 1, MODEL_BLOCK_VELOCITIES, 0, 1);
    }
    program = system_compile(2, input, 2, output);
    free(curvature);
    free(w.gradient);
    return program;
}

/* -- the model file -- */

static const char *const keys[] = {"title", "source",      "kind",     "coordinates", "secular", "parameters",
                                   "theta", "hamiltonian", "sections", "invariants",  "exact",   "reversal",
                                   "loops", "surfaces",    "initial",  "step",        NULL};

static const struct kind_timed timed[] = {{"theta", 0}, {"hamiltonian", 0}, {NULL, 0}};

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model_field_read_field(lua, "theta", MODEL_FIELD_OF_STATE, false, &model->theta);
    if (model->time_dependent)
        model->theta[model->moved] = graph_integer(model->graph, 0);
    model_field_read_scalar(lua, "hamiltonian", false, &model->hamiltonian);
}

static bool check_rank(struct model_trial *w, const struct model_initial *initial)
{
    struct derivation derived = derivation_create(w->model);
    size_t d = derived.d, rank = model_trial_rank(w, d, derived.symplectic);

    free(derived.gradient);
    if (rank < d)
        return model_trial_fail(
            w, NULL, "theta",
            "the symplectic matrix d_i theta_j - d_j theta_i is singular (rank %zu of %zu) at the initial "
            "data '%s'; write a theta without degenerate directions",
            rank, d, initial->name);
    model_trial_pass(
        w->model, "%s: theta, H and their derivatives are finite and the symplectic matrix has full rank %zu",
        initial->name, rank);
    return true;
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    return model_trial_is_finite(w, initial, NULL, "theta", w->model->moved, w->model->theta) &&
           model_trial_is_finite(w, initial, NULL, "hamiltonian", 1, &w->model->hamiltonian) &&
           check_rank(w, initial);
}

const struct kind degenerate_kind = {.name = "degenerate",
                                     .state = 'q',
                                     .even = true,
                                     .bracket = "{%s, H}",
                                     .keys = keys,
                                     .timed = timed,
                                     .read = read,
                                     .derive = derive,
                                     .create_two_forms = create_two_forms,
                                     .check = check};
