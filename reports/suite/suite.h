/* The suite: every pair of a method and a projection on every model, as one matrix.
 *
 * Models that have the same pairs are a block: those of a kind, and of these with holonomic constraints or without.  In a
 * block a model and a pair make a field, which is all that was measured of the pair on the model: in all precisions, from
 * all initial data.  A pair has a column of the block if it applies to one of its models; the others are listed by the
 * reason why they do not.
 *
 * A study asks for this page with page = "matrix".  All numbers and verdicts are those of the fits; nothing is judged here.
 * What is said of a field in its place in the matrix:
 *
 *     verdict        the gravest over all that is claimed of the pair there; none where nothing is claimed
 *     order          in double and in MPFR, of the solution: the lowest of all initial data
 *     answers        whether a step is symplectic, symmetric and reversible, and a run keeps the two-form of neighbouring runs
 *                    and the integral invariants: a defect is zero but for round-off, or is not
 *     growth         of the energy error over a long run
 *     conflicts      ways to the same answer that do not agree */
#ifndef ASSAY_SUITE_H
#define ASSAY_SUITE_H

#include <jansson.h>

#include "harness/judge/results.h"
#include "numerics/memory.h"
#include "reports/tables/tally.h"

enum suite_arithmetic { SUITE_DOUBLE, SUITE_MPFR, SUITE_ARITHMETICS };

enum suite_answer { SUITE_NOT_ASKED, SUITE_YES, SUITE_NO, SUITE_OPEN };

/* Of the integral invariants of Poincare a pair preserves one form at most: a form that is kept makes it yes. */
enum suite_property {
    SUITE_SYMPLECTIC,
    SUITE_SYMMETRIC,
    SUITE_REVERSIBLE,
    SUITE_BILINEAR,
    SUITE_POINCARE_1,
    SUITE_POINCARE_2,
    SUITE_PROPERTIES
};

/* Why two numbers of a field cannot both be right, or one of them surprises. */
enum suite_conflict_kind {
    SUITE_EXPANSION,  /* the order in the steps of the study, and that as the step goes to zero */
    SUITE_ALGEBRA,    /* the order of the runs, and that by rooted trees */
    SUITE_LOWER,      /* a function of the solution has a larger error than the solution */
    SUITE_PRECISIONS, /* double and MPFR have different orders, or different answers */
    SUITE_CONFLICTS
};

struct suite_conflict {
    enum suite_conflict_kind kind;
    const struct fit *fit, *other; /* NULL: the other number is of the same fit */
    double here, there;            /* orders; NaN: an answer */
};

struct suite_pair {
    const struct method *method;
    const struct projection *projection;
};

struct suite_field {
    size_t model, pair; /* of its block */
    size_t fits;
    const struct fit **fit;
    struct tally tally;
    enum words_mark
        mark; /* the gravest verdict, what is vacuous aside where anything holds; WORDS_NONE: there is none */
    bool run; /* there is a number, or a run that broke down */
    const struct fit *order[SUITE_ARITHMETICS]; /* the fit whose order stands in the field; NULL: none */
    enum suite_answer answer[SUITE_PROPERTIES];
    const struct fit *growth; /* of the energy; NULL: it was not measured */
    double exponent;
    bool
        round_off; /* what grows: the energy error does not stand out from it at the largest step in double */
    size_t conflicts;
    struct suite_conflict *conflict;
};

/* Pairs that do not apply to some models, for one reason. */
struct suite_refusal {
    const char *reason;
    size_t pairs, models, fields; /* how many there are, and of both together */
    struct suite_pair pair;       /* one of them */
};

struct suite_block {
    const char *kind;
    bool constrained;
    size_t models, pairs, fields, refusals;
    const struct model **model;
    struct suite_pair *pair;    /* family by family */
    struct suite_field **field; /* model by model, for each pair; NULL: it does not apply */
    struct suite_refusal *refusal;
};

struct suite {
    struct memory_kept *kept;
    const struct results *results;
    struct words *words;
    size_t blocks;
    struct suite_block *block;
};

/* The caller owns it; `results` must outlive it. */
struct suite *suite_create(const struct results *results);
void suite_destroy(struct suite *suite);

/* What stands in the column of a method, under the title of its family: "runge-kutta" for runge-kutta:gauss-2.  Returns
 * the buffer. */
const char *suite_family(const struct method *method, char *buffer, size_t size);

/* suite_field.c: fills in all that follows from the fits of the field. */
void suite_field_conclude(struct suite *suite, struct suite_field *field);
/* Whether a run of the fit came to its end or broke down. */
bool suite_field_has_run(const struct fit *fit);
/* Whether the measure of the fit is zero but for round-off. */
enum suite_answer suite_field_answer(const struct fit *fit);

/* suite_document.c.  The matrix, without what is below a field; the caller owns it. */
json_t *suite_document(const struct suite *suite);
/* One model with all that was measured of each pair, and one pair on all models. */
json_t *suite_document_of_model(const struct suite *suite, size_t block, size_t model);
json_t *suite_document_of_pair(const struct suite *suite, const struct suite_pair *pair);

/* suite_files.c: index.html, models/, pairs/, tables/suite-*, figures/suite-*; false with a message. */
bool suite_files_write(const struct results *results, const char *directory, struct error *error);

#endif
