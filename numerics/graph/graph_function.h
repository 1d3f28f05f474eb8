/* The functions of expressions by name: one table for the parser and for Lua. */
#ifndef ASSAY_GRAPH_FUNCTION_H
#define ASSAY_GRAPH_FUNCTION_H

#include "numerics/graph/graph.h"

struct graph_function {
    const char *name;
    enum operation operation;
};

enum { GRAPH_FUNCTIONS = 13 };

const struct graph_function *graph_function_table(void);
/* The function whose name is the `length` characters at `name`; NULL when there is none. */
const struct graph_function *graph_function_find(const char *name, size_t length);

#endif
