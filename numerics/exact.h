/* Exact numbers from strings, and as text. */
#ifndef ASSAY_EXACT_H
#define ASSAY_EXACT_H

#include <gmp.h>
#include <stdbool.h>

#include "numerics/error.h"

/* Reads a rational written as an integer, a decimal ("0.1", "1e-3", "2.5E+2"), or a quotient of two of these
 * ("1/3").  `value` is initialised by the caller.  Refuses anything else, more than 4096 bits, decimal
 * exponents beyond +-1000 and zero denominators, with a message. */
bool exact_parse(mpq_ptr value, const char *text, struct error *error);

/* value = 2^power */
void exact_set_power(mpq_ptr value, long power);

/* The double nearest to `value` (mpq_get_d truncates). */
double exact_to_double(mpq_srcptr value);

/* A decimal where the value has a finite one ("0.3"), else a quotient ("1/3").  The caller frees the text. */
char *exact_text(mpq_srcptr value);
/* A decimal that any program reads: the exact one where it is short, else 17 digits.  The caller frees it. */
char *exact_text_decimal(mpq_srcptr value);

#endif
