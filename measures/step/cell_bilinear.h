/* The bilinear defect of a cell: whether its run, as a whole, preserves the two-form of its space. */
#ifndef ASSAY_CELL_BILINEAR_H
#define ASSAY_CELL_BILINEAR_H

#include "measures/run/cell_run.h"
#include "measures/step/bilinear.h"

/* Writes the defect (measures/step/bilinear.h) after the cell's steps, at most 1000, rounded to the precision of
 * `defect`, which the caller has initialised; NaN where a step is not solved.  Observers and checkpoints of
 * the request are not used.  False with a message where the method and projection do not go together. */
bool cell_bilinear(const struct cell_request *request, enum bilinear_difference difference, mpfr_t defect,
                   struct error *error);

#endif
