/* What an audit knows of claims beside the runs of its study: from steps that are no map, from trees and other conditions of
 * coefficients, from a clock, from counterexamples. */
#ifndef ASSAY_FINDINGS_H
#define ASSAY_FINDINGS_H

#include <jansson.h>

#include "harness/audit/audit.h"
#include "harness/audit/audited.h"
#include "harness/judge/results.h"

/* Adds the findings on the claims of the audit; of one claim the graver first.  Their words belong to `audited`. */
void findings_add(struct audit *audit, struct audited *audited);
/* Those on the claim, before there are results: an array of objects. */
json_t *findings_known_json(const struct audit *audit, const struct audit_claim *claim);

#endif
