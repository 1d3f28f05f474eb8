/* The store behind an expression graph: who owns the nodes, and the table that makes them unique.
 *
 * Private to the files graph_*.c; everybody else uses graph.h. */
#ifndef ASSAY_GRAPH_STORE_H
#define ASSAY_GRAPH_STORE_H

#include "numerics/graph/graph.h"

/* Derivatives with respect to one input, by the id of the node. */
struct graph_derivatives {
    size_t block, index;
    size_t capacity;
    expression *by_id; /* NULL where not computed */
};

struct graph {
    size_t size, capacity;
    struct node **node; /* by id */
    size_t buckets;     /* a power of two; open addressing */
    size_t *bucket;     /* id + 1, or 0 */
    size_t systems;
    struct linear_system **system;
    struct memory_kept *kept; /* these */
    size_t inputs_differentiated;
    struct graph_derivatives *derivatives;
    char error[256];
};

/* The node equal to `candidate` (its id aside); NULL where there is none. */
expression graph_store_find(const struct graph *graph, const struct node *candidate);
/* The same, created when there is none.  NULL when the graph is full. */
expression graph_store_intern(struct graph *graph, const struct node *candidate);
/* The system equal to (n, matrix, right), created when there is none; *is_new says which. */
const struct linear_system *graph_store_system(struct graph *graph, size_t n, const expression *matrix,
                                               const expression *right, bool *is_new);
/* By id: whether f depends on the node and nothing is known of it yet, known[id] being NULL.  The caller frees the
 * array, which ends with f. */
bool *graph_store_needed(const struct graph *graph, const expression *known, expression f);
/* Records the first error; returns NULL so that constructors can `return graph_store_fail(...)`. */
expression graph_store_fail(struct graph *graph, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
