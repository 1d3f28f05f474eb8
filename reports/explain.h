/* The evidence behind a fit: its points, the floor, the order, the verdict and the next command. */
#ifndef ASSAY_EXPLAIN_H
#define ASSAY_EXPLAIN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "harness/judge/results.h"
#include "numerics/error.h"

enum { EXPLAIN_SENTENCE_SIZE = 1024 }; /* any sentence fits */

/* Prints the fit that `id` names: its full id, a claim it belongs to, or globs for consecutive parts of the
 * id.  Several are listed with a line each.  False with a message that says what comes near when there is
 * none. */
bool explain_print(const struct results *results, const char *id, FILE *to, struct error *error);
/* The same as a document, with the points of every fit named; NULL with a message when there is none. */
json_t *explain_json(const struct results *results, const char *id, struct error *error);

/* The fits that `id` names, *count of them, in an array that the caller frees; NULL with a message. */
const struct fit **explain_find(const struct results *results, const char *id, size_t *count,
                                struct error *error);
/* The command that explains the id: "assay explain STUDY 'ID'".  Returns `buffer`. */
const char *explain_command(const struct results *results, const char *id, char *buffer, size_t size);
/* What the verdict on the fit rests on, in one sentence.  Returns `buffer`. */
const char *explain_evidence(const struct fit *fit, char *buffer, size_t size);
/* What a person who waits is told of the fit: its verdict (or that it is measured), its id, its order.  Returns
 * `buffer`. */
const char *explain_line(const struct fit *fit, char *buffer, size_t size);
/* "exactly 2*s = 4 (SOURCE)".  Returns `buffer`. */
const char *explain_claim(const struct claim_on_fit *claim, char *buffer, size_t size);

#endif
