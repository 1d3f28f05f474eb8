/* Expressions with other expressions in the place of their inputs.
 *
 * The nodes that f depends on are visited in the order of their ids, arguments before users, and each is built
 * again from what has become of its arguments; no recursion, so that deep chains are no trouble. */
#include "numerics/graph/graph_store.h"

#include <stdlib.h>

#include "numerics/memory.h"

static expression rebuild_solve(struct graph *graph, const expression *image, expression f)
{
    size_t n = f->system->n, arguments = n * n + n;
    expression *argument = memory_create(arguments + n, sizeof *argument), *solution = argument + arguments;

    for (size_t k = 0; k < arguments; k++)
        argument[k] = image[graph_argument(f, k)->id];
    graph_solve(graph, n, argument, argument + n * n, solution);
    expression result = solution[f->index];
    free(argument);
    return result;
}

static expression rebuild(struct graph *graph, const expression *image, expression f)
{
    if (f->system)
        return rebuild_solve(graph, image, f);
    if (f->right)
        return graph_binary(graph, f->operation, image[f->left->id], image[f->right->id]);
    return f->left ? graph_unary(graph, f->operation, image[f->left->id]) : f;
}

expression graph_substitute(struct graph *graph, expression f, size_t block, const expression *replacement)
{
    if (!f)
        return NULL;
    expression *image = memory_create(f->id + 1, sizeof *image), result = NULL;
    bool *needed = graph_store_needed(graph, image, f), complete = true;

    for (size_t id = 0; id <= f->id && complete; id++) {
        expression node = graph->node[id];

        if (!needed[id])
            continue;
        image[id] = node->operation == OPERATION_INPUT && node->block == block ? replacement[node->index]
                                                                               : rebuild(graph, image, node);
        complete = image[id];
    }
    if (complete)
        result = image[f->id];
    free(image);
    free(needed);
    return result;
}
