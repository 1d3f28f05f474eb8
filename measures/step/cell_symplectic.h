/* The symplectic defect of a cell, and that of the exact flow as its control.
 *
 *     |M^T Om(z1) M - Om(z0)| / |Om(z0)|,    M the exact Jacobian of the step z0 -> z1
 *
 * Space and form: measures/step/symplectic_form.h.  The step is taken from the initial data; where the multiplier
 * is part of the state, from the state after ten steps, since at the start, where it is zero, E vanishes.  A
 * cell in double is measured at 128 bits. */
#ifndef ASSAY_CELL_SYMPLECTIC_H
#define ASSAY_CELL_SYMPLECTIC_H

#include "measures/run/cell_run.h"

/* Writes the defect of one step of request->step at the bits of the cell, rounded to the precision of
 * `defect`, which the caller has initialised; NaN where a step is not solved.  Steps, observers and
 * checkpoints of the request are not used.  False with a message where the method and projection do not go
 * together. */
bool cell_symplectic_defect(const struct cell_request *request, mpfr_t defect, struct error *error);

/* The same for the exact flow over the time request->step, on the space of positions: zero but for round-off,
 * whatever the model.  False with a message where the flow leaves its domain before. */
bool cell_symplectic_flow_defect(const struct cell_request *request, mpfr_t defect, struct error *error);

#endif
