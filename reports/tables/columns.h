/* The columns of what a study has measured: what a name stands for in JSON documents. */
#ifndef ASSAY_COLUMNS_H
#define ASSAY_COLUMNS_H

#include "harness/judge/results.h"

#include <jansson.h>

/* What a row is about: a cell; a fit, or one of its points; a claim.  What it is not about is NULL. */
struct words_statement;
struct columns_row {
    const struct results *results;
    const struct cell *cell;
    const struct fit *fit;
    const size_t *point;
    const struct words_statement *claim;
};

/* Sets the fields of the row with these names, separated by commas, in a JSON object, in this order.  What does not exist is
 * null. */
void columns_set_json(json_t *object, const char *names, const struct columns_row *row);

/* ---- Values of JSON ---- */

/* A string, or null for NULL.  Bytes that are not UTF-8 become question marks. */
json_t *columns_text(const char *value);
json_t *columns_number(double value); /* null where it is not finite */

/* The claim on a fit in an array, which is empty where there is none: id, claim, formula, value,
 * source, and for a number where it is judged, the number, or a bound where the run was too short to know it. */
json_t *columns_claims(const struct fit *fit);

#endif
