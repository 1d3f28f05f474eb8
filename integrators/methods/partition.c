/* Models whose state has two halves: see partition.h. */
#include "integrators/methods/partition.h"

#include <stdlib.h>

#include "numerics/memory.h"

/* d field_i / d x_j, of H(q, p) the canonical field. */
static expression derivative(const struct model *model, size_t i, size_t j)
{
    const size_t n = model->moved / 2;
    expression f = model->hamiltonian;

    if (model->kind != MODEL_HAMILTONIAN)
        return graph_derivative(model->graph, model->field[i], MODEL_BLOCK_COORDINATES, j);
    f = graph_derivative(model->graph, f, MODEL_BLOCK_COORDINATES, i < n ? i + n : i - n);
    return graph_derivative(model->graph, f, MODEL_BLOCK_COORDINATES, j);
}

/* Neither half of the field depends on its own half of the state. */
static bool is_separable(const struct model *model)
{
    const expression zero = graph_integer(model->graph, 0);
    const size_t n = model->moved / 2;

    for (size_t i = 0; i < 2 * n; i++) {
        for (size_t j = i < n ? 0 : n; j < (i < n ? n : 2 * n); j++) {
            if (derivative(model, i, j) != zero)
                return false;
        }
    }
    return true;
}

/* The first half of the field at p = 0 */
static expression rest(const struct model *model, size_t i)
{
    const size_t n = model->moved / 2;
    expression *state = memory_create(model->dimension, sizeof *state), f = model->hamiltonian;

    for (size_t k = 0; k < model->dimension; k++)
        state[k] = k < n || k >= 2 * n ? graph_input(model->graph, MODEL_BLOCK_COORDINATES, k)
                                       : graph_integer(model->graph, 0);
    f = model->kind == MODEL_HAMILTONIAN ? graph_derivative(model->graph, f, MODEL_BLOCK_COORDINATES, n + i)
                                         : model->field[i];
    f = graph_substitute(model->graph, f, MODEL_BLOCK_COORDINATES, state);
    free(state);
    return f;
}

static bool is_linear(const struct model *model)
{
    const expression zero = graph_integer(model->graph, 0);
    const size_t n = model->moved / 2;

    for (size_t i = 0; i < n; i++) {
        if (rest(model, i) != zero)
            return false;
        for (size_t k = 0; k < n * n; k++) {
            expression slope = derivative(model, i, n + k / n);

            if (graph_derivative(model->graph, slope, MODEL_BLOCK_COORDINATES, n + k % n) != zero ||
                (model->time_dependent &&
                 graph_derivative(model->graph, slope, MODEL_BLOCK_COORDINATES, model->moved) != zero))
                return false;
        }
    }
    return true;
}

bool partition_serves(enum partition partition, const struct model *model, struct error *reason)
{
    if (partition == PARTITION_NONE)
        return true;
    if (model->moved % 2 == 1)
        return error_set(reason, "the state of the model has no two halves, positions and momenta");
    if (partition == PARTITION_PAIRED)
        return true;
    if (model->constraints && model->kind != MODEL_ODE) /* an ode's are kept by its flow */
        return error_set(reason, "the model has constraints, which the method does not know");
    if (partition == PARTITION_HALVES)
        return true;
    const bool separable = is_separable(model);
    if (!separable && graph_error(model->graph)[0])
        return error_set(reason, "the derivatives of the model: %s", graph_error(model->graph));
    if (!separable)
        return error_set(reason, model->kind == MODEL_HAMILTONIAN
                                     ? "H(q, p) is not a sum of T(p) and V(q)"
                                     : "the model is not of the form q' = f(p), p' = g(q)");
    return partition == PARTITION_SEPARABLE || is_linear(model) ||
           error_set(reason, "the velocity q' is not linear in p: the model is not of the form q'' = f(q)");
}

bool partition_is_linear(const struct model *model)
{
    const expression zero = graph_integer(model->graph, 0);
    const size_t d = model->moved;
    bool linear = (model->kind == MODEL_ODE || model->kind == MODEL_HAMILTONIAN) && !model->constraints &&
                  !model->time_dependent;

    for (size_t k = 0; k < d * d * d && linear; k++)
        linear = graph_derivative(model->graph, derivative(model, k / d / d, k / d % d),
                                  MODEL_BLOCK_COORDINATES, k % d) == zero;
    return linear;
}
