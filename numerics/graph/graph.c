/* Expression graphs: life and constructors.
 *
 * A constructor first asks graph_simplify.c whether a rule applies and otherwise stores the node
 * (graph_store.c). The operands of + and * are put in one order, so that a + b and b + a are the same node.
 */
#include "numerics/graph/graph.h"

#include <stdlib.h>

#include "numerics/graph/graph_simplify.h"
#include "numerics/graph/graph_store.h"
#include "numerics/memory.h"

struct graph *graph_create(void)
{
    return memory_create(1, sizeof(struct graph));
}

void graph_destroy(struct graph *graph)
{
    if (!graph)
        return;
    for (size_t i = 0; i < graph->size; i++) {
        if (graph->node[i]->operation == OPERATION_CONSTANT)
            mpq_clear(graph->node[i]->value);
        free(graph->node[i]);
    }
    for (size_t i = 0; i < graph->systems; i++) {
        free(graph->system[i]->matrix);
        free(graph->system[i]->right);
        free(graph->system[i]);
    }
    for (size_t i = 0; i < graph->inputs_differentiated; i++)
        free(graph->derivatives[i].by_id);
    free(graph->derivatives);
    free(graph->system);
    free(graph->node);
    free(graph->bucket);
    free(graph);
}

size_t graph_size(const struct graph *graph)
{
    return graph->size;
}

const char *graph_error(const struct graph *graph)
{
    return graph->error;
}

void graph_clear_error(struct graph *graph)
{
    graph->error[0] = '\0';
}

expression graph_constant(struct graph *graph, mpq_srcptr value)
{
    struct node candidate = {.operation = OPERATION_CONSTANT};

    if (mpz_sizeinbase(mpq_numref(value), 2) > GRAPH_MAXIMAL_CONSTANT_BITS ||
        mpz_sizeinbase(mpq_denref(value), 2) > GRAPH_MAXIMAL_CONSTANT_BITS)
        return graph_store_fail(graph, "a constant has more than %d bits; write smaller numbers",
                                GRAPH_MAXIMAL_CONSTANT_BITS);
    candidate.value[0] = *value;
    return graph_store_intern(graph, &candidate);
}

expression graph_integer(struct graph *graph, long value)
{
    mpq_t rational;

    mpq_init(rational);
    mpq_set_si(rational, value, 1);
    expression result = graph_constant(graph, rational);
    mpq_clear(rational);
    return result;
}

expression graph_pi(struct graph *graph)
{
    struct node candidate = {.operation = OPERATION_PI};

    return graph_store_intern(graph, &candidate);
}

expression graph_input(struct graph *graph, size_t block, size_t index)
{
    struct node candidate = {.operation = OPERATION_INPUT, .block = block, .index = index};

    return graph_store_intern(graph, &candidate);
}

static bool is_commutative(enum operation operation)
{
    return operation == OPERATION_ADD || operation == OPERATION_MULTIPLY;
}

expression graph_binary(struct graph *graph, enum operation operation, expression left, expression right)
{
    struct node candidate = {.operation = operation};
    expression simpler;

    if (!left || !right)
        return NULL;
    bool swapped = is_commutative(operation) && graph_simplify_swapped(left, right);
    candidate.left = swapped ? right : left;
    candidate.right = swapped ? left : right;
    if (graph_simplify_binary(&simpler, graph, operation, candidate.left, candidate.right))
        return simpler;
    return graph_store_intern(graph, &candidate);
}

expression graph_unary(struct graph *graph, enum operation operation, expression argument)
{
    struct node candidate = {.operation = operation, .left = argument};
    expression simpler;

    if (!argument)
        return NULL;
    if (graph_simplify_unary(&simpler, graph, operation, argument))
        return simpler;
    return graph_store_intern(graph, &candidate);
}
