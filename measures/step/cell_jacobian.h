/* The exact Jacobian of a step of a cell: a linear map between the states where it starts and ends. */
#ifndef ASSAY_CELL_JACOBIAN_H
#define ASSAY_CELL_JACOBIAN_H

#include "measures/run/cell_run.h"
#include "measures/step/step_jacobian.h"

enum { CELL_JACOBIAN_BITS_OF_DOUBLE = 128, CELL_JACOBIAN_STEPS_BEFORE = 10 };

struct cell_jacobian {
    bool solved; /* false: a step was not, and the numbers mean nothing */
    enum step_space space;
    size_t n;
    mpfr_t *z0, *z1, *M; /* n, n, n x n (row-major) */
};

/* Of one step of request->step, at the bits of the cell (of a cell in double at 128 bits): from the initial
 * data or, where the multiplier is part of the state, from the state after ten steps, since at the start it
 * is zero.  Steps, observers and checkpoints of the request are not used.  The caller destroys the result.
 * NULL with a message where the method and projection do not go together. */
struct cell_jacobian *cell_jacobian_create(const struct cell_request *request, struct error *error);
/* The same without the step: zeros at the working precision. */
struct cell_jacobian *cell_jacobian_create_zero(enum step_space space, size_t n);
/* NULL is allowed. */
void cell_jacobian_destroy(struct cell_jacobian *map);

/* The bits at which the cell is linearised. */
long cell_jacobian_precision(const struct cell_request *request);

#endif
