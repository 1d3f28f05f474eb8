/* The table of functions: see graph_function.h. */
#include "numerics/graph/graph_function.h"

#include <string.h>

static const struct graph_function FUNCTIONS[GRAPH_FUNCTIONS] = {
    {"sqrt", OPERATION_SQRT},   {"exp", OPERATION_EXP},   {"log", OPERATION_LOG},   {"sin", OPERATION_SIN},
    {"cos", OPERATION_COS},     {"tan", OPERATION_TAN},   {"asin", OPERATION_ASIN}, {"acos", OPERATION_ACOS},
    {"atan", OPERATION_ATAN},   {"sinh", OPERATION_SINH}, {"cosh", OPERATION_COSH}, {"tanh", OPERATION_TANH},
    {"asinh", OPERATION_ASINH},
};

const struct graph_function *graph_function_table(void)
{
    return FUNCTIONS;
}

const struct graph_function *graph_function_find(const char *name, size_t length)
{
    for (size_t i = 0; i < GRAPH_FUNCTIONS; i++) {
        if (strlen(FUNCTIONS[i].name) == length && memcmp(FUNCTIONS[i].name, name, length) == 0)
            return &FUNCTIONS[i];
    }
    return NULL;
}
