/* What a paper claims, and its misprints, as a document: the ledger. */
#ifndef ASSAY_PAPER_DOCUMENT_H
#define ASSAY_PAPER_DOCUMENT_H

#include <jansson.h>

#include "harness/study/ledger.h"

/* {"type": "paper", "name", "title", "source", "claims": [{"id", "name", "where", "text", "erratum", "rule"}], "errata"}; the
 * caller owns it.  reports/templates/paper.txt.lua makes it a text. */
json_t *paper_document(const char *name, const struct ledger *ledger);
/* [{"where", "printed", "corrected", "claim"}] of the ledger, empty of none (NULL). */
json_t *paper_document_errata(const struct ledger *ledger);

#endif
