/* The stability function of a Runge-Kutta method, and what it proves. */
#ifndef ASSAY_TABLEAU_STABILITY_H
#define ASSAY_TABLEAU_STABILITY_H

#include "integrators/tableaux/tableau.h"

enum tableau_answer { TABLEAU_NO, TABLEAU_YES, TABLEAU_UNDECIDED };

struct tableau_stability {
    enum tableau_answer poles;     /* they all lie in the right half-plane, Re z > 0 */
    enum tableau_answer imaginary; /* |R(iy)| <= 1 for all real y */
    enum tableau_answer a_stable;  /* both: |R(z)| <= 1 for Re z <= 0 */
    enum tableau_answer l_stable;  /* and R(infinity) = 0 */
};

/* Of the method (a, b), which takes abar = a and bbar = b.  `bits`: to which the coefficients are meant, at most their
 * precision: what so much rounding explains counts as zero.  A common zero of numerator and denominator in Re z <= 0
 * leaves the poles undecided. */
void tableau_stability_find(struct tableau_stability *stability, const struct tableau *tableau,
                            mpfr_prec_t bits);

/* limit = lim R(z), z to infinity, at the precision of the limit, which the caller has initialised; NaN where there is
 * none. */
void tableau_stability_limit(mpfr_t limit, const struct tableau *tableau);

#endif
