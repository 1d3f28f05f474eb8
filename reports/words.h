/* The words of the reports: what stands in a table for a fit, and the readable names of measures.
 *
 * A fit with a claim is shown with its verdict; where no verdict was reached, with a plain comparison of the
 * numbers. */
#ifndef ASSAY_WORDS_H
#define ASSAY_WORDS_H

#include "harness/judge/results.h"
#include "harness/judge/verdict.h"

enum { WORDS_SENTENCE = 2048 }; /* any sentence of a fit fits */

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

/* One entry of a table in pieces; a piece that does not apply is empty. */
struct words_entry {
    char claimed[32];  /* "12"; "≥ 4" where the claim says at least; "exact"; "below 1e-11" */
    char measured[64]; /* "11.998", or why there is no number: "exact", "not asymptotic", ...; "order 3.98"
                          for a property claimed to be exact; "3.1e-12" for a number */
    char detail[96];   /* "[11.95, 12.05]"; what the words rest on: "at step 17, h = 0.4" */
    char word[64];     /* "holds"; "inconclusive: floor" */
    enum words_mark mark;
};

/* Measured against claimed: a number with its bounds; orders agree when they differ by at most 0.1 and half
 * the interval.  An exact property agrees where the error is at the floor at every step; any order is below
 * it.  WORDS_NONE where nothing is claimed or nothing was measured. */
enum words_mark words_mark_of(const struct fit *fit);

/* The mark that is shown: the verdict on the fit, else words_mark_of. */
enum words_mark words_shown_of(const struct fit *fit);

/* The mark of a verdict. */
enum words_mark words_verdict(enum verdict verdict);

/* Above, below, refuted. */
bool words_differ(enum words_mark mark);
/* Agrees, holds, holds to round-off. */
bool words_agree(enum words_mark mark);

/* "agrees", "above", "below", "holds", "holds to round-off", "refuted", "inconclusive", "vacuous", "not applicable"; "-". */
const char *words_mark_name(enum words_mark mark);

/* The entry for a fit of the results; NULL is a combination that was not run. */
struct words_entry words_entry_of(const struct results *results, const struct fit *fit);

/* The first cell behind a fit, coarsest step first, that did not complete; NULL when all did. */
const struct cell *words_failed_cell(const struct results *results, const struct fit *fit);

/* "angular momentum error" for invariant_error:angular-momentum.  Returns the buffer. */
const char *words_measure(const char *measure, char *buffer, size_t size);

/* A claim as it is printed: "exactly 2s-2 = 6", "at least 4", "exact", "below 1e-11".  Returns the buffer. */
const char *words_claim(const struct claim_on_fit *claim, char *buffer, size_t size);

/* What an exact property rests on: "3.1e-16; with 64 more bits 1.2e-35".  Empty where there is nothing.
 * Returns the buffer. */
const char *words_repeated(const struct fit *fit, char *buffer, size_t size);

/* "320 bits", "double precision, split coefficients, uncompensated sums, stages as accepted".  Returns the
 * buffer, of 80. */
const char *words_precision(const char *precision, char *buffer, size_t size);

/* The command that explains a fit or a claim: "assay explain STUDY 'ID'".  Returns the buffer. */
const char *words_command(const struct results *results, const char *id, char *buffer, size_t size);

/* What commands are given for the study. */
const char *words_study(const struct results *results);

/* "3.1e-12", "at least 125000", "between 2 and 3"; "no value", "broke down", ... where there is none.  Returns
 * the buffer. */
const char *words_number(const struct claim_number *number, char *buffer, size_t size);

/* The number that the fit is claimed to have, and where: "3.1e-12 at h = 0.1, relative to ...".  Returns the buffer. */
const char *words_measured(const struct fit *fit, char *buffer, size_t size);

/* The order that was measured, or why there is none; of a claim on a number, that.  Returns the buffer. */
const char *words_order(const struct fit *fit, char *buffer, size_t size);

/* The order of a fit, or the number that the claim on it is about; of what has neither, the error itself.  Returns the
 * buffer. */
const char *words_found(const struct fit *fit, char *buffer, size_t size);

/* The id of the curve and the measure that the claim on the fit is relative to; NULL where there is none, else the
 * buffer. */
const char *words_relative(const struct fit *fit, char *buffer, size_t size);

/* What a claim on a number says of its measure: "below 1e-11 at h = 0.1, relative to symmetric".  Returns the buffer.
 */
const char *words_value(const struct study_claim *claim, char *buffer, size_t size);

/* "57 of 65 hold, 4 refuted, 4 inconclusive", of those that apply.  Returns the buffer. */
const char *words_tally(const struct claim_tally *tally, char *buffer, size_t size);

/* What is said of a claim as a whole, of a study or of a paper: a row about it in every format.  NULL: nothing is. */
struct words_statement {
    const char *id, *source;
    const char *text;      /* what it claims: as the study says it, or from its first entry */
    const char *condition; /* under which it holds, as the source says */
    const char *measured;  /* words_tally */
    const char
        *brief; /* what the verdict rests on, in short: what was measured, or what is known beside that */
    enum verdict verdict;
    const char *
        evidence; /* the fits that refute it, the control that makes it vacuous, or the first that decides it */
    const char *expected; /* the verdict that a study expects, where that is not that it holds */
    const char *studies;  /* of a paper */
    const char *command;  /* makes it again */
    const char *next;     /* a command that may decide what is open */
    const char *part_of;  /* the claim of the paper */
    struct {
        char entry[500], measured[200], evidence[WORDS_SENTENCE + 400], conditions[500];
    } said; /* what these point to, so that `words` is not copied */
};

/* Fills `words` with what a study says of its claim, and returns it. */
const struct words_statement *words_state(const struct results *results, const struct claim_result *claim,
                                          struct words_statement *words);

/* The name of a ground in documents: "order-apart"; NULL where nothing is claimed. */
const char *words_ground_name(enum verdict_ground ground);

/* What the verdict on the fit rests on: what was measured, what is claimed, what follows, or why nothing does; where there
 * is no verdict, why there is no order.  NULL where there is nothing to
 * say, else the buffer. */
const char *words_reason(const struct fit *fit, char *buffer, size_t size);

/* What the comparison class says of a claim that holds, and what the exact flow says of the measure; NULL where there
 * is nothing to say, else the buffer. */
const char *words_control(const struct fit *fit, char *buffer, size_t size);
const char *words_positive(const struct fit *fit, char *buffer, size_t size);

/* What to do next, with the command that does it or that shows where things stand; NULL where there is nothing
 * to do, else the buffer. */
const char *words_next(const struct results *results, const struct fit *fit, char *buffer, size_t size);
/* That command alone. */
const char *words_next_command(const struct results *results, const struct fit *fit, char *buffer,
                               size_t size);

/* The floor of a point of the fit. */
double words_floor(const struct fit *fit, size_t point);

/* Number of points in the window of the fit. */
size_t words_used(const struct fit *fit);

/* The verdict that the study expects of the claim `id` where that is not "holds"; else NULL. */
const char *words_expected(const struct results *results, const char *id);

/* A formula as it is printed: "2s-2" for 2*s-2.  Returns the buffer. */
const char *words_formula(const char *formula, char *buffer, size_t size);

/* A sentence that is put together from pieces; what does not fit is cut. */
struct words_text {
    char *buffer;
    size_t size, length;
};
void words_append(struct words_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The pieces of the sentence of a ground (words_ground.c): what was measured of the fit, and what follows of the claim on it;
 * what its status alone says; in short what its measure shows whatever is claimed, false where its ground says nothing of that. */
void words_append_found(struct words_text *text, const struct fit *fit);
void words_append_follows(struct words_text *text, const struct fit *fit);
/* The order that decides: measured, or as the step goes to zero. */
double words_decided_order(const struct fit *fit);
void words_append_status(struct words_text *text, const struct fit *fit);
bool words_append_member(struct words_text *text, const struct fit *fit);
/* A coefficient of an expansion as a function of h: "-0.00285 t h^4". */
void words_append_term(struct words_text *text, const struct run_term *term);
/* What the runs of the fit show and its expansion contradicts (limit.disagrees): a sentence. */
void words_append_disagreement(struct words_text *text, const struct fit *fit);
/* Whether the measure is zero as far as it was looked at. */
bool words_is_zero(const struct fit *fit);
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
