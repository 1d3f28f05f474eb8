/* What is measured of Poincare's integral invariants along a run: I(t_n)/I(0) - 1 at the observed steps. */
#ifndef ASSAY_POINCARE_DRIFT_H
#define ASSAY_POINCARE_DRIFT_H

#include "measures/poincare/poincare_integral.h"
#include "measures/poincare/poincare_snapshots.h"
#include "numerics/newton.h"

struct poincare_form_drift {
    /* I(0) and I'(0), at the precision of the run; of `corrected` and `printed`, where e = 0, the same */
    mpfr_t initial, coarse_initial;
    double *drift;  /* times: I/I(0) - 1, I - I(0) where I(0) = 0; NaN after a breakdown */
    double maximum; /* of |drift|; NaN where one is */
    /* The same of the integrals over every second point, and what halving the number of points changes. */
    double coarse_maximum, coarse_floor;
    double points_floor; /* what the points leave out: poincare_drift_finish */
    double gap[2]; /* the largest |I - I'|/|I(0)| and |I' - I''|/|I(0)| until then; NaN: no such points */
};

struct poincare_drift {
    size_t times;
    unsigned long *step; /* times: 0, every, 2 every, ..., the last */
    struct poincare_form_drift form[POINCARE_FORMS];
    struct poincare_snapshots *snapshots; /* NULL: none were asked for */
    unsigned long broke_down_at; /* the earliest step that a trajectory failed to make, from 1; 0: none */
    enum newton_status newton;   /* why */
};

/* For steps 0, every, 2 every, ..., steps (every = 0: 0 and `steps`), all NaN; the caller owns it. */
struct poincare_drift *poincare_drift_create(unsigned long steps, unsigned long every, mpfr_prec_t precision);
void poincare_drift_destroy(struct poincare_drift *drift);

/* Records the integrals at time k, POINCARE_FORMS each over all points, I, over every second one, I', and over
 * every fourth one, I'', NaN where these make no grid; times are recorded in their order, from 0. */
void poincare_drift_record(struct poincare_drift *drift, size_t k, mpfr_srcptr integral);
/* Finds the maxima and floors from what was recorded.
 *
 * |I' - I''| is the error of I'', and |I - I'| that of I'.  Halving the number of points multiplies it by their
 * quotient r at least: by a power of 2 where the curve is not smooth, and where it is analytic the error of n
 * points falls as rho^-n, so that r is squared from one halving to the next.  The error of I is then at most
 *
 *     |I - I'| r,    r = |I - I'| / |I' - I''| < 1
 *
 * (r^2 times it for what is analytic).  Where r is not below 1, or is not known: |I - I'|. */
void poincare_drift_finish(struct poincare_drift *drift);

#endif
