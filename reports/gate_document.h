/* The outcome of a gate as one document, from which its texts are made: reports/templates/gate.txt.lua for a person,
 * gate.md.lua for the page of a CI system, gate.xml.lua for its reader of JUnit. */
#ifndef ASSAY_GATE_DOCUMENT_H
#define ASSAY_GATE_DOCUMENT_H

#include "harness/judge/gate.h"
#include "harness/plan/provenance.h"

/* The counts, the studies with their provenance, and each check with what was expected and found, what it rests on and the
 * command that shows more.  The caller owns it.  No times: two runs with the same results give the same document. */
json_t *gate_document(const struct gate_outcome *outcome, const struct provenance *provenance);

#endif
