/* Whether errors of a method that remembers grow from step to step however small the step is, by measurement: of a session of
 * a program or a shared object nobody knows the coefficients, or the root by which they do (multistep_stability.h).
 *
 * In steps of h/2^16 and of h/2^20, h that of the cell, a solution is a straight line: second differences of its states are O(h^2), also those
 * of parasitic roots on the unit circle, which the starter excites.  Where one comes to be larger than eight of the first
 * step, and each of the last two quarters of the steps made them as many times as large, eight at least, and those of both h
 * are alike, an error has grown as the power of a root beyond the circle, and the method has no order.  What grows with the
 * solution, or by a step that is too large, grows in a step of h/2^20 by the 16th root of what it does in one of h/2^16. */
#ifndef ASSAY_ZERO_STABILITY_H
#define ASSAY_ZERO_STABILITY_H

#include "measures/run/cell.h"

enum {
    ZERO_STABILITY_STEPS = 2000 /* a root of 1.022, of seven steps of BDF, makes a last bit large in 1200 */
};

/* By how much errors grow in a step from the initial data of the cell, in double; 0 where nothing shows that they do. */
double zero_stability_growth(const struct cell_request *request);
/* What that means; returns the buffer. */
const char *zero_stability_sentence(double growth, const char *model, const char *step, char *sentence,
                                    size_t size);

#endif
