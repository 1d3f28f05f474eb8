/* What slopes show that have not settled. */
#ifndef ASSAY_UNSETTLED_H
#define ASSAY_UNSETTLED_H

#include "harness/judge/results.h"

/* Whether the error passes through zero between the steps that the order would rest on, or near them. */
bool unsettled_changes_sign(const struct fit *fit);

/* Whether slopes that agreed fall from one halving to the next as no next term of an error lets them: what a tolerance
 * does that is reached. */
bool unsettled_leaves_order(const struct fit *fit);

/* Whether slopes fall from one halving to the next, or agree, and never rise: no error that passes through zero. */
bool unsettled_only_falls(const struct fit *fit);

/* What an error does that is stalled, and the step after which it grows, if that is what it does. */
enum verdict_stall unsettled_find_stall(const struct fit *fit, size_t *grows);

#endif
