/* Matrices of expressions: see graph_algebra.h. */
#include "numerics/graph/graph_algebra.h"

#include "numerics/graph/graph_store.h"
#include "numerics/memory.h"

bool graph_is_zero(expression f)
{
    return f && f->operation == OPERATION_CONSTANT && mpq_sgn(f->value) == 0;
}

/* -- matrices -- */

static expressions create(struct graph *graph, size_t rows, size_t columns)
{
    return (expressions){graph, rows, columns, memory_keep(&graph->kept, rows * columns, sizeof(expression))};
}

expressions graph_matrix(struct graph *graph, size_t rows, size_t columns, const expression *entry)
{
    const expressions A = create(graph, rows, columns);

    for (size_t k = 0; k < rows * columns; k++)
        A.entry[k] = entry[k];
    return A;
}

expressions graph_filled(struct graph *graph, size_t rows, size_t columns, long value)
{
    const expressions A = create(graph, rows, columns);

    for (size_t k = 0; k < rows * columns; k++)
        A.entry[k] = graph_integer(graph, value);
    return A;
}

expressions graph_zeros(struct graph *graph, size_t rows, size_t columns)
{
    return graph_filled(graph, rows, columns, 0);
}

expressions graph_unit(struct graph *graph, size_t n)
{
    const expressions one = create(graph, n, n);

    for (size_t k = 0; k < n * n; k++)
        one.entry[k] = graph_integer(graph, k % (n + 1) == 0);
    return one;
}

expressions graph_variables(struct graph *graph, size_t block, size_t first, size_t n)
{
    const expressions x = create(graph, n, 1);

    for (size_t i = 0; i < n; i++)
        x.entry[i] = graph_input(graph, block, first + i);
    return x;
}

expressions graph_transposed(expressions A)
{
    const expressions T = create(A.graph, A.columns, A.rows);

    for (size_t k = 0; k < A.rows * A.columns; k++)
        T.entry[k] = A.entry[k % A.rows * A.columns + k / A.rows];
    return T;
}

expressions graph_vector(expressions A)
{
    return (expressions){A.graph, A.rows * A.columns, 1, A.entry};
}

expressions graph_diagonal(expressions A)
{
    const expressions d = create(A.graph, A.rows, 1);

    for (size_t i = 0; i < A.rows; i++)
        d.entry[i] = A.entry[i * (A.columns + 1)];
    return d;
}

expressions graph_rows(expressions A, size_t first, size_t count)
{
    return (expressions){A.graph, count, A.columns, A.entry + first * A.columns};
}

expressions graph_above(expressions A, expressions B)
{
    const size_t above = A.rows * A.columns;
    const expressions C = create(A.graph, A.rows + B.rows, A.columns);

    for (size_t k = 0; k < C.rows * C.columns; k++)
        C.entry[k] = k < above ? A.entry[k] : B.entry[k - above];
    return C;
}

expressions graph_beside(expressions A, expressions B)
{
    return graph_transposed(graph_above(graph_transposed(A), graph_transposed(B)));
}

expressions graph_antisymmetric(size_t n, expressions x)
{
    const expressions above = graph_zeros(x.graph, n, n);

    for (size_t k = 0, at = 0; k < n * n; k++)
        above.entry[k] = k / n < k % n ? x.entry[at++] : above.entry[k];
    return graph_difference(above, graph_transposed(above));
}

/* A_ij with j - i >= `from`, 0 or 1, row by row */
static expressions triangle(expressions A, size_t from)
{
    const size_t n = A.rows;
    const expressions x = graph_zeros(A.graph, n * (n + 1) / 2 - n * from, 1);

    for (size_t k = 0, at = 0; k < n * n; k++) {
        if (k / n + from <= k % n)
            x.entry[at++] = A.entry[k];
    }
    return x;
}

expressions graph_above_diagonal(expressions A)
{
    return triangle(A, 1);
}

expressions graph_symmetric(size_t n, expressions x)
{
    const expressions A = graph_zeros(x.graph, n, n);

    for (size_t i = 0, at = 0; i < n; i++) {
        for (size_t j = i; j < n; j++, at++)
            A.entry[i * n + j] = A.entry[j * n + i] = x.entry[at];
    }
    return A;
}

expressions graph_upper(expressions A)
{
    return triangle(A, 0);
}

expressions graph_widened(expressions A, size_t width)
{
    const size_t more = width - A.rows;
    const expressions beside = graph_beside(A, graph_zeros(A.graph, A.rows, more));

    return graph_above(beside, graph_zeros(A.graph, more, width));
}

/* -- sums and products -- */

expressions graph_entrywise(enum operation operation, expressions A, expressions B)
{
    const expressions C = create(A.graph, A.rows, A.columns);

    for (size_t k = 0; k < A.rows * A.columns; k++)
        C.entry[k] = graph_binary(A.graph, operation, A.entry[k], B.entry[k]);
    return C;
}

expressions graph_sum(expressions A, expressions B)
{
    return graph_entrywise(OPERATION_ADD, A, B);
}

expressions graph_difference(expressions A, expressions B)
{
    return graph_entrywise(OPERATION_SUBTRACT, A, B);
}

expressions graph_negative(expressions A)
{
    const expressions B = create(A.graph, A.rows, A.columns);

    for (size_t k = 0; k < A.rows * A.columns; k++)
        B.entry[k] = graph_negate(A.graph, A.entry[k]);
    return B;
}

expressions graph_scaled(expression a, expressions A)
{
    const expressions B = create(A.graph, A.rows, A.columns);

    for (size_t k = 0; k < A.rows * A.columns; k++)
        B.entry[k] = graph_multiply(A.graph, a, A.entry[k]);
    return B;
}

expressions graph_over(expressions A, expression a)
{
    const expressions B = create(A.graph, A.rows, A.columns);

    for (size_t k = 0; k < A.rows * A.columns; k++)
        B.entry[k] = graph_divide(A.graph, A.entry[k], a);
    return B;
}

expression graph_total(expressions A)
{
    expression sum = graph_integer(A.graph, 0);

    for (size_t k = 0; k < A.rows * A.columns; k++)
        sum = graph_add(A.graph, sum, A.entry[k]);
    return sum;
}

expression graph_dot(expressions a, expressions b)
{
    expression sum = graph_integer(a.graph, 0);

    for (size_t k = 0; k < a.rows * a.columns; k++)
        sum = graph_add(a.graph, sum, graph_multiply(a.graph, a.entry[k], b.entry[k]));
    return sum;
}

expressions graph_product(expressions A, expressions B)
{
    const expressions C = create(A.graph, A.rows, B.columns), columns = graph_transposed(B);

    for (size_t k = 0; k < C.rows * C.columns; k++)
        C.entry[k] = graph_dot(graph_rows(A, k / C.columns, 1), graph_rows(columns, k % C.columns, 1));
    return C;
}

expressions graph_terms(expressions A, expressions x)
{
    const expressions T = create(A.graph, A.rows, A.columns);

    for (size_t k = 0; k < A.rows * A.columns; k++)
        T.entry[k] = graph_multiply(A.graph, A.entry[k], x.entry[k % A.columns]);
    return T;
}

expressions graph_solution(expressions A, expressions b)
{
    const expressions y = create(A.graph, A.rows, 1);

    if (A.rows == 1 && graph_is_zero(A.entry[0]))
        return b;
    graph_solve(A.graph, A.rows, A.entry, b.entry, y.entry);
    return y;
}

expressions graph_at(expressions A, size_t block, expressions y)
{
    const expressions B = create(A.graph, A.rows, A.columns);

    for (size_t k = 0; k < A.rows * A.columns; k++)
        B.entry[k] = graph_substitute(A.graph, A.entry[k], block, y.entry);
    return B;
}

/* -- derivatives -- */

expressions graph_jacobian(expressions f, expressions x)
{
    const expressions J = create(x.graph, f.rows * f.columns, x.rows);

    for (size_t k = 0; k < J.rows * J.columns; k++) {
        const expression by = x.entry[k % x.rows];

        J.entry[k] = by ? graph_derivative(x.graph, f.entry[k / x.rows], by->block, by->index) : NULL;
    }
    return J;
}

expressions graph_gradient(expression f, expressions x)
{
    return graph_transposed(graph_jacobian((expressions){x.graph, 1, 1, &f}, x));
}

bool graph_vanishes(expressions A)
{
    size_t zeros = 0;

    while (zeros < A.rows * A.columns && graph_is_zero(A.entry[zeros]))
        zeros++;
    return zeros == A.rows * A.columns;
}

bool graph_is_free(expressions A, expressions x)
{
    const expressions f = graph_vector(A);
    size_t free = 0;

    while (free < f.rows && graph_vanishes(graph_jacobian(graph_rows(f, free, 1), x)))
        free++;
    return free == f.rows;
}
