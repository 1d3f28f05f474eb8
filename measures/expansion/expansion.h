/* The expansion of a method on a model in powers of the step.
 *
 * The steps are made in the arithmetic of power series in h (series_number.h), so that each quantity Q after n = 1 ... N steps
 * from the initial data is
 *
 *     Q_n = sum_k c_k(n) h^k
 *
 * with each c_k(n) a ball that contains the exact coefficient.  A c_k is classified by its values at n = 1 ... N: a polynomial
 * in n of some degree, with or without a part (-1)^n, or neither.  As many values as are left after the degree, at least
 * two, confirm it.  Of an error
 * (a solution, an invariant, a constraint) a run to a fixed time has the order min_k (k - degree of c_k) over all c_k that
 * are not zero; a part that alternates has degree 0, since it does not add up.
 *
 * Balls grow from power to power and from step to step: where one is wider than 2^(-EXPANSION_BITS / 2), or equations cannot
 * be solved with them, all is done again with twice the bits. */
#ifndef ASSAY_EXPANSION_H
#define ASSAY_EXPANSION_H

#include "measures/run/cell.h"

enum {
    EXPANSION_STEPS = 8,
    EXPANSION_BITS = 512,
    EXPANSION_MOST_BITS = 4096,
    EXPANSION_MOST_TERMS = 40,
    EXPANSION_BITS_KEPT = 256 /* of each coefficient */
};

/* What a coefficient is as a function of the number of steps. */
enum expansion_growth {
    EXPANSION_ZERO,       /* all its balls contain zero */
    EXPANSION_POLYNOMIAL, /* of `degree` in n */
    EXPANSION_ALTERNATES, /* the same, and (-1)^n times a constant; degree 0: the latter alone, or a constant */
    EXPANSION_OTHER       /* neither, up to the degree that so many steps tell */
};

struct expansion_coefficient {
    enum expansion_growth growth;
    int degree;
    /* At n = 1 ... EXPANSION_STEPS: the centre; log2 of the largest radius of all n. */
    double value[EXPANSION_STEPS];
    double radius;
};

enum expansion_of { EXPANSION_OF_SOLUTION, EXPANSION_OF_OBSERVABLE, EXPANSION_OF_CONSTRAINT };

struct expansion_quantity {
    enum expansion_of of;
    size_t index; /* of the coordinate, the observable or the constraint */
    long known;   /* powers of h */
    struct expansion_coefficient coefficient[EXPANSION_MOST_TERMS];
};

struct expansion {
    enum newton_status status; /* of the first step that is not made; else NEWTON_CONVERGED */
    mpfr_t *centre;            /* of all balls: see expansion_centre */
    size_t quantities;
    struct expansion_quantity quantity[];
};

/* Of the method and projection of the request on its problem, from its initial data; its step, bits and steps are not
 * used.  `terms` powers of h are kept, from NEWTON_SERIES_LEAST_TERMS to
 * EXPANSION_MOST_TERMS.  The caller destroys the result.  NULL with a message where
 * the method does not step on the model, or not in this arithmetic. */
struct expansion *expansion_create(const struct cell_request *request, long terms, struct error *error);
/* NULL is allowed. */
void expansion_destroy(struct expansion *expansion);

/* c_k(n) of a quantity to EXPANSION_BITS_KEPT bits: the centre of its ball, borrowed; n = 1 ... EXPANSION_STEPS. */
mpfr_srcptr expansion_centre(const struct expansion *expansion, size_t quantity, long k, unsigned n);

/* The order of a run by one quantity: min_k (k - degree); INT_MAX where all known coefficients are zero, -1 where one that
 * matters is neither zero nor classified. */
int expansion_order(const struct expansion_quantity *quantity);

#endif
