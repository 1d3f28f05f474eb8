/* A row about a claim in documents. */
#ifndef ASSAY_CLAIMS_H
#define ASSAY_CLAIMS_H

#include <jansson.h>

#include "reports/words.h"

/* "text", "source", "condition", "measured", "verdict", "evidence". */
void claims_set_json(json_t *object, const struct words_statement *row);

#endif
