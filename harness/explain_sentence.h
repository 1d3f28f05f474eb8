/* Sentences about a fit.  All return `buffer`; one of EXPLAIN_SENTENCE_SIZE holds any of them. */
#ifndef ASSAY_EXPLAIN_SENTENCE_H
#define ASSAY_EXPLAIN_SENTENCE_H

#include "measures/results.h"

/* The order measured, or why there is none. */
const char *explain_sentence_order(const struct fit *fit, char *buffer, size_t size);
/* The order with the rule it follows from. */
const char *explain_sentence_rule(const struct fit *fit, char *buffer, size_t size);
/* The floor and where it comes from. */
const char *explain_sentence_floor(const struct results *results, const struct fit *fit, char *buffer,
                                   size_t size);
/* The measure at the largest usable step, and with more bits; empty where nothing is claimed to be exact and
 * it was not repeated. */
const char *explain_sentence_exact(const struct fit *fit, char *buffer, size_t size);
/* The command that repeats the run most worth a look: the first without a value, else that of the finest
 * point used; empty when the results do not have it. */
const char *explain_sentence_command(const struct results *results, const struct fit *fit, char *buffer,
                                     size_t size);

#endif
