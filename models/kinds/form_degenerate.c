/* Programs of a degenerate Lagrangian, from symbolic derivatives of theta and H: see form_degenerate.h.
 *
 *     T_ki = d theta_k / d q_i      Om_ij = T_ji - T_ij      Om v = grad H
 *     (T^T w)_i = sum_k T_ki w_k                                  Kraus (2017), section 2 */
#include "models/kinds/form_degenerate.h"

#include <stdlib.h>

#include "numerics/memory.h"

struct derivation {
    const struct model *model;
    struct graph *graph;
    size_t d;
    expression *gradient;   /* grad H, d */
    expression *jacobian;   /* T, d x d, row-major */
    expression *symplectic; /* Om, d x d, row-major */
};

static expression coordinate(const struct derivation *w, size_t block, size_t i)
{
    return graph_input(w->graph, block, i);
}

static void derive(struct derivation *w)
{
    for (size_t i = 0; i < w->d; i++) {
        w->gradient[i] = graph_derivative(w->graph, w->model->hamiltonian, MODEL_BLOCK_COORDINATES, i);
        for (size_t k = 0; k < w->d; k++)
            w->jacobian[k * w->d + i] =
                graph_derivative(w->graph, w->model->theta[k], MODEL_BLOCK_COORDINATES, i);
    }
    for (size_t i = 0; i < w->d; i++) {
        for (size_t j = 0; j < w->d; j++)
            w->symplectic[i * w->d + j] = graph_binary(w->graph, OPERATION_SUBTRACT,
                                                       w->jacobian[j * w->d + i], w->jacobian[i * w->d + j]);
    }
}

/* sum_k T_ki w_k with w in input block MODEL_BLOCK_VELOCITIES */
static expression transposed_product(const struct derivation *w, size_t i)
{
    expression sum = graph_integer(w->graph, 0);

    for (size_t k = 0; k < w->d; k++)
        sum = graph_binary(w->graph, OPERATION_ADD, sum,
                           graph_binary(w->graph, OPERATION_MULTIPLY, w->jacobian[k * w->d + i],
                                        coordinate(w, MODEL_BLOCK_VELOCITIES, k)));
    return sum;
}

static void push_expressions(const struct derivation *w, expression *push)
{
    for (size_t i = 0; i < w->d; i++)
        push[i] = transposed_product(w, i);
}

static void force_expressions(const struct derivation *w, expression *force)
{
    for (size_t i = 0; i < w->d; i++)
        force[i] = graph_binary(
            w->graph, OPERATION_SUBTRACT, transposed_product(w, i),
            graph_binary(w->graph, OPERATION_MULTIPLY, coordinate(w, MODEL_BLOCK_STEP, 0), w->gradient[i]));
}

static void velocity_expressions(const struct derivation *w, expression *velocity)
{
    graph_solve(w->graph, w->d, w->symplectic, w->gradient, velocity);
}

static struct program *compile(const struct derivation *w, size_t inputs, size_t first_width,
                               const expression *first, size_t second_width, const expression *second)
{
    const struct program_block input[] = {{w->d, false}, {w->d, false}, {1, true}};
    const struct program_output output[] = {{first_width, first}, {second_width, second}};
    size_t outputs = second ? 2 : 1;

    for (size_t i = 0; i < first_width; i++) {
        if (!first[i])
            return NULL;
    }
    for (size_t i = 0; second && i < second_width; i++) {
        if (!second[i])
            return NULL;
    }
    return program_create(inputs, input, outputs, output);
}

static struct program *compile_observables(const struct derivation *w)
{
    const struct model *model = w->model;
    expression *observables = memory_create(1 + model->invariants, sizeof *observables);

    observables[0] = model->hamiltonian;
    for (size_t i = 0; i < model->invariants; i++)
        observables[1 + i] = model->invariant[i].value;
    struct program *program = compile(w, 1, 1 + model->invariants, observables, 0, NULL);
    free(observables);
    return program;
}

static void compile_all(struct form_degenerate *form, const struct derivation *w)
{
    expression *column = memory_create(w->d, sizeof *column);
    const expression *theta = w->model->theta;
    size_t d = w->d;

    push_expressions(w, column);
    form->push = compile(w, 2, d, column, 0, NULL);
    form->momentum_push = compile(w, 2, d, theta, d, column);
    force_expressions(w, column);
    form->momentum_force = compile(w, 3, d, theta, d, column);
    velocity_expressions(w, column);
    form->velocity = compile(w, 1, d, column, 0, NULL);
    form->momentum = compile(w, 1, d, theta, 0, NULL);
    form->symplectic = compile(w, 1, d * d, w->symplectic, 0, NULL);
    form->observables = compile_observables(w);
    free(column);
}

static bool is_complete(const struct form_degenerate *form)
{
    return form->momentum_force && form->momentum && form->momentum_push && form->push && form->velocity &&
           form->observables && form->symplectic;
}

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

    derive(&w);
    return w;
}

void form_degenerate_velocity(const struct model *model, expression *velocity)
{
    struct derivation w = derivation_create(model);

    velocity_expressions(&w, velocity);
    free(w.gradient);
}

struct form_degenerate *form_degenerate_create(const struct model *model)
{
    struct form_degenerate *form = memory_create(1, sizeof *form);
    struct derivation w = derivation_create(model);

    form->dimension = model->dimension;
    form->invariants = 1 + model->invariants;
    compile_all(form, &w);
    free(w.gradient);
    if (!is_complete(form)) {
        form_degenerate_destroy(form);
        return NULL;
    }
    return form;
}

void form_degenerate_destroy(struct form_degenerate *form)
{
    if (!form)
        return;
    program_destroy(form->momentum_force);
    program_destroy(form->momentum);
    program_destroy(form->momentum_push);
    program_destroy(form->push);
    program_destroy(form->velocity);
    program_destroy(form->observables);
    program_destroy(form->symplectic);
    free(form);
}
