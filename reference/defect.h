/* What a solution by Taylor series leaves of the equations of motion: its defect, and the change of what the flow
 * keeps.
 *
 *     delta(s) = h max_i |x_i'(s) - f_i(x(s))| / max_i (|x_i(s)|, |x_i(0)|)      at five places of every step h
 *     |I(x(h)) - I_0| / max (|I| + sum_i |x_i dI/dx_i|)      of every observable I, the maximum over all steps so far
 *     max_i |x_i(h) - y_i| / max_i (|x_i(h)|, |x_i(0)|)      y: what a Gauss method of order 12 makes of x(0), in double
 *
 * A series agrees with itself beyond a place where the model is not smooth; the equations do not agree with it
 * there.  Functions are evaluated node by node, not by the recurrences that made the series, and in more bits. */
#ifndef ASSAY_DEFECT_H
#define ASSAY_DEFECT_H

#include "models/kinds/system.h"
#include "numerics/jets/jet.h"

struct defect;

/* Of solutions that start at `initial`, whose numbers have `precision` bits; `bound`: what a smooth model stays
 * below.  The caller owns the result; the system outlives it. */
struct defect *defect_create(const struct system *system, mpfr_t *initial, mpfr_prec_t precision,
                             double bound);
/* NULL is allowed. */
void defect_destroy(struct defect *defect);

/* Whether the step x(s) = sum_k x_k s^k, 0 <= s <= h, with coefficients that are input 0 of the jet, stays below the
 * bound; else *part is the part of the step up to the place where it no longer does, found by bisection. */
bool defect_accepts(struct defect *defect, struct jet *series, size_t order, mpfr_srcptr h, double *part);

/* Whether the energy and the invariants are at this state, the end of a step, what they were at first. */
bool defect_keeps(struct defect *defect, mpfr_t *state);

/* The sum over all steps of their largest delta: a bound of what errors of the steps, not their growth, leave. */
double defect_sum(const struct defect *defect);

#endif
