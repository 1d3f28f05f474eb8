/* Numbers as text and as JSON. */
#ifndef ASSAY_NUMBER_H
#define ASSAY_NUMBER_H

#include <jansson.h>
#include <mpfr.h>

/* All significant digits of `value` at `bits` (0: a double, which reads back exactly), or `digits` of them
 * when that is positive.  The caller frees the text; it is "nan" or "inf" for what is no number. */
char *number_text(mpfr_srcptr value, long bits, long digits);
/* A JSON number for double (bits 0), a string for mpfr, null for what is not finite. */
json_t *number_json(mpfr_srcptr value, long bits);

#endif
