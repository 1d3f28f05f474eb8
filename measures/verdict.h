/* The verdict on a claimed order.
 *
 * A claim says `exactly p` (a cell of a paper's table) or `at least p` (a method).  It holds if |order - p|
 * <= 0.1 + half the interval.  It is refuted if the whole interval lies more than 0.5 below p (`exactly`:
 * away from p) on two witnesses, that is, two initial data or two final times.  Above `exactly p` the step is
 * first halved 12 times; above `at least p` the claim holds.  Whatever is left is inconclusive, with a reason
 * out of a closed list and what is needed next. */
#ifndef ASSAY_VERDICT_H
#define ASSAY_VERDICT_H

#include "measures/order_fit.h"

#define VERDICT_TOLERANCE 0.1 /* beside half the interval */
#define VERDICT_DISTANCE  0.5 /* of a refuting interval from the order claimed */
#define VERDICT_HALVINGS  12  /* before an order above `exactly p` refutes */

enum verdict {
    VERDICT_NONE, /* nothing is claimed */
    VERDICT_HOLDS,
    VERDICT_REFUTED,
    VERDICT_INCONCLUSIVE,
    VERDICT_VACUOUS, /* for the controls: no single fit is */
    VERDICT_NOT_APPLICABLE
};

enum verdict_reason {
    VERDICT_REASON_NONE,
    VERDICT_REASON_FLOOR,             /* round-off leaves too few points */
    VERDICT_REASON_PRE_ASYMPTOTIC,    /* the slopes have not settled, or not where they decide */
    VERDICT_REASON_SUPERCONVERGENT,   /* above the order claimed */
    VERDICT_REASON_SIGN_CHANGE,       /* the error passes through zero between the steps */
    VERDICT_REASON_BROKE_DOWN,        /* runs without a value leave too few points */
    VERDICT_REASON_TOO_FEW,           /* points, or witnesses */
    VERDICT_REASON_REFERENCE_LIMITED, /* the reference leaves too few points */
    VERDICT_REASON_BUDGET             /* more refinement is needed and not allowed */
};

enum verdict_next {
    VERDICT_NEXT_NOTHING,
    VERDICT_NEXT_HALVINGS,  /* two more, and the bits for them */
    VERDICT_NEXT_BITS,      /* more, with the same steps */
    VERDICT_NEXT_REFERENCE, /* more digits of it */
    VERDICT_NEXT_WITNESS,   /* other initial data or another final time */
    VERDICT_NEXT_BUDGET     /* a larger one */
};

/* The same claim on other initial data or with another final time. */
enum verdict_witness { VERDICT_WITNESS_NONE, VERDICT_WITNESS_REFUTES, VERDICT_WITNESS_DOES_NOT_REFUTE };

struct verdict_evidence {
    struct order_fit fit;
    size_t points; /* of the study, coarsest step first */
    const double *errors, *slopes;
    const bool *used;
    const double *floors;   /* what the fit was given; NULL: not known by point */
    double reference_error; /* the part of the floors that more bits do not remove */
    bool falls;             /* the error at the coarsest step falls with the precision: noise_floor_falls */
    enum verdict_witness witness;
    bool refinable; /* the budget allows more halvings and bits */
};

struct verdict_outcome {
    enum verdict verdict;
    enum verdict_reason reason; /* why inconclusive; superconvergent also where `at least p` holds */
    enum verdict_next next;
};

/* `claim` may be NULL. */
struct verdict_outcome verdict_decide(const struct verdict_evidence *evidence,
                                      const struct claim_on_fit *claim);

/* Whether this evidence, its own witness apart, refutes the claim: what makes it a witness for another. */
bool verdict_refutes(const struct verdict_evidence *evidence, const struct claim_on_fit *claim);

/* Halvings from the coarsest step to the finest admitted one: points that were not admitted are no evidence.
 */
size_t verdict_halvings(const struct verdict_evidence *evidence);

#endif
