/* Exact rationals as text. */
#ifndef ASSAY_EXACT_TEXT_H
#define ASSAY_EXACT_TEXT_H

#include <gmp.h>

/* A decimal where the value has a finite one ("0.3"), else a quotient ("1/3").  The caller frees the text. */
char *exact_text(mpq_srcptr value);
/* A decimal that any program reads: the exact one where it is short, else 17 digits.  The caller frees it. */
char *exact_text_decimal(mpq_srcptr value);

#endif
