/* Symbolic derivatives, memoised.
 *
 * The nodes that f depends on are visited in the order of their ids, arguments before users, and each gets
 * its derivative by the rule of its operation; no recursion, so that deep chains are no trouble.  The
 * derivative of the solution y of A y = b solves A y' = b' - A' y, with the same matrix. */
#include "numerics/graph/graph_store.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

static struct graph_derivatives *find_memo(struct graph *graph, size_t block, size_t index)
{
    for (size_t i = 0; i < graph->inputs_differentiated; i++) {
        if (graph->derivatives[i].block == block && graph->derivatives[i].index == index)
            return &graph->derivatives[i];
    }
    graph->derivatives =
        memory_resize(graph->derivatives, graph->inputs_differentiated + 1, sizeof *graph->derivatives);
    struct graph_derivatives *memo = &graph->derivatives[graph->inputs_differentiated++];
    *memo = (struct graph_derivatives){.block = block, .index = index};
    return memo;
}

static void make_room(struct graph_derivatives *memo, size_t capacity)
{
    if (capacity <= memo->capacity)
        return;
    memo->by_id = memory_resize(memo->by_id, capacity, sizeof *memo->by_id);
    memset(memo->by_id + memo->capacity, 0, (capacity - memo->capacity) * sizeof *memo->by_id);
    memo->capacity = capacity;
}

static expression multiply(struct graph *graph, expression left, expression right)
{
    return graph_binary(graph, OPERATION_MULTIPLY, left, right);
}

static expression divide(struct graph *graph, expression left, expression right)
{
    return graph_binary(graph, OPERATION_DIVIDE, left, right);
}

/* 1 + sign x^2 */
static expression one_and_square(struct graph *graph, int sign, expression x)
{
    return graph_binary(graph, sign > 0 ? OPERATION_ADD : OPERATION_SUBTRACT, graph_integer(graph, 1),
                        multiply(graph, x, x));
}

static expression derivative_of_binary(struct graph *graph, expression f, expression left, expression right)
{
    if (f->operation == OPERATION_MULTIPLY)
        return graph_binary(graph, OPERATION_ADD, multiply(graph, left, f->right),
                            multiply(graph, f->left, right));
    if (f->operation == OPERATION_DIVIDE) /* (a / b)' = (a' - (a / b) b') / b */
        return divide(graph, graph_binary(graph, OPERATION_SUBTRACT, left, multiply(graph, f, right)),
                      f->right);
    return graph_binary(graph, f->operation, left, right);
}

/* `inner` is the derivative of the argument x; f(x) is shared where it appears in its own derivative. */
static expression derivative_of_unary(struct graph *graph, expression f, expression inner)
{
    expression x = f->left;
    expression root;

    switch (f->operation) {
    case OPERATION_NEGATE:
        return graph_unary(graph, OPERATION_NEGATE, inner);
    case OPERATION_SQRT:
        return divide(graph, inner, multiply(graph, graph_integer(graph, 2), f));
    case OPERATION_EXP:
        return multiply(graph, f, inner);
    case OPERATION_LOG:
        return divide(graph, inner, x);
    case OPERATION_SIN:
        return multiply(graph, graph_unary(graph, OPERATION_COS, x), inner);
    case OPERATION_COS:
        return graph_unary(graph, OPERATION_NEGATE,
                           multiply(graph, graph_unary(graph, OPERATION_SIN, x), inner));
    case OPERATION_TAN:
        return multiply(graph, one_and_square(graph, +1, f), inner);
    case OPERATION_ASIN:
        return divide(graph, inner, graph_unary(graph, OPERATION_SQRT, one_and_square(graph, -1, x)));
    case OPERATION_ACOS:
        root = graph_unary(graph, OPERATION_SQRT, one_and_square(graph, -1, x));
        return graph_unary(graph, OPERATION_NEGATE, divide(graph, inner, root));
    case OPERATION_ATAN:
        return divide(graph, inner, one_and_square(graph, +1, x));
    case OPERATION_SINH:
        return multiply(graph, graph_unary(graph, OPERATION_COSH, x), inner);
    case OPERATION_COSH:
        return multiply(graph, graph_unary(graph, OPERATION_SINH, x), inner);
    case OPERATION_TANH:
        return multiply(graph, one_and_square(graph, -1, f), inner);
    case OPERATION_ASINH:
        return divide(graph, inner, graph_unary(graph, OPERATION_SQRT, one_and_square(graph, +1, x)));
    default:
        return graph_store_fail(graph, "an operation without a derivative");
    }
}

/* Component i of the right-hand side b' - A' y. */
static expression derivative_of_row(struct graph *graph, const struct graph_derivatives *memo,
                                    const struct linear_system *system, const expression *solution, size_t i)
{
    expression sum = memo->by_id[system->right[i]->id];

    for (size_t j = 0; j < system->n; j++) {
        expression entry = memo->by_id[system->matrix[i * system->n + j]->id];
        sum = graph_binary(graph, OPERATION_SUBTRACT, sum, multiply(graph, entry, solution[j]));
    }
    return sum;
}

static expression derivative_of_solve(struct graph *graph, const struct graph_derivatives *memo, expression f)
{
    const struct linear_system *system = f->system;
    size_t n = system->n;
    expression *solution = memory_create(2 * n, sizeof *solution);
    expression *right = solution + n;

    graph_solve(graph, n, system->matrix, system->right, solution);
    for (size_t i = 0; i < n; i++)
        right[i] = derivative_of_row(graph, memo, system, solution, i);
    graph_solve(graph, n, system->matrix, right, solution);
    expression result = solution[f->index];
    free(solution);
    return result;
}

static expression derivative_of_node(struct graph *graph, const struct graph_derivatives *memo, expression f)
{
    if (f->system)
        return derivative_of_solve(graph, memo, f);
    if (f->right)
        return derivative_of_binary(graph, f, memo->by_id[f->left->id], memo->by_id[f->right->id]);
    if (f->left)
        return derivative_of_unary(graph, f, memo->by_id[f->left->id]);
    bool is_input = f->operation == OPERATION_INPUT && f->block == memo->block && f->index == memo->index;
    return graph_integer(graph, is_input);
}

expression graph_derivative(struct graph *graph, expression f, size_t block, size_t index)
{
    if (!f)
        return NULL;
    struct graph_derivatives *memo = find_memo(graph, block, index);
    make_room(memo, f->id + 1);

    bool *needed = graph_store_needed(graph, memo->by_id, f);
    bool complete = true;
    for (size_t id = 0; id <= f->id && complete; id++) {
        if (!needed[id])
            continue;
        memo->by_id[id] = derivative_of_node(graph, memo, graph->node[id]);
        complete = memo->by_id[id];
    }
    free(needed);
    return complete ? memo->by_id[f->id] : NULL;
}
