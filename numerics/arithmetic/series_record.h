/* Evaluations of the same equations again and again, each with a few coefficients more: series_record_apply computes only what
 * is new.
 *
 * A record keeps the result of each operation of an evaluation, in their order.  An evaluation that follows makes the same
 * operations of numbers that differ from power `same` on alone (series_number.h).  So do its results, and their lower
 * coefficients are taken from the record.  All that differs from one evaluation to the next has to carry its `same`: the
 * unknowns; what depends on them gets it by the operations.  A decision that depends on a value, as that of a pivot, is an
 * entry of the record too.  Where operations are others than before, the rest of the record has no use, and is made anew.
 *
 * Results are views of the record as long as it is in use, and no numbers of their own: who keeps one beyond the next
 * evaluation copies it.  The last evaluation takes the coefficients over, so that all its results are numbers again. */
#ifndef ASSAY_ARITHMETIC_SERIES_RECORD_H
#define ASSAY_ARITHMETIC_SERIES_RECORD_H

#include "numerics/arithmetic/series_number.h"

struct series_record;

enum series_record_use {
    SERIES_RECORD_UPDATE,  /* what is evaluated is the reference of the next evaluation */
    SERIES_RECORD_COMPARE, /* the reference stays */
    SERIES_RECORD_TAKE     /* the last evaluation: there is no reference any more */
};

struct series_record *series_record_create(void);
/* NULL is allowed. */
void series_record_destroy(struct series_record *record);
/* Nothing is kept: what comes has other data. */
void series_record_clear(struct series_record *record);

/* An evaluation begins, of which all operations are made with the record, up to the end.  They do not nest. */
void series_record_begin(struct series_record *record, enum series_record_use use);
void series_record_end(void);

/* Coefficients from ... to - 1 of the result of an operation on a and b, behind those below, which are there. */
typedef void series_fill(arb_ptr c, long from, long to, const struct series *a, const struct series *b);

/* What is known of a result: so many powers, and up to `same` those of before; and how many more powers of a and of b than of
 * the result it takes to know it. */
struct series_record_result {
    long known, same, of_a, of_b;
};

/* x = the result.  False: there is no record, and x may be written. */
bool series_record_apply(struct series *x, const struct series *a, const struct series *b, series_fill *fill,
                         struct series_record_result result);
/* An operation whose result is found without it: its number in the record. */
size_t series_record_pass(const struct series *a, const struct series *b, series_fill *fill);
/* One that has no result, since too few powers are known: the next evaluation may have one. */
void series_record_lose(const struct series *a, const struct series *b, series_fill *fill);
/* A decision that depends on the values. */
void series_record_decide(long decision);

/* Of n results of the last evaluation, or of their tangents, so many powers were needed.  From now on operations compute no more
 * than that takes, and `ahead` more.  A number that is known to fewer powers than before says so, as always. */
void series_record_trim(struct series_record *record, const struct series *result, const long *needed,
                        size_t n);
void series_record_set_ahead(struct series_record *record, long ahead);
/* They compute what they can again.  False: they did. */
bool series_record_untrim(struct series_record *record);

#endif
