/* An audit as one document, from which its texts are made: reports/templates/audit.txt.lua for a person who waits,
 * audit.html.lua for the box at the start of its page.  `assay audit --json` prints it. */
#ifndef ASSAY_AUDIT_DOCUMENT_H
#define ASSAY_AUDIT_DOCUMENT_H

#include <jansson.h>

#include "harness/judge/results.h"

struct words;

/* What the audit knew before its runs (the field `audit` of its study), with what the runs say of each claim and how many
 * there were; NULL: the study is no audit.  The caller owns it.  No times: two runs with the same results give the same
 * document. */
json_t *audit_document(const struct results *results, const struct words *words);

#endif
