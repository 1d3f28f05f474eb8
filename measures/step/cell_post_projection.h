/* The post-projection defect of a cell with the symplectic projection. */
#ifndef ASSAY_CELL_POST_PROJECTION_H
#define ASSAY_CELL_POST_PROJECTION_H

#include "measures/run/cell_run.h"

/* Whether the multiplier of a step perturbs the next one: the symplectic projection. */
bool cell_post_projection_applies(const struct method *method, const struct projection *projection);

/* Writes the defect (measures/step/post_projection.h) after the cell's steps, at most ten, rounded to the
 * precision of `defect`, which the caller has initialised; NaN where a step is not solved.  q, unless NULL:
 * the end of the projected steps, one number for each coordinate.  excursion_i as for the solution error.
 * Observers and checkpoints of the request are not used.  False with a message where it does not apply. */
bool cell_post_projection(const struct cell_request *request, const double *excursion, mpfr_t defect,
                          mpfr_t *q, struct error *error);

#endif
