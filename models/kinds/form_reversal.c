/* Programs of a reversal, from its symbolic derivatives: see form_reversal.h.
 *
 *     (rho' e)_i = sum_j d_j rho_i e_j        (rho'^T w)_i = sum_j d_i rho_j w_j */
#include "models/kinds/form_reversal.h"

#include <stdlib.h>

#include "numerics/memory.h"

/* sum_j J_ij w_j, or with the transposed matrix; w is input block MODEL_BLOCK_VELOCITIES */
static expression product(const struct model *model, size_t i, bool transposed)
{
    struct graph *graph = model->graph;
    expression sum = graph_integer(graph, 0);

    for (size_t j = 0; j < model->dimension; j++) {
        expression slope = graph_derivative(graph, model->reversal[transposed ? j : i],
                                            MODEL_BLOCK_COORDINATES, transposed ? i : j);

        sum = graph_binary(
            graph, OPERATION_ADD, sum,
            graph_binary(graph, OPERATION_MULTIPLY, slope, graph_input(graph, MODEL_BLOCK_VELOCITIES, j)));
    }
    return sum;
}

static struct program *compile(size_t d, size_t inputs, const expression *function)
{
    const struct program_block input[] = {{d, false}, {d, false}};
    const struct program_output output[] = {{d, function}};

    for (size_t i = 0; i < d; i++) {
        if (!function[i])
            return NULL;
    }
    return program_create(inputs, input, 1, output);
}

struct form_reversal *form_reversal_create(const struct model *model)
{
    size_t d = model->dimension;
    struct form_reversal *form = memory_create(1, sizeof *form);
    expression *products = memory_create(2 * d, sizeof *products);

    for (size_t i = 0; i < d; i++) {
        products[i] = product(model, i, false);
        products[d + i] = product(model, i, true);
    }
    form->map = compile(d, 1, model->reversal);
    form->push = compile(d, 2, products);
    form->pull = compile(d, 2, products + d);
    free(products);
    if (form->map && form->push && form->pull)
        return form;
    form_reversal_destroy(form);
    return NULL;
}

void form_reversal_destroy(struct form_reversal *form)
{
    if (!form)
        return;
    program_destroy(form->map);
    program_destroy(form->push);
    program_destroy(form->pull);
    free(form);
}
