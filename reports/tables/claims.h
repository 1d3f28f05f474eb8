/* A row about a claim, in every format. */
#ifndef ASSAY_CLAIMS_H
#define ASSAY_CLAIMS_H

#include "reports/tables/table.h"

#include <jansson.h>

/* Texts are borrowed; NULL: there is none. */
struct claims_row {
    const char *id, *text, *source;
    const char *condition; /* under which it holds */
    const char *measured;
    enum verdict verdict;
    const char *evidence; /* a line */
    const char *expected; /* the verdict that a study expects, where that is not that it holds */
    const char *studies;  /* of a paper */
    const char *command;  /* makes it again */
    const char *next;     /* a command that may decide what is open */
    const char *part_of;  /* the claim of the paper */
};

/* A claim of a study: `words` has what is said of it. */
struct claims_row claims_row_of(const struct results *results, const struct claim_result *claim,
                                struct words_statement *words);

/* The names of the columns: those of formats that are read on paper come first. */
enum { CLAIMS_COLUMNS = 10, CLAIMS_PRINTED = 6 };
extern const char *const claims_columns[CLAIMS_COLUMNS];

/* Adds the row to a table with the first of these columns; to one for a page, of the columns claims_shown, the evidence
 * followed by markup. */
void claims_add(struct table *table, const struct claims_row *row);
enum { CLAIMS_SHOWN = 4 };
extern const char *const claims_shown[CLAIMS_SHOWN];
void claims_add_shown(struct table *table, const struct claims_row *row, const char *markup);

/* "text", "source", "condition", "measured", "verdict", "evidence". */
void claims_set_json(json_t *object, const struct claims_row *row);

#endif
