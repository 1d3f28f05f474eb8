/* Sentences about a fit.  All return `buffer`; one of EXPLAIN_SENTENCE_SIZE holds any of them. */
#ifndef ASSAY_EXPLAIN_SENTENCE_H
#define ASSAY_EXPLAIN_SENTENCE_H

#include "harness/judge/results.h"

/* The order measured, or why there is none; of a claim on a number, that. */
const char *explain_sentence_order(const struct fit *fit, char *buffer, size_t size);
/* The number that is claimed, and where: "3.1e-12 at h = 0.1"; empty where nothing is claimed of one. */
const char *explain_sentence_value(const struct fit *fit, char *buffer, size_t size);
/* The order with the rule it follows from. */
const char *explain_sentence_rule(const struct fit *fit, char *buffer, size_t size);
/* The floor and where it comes from. */
const char *explain_sentence_floor(const struct results *results, const struct fit *fit, char *buffer,
                                   size_t size);
/* The measure at the largest usable step, and with more bits; empty where nothing is claimed to be exact and
 * it was not repeated. */
const char *explain_sentence_exact(const struct fit *fit, char *buffer, size_t size);
/* The command that repeats the run most worth a look: that of a number claimed, the first without a value,
 * else that of the finest point used; empty when the results do not have it. */
const char *explain_sentence_command(const struct results *results, const struct fit *fit, char *buffer,
                                     size_t size);

#endif
