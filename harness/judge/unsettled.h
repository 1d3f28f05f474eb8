/* What slopes show that have not settled. */
#ifndef ASSAY_UNSETTLED_H
#define ASSAY_UNSETTLED_H

#include "harness/judge/results.h"

/* Whether the error passes through zero between the steps that the order would rest on, or near them. */
bool unsettled_changes_sign(const struct fit *fit);

/* Whether slopes that agreed fall from one halving to the next as no next term of an error lets them: what a tolerance
 * does that is reached. */
bool unsettled_leaves_order(const struct fit *fit);

#endif
