/* The words of a claim about a number. */
#ifndef ASSAY_VERDICT_VALUE_TEXT_H
#define ASSAY_VERDICT_VALUE_TEXT_H

#include "harness/judge/verdict_value.h"

/* "3.1e-12", "at least 125000", "between 2 and 3"; "no value", "broke down", ... where there is none. Returns
 * `buffer`. */
const char *verdict_value_text_number(const struct claim_number *number, char *buffer, size_t size);

/* "claimed: below 1e-11; measured 3.1e-12 at h = 0.1", and why that does not decide where it does not.
 * Returns `buffer`. */
const char *verdict_value_text_sentence(char *buffer, size_t size, const struct claim_on_fit *claim,
                                        struct verdict_outcome outcome);

#endif
