/* Verdicts on the fits of a study, and on its claims as a whole. */
#ifndef ASSAY_JUDGE_H
#define ASSAY_JUDGE_H

#include "harness/grid.h"
#include "measures/results.h"

/* Gives every fit that has a claim its verdict, reason and next step, and the results their claims.  `fit` is
 * the array that the results point to, curve_of_fit[i] the curve of fit i. */
void judge_fits(struct results *results, struct fit *fit, const size_t *curve_of_fit,
                const struct grid *grid);

/* Whether the claim on the fit waits for other initial data. */
bool judge_needs_witness(const struct fit *fit);

#endif
