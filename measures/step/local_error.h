/* The error of one step, as it is: log2 of the largest |z_i - z_i(h)| of a step from the initial data, z(t) by Taylor
 * series.
 *
 * In mpfr at the bits of the cell, in double as the method steps there: what round-off leaves of it is about the last
 * bit of the state. */
#ifndef ASSAY_LOCAL_ERROR_H
#define ASSAY_LOCAL_ERROR_H

#include "measures/run/cell.h"

/* Of the cell's step; -infinity for none, NaN where the step is not solved, the solution does not reach it or the
 * method and projection do not go together. */
double local_error(const struct cell_request *request);

#endif
