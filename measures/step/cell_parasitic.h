/* The parasitic multipliers of a cell's method: how a step treats departures from p = theta(q).
 *
 * The step is taken at the initial data with the cell's step size; measures/step/parasitic.h says what its
 * multipliers are.  They are known to round-off in double at any precision. */
#ifndef ASSAY_CELL_PARASITIC_H
#define ASSAY_CELL_PARASITIC_H

#include "measures/run/cell_run.h"

/* Whether the step is a map on (q, p): a variational method without projection. */
bool cell_parasitic_applies(const struct method *method, const struct projection *projection);

/* Writes the multipliers, one for each coordinate of the model; NaN where the step is not solved.  False with
 * a message where there are none. */
bool cell_parasitic_multipliers(const struct cell_request *request, double *re, double *im,
                                struct error *error);
/* The largest modulus of them; likewise. */
bool cell_parasitic_largest(const struct cell_request *request, mpfr_t largest, struct error *error);
/* The largest distance of them from R(infinity), that of the tableau; likewise. */
bool cell_parasitic_departure(const struct cell_request *request, mpfr_t departure, struct error *error);

#endif
