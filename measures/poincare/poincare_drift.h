/* What is measured of Poincare's integral invariants along a run: I(t_n)/I(0) - 1 at the observed steps. */
#ifndef ASSAY_POINCARE_DRIFT_H
#define ASSAY_POINCARE_DRIFT_H

#include "measures/poincare/poincare_integral.h"
#include "measures/poincare/poincare_snapshots.h"
#include "numerics/newton.h"

struct poincare_form_drift {
    mpfr_t
        initial; /* I(0), at the precision of the run; of `corrected` and `printed`, where e = 0, the same */
    double *drift;  /* times: I/I(0) - 1, I - I(0) where I(0) = 0; NaN after a breakdown */
    double maximum; /* of |drift|; NaN where one is */
    /* The largest |I - I'|/|I(0)|, I' being the integral over every second point. */
    double points_floor;
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

/* Records the integrals (POINCARE_FORMS) at time k, over all points and over every second one; times are
 * recorded in their order, from 0. */
void poincare_drift_record(struct poincare_drift *drift, size_t k, mpfr_srcptr all, mpfr_srcptr half);
/* Finds the maxima and floors from what was recorded. */
void poincare_drift_finish(struct poincare_drift *drift);

#endif
