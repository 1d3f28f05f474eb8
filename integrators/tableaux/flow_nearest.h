/* Which scheme of the catalogue somebody's splitting or composition may be meant to be, and where they differ.  What
 * tableau_nearest.h is to tableaux.
 *
 * A splitting is compared with the schemes of Stoermer's and Verlet's, drifts (or kicks) gamma_i between kicks (drifts)
 * gamma_1/2, (gamma_1 + gamma_2)/2, .., gamma_s/2. */
#ifndef ASSAY_FLOW_NEAREST_H
#define ASSAY_FLOW_NEAREST_H

#include "integrators/tableaux/flow_blame.h"
#include "integrators/tableaux/tableau_nearest.h"

struct flow_nearest {
    const char *name; /* of the scheme */
    size_t differing; /* coefficients; 0: none does */
    size_t place;     /* from 0 on, of that which differs most, relative to its own size */
    struct tableau_difference most;
};

/* The scheme of as many coefficients from which the fewest of them differ: no more than agree, or one more, or
 * any number where it does what is claimed.  False where there is none; of a multistep method there is none. */
bool flow_nearest_find(const struct flow_given *given, struct flow_nearest *nearest);

#endif
