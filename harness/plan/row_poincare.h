/* Poincare's integral invariants in a row. */
#ifndef ASSAY_ROW_POINCARE_H
#define ASSAY_ROW_POINCARE_H

#include <jansson.h>

#include "harness/plan/grid_problem.h"

/* Drifts over loops and surfaces (measures/poincare/cell_poincare.h), as far as the problem takes them, each with its
 * floor behind it and its course as a history; where the study keeps histories, also where the points are at
 * a few times (measures/poincare/poincare_snapshots.h), as those called "loop" and "surface". */
void row_poincare_add(json_t *measures, const struct grid_problem *p, const struct cell_request *cell);

#endif
