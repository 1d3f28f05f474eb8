/* Runge-Kutta tableaux, at any precision.
 *
 * A tableau holds the coefficients of a partitioned Runge-Kutta method in MPFR: a for the positions, abar for
 * the momenta, weights b, those of the momenta bbar, and nodes c.  Every coefficient is computed from its
 * defining condition at the precision asked for (plus guard bits) and rounded once. */
#ifndef ASSAY_TABLEAU_H
#define ASSAY_TABLEAU_H

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

#include "numerics/error.h"

/* What the coefficients are for:
 *
 *     common        q' = f(q, p), p' = g(q, p) with the same weights, bbar = b: what the tableaux by name are
 *     partitioned   the same with weights of their own
 *     separable     q' = f(p), p' = g(q): a splitting
 *     Nystroem      q'' = g(q): Q_i = q + c_i h v + h^2 sum_j a_ij g(Q_j), q1 = q + h v + h^2 sum_i b_i g(Q_i),
 *                   v1 = v + h sum_i bbar_i g(Q_i) */
enum tableau_form { TABLEAU_COMMON, TABLEAU_PARTITIONED, TABLEAU_SEPARABLE, TABLEAU_NYSTROEM };

struct tableau {
    enum tableau_form form;
    size_t stages;
    mpfr_prec_t precision;
    mpfr_t *a;        /* stages x stages, row-major */
    mpfr_t *abar;     /* stages x stages; equal to a for an unpartitioned tableau */
    mpfr_t *b;        /* stages */
    mpfr_t *bbar;     /* stages; equal to b where they are common */
    mpfr_t *c;        /* stages */
    bool partitioned; /* abar differs from a */
    bool has_null_vector;
    mpfr_t *null_vector; /* stages, scaled so that max |n_i| = 1; zero when there is none */
    int r_infinity;      /* R(infinity) as the projections use it: +1, -1, or 0 (Radau IIA) */
    int claimed_order; /* order on ordinary differential equations that the literature states; 0: no claim */
};

/* The tableau called `name` at `precision` bits: gauss-s (any s >= 1), lobatto-iiia-iiib-s,
 * lobatto-iiib-iiia-s, lobatto-iiic-s, lobatto-iiid-s, lobatto-iiie-s (any s >= 2), radau-iia-s (any s >= 1),
 * srk-3, rk4, euler; at most 100 stages.  Every coefficient is the correctly rounded one.  The caller owns the
 * result. NULL with a message when the name is not known. */
struct tableau *tableau_create(const char *name, mpfr_prec_t precision, struct error *error);

/* The number of its stages; 0 with a message when the name is not known. */
size_t tableau_stages(const char *name, struct error *error);

/* The tableau of coefficients that somebody else chose, rounded to `precision` bits: of `given` the stages, a, b,
 * abar (NULL: equal to a), bbar (NULL: equal to b), null_vector (NULL: none; it is scaled), form, r_infinity and
 * claimed_order are read, and stay the caller's; c is that given, or (NULL) the row sums of a, partitioned whether
 * a and abar differ.  The caller owns the result.  NULL with a message when there is no stage, a coefficient is not
 * a finite number, or the null vector is zero. */
struct tableau *tableau_create_from(const struct tableau *given, mpfr_prec_t precision, struct error *error);

/* The same tableau with every coefficient rounded to `precision` bits (2 or more); the caller owns it. */
struct tableau *tableau_copy(const struct tableau *tableau, mpfr_prec_t precision);

/* The tableau of the adjoint method, the inverse of the step -h: a*_ij = b_(s+1-j) - a_(s+1-i)(s+1-j), likewise
 * abar with bbar, b*_j = b_(s+1-j), c*_i = 1 - c_(s+1-i); Hairer, Lubich, Wanner (2006), theorem V.2.3.  Of a
 * Nystroem method a*_ij = a_(s+1-i)(s+1-j) + (1 - c_(s+1-i)) bbar_(s+1-j) - b_(s+1-j), b*_j = bbar_(s+1-j) -
 * b_(s+1-j).  The caller's. */
struct tableau *tableau_create_adjoint(const struct tableau *tableau);

/* Whether a is strictly lower triangular: each stage follows from those before it. */
bool tableau_is_explicit(const struct tableau *tableau);

/* NULL is allowed. */
void tableau_destroy(struct tableau *tableau);

/* ---- tableau_families.c: the families of tableaux by name ---- */

struct tableau_family {
    const char *name;                      /* ends in '-' where the number of stages follows */
    size_t fewest_stages;                  /* of a family; the number of stages of a single tableau */
    void (*fill)(struct tableau *tableau); /* stages and precision are set, all numbers are zero; the null
                                              vector is not scaled */
};

/* Ended by one without a name. */
extern const struct tableau_family tableau_families[];

#endif
