/* The number that a claim on a value or a growth is about. */
#ifndef ASSAY_FIT_VALUE_H
#define ASSAY_FIT_VALUE_H

#include "harness/plan/grid.h"
#include "harness/judge/results.h"

/* Whether the claim is on a quotient by the measure of another curve. */
bool fit_value_is_relative(const struct study_claim *claim);
/* Whether the curve, of whatever data, has all that the claim names of the other curve. */
bool fit_value_is_other(const struct grid *grid, const struct grid_curve *curve,
                        const struct study_claim *claim);

/* Gives the claim its value and its number, from the rows of the curve and of the other curve; `relative` of
 * the number is left to the caller. */
void fit_value_find(const struct grid *grid, const struct result *rows, size_t curve, const char *measure,
                    const struct study_claim *from, struct claim_on_fit *claim);

/* What the claim says of its measure: "below 1e-11 at h = 0.1, relative to symmetric".  Returns `buffer`. */
const char *fit_value_describe(const struct study_claim *claim, char *buffer, size_t size);

/* Whether the problem has the step among those that every curve runs; NULL: it has its largest.  `*index` is
 * its number. */
bool fit_value_has_step(const struct grid_problem *problem, const char *step, size_t *index);

/* The id of the other curve with the measure; `size` of at least 500. */
void fit_value_name(const struct grid *grid, size_t curve, const struct study_claim *claim,
                    const char *measure, char *id, size_t size);

#endif
