/* The table of functions: see graph_function.h. */
#include "numerics/graph/graph_function.h"

#include <string.h>

#define FUNCTION(NAME, name) {#name, OPERATION_##NAME},
static const struct graph_function FUNCTIONS[GRAPH_FUNCTIONS] = {EACH_FUNCTION(FUNCTION)};

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
