/* The section of the page on what needs attention: claims that do not hold, and why. */
#ifndef ASSAY_ATTENTION_H
#define ASSAY_ATTENTION_H

#include "harness/judge/results.h"

#include <stdbool.h>
#include <stdio.h>

/* Whether a fit is listed: it is claimed, and the claim neither holds nor is beside the point. */
bool attention_needed(const struct fit *fit);

/* The section, grouped by claim, within a claim the refuted first, then by the reason. */
void attention_write(FILE *file, const struct results *results);

#endif
