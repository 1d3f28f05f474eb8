/* How much too long a step of a method in double is, by measurement: of a program or a shared object nobody knows the sums
 * of the coefficients.
 *
 * With H = (p1^2 + p2^2)/2 - q2 from p1 = 1 each step goes ahead by h in q1 and in p2, whatever the method, if it is
 * consistent on q'' = g(q): the error of two runs of a straight line has no other part than h sum_i (b_i - 1), which grows
 * with the time, and round-off.  On any other model such a part of 1e-9 lies below the errors of a method of order 2 at all steps that are run. */
#ifndef ASSAY_CLOCK_H
#define ASSAY_CLOCK_H

#include "measures/run/cell.h"

#define CLOCK_RIGHT 1e-12 /* such a share of a step is no round-off */

/* The share of h by which steps are too long, or too short where it is negative; NaN: it is not known. */
struct clock_error {
    double share;
    bool momentum; /* the larger share is that of p, not of q */
};

/* Of steps in double from the CLOCK_FIRST-th on; NaN where the method makes none on the model, or they are not of one length.
 * Of the cell the method and the projection are taken. */
enum { CLOCK_FIRST = 64, CLOCK_STEPS = 192 };
struct clock_error clock_measure(const struct cell_request *request);

#endif
