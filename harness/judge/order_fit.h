/* Convergence orders from errors at halved steps: local and extrapolated slopes, never a least-squares line.
 *
 * Local slopes s_i = log(e_i / e_{i+1}) / log(h_i / h_{i+1}); extrapolated x_i = s_{i+1} + (s_{i+1} -
 * s_i)/(2^k - 1), k = 2 for symmetric maps, else 1.  A point is admitted when its error is at least 100
 * floors and at most 0.1 (all measures are relative: a larger error says nothing about an order).  The window
 * is anchored at the finest admitted step and has at least 4 points.  Order = last x; interval = hull of the
 * last s and the last two x, widened by 0.05; not asymptotic when it is wider than 0.3 or the last two s
 * differ by more than 0.1. */
#ifndef ASSAY_ORDER_FIT_H
#define ASSAY_ORDER_FIT_H

#include "harness/judge/results.h"

#define ORDER_FIT_FLOORS         100.0 /* smallest error admitted, in round-off floors */
#define ORDER_FIT_LARGEST        0.1   /* largest relative error admitted */
#define ORDER_FIT_POINTS         4     /* smallest window */
#define ORDER_FIT_WIDENED        0.05  /* added to either end of the interval */
#define ORDER_FIT_WIDEST         0.3   /* a wider interval is not asymptotic */
#define ORDER_FIT_LARGEST_CHANGE 0.1   /* of the last two local slopes */

/* From the errors of the fit (NaN: no value) and its floors at `points` steps, coarsest first, each half of the one
 * before, the status, the order with its interval and the window of `window` points before `end`; and in the arrays of the fit
 * points flags `used`, points - 1 slopes and points - 2 extrapolated slopes (NaN where undefined). */
void order_fit_evaluate(struct fit *fit, bool symmetric);

#endif
