/* The symmetry defect of a cell's method, with the cell's step, at its initial data. */
#ifndef ASSAY_CELL_SYMMETRY_H
#define ASSAY_CELL_SYMMETRY_H

#include "measures/run/cell_run.h"

/* Writes the defect (measures/step/symmetry.h) at the cell's precision, rounded to that of `defect`, which the
 * caller has initialised; NaN where a step is not solved.  excursion_i = max_t |q_i(t) - q_i(0)|, as for the
 * solution error. Steps, observers and checkpoints of the request are not used.  False with a message where
 * the method and projection do not go together. */
bool cell_symmetry(const struct cell_request *request, const double *excursion, mpfr_t defect,
                   struct error *error);

#endif
