/* The change of coefficients along one direction that makes given conditions hold, if any does: r(d) = 0 is solved for the
 * number d in the sense of least squares by Gauss and Newton's method, the derivative by differences,
 *
 *     d <- d - <r', r> / <r', r'>,    r' = (r(d + e) - r(d)) / e.
 *
 * Where only what changes is wrong, it converges to what it should be; where something else is, r does not vanish. */
#ifndef ASSAY_COEFFICIENT_MEND_H
#define ASSAY_COEFFICIENT_MEND_H

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

/* So many powers of a small parameter may have claims of their own. */
enum { COEFFICIENT_POWERS = 8 };

/* By how much each of the residuals may fail, since the coefficients are published to so many decimals; none: they are
 * exact. */
struct coefficient_slack {
    mpfr_t *bound;
    size_t count;
    int decimals;
};

struct coefficient_mend {
    size_t residuals;
    struct coefficient_slack slack;
    mpfr_prec_t precision;
    void *context;
    void (*change)(void *context,
                   mpfr_srcptr d);          /* the coefficients are those given, and d along the direction */
    void (*find)(void *context, mpfr_t *r); /* r = the residuals with the coefficients as they are */
    mpfr_t *r, *shifted;
    mpfr_t d, step, product, square;
    int decimals; /* of x + d: 0: it is not rounded */
};

/* Sets what stands below `find`; the caller has set the rest, and calls coefficient_mend_clear. */
void coefficient_mend_init(struct coefficient_mend *mend);
void coefficient_mend_clear(struct coefficient_mend *mend);
/* r = the residuals; the largest of them. */
double coefficient_mend_residual(struct coefficient_mend *mend);
/* The best d; what is left of the residuals there, which were `before`.  x + d is rounded to the decimals that x has, or that are
 * published, if that restores what is claimed as well.  The coefficients are left changed. */
double coefficient_mend_run(struct coefficient_mend *mend, mpfr_srcptr x, double before);
/* The d that makes x what is meant; what is left there. */
double coefficient_mend_set(struct coefficient_mend *mend, mpfr_srcptr x, mpfr_srcptr meant);
/* Whether no more of the i-th residual is left than rounding, or decimals, explain; of all of them; and of all of other
 * coefficients, of which each condition may fail by as much as some condition of those given. */
bool coefficient_mend_explains(const struct coefficient_mend *mend, size_t i);
bool coefficient_mend_explains_all(const struct coefficient_mend *mend);
bool coefficient_mend_explains_others(const struct coefficient_mend *mend);
/* Residuals that rounding leaves; whether those that are left, and in r, are none, next to none beside those before, or no more
 * than decimals explain. */
double coefficient_mend_threshold(const struct coefficient_mend *mend);
bool coefficient_mend_restores(const struct coefficient_mend *mend, double left, double before);

/* A coefficient that was mended: what it is and would be, to the decimals of the file, or to a few digits beyond the first that
 * changes. */
enum { COEFFICIENT_TEXT = 240 };
struct coefficient_mended {
    double left, relative; /* of the residuals; the change, relative to its size */
    char given[COEFFICIENT_TEXT], meant[COEFFICIENT_TEXT];
    double difference; /* given - meant */
    int digit;         /* 0: it would be zero */
};
/* *best = what coefficient_mend_run made of x, where that is better: false where it is not. */
bool coefficient_mend_improve(struct coefficient_mended *best, const struct coefficient_mend *mend,
                              mpfr_srcptr x, double left);
/* x to so many decimals; 0: to a few digits beyond `digit`. */
void coefficient_mend_write(char text[COEFFICIENT_TEXT], mpfr_srcptr x, int digit, int decimals);

#endif
