/* The words of the reports: what is said of fits and claims, and the commands that readers are given.
 *
 * Every sentence is in reports/templates/words.lua.  Here is what it takes from the judge's results, and the names of marks and
 * grounds, which are data of documents. */
#ifndef ASSAY_WORDS_H
#define ASSAY_WORDS_H

#include <jansson.h>

#include "harness/judge/results.h"
#include "harness/judge/verdict.h"

enum { WORDS_SENTENCE = 2048 }; /* any command fits */

/* ---- Marks ---- */

enum words_mark {
    WORDS_NONE,
    WORDS_AGREES, /* comparisons */
    WORDS_ABOVE,
    WORDS_BELOW,
    WORDS_HOLDS, /* verdicts */
    WORDS_HOLDS_TO_ROUND_OFF,
    WORDS_REFUTED,
    WORDS_INCONCLUSIVE,
    WORDS_VACUOUS,
    WORDS_NOT_APPLICABLE,
    WORDS_MARKS
};

/* Measured against claimed: a number with its bounds; orders agree when they differ by at most 0.1 and half
 * the interval.  An exact property agrees where the error is at the floor at every step; any order is below
 * it.  WORDS_NONE where nothing is claimed or nothing was measured. */
enum words_mark words_mark_of(const struct fit *fit);
/* The mark that is shown: the verdict on the fit, else words_mark_of. */
enum words_mark words_shown_of(const struct fit *fit);
/* "agrees", "above", "below", "holds", "holds to round-off", "refuted", "inconclusive", "vacuous", "not applicable"; "-". */
const char *words_mark_name(enum words_mark mark);
/* The name of a ground in documents: "order-apart"; NULL where nothing is claimed. */
const char *words_ground_name(enum verdict_ground ground);

/* ---- Sentences ---- */

/* What makes them.  A words.lua that is not there or is wrong ends the program with one line. */
struct words;
struct words *words_open(void);
void words_close(struct words *words);

/* What is said of a fit; a key that does not apply is missing:
 *   reason    what the verdict rests on, else why there is no order; evidence: that, else the order;
 *   why       the reason, else, where a number is missing, what stands in a table for it;
 *   order     the order that was measured, or why there is none; of a claim on a number, that;
 *   found     the order or the number alone; repeated: what an exact property rests on;
 *   claimed   "at least 2s-2 = 6"; claim: the same with its source; shown: {claimed, measured, detail, word} of a table;
 *   control   what the comparison class says of a claim that holds; positive: what the exact flow says of the measure;
 *   term, disagreement    of its expansion;
 *   rule, floor    how the order and the floor were found, only with `in_full`, which takes the results.
 * Without results (NULL) no run is named.  The caller owns it. */
json_t *words_of_fit(const struct words *words, const struct results *results, const struct fit *fit,
                     bool in_full);
/* What is said of a claim as a whole: text (what it claims: as the study says it, or from its first entry), measured (a
 * tally), evidence (the fits that refute it, the control that makes it vacuous, or the first that decides it), condition (under
 * which it holds, as the source says), brief (measured, or what is known beside that).  The caller owns it. */
json_t *words_of_claim(const struct words *words, const struct results *results,
                       const struct claim_result *claim);
/* A value of what is said, else null; the caller owns it. */
json_t *words_take(const json_t *said, const char *key);
const char *words_text(const json_t *said, const char *key); /* else "" */

/* "angular momentum error" for invariant_error:angular-momentum.  Returns the buffer. */
const char *words_measure(const char *measure, char *buffer, size_t size);
/* "320 bits", "double precision, split coefficients, uncompensated sums, stages as accepted".  Returns the
 * buffer, of 80. */
const char *words_precision(const char *precision, char *buffer, size_t size);
/* What a claim on a number says of its measure: "below 1e-11 at h = 0.1, relative to symmetric".  Returns the buffer. */
const char *words_value(const struct study_claim *claim, char *buffer, size_t size);
/* The id of the curve and the measure that the claim on the fit is relative to; NULL where there is none, else the
 * buffer. */
const char *words_relative(const struct fit *fit, char *buffer, size_t size);

/* ---- What they are about ---- */

/* The floor of a point of the fit. */
double words_floor(const struct fit *fit, size_t point);
/* Number of points in the window of the fit. */
size_t words_used(const struct fit *fit);
/* The first cell behind a fit, coarsest step first, that did not complete; NULL when all did. */
const struct cell *words_failed_cell(const struct results *results, const struct fit *fit);
/* The order that decides: measured, or as the step goes to zero. */
double words_decided_order(const struct fit *fit);
/* Whether the measure is zero as far as it was looked at. */
bool words_is_zero(const struct fit *fit);
/* The verdict that the study expects of the claim `id` where that is not "holds"; else NULL. */
const char *words_expected(const struct results *results, const char *id);

/* ---- Commands ---- */

/* What commands are given for the study. */
const char *words_study(const struct results *results);
/* The command that explains a fit or a claim: "assay explain STUDY 'ID'".  Returns the buffer. */
const char *words_command(const struct results *results, const char *id, char *buffer, size_t size);
/* What to do next, with the command that does it or that shows where things stand; NULL where there is nothing
 * to do, else the buffer. */
const char *words_next(const struct results *results, const struct fit *fit, char *buffer, size_t size);
/* That command alone. */
const char *words_next_command(const struct results *results, const struct fit *fit, char *buffer,
                               size_t size);

/* A command that is put together from pieces; what does not fit is cut. */
struct words_text {
    char *buffer;
    size_t size, length;
};
void words_append(struct words_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* " --store FILE", where the store was named. */
void words_append_store(struct words_text *text, const struct results *results);
/* "assay run STUDY --store FILE", the study as long as it was. */
void words_append_again(struct words_text *text, const struct results *results);
/* The same, after " --only ID" and " --refine", if these were asked for: what a command on the study repeats. */
void words_append_asked(struct words_text *text, const struct results *results);
/* The command of all runs of the fit: those of a program or a shared object are made by a study alone. */
void words_append_part(struct words_text *text, const struct results *results, const struct fit *fit);
/* The command of one run of the fit, whose method is ours or in a file of coefficients. */
void words_append_run(struct words_text *text, const struct fit *fit, const char *step, unsigned long steps,
                      const char *precision);

#endif
