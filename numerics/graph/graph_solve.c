/* Small linear systems as nodes.
 *
 * The components of the solution are interned one after the other when a system is new, so that component i
 * always has the id of component 0 plus i. */
#include "numerics/graph/graph_store.h"

enum { MAXIMAL_ORDER = 256 };

static bool all_valid(const expression *node, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!node[i])
            return false;
    }
    return true;
}

static bool all_zero(const expression *node, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (node[i]->operation != OPERATION_CONSTANT || mpq_sgn(node[i]->value) != 0)
            return false;
    }
    return true;
}

static bool intern_components(struct graph *graph, const struct linear_system *system, expression *solution)
{
    for (size_t i = 0; i < system->n; i++) {
        struct node candidate = {.operation = OPERATION_SOLVE, .index = i, .system = system};
        solution[i] = graph_store_intern(graph, &candidate);
        if (!solution[i])
            return false;
    }
    return true;
}

bool graph_solve(struct graph *graph, size_t n, const expression *matrix, const expression *right,
                 expression *solution)
{
    bool is_new;

    for (size_t i = 0; i < n; i++)
        solution[i] = NULL;
    if (!all_valid(matrix, n * n) || !all_valid(right, n))
        return false;
    if (n > MAXIMAL_ORDER)
        return graph_store_fail(graph, "a linear system of more than %d equations", MAXIMAL_ORDER);
    if (n == 1) {
        solution[0] = graph_binary(graph, OPERATION_DIVIDE, right[0], matrix[0]);
        return solution[0];
    }
    if (all_zero(right, n)) {
        for (size_t i = 0; i < n; i++)
            solution[i] = right[i];
        return true;
    }

    if (graph->size + n > GRAPH_MAXIMAL_NODES)
        return graph_store_fail(graph, "the expressions need more than %d nodes; write a smaller model",
                                GRAPH_MAXIMAL_NODES);
    const struct linear_system *system = graph_store_system(graph, n, matrix, right, &is_new);
    return intern_components(graph, system, solution);
}
