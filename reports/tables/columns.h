/* Values of JSON. */
#ifndef ASSAY_COLUMNS_H
#define ASSAY_COLUMNS_H

#include "harness/judge/results.h"

#include <jansson.h>

/* A string, or null for NULL.  Bytes that are not UTF-8 become question marks. */
json_t *columns_text(const char *value);
json_t *columns_number(double value); /* null where it is not finite */

/* The claim on a fit in an array, which is empty where there is none: id, claim, formula, value,
 * source, and for a number where it is judged, the number, or a bound where the run was too short to know it.  `said` is what
 * words_of_fit says. */
json_t *columns_claims(const struct fit *fit, const json_t *said);

#endif
