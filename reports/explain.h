/* The evidence behind a fit: its points, the floor, the order, the verdict and the next command. */
#ifndef ASSAY_EXPLAIN_H
#define ASSAY_EXPLAIN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "harness/judge/results.h"
#include "numerics/error.h"

/* The run with this id, model/initial/method/projection/precision/step; NULL: there is none. */
const struct cell *explain_find_cell(const struct results *results, const char *id);
/* Prints what `id` names: a run by its full id, with all that rests on it; a fit by its full id or by globs for consecutive parts of it, or a claim and its parts, which
 * are said first, with the studies' words.  Of several fits each has a line, those that do not hold come first, with
 * their evidence.  False with a message that says what comes near when there is none. */
bool explain_print(const struct results *results, const char *id, FILE *to, struct error *error);
/* The same as a document, with the points of every fit named, and of a run its "cell"; NULL with a message when there is none. */
json_t *explain_json(const struct results *results, const char *id, struct error *error);

/* The fits that `id` names, *count of them, refuted ones first, then by explain_rank, in an array that the caller
 * frees; NULL with a message. */
const struct fit **explain_find(const struct results *results, const char *id, size_t *count,
                                struct error *error);
/* Smaller for what a reader wants to see first: refuted, inconclusive, vacuous, without a verdict, ... */
int explain_rank(enum verdict verdict);
/* What a person who waits is told of the fit: its verdict (or that it is measured), its id, its evidence.  Returns
 * `buffer`. */
const char *explain_line(const struct fit *fit, char *buffer, size_t size);

/* ---- Points: which were used, and which run is behind each ---- */

enum explain_point {
    EXPLAIN_POINT_USED,
    EXPLAIN_POINT_NO_VALUE,
    EXPLAIN_POINT_VALUE,     /* what a claim on a number is about, or a signed measure: of no order */
    EXPLAIN_POINT_TOO_LARGE, /* pre-asymptotic */
    EXPLAIN_POINT_BELOW_FLOOR,
    EXPLAIN_POINT_OUTSIDE /* a finer step was not admitted and separates it from the window */
};

/* Why the point is or is not in the window. */
enum explain_point explain_point_of(const struct fit *fit, size_t point);
/* The run behind it; NULL when the results do not have it. */
const struct cell *explain_point_cell(const struct results *results, const struct fit *fit, size_t point);

/* The command that repeats the run most worth a look: that of a number claimed, the first without a value,
 * else that of the finest point used; empty when the results do not have it. */
const char *explain_command(const struct results *results, const struct fit *fit, char *buffer, size_t size);

#endif
