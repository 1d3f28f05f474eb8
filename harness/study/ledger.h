/* The ledger of a paper: what it claims, whether or not a study examines it. */
#ifndef ASSAY_LEDGER_H
#define ASSAY_LEDGER_H

#include <stdbool.h>
#include <stddef.h>

#include "numerics/error.h"

/* Numbers that the paper gives its figures or tables. */
struct ledger_numbers {
    size_t count;
    unsigned *number;
};

struct ledger_claim {
    char *id, *text;
    char *where; /* in the paper */
    char *name;  /* what it is about, in some five words; NULL */
    char *rule;  /* how its parts make up the claim, where that is not that all of them have to hold; NULL */
    /* What is misprinted there, and how it should read: `text` and the studies say the latter; NULL. */
    char *erratum;
    struct ledger_numbers figures, tables;
};

/* A misprint of the paper, of which studies and models have the corrected form. */
struct ledger_erratum {
    char *where, *printed, *corrected;
    char *claim; /* whose verdict it is; NULL */
};

struct ledger {
    struct memory_kept *kept;    /* of all but the path */
    char *path, *title, *source; /* source: how the paper is cited */
    size_t claims, errata;
    struct ledger_claim *claim; /* in the order of the paper */
    struct ledger_erratum *erratum;
};

/* The ledger of the paper: the file claims.ledger among its studies.  The caller owns it; NULL where there is
 * none, or with a message where it cannot be used. */
struct ledger *ledger_create(const char *paper, struct error *error);
void ledger_destroy(struct ledger *ledger);

/* The claim that the id of a study's claim belongs to: K19 for K19 and for K19-step; NULL where there is
 * none (or no ledger). */
const struct ledger_claim *ledger_find(const struct ledger *ledger, const char *id);

/* Whether `id` is the claim `whole` or a part of it: K19-step is one of K19. */
bool ledger_is_part(const char *id, const char *whole);

/* Whether "Kraus (2017), figures 8, 13 and 15-17" mentions the figure: `word` is "figure" or "table". */
bool ledger_mentions(const char *source, const char *word, unsigned number);

#endif
