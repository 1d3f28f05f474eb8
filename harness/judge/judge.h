/* Verdicts on the fits of a study, and on its claims as a whole. */
#ifndef ASSAY_JUDGE_H
#define ASSAY_JUDGE_H

#include "harness/plan/grid.h"
#include "harness/judge/results.h"
#include "harness/judge/panel.h"
#include "harness/judge/verdict.h"

/* Gives every fit that has a claim its verdict, reason and next step, and with `all`, if the fits are those of the whole
 * grid, the results their claims.  `fit` is the array that the results point to, which may point into the panel then. */
void judge_fits(struct results *results, struct fit *fit, const struct grid *grid, const struct panel *panel,
                bool all);

/* Whether the claim on the fit waits for other initial data, or for finer steps; never one on a number. */
bool judge_needs_witness(const struct fit *fit);
bool judge_needs_halvings(const struct fit *fit);
/* Whether an order is claimed of a method whose floor more bits do not lower and the steps of the study do not give it,
 * whatever it is: then steps between them are run. */
bool judge_lacks_order(const struct fit *fit);

/* The fits with the claim that count, by verdict. */
struct claim_tally judge_count(const struct results *results, const char *claim);
/* The verdict on the claim as a whole: refuted or inconclusive by one fit more than the share of `exceptions` that it
 * grants itself; it holds if some fit holds that is not vacuous. */
enum verdict judge_whole(const struct claim_tally *tally, double exceptions);

#endif
