/* The words of a verdict. */
#ifndef ASSAY_VERDICT_TEXT_H
#define ASSAY_VERDICT_TEXT_H

#include "harness/judge/verdict.h"

enum { VERDICT_TEXT_SIZE = 512 }; /* any sentence fits */

/* holds, refuted, inconclusive, vacuous, not applicable; NULL for VERDICT_NONE. */
const char *verdict_text(enum verdict verdict);

/* A word of the closed list (floor, pre-asymptotic, ...); NULL for VERDICT_REASON_NONE. */
const char *verdict_text_reason(enum verdict_reason reason);

/* What is needed next; NULL for VERDICT_NEXT_NOTHING. */
const char *verdict_text_next(enum verdict_next next);

/* The sentence with the numbers; `claim` may be NULL.  Returns `buffer`. */
const char *verdict_text_sentence(char *buffer, size_t size, const struct verdict_evidence *evidence,
                                  const struct claim_on_fit *claim, struct verdict_outcome outcome);

#endif
