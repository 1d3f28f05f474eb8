/* What formulas are written with: sums, products and derivatives of expressions and of matrices of them, in the order
 * in which they are written, so that what is made here has the bits of the formula.  What the graph refuses is NULL, as
 * in graph.h. */
#ifndef ASSAY_GRAPH_ALGEBRA_H
#define ASSAY_GRAPH_ALGEBRA_H

#include "numerics/graph/graph.h"

/* A matrix, row-major; a vector is a matrix of one column.  Its entries live as long as the graph, and nobody frees
 * them.  Functions of several take matrices of one graph whose rows and columns fit. */
typedef struct {
    struct graph *graph;
    size_t rows, columns;
    expression *entry;
} expressions;

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
/* Copies `entry`, rows x columns. */
expressions graph_matrix(struct graph *graph, size_t rows, size_t columns, const expression *entry);
/* All entries of which are this number, or 0 */
expressions graph_filled(struct graph *graph, size_t rows, size_t columns, long value);
expressions graph_zeros(struct graph *graph, size_t rows, size_t columns);
expressions graph_unit(struct graph *graph, size_t n);
/* x_i = input(block, first + i), i < n: what derivatives are taken by */
expressions graph_variables(struct graph *graph, size_t block, size_t first, size_t n);

expressions graph_transposed(expressions A);
/* The entries of A, row by row, as a vector */
expressions graph_vector(expressions A);
/* A_ii, a vector */
expressions graph_diagonal(expressions A);
/* `count` rows, from `first` on: entries of A itself */
expressions graph_rows(expressions A, size_t first, size_t count);
/* [A; B] and [A, B] */
expressions graph_above(expressions A, expressions B);
expressions graph_beside(expressions A, expressions B);

/* The antisymmetric matrix (n x n) that has x above its diagonal, row by row; what stands there of a matrix */
expressions graph_antisymmetric(size_t n, expressions x);
expressions graph_above_diagonal(expressions A);
/* The symmetric matrix (n x n) that has x on and above its diagonal, row by row; what stands there of a matrix */
expressions graph_symmetric(size_t n, expressions x);
expressions graph_upper(expressions A);
/* The square matrix of this width with A, a square one, in its upper left corner, and zeros elsewhere */
expressions graph_widened(expressions A, size_t width);

/* A_ij o B_ij, for o one of + - * / */
expressions graph_entrywise(enum operation operation, expressions A, expressions B);
expressions graph_sum(expressions A, expressions B);
expressions graph_difference(expressions A, expressions B);
expressions graph_negative(expressions A);
/* a A_ij and A_ij/a */
expressions graph_scaled(expression a, expressions A);
expressions graph_over(expressions A, expression a);
/* sum_ij A_ij, row by row */
expression graph_total(expressions A);
/* sum_i a_i b_i, of vectors */
expression graph_dot(expressions a, expressions b);
/* A B */
expressions graph_product(expressions A, expressions B);
/* A_ij x_j: the rows of it are the terms of A x */
expressions graph_terms(expressions A, expressions x);
/* The vector y of A y = b.  For one equation of which A is the constant 0 this is b: who checks A says what is wrong. */
expressions graph_solution(expressions A, expressions b);

/* Takes the largest parts of A's entries that do not depend on the inputs of `block` out of it: input(place, i) stands in
 * A for the i-th of what is returned, a vector.  Inputs and constants stay.  All of A is valid; NULL in A afterwards
 * where the graph refuses something. */
expressions graph_parts_without(expressions *A, size_t block, size_t place);
/* The same of the largest parts that B has, too. */
expressions graph_parts_shared(expressions *A, expressions B, size_t place);
/* A with y_i in the place of input(block, i), for all that it depends on */
expressions graph_at(expressions A, size_t block, expressions y);
/* df/dx_i, a vector; df_i/dx_j for a vector f: x are variables */
expressions graph_gradient(expression f, expressions x);
expressions graph_jacobian(expressions f, expressions x);
/* Whether all entries are the constant 0. */
bool graph_vanishes(expressions A);
/* Whether no entry depends on the variables x: the derivatives vanish. */
bool graph_is_free(expressions A, expressions x);

#endif
