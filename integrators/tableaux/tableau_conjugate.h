/* What a Runge-Kutta method is but for a change of variables: chi^-1 Phi_h chi, chi a B-series close to the
 * identity; of a partitioned one, a P-series.
 *
 *     conjugate symplectic to order k   symplectic but for terms of h^(k+1): over long times it does what symplectic
 *                                       methods do, up to such a drift.  Hairer, Zbinden (2013); Hairer, Lubich, Wanner
 *                                       (2006), section VI.8
 *     effective order q                 of order q.  Butcher (1969) */
#ifndef ASSAY_TABLEAU_CONJUGATE_H
#define ASSAY_TABLEAU_CONJUGATE_H

#include "integrators/tableaux/tableau.h"

enum { TABLEAU_CONJUGATE_MOST = 8, TABLEAU_CONJUGATE_MOST_OF_PAIRS = 6 };

struct tableau_conjugate {
    int most;       /* orders are examined up to this one; */
    int symplectic; /* the largest such k, */
    int order;      /* and q */
    double missed;  /* by how much the conditions of order k + 1 are; 0: k is `most` */
};

/* Of a tableau of q' = f(q, p), p' = g(q, p): its form is common or partitioned.  `bits`: to which the coefficients are meant, at most their precision: what so much rounding explains counts as zero. */
void tableau_conjugate_find(struct tableau_conjugate *conjugate, const struct tableau *tableau,
                            mpfr_prec_t bits);

#endif
