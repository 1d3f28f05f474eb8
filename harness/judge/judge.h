/* Verdicts on the fits of a study, and on its claims as a whole. */
#ifndef ASSAY_JUDGE_H
#define ASSAY_JUDGE_H

#include "harness/plan/grid.h"
#include "harness/judge/results.h"
#include "harness/judge/verdict.h"

/* Gives every fit that has a claim its verdict, reason and next step, and the results their claims.  `fit` is
 * the array that the results point to, curve_of_fit[i] the curve of fit i. */
void judge_fits(struct results *results, struct fit *fit, const size_t *curve_of_fit,
                const struct grid *grid);

/* Whether the claim on the fit waits for other initial data, or for finer steps; never one on a number. */
bool judge_needs_witness(const struct fit *fit);
bool judge_needs_halvings(const struct fit *fit);

/* The claim of the study on the measure on the curve; NULL where there is none, the measure does not apply,
 * or another precision is judged: that which the claim names; else mpfr, and double only where a study has
 * nothing else, for orders and exact properties, and every precision for numbers.  Numbers are judged where
 * the problem has the claim's step, and not on the initial data of witnesses. */
const struct study_claim *judge_find_claim(const struct grid *grid, const struct grid_curve *curve,
                                           const char *measure);
/* The next in the file behind `after` (NULL: the first).  Studies where there is one are refused. */
const struct study_claim *judge_next_claim(const struct grid *grid, const struct grid_curve *curve,
                                           const char *measure, const struct study_claim *after);

/* The fits with a claim, by verdict. */
struct judge_tally {
    size_t hold, refuted, inconclusive, vacuous, not_applicable;
    char evidence[700]; /* those that refute it, or a control that makes it vacuous */
};
struct judge_tally judge_count(const struct results *results, const char *claim);
/* The verdict on the claim as a whole: refuted or inconclusive by one fit; it holds if some fit holds that is
 * not vacuous. */
enum verdict judge_whole(const struct judge_tally *tally);

#endif
