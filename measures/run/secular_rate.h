/* The rate at which an observable drifts once its oscillation is averaged away: whether a method is conjugate symplectic,
 * by measurement.
 *
 * A method Phi_h is conjugate symplectic to order k where a change of variables chi, near the identity, makes it so:
 * chi^-1 Phi_h chi is symplectic but for O(h^(k+1)) a step (integrators/tableaux/tableau_conjugate.h).  Its modified
 * equation is then, in the variables of chi, Hamiltonian but for h^k g.  So the energy, chi's part of which comes and goes
 * with the orbit, changes by
 *
 *     H(z_n) - H(z_0) = t_n h^k <grad H . g> + what stays bounded
 *
 * and on a torus of an integrable system with frequencies that do not resonate so does each action: the mean of
 * {I, H~} over the torus vanishes, whatever H~.  The rate is zero for each symplectic method and those conjugate to one,
 * up to what is exponentially small in 1/h; else it is of order k in h, while the error itself has the order p <= k.
 *
 * Conversely: what changes the actions by h^k A(I) on the mean is no change of variables away from a symplectic map
 * where A does not vanish, since that map would have no such mean.  Where A vanishes on all tori, and the frequencies
 * are as many as the actions, it is.  A system that a reflection reverses has A = 0 for each method that keeps the
 * reflection, symplectic or not; one degree of freedom has none for each method that keeps the energy.  There the rate
 * says nothing, and comparisons with methods that fail elsewhere (harness/judge/controls.h) find it out.
 *
 * The mean is weighted by a window w = sin^16(pi t/T) that vanishes at both ends with all that an oscillation of n periods
 * leaves, n^-17 or so:
 *
 *     R = sum_n w(t_(n-1/2)) (I(z_n) - I(z_(n-1))) / (h sum_n w)
 *
 * Floor: what the window sin^8 gives beside it, what those over the first and over the last three quarters of the time
 * differ by (an oscillation slower than the run; a drift that changes its own rate), and round-off of N steps, which is a
 * random walk, 4 u sqrt(N)/T.
 *
 * Sources: Hairer, Lubich, Wanner (2006), sections VI.8, IX.8 and XI.2; Hairer, Zbinden (2013), On conjugate symplecticity
 * of B-series integrators; weights: Das, Saiki, Sander, Yorke (2017), Quantitative quasiperiodicity. */
#ifndef ASSAY_SECULAR_RATE_H
#define ASSAY_SECULAR_RATE_H

#include "measures/run/cell.h"

enum {
    SECULAR_RATE_RUNS = 100,   /* times the run of the cell, */
    SECULAR_RATE_STEPS = 16384 /* but not more steps, unless the cell itself has more */
};
/* Beyond such a floor the drift itself changes the orbit, and there is no rate. */
#define SECULAR_RATE_LARGEST_FLOOR 1e-6

/* Per unit of time, divided by the scale of the observable; NaN where the run breaks down. */
struct secular_rate {
    double value; /* |R| */
    double
        early; /* over the first three quarters of the time; NaN where the observable changes by no more than round-off:
                     what keeps it has no rate, conjugate or not */
    double floor; /* of both; NaN above SECULAR_RATE_LARGEST_FLOOR */
};

/* Of each observable of the system, with their scales, in a longer run of the cell (in double) from the same start;
 * `halved`: with half of its step.  False with a message where the method and projection do not go together. */
bool secular_rate_measure(struct secular_rate *rate, const struct cell_request *cell, const double *scale,
                          bool halved, struct error *error);

#endif
