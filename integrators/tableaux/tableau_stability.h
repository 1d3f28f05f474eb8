/* The stability function of a tableau at infinity. */
#ifndef ASSAY_TABLEAU_STABILITY_H
#define ASSAY_TABLEAU_STABILITY_H

#include "integrators/tableaux/tableau.h"

/* limit = lim R(z), z to infinity, of the method (a, b); NaN where it does not exist. */
void tableau_stability_limit(mpfr_t limit, const struct tableau *tableau);

#endif
