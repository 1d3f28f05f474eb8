/* Claims counted by what is said of them. */
#ifndef ASSAY_TALLY_H
#define ASSAY_TALLY_H

#include "harness/judge/results.h"
#include "reports/words.h"

struct tally {
    size_t claimed;            /* the sum of the counts */
    size_t count[WORDS_MARKS]; /* by words_shown_of; WORDS_NONE: without a verdict and without an order */
};

/* Counts a fit if something is claimed of it; NULL counts nothing. */
void tally_add(struct tally *tally, const struct fit *fit);

/* Of the marks that were counted the one that matters most: refuted before inconclusive before holds.
 * WORDS_NONE where an order is missing or nothing is claimed. */
enum words_mark tally_worst(const struct tally *tally);

#endif
