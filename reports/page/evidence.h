/* What needs attention, and the evidence behind every fit: its picture, what was claimed and found, the command that
 * explains it. */
#ifndef ASSAY_EVIDENCE_H
#define ASSAY_EVIDENCE_H

#include "harness/judge/results.h"

#include <stdbool.h>
#include <stdio.h>

/* Whether a fit needs attention: it is claimed, and the claim neither holds nor is beside the point. */
bool evidence_needs_attention(const struct fit *fit);

/* The section of what needs attention, grouped by claim, within a claim the refuted first, then by the reason. */
void evidence_write_attention(FILE *file, const struct results *results);

/* The section of evidence.  What needs attention comes first, all else by model and method in parts that open on
 * demand; a fit that needs attention is linked with its entry there. */
void evidence_write(FILE *file, const struct results *results);

#endif
