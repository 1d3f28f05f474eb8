/* Sums, products and derivatives of rows of expressions, in the order in which they are written: what is made here
 * has the bits of the formula.  Matrices are row-major.  What the graph refuses is NULL, as in graph.h. */
#ifndef ASSAY_GRAPH_ALGEBRA_H
#define ASSAY_GRAPH_ALGEBRA_H

#include "numerics/graph/graph.h"

#define DEFINE_BINARY(name, OPERATION)                                                                       \
    static inline expression graph_##name(struct graph *graph, expression a, expression b)                   \
    {                                                                                                        \
        return graph_binary(graph, OPERATION_##OPERATION, a, b);                                             \
    }
DEFINE_BINARY(add, ADD)
DEFINE_BINARY(subtract, SUBTRACT)
DEFINE_BINARY(multiply, MULTIPLY)
DEFINE_BINARY(divide, DIVIDE)
#undef DEFINE_BINARY

static inline expression graph_negate(struct graph *graph, expression a)
{
    return graph_unary(graph, OPERATION_NEGATE, a);
}

/* Not NULL and the constant 0. */
bool graph_is_zero(expression f);
/* x_i = input(block, first + i), i < n */
void graph_inputs(struct graph *graph, expression *x, size_t block, size_t first, size_t n);
/* sum_k a[k a_step] b[k b_step], k < n */
expression graph_dot(struct graph *graph, size_t n, const expression *a, size_t a_step, const expression *b,
                     size_t b_step);
/* C (m x n) = A B^T for A (m x l), B (n x l) */
void graph_product_transposed(struct graph *graph, expression *C, const expression *A, const expression *B,
                              size_t m, size_t n, size_t l);
/* J (m x n): J_ik = d f_i / d input(block, first + k) */
void graph_jacobian(struct graph *graph, expression *J, size_t m, const expression *f, size_t block,
                    size_t first, size_t n);
/* Whether all of f (m) are free of input(block, first .. first + n - 1): their derivatives are the constant 0. */
bool graph_is_free(struct graph *graph, size_t m, const expression *f, size_t block, size_t first, size_t n);

#endif
