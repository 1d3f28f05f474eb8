/* The expansion of a method on a model as a document: docs/measures.md. */
#ifndef ASSAY_EXPANSION_SHOWN_H
#define ASSAY_EXPANSION_SHOWN_H

#include <jansson.h>

#include "measures/expansion/expansion.h"

/* All coefficients that are not zero; the caller owns the object, which reports/templates/expansion.txt.lua prints. */
json_t *expansion_shown_json(const struct method *method, const struct projection *projection,
                             const struct problem *problem, const char *initial,
                             const struct expansion *expansion);

#endif
