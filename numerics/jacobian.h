/* Jacobians of residuals in double, from their `dual` arithmetic: nobody writes a derivative. */
#ifndef ASSAY_JACOBIAN_H
#define ASSAY_JACOBIAN_H

#include "numerics/equations.h"

struct jacobian;

/* Takes ownership of `equations`. */
struct jacobian *jacobian_create(struct equations_dual equations);
void jacobian_destroy(struct jacobian *jacobian);

/* matrix (n x n) = d r / d x at (data, x). */
void jacobian_evaluate(struct jacobian *jacobian, const double *data, const double *x, double *matrix);

#endif
