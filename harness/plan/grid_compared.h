/* Curves for comparisons alone: the members of comparison classes that a study does not run.
 *
 * They have no steps until a claim that holds asks for them (harness/judge/refinement.h). */
#ifndef ASSAY_GRID_COMPARED_H
#define ASSAY_GRID_COMPARED_H

#include "harness/plan/grid.h"

/* Adds the members of the comparison classes of all curves that are no curves yet. */
void grid_compared_curves(struct grid *grid);

/* Of grid.c, for these: adds the curve if it is selected. */
void grid_add_curve(struct grid *grid, struct grid_curve curve);

#endif
