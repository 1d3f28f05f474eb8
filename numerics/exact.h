/* Exact numbers from strings. */
#ifndef ASSAY_EXACT_H
#define ASSAY_EXACT_H

#include <gmp.h>
#include <stdbool.h>

#include "numerics/error.h"

/* Reads a rational written as an integer, a decimal ("0.1", "1e-3", "2.5E+2"), or a quotient of two of these
 * ("1/3").  `value` is initialised by the caller.  Refuses anything else, more than 4096 bits, decimal
 * exponents beyond +-1000 and zero denominators, with a message. */
bool exact_parse(mpq_ptr value, const char *text, struct error *error);

/* The double nearest to `value` (mpq_get_d truncates). */
double exact_to_double(mpq_srcptr value);

#endif
