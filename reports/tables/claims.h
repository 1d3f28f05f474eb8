/* A row about a claim, in every format. */
#ifndef ASSAY_CLAIMS_H
#define ASSAY_CLAIMS_H

#include "reports/tables/table.h"

#include <jansson.h>

/* The names of the columns: those of formats that are read on paper come first. */
enum { CLAIMS_COLUMNS = 10, CLAIMS_PRINTED = 6 };
extern const char *const claims_columns[CLAIMS_COLUMNS];

/* Adds the row to a table with the first of these columns; to one for a page, of the columns claims_shown, the evidence
 * followed by markup. */
void claims_add(struct table *table, const struct words_statement *row);
enum { CLAIMS_SHOWN = 4 };
extern const char *const claims_shown[CLAIMS_SHOWN];
void claims_add_shown(struct table *table, const struct words_statement *row, const char *markup);

/* "text", "source", "condition", "measured", "verdict", "evidence". */
void claims_set_json(json_t *object, const struct words_statement *row);

#endif
