/* The time scales of the motion that starts at given data: what steps and final times are chosen by. */
#ifndef ASSAY_TIMESCALE_H
#define ASSAY_TIMESCALE_H

#include "models/kinds/system.h"

struct timescale {
    double rate; /* L = max |eig Df| over the orbit; see timescale.c for where that is zero */
    double
        period; /* the first time at which the orbit comes back to its start; 0: not while it was followed */
    double reach; /* the time up to which the orbit is finite, out of TIMESCALE_FOLLOWED times `time` */
};

#define TIMESCALE_FOLLOWED 2.4 /* twice the time, since half a period counts too, and a little more */

/* Follows the explicit equations of motion q' = f(q) from `initial`.  The rate is that over 0 <= t <= time; a
 * time of 0 gives that at the initial data alone.  NaN for a rate where Df is not finite at the initial data.
 */
struct timescale timescale_measure(const struct system *system, const double *initial, double time);

/* Raises excursion_i to max |x_i(t) - x_i(0)|, as long as that orbit is followed. */
void timescale_excursion(const struct system *system, const double *initial, double time, double *excursion);

#endif
