/* The expansion of a method on a model, in print and as JSON: docs/measures.md. */
#ifndef ASSAY_EXPANSION_SHOWN_H
#define ASSAY_EXPANSION_SHOWN_H

#include <jansson.h>

#include "measures/expansion/expansion.h"

/* A line for each quantity with the order of a run, and its first coefficients; on standard output. */
void expansion_shown_print(const struct method *method, const struct projection *projection,
                           const struct problem *problem, const char *initial,
                           const struct expansion *expansion);
/* The same with all coefficients that are not zero; the caller owns the object. */
json_t *expansion_shown_json(const struct method *method, const struct projection *projection,
                             const struct problem *problem, const char *initial,
                             const struct expansion *expansion);

#endif
