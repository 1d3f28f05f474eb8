/* The variational equation of the flow: see form_variation.h.
 *
 *     q' = v(q)      U' = Dv(q) U,   U_ij = d q_i(t) / d q_j(0)
 *
 * v is the solution of Om v = grad H; its derivatives are taken by the graph. */
#include "models/kinds/form_variation.h"

#include <stdlib.h>

#include "models/kinds/form_degenerate.h"
#include "numerics/memory.h"

struct variation {
    struct graph *graph;
    size_t d;
    expression *velocity; /* d */
    expression *slope;    /* Dv, d x d */
};

/* (Dv U)_ij, U_kj being component d + k d + j of the input */
static expression product(const struct variation *w, size_t i, size_t j)
{
    expression sum = graph_integer(w->graph, 0);

    for (size_t k = 0; k < w->d; k++) {
        expression u = graph_input(w->graph, MODEL_BLOCK_COORDINATES, w->d + k * w->d + j);

        sum = graph_binary(w->graph, OPERATION_ADD, sum,
                           graph_binary(w->graph, OPERATION_MULTIPLY, w->slope[i * w->d + k], u));
    }
    return sum;
}

static struct program *compile(size_t width, const expression *field)
{
    const struct program_block input[] = {{width, false}};
    const struct program_output output[] = {{width, field}};

    for (size_t i = 0; i < width; i++) {
        if (!field[i])
            return NULL;
    }
    return program_create(1, input, 1, output);
}

struct program *form_variation_create(const struct model *model)
{
    size_t d = model->dimension, width = d + d * d;
    expression *field = memory_create(width + d * d, sizeof *field);
    struct variation w = {model->graph, d, field, field + width};
    struct program *program;

    form_degenerate_velocity(model, w.velocity);
    for (size_t i = 0; i < d * d; i++)
        w.slope[i] = graph_derivative(w.graph, w.velocity[i / d], MODEL_BLOCK_COORDINATES, i % d);
    for (size_t i = 0; i < d * d; i++)
        field[d + i] = product(&w, i / d, i % d);
    program = compile(width, field);
    free(field);
    return program;
}
