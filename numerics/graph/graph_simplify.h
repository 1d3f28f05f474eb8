/* The simplifications that graph_binary and graph_unary apply. */
#ifndef ASSAY_GRAPH_SIMPLIFY_H
#define ASSAY_GRAPH_SIMPLIFY_H

#include "numerics/graph/graph.h"

/* True when a rule decides; *result is then the simpler expression, or NULL after an error of the graph.  The
 * arguments are not NULL; those of + and * come in the order of graph_simplify_swapped. */
bool graph_simplify_binary(expression *result, struct graph *graph, enum operation operation, expression left,
                           expression right);
bool graph_simplify_unary(expression *result, struct graph *graph, enum operation operation,
                          expression argument);
/* Whether the operands of + or * have to change places: constants come first, then the older node. */
bool graph_simplify_swapped(expression left, expression right);

#endif
