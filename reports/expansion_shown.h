/* Expansions as documents: of a method on a model (docs/measures.md), and what a fit has of them. */
#ifndef ASSAY_EXPANSION_SHOWN_H
#define ASSAY_EXPANSION_SHOWN_H

#include <jansson.h>

#include "harness/judge/results.h"
#include "measures/expansion/energy_drift.h"
#include "measures/expansion/expansion.h"

/* All coefficients that are not zero; the caller owns the object, which reports/templates/expansion.txt.lua prints. */
json_t *expansion_shown_json(const struct method *method, const struct projection *projection,
                             const struct problem *problem, const char *initial,
                             const struct expansion *expansion, const struct energy_drift *drift);

/* What the expansion says of a fit, and how it disagrees with the runs: docs/json.md; null where there is none.  `said` is what
 * words_of_fit says. */
json_t *expansion_shown_fit(const struct fit *fit, const json_t *said);

#endif
