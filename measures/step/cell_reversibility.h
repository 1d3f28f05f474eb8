/* The reversibility defect of a cell's method, with the cell's step, at its initial data. */
#ifndef ASSAY_CELL_REVERSIBILITY_H
#define ASSAY_CELL_REVERSIBILITY_H

#include "measures/run/cell_run.h"

/* Writes the defect (measures/step/reversibility.h) at the cell's precision, rounded to that of `defect`, which
 * the caller has initialised; NaN where a step is not solved.  excursion_i = max_t |q_i(t) - q_i(0)|, as for
 * the solution error.  Steps, observers and checkpoints of the request are not used.  False with a message
 * where the model has no reversal, or the method and projection do not go together. */
bool cell_reversibility(const struct cell_request *request, const double *excursion, mpfr_t defect,
                        struct error *error);

#endif
