/* References in the store: a key for what they depend on, and a line of text with all their digits. */
#ifndef ASSAY_REFERENCE_TEXT_H
#define ASSAY_REFERENCE_TEXT_H

#include "harness/plan/digest.h"
#include "measures/run/problem.h"
#include "reference/reference.h"

/* The key of the reference of the problem at the exact time, to so many digits. */
void reference_text_key(const struct problem *problem, mpq_srcptr until, long digits,
                        const char *numerics_version, char key[DIGEST_TEXT]);
/* The reference as one line (JSON) that the caller frees. */
char *reference_text_write(const struct reference *reference);
/* The reference that the line tells of, which the caller owns; NULL when it is not such a line. */
struct reference *reference_text_read(const char *line);

#endif
