/* A row about a claim, on a page and in documents. */
#ifndef ASSAY_CLAIMS_H
#define ASSAY_CLAIMS_H

#include "reports/tables/table.h"

#include <jansson.h>

/* Adds the row to a table for a page, of the columns claims_shown, the evidence followed by markup. */
enum { CLAIMS_SHOWN = 4 };
extern const char *const claims_shown[CLAIMS_SHOWN];
void claims_add_shown(struct table *table, const struct words_statement *row, const char *markup);

/* "text", "source", "condition", "measured", "verdict", "evidence". */
void claims_set_json(json_t *object, const struct words_statement *row);

#endif
