/* The two-forms of Poincare's second integral invariant: see form_poincare.h.
 *
 *     Om_ij = d_i theta_j - d_j theta_i            E_ij = sum_k e_k d_i d_j theta_k,   e = h lambda
 *
 * Om is the form on the constraint p = theta(q); E is what the form of the symplectic projection adds to it.
 * Kraus (2017), eq. 122, where h^2 lambda^k theta_k,ij d lambda^j is E_ij d e^j. */
#include "models/kinds/form_poincare.h"

#include <stdlib.h>

#include "numerics/memory.h"

struct two_forms {
    const struct model *model;
    struct graph *graph;
    size_t d;
    expression *symplectic, *curvature; /* Om, E: d x d */
};

/* d theta_k / d q_i */
static expression slope(const struct two_forms *w, size_t k, size_t i)
{
    return graph_derivative(w->graph, w->model->theta[k], MODEL_BLOCK_COORDINATES, i);
}

/* sum_k e_k d_i d_j theta_k, with e in input block MODEL_BLOCK_VELOCITIES */
static expression curvature(const struct two_forms *w, size_t i, size_t j)
{
    expression sum = graph_integer(w->graph, 0);

    for (size_t k = 0; k < w->d; k++) {
        expression second = graph_derivative(w->graph, slope(w, k, i), MODEL_BLOCK_COORDINATES, j);

        sum = graph_binary(w->graph, OPERATION_ADD, sum,
                           graph_binary(w->graph, OPERATION_MULTIPLY,
                                        graph_input(w->graph, MODEL_BLOCK_VELOCITIES, k), second));
    }
    return sum;
}

static struct program *compile(const struct two_forms *w)
{
    const struct program_block input[] = {{w->d, false}, {w->d, false}};
    const struct program_output output[] = {{w->d * w->d, w->symplectic}, {w->d * w->d, w->curvature}};

    for (size_t i = 0; i < w->d * w->d; i++) {
        if (!w->symplectic[i] || !w->curvature[i])
            return NULL;
    }
    return program_create(2, input, 2, output);
}

struct program *form_poincare_create(const struct model *model)
{
    size_t d = model->dimension;
    expression *forms = memory_create(2 * d * d, sizeof *forms);
    struct two_forms w = {model, model->graph, d, forms, forms + d * d};
    struct program *program;

    for (size_t i = 0; i < d; i++) {
        for (size_t j = 0; j < d; j++) {
            w.symplectic[i * d + j] =
                graph_binary(w.graph, OPERATION_SUBTRACT, slope(&w, j, i), slope(&w, i, j));
            w.curvature[i * d + j] = curvature(&w, i, j);
        }
    }
    program = compile(&w);
    free(forms);
    return program;
}
