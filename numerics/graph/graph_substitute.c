/* Expressions with other expressions in the place of their inputs.
 *
 * The nodes that f depends on are visited in the order of their ids, arguments before users, and each is built
 * again from what has become of its arguments; no recursion, so that deep chains are no trouble. */
#include "numerics/graph/graph_algebra.h"
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

/* -- parts -- */

struct parts {
    size_t place, count;
    bool *stays;       /* by id: is no part, nor in one; */
    expression *image; /* and what stands in its place; NULL: nothing yet */
    expression *part;  /* what was taken out */
};

static bool is_leaf(expression node)
{
    return !node->left && !node->system;
}

/* What stands in the place of a node that is used: where it stays, the node as it was rebuilt */
static void use(struct graph *graph, struct parts *w, expression node)
{
    if (w->stays[node->id] || w->image[node->id])
        return;
    w->image[node->id] = is_leaf(node) ? node : graph_input(graph, w->place, w->count);
    if (w->image[node->id] && !is_leaf(node))
        w->part[w->count++] = node;
}

static void rebuild_with_parts(struct graph *graph, struct parts *w, expression node)
{
    expression argument;

    for (size_t k = 0; (argument = graph_argument(node, k)); k++)
        use(graph, w, argument);
    w->image[node->id] = rebuild(graph, w->image, node);
}

/* By id: whether an entry of A depends on the node */
static bool *find_needed(const struct graph *graph, expressions A)
{
    bool *needed = memory_create(graph->size, sizeof *needed);
    expression argument;

    for (size_t k = 0; k < A.rows * A.columns; k++)
        needed[A.entry[k]->id] = true;
    for (size_t id = graph->size; id-- > 0;) {
        for (size_t k = 0; needed[id] && (argument = graph_argument(graph->node[id], k)); k++)
            needed[argument->id] = true;
    }
    return needed;
}

/* Takes all out of A that does not stay; frees stays. */
static expressions take_parts(expressions *A, size_t place, bool *stays)
{
    struct graph *graph = A->graph;
    const size_t size = graph->size;
    struct parts w = {.place = place, .stays = stays, .image = memory_create(2 * size, sizeof *w.image)};
    bool *needed = find_needed(graph, *A);

    w.part = w.image + size;
    for (size_t id = 0; id < size; id++) {
        if (needed[id] && stays[id])
            rebuild_with_parts(graph, &w, graph->node[id]);
    }
    for (size_t k = 0; k < A->rows * A->columns; k++) {
        const size_t id = A->entry[k]->id;

        use(graph, &w, A->entry[k]);
        A->entry[k] = w.image[id];
    }
    const expressions parts = graph_matrix(graph, w.count, 1, w.part);
    free(needed);
    free(stays);
    free(w.image);
    return parts;
}

expressions graph_parts_without(expressions *A, size_t block, size_t place)
{
    const struct graph *graph = A->graph;
    bool *stays = memory_create(graph->size, sizeof *stays);
    expression argument;

    for (size_t id = 0; id < graph->size; id++) {
        stays[id] = graph->node[id]->operation == OPERATION_INPUT && graph->node[id]->block == block;
        for (size_t k = 0; (argument = graph_argument(graph->node[id], k)); k++)
            stays[id] |= stays[argument->id];
    }
    return take_parts(A, place, stays);
}

expressions graph_parts_shared(expressions *A, expressions B, size_t place)
{
    bool *stays = find_needed(B.graph, B);

    for (size_t id = 0; id < B.graph->size; id++)
        stays[id] = !stays[id] && !is_leaf(B.graph->node[id]);
    return take_parts(A, place, stays);
}
