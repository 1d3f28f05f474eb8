/* Which claim of a study is about which curve of its grid. */
#ifndef ASSAY_GRID_CLAIM_H
#define ASSAY_GRID_CLAIM_H

#include "harness/plan/grid.h"

/* The claim of the study on the measure on the curve; NULL where there is none, the measure does not apply,
 * or another precision is judged: that which the claim names; else mpfr, and double only where a study has
 * nothing else, for orders and exact properties, and every precision for numbers.  Numbers are judged where
 * the problem has the claim's step, and not on the initial data of witnesses. */
const struct study_claim *grid_claim_find(const struct grid *grid, const struct grid_curve *curve,
                                          const char *measure);
/* The next in the file behind `after` (NULL: the first).  Studies where there is one are refused. */
const struct study_claim *grid_claim_next(const struct grid *grid, const struct grid_curve *curve,
                                          const char *measure, const struct study_claim *after);

/* Whether the claim is about the data of the problem; witnesses and repeated orders are never left out. */
bool grid_claim_takes_data(const struct study_claim *claim, const struct grid_problem *problem);
/* Whether the problem has the step among those that every curve runs; NULL: it has its largest.  `*index` is
 * its number. */
bool grid_claim_has_step(const struct grid_problem *problem, const char *step, size_t *index);
/* Whether the claim is on a quotient by the measure of another curve. */
bool grid_claim_is_relative(const struct study_claim *claim);
/* Whether the curve, of whatever data, has all that the claim names of the other curve. */
bool grid_claim_is_other(const struct grid *grid, const struct grid_curve *curve,
                         const struct study_claim *claim);

/* Whether `id` names a claim, or an order that one is about; where only a part of the study is selected, nobody can
 * tell. */
bool grid_claim_is_named(const struct grid *grid, const char *id);

#endif
