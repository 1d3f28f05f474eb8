/* Claims counted by what is said of them. */
#ifndef ASSAY_TALLY_H
#define ASSAY_TALLY_H

#include "harness/judge/results.h"
#include "reports/words.h"

struct tally {
    size_t claimed;        /* the sum of the counts */
    size_t exact, numbers; /* of them, claims on exact properties and on numbers; the others are on orders */
    size_t count[WORDS_MARKS]; /* by words_shown_of; WORDS_NONE: without a verdict and without an order */
};

/* Counts a fit if something is claimed of it; NULL counts nothing. */
void tally_add(struct tally *tally, const struct fit *fit);

/* All fits of the results. */
struct tally tally_of(const struct results *results);

/* Of the marks that were counted the one that matters most: refuted before inconclusive before holds.
 * WORDS_NONE where an order is missing or nothing is claimed. */
enum words_mark tally_worst(const struct tally *tally);

/* "hold", or "holds" of one; NULL where there is none of the mark and that need not be said. */
const char *tally_word(const struct tally *tally, enum words_mark mark);

/* "Of 28 orders claimed: 25 hold, 1 refuted, 2 inconclusive.", "Of 3 exact properties claimed: ...", "Of 28
 * orders and 3 exact properties and 2 numbers claimed: ..."; for those without a verdict how many agree and
 * differ. Returns the buffer. */
const char *tally_sentence(const struct tally *tally, char *buffer, size_t size);

#endif
