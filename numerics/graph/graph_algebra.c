/* Rows of expressions: see graph_algebra.h. */
#include "numerics/graph/graph_algebra.h"

bool graph_is_zero(expression f)
{
    return f && f->operation == OPERATION_CONSTANT && mpq_sgn(f->value) == 0;
}

void graph_inputs(struct graph *graph, expression *x, size_t block, size_t first, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = graph_input(graph, block, first + i);
}

expression graph_dot(struct graph *graph, size_t n, const expression *a, size_t a_step, const expression *b,
                     size_t b_step)
{
    expression sum = graph_integer(graph, 0);

    for (size_t k = 0; k < n; k++)
        sum = graph_add(graph, sum, graph_multiply(graph, a[k * a_step], b[k * b_step]));
    return sum;
}

void graph_product_transposed(struct graph *graph, expression *C, const expression *A, const expression *B,
                              size_t m, size_t n, size_t l)
{
    for (size_t k = 0; k < m * n; k++)
        C[k] = graph_dot(graph, l, A + k / n * l, 1, B + k % n * l, 1);
}

void graph_jacobian(struct graph *graph, expression *J, size_t m, const expression *f, size_t block,
                    size_t first, size_t n)
{
    for (size_t k = 0; k < m * n; k++)
        J[k] = graph_derivative(graph, f[k / n], block, first + k % n);
}

bool graph_is_free(struct graph *graph, size_t m, const expression *f, size_t block, size_t first, size_t n)
{
    for (size_t k = 0; k < m * n; k++) {
        if (!graph_is_zero(graph_derivative(graph, f[k / n], block, first + k % n)))
            return false;
    }
    return true;
}
