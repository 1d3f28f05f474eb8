/* Jacobians of residuals in double, from their `dual` arithmetic: nobody writes a derivative. */
#ifndef ASSAY_JACOBIAN_H
#define ASSAY_JACOBIAN_H

#include "numerics/equations.h"

struct DUAL(jacobian);

/* Takes ownership of `equations`. */
struct DUAL(jacobian) * DUAL(jacobian_create)(struct DUAL(equations) equations);
void DUAL(jacobian_destroy)(struct DUAL(jacobian) * jacobian);

/* matrix (n x n) = d r / d x at (data, x). */
void DUAL(jacobian_evaluate)(struct DUAL(jacobian) * jacobian, const double *data, const double *x,
                             double *matrix);

#endif
