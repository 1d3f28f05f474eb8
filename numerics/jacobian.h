/* Jacobians of residuals in double, from their `dual` arithmetic: nobody writes a derivative. */
#ifndef ASSAY_JACOBIAN_H
#define ASSAY_JACOBIAN_H

#include "numerics/equations.h"
#include "numerics/evaluator.h"

struct DUAL(jacobian);

/* Takes ownership of `equations`. */
struct DUAL(jacobian) * DUAL(jacobian_create)(struct DUAL(equations) equations);
/* Of a program of n numbers that gives n, which is borrowed. */
struct DUAL(jacobian) * DUAL(jacobian_create_program)(const struct program *program, size_t n);
void DUAL(jacobian_destroy)(struct DUAL(jacobian) * jacobian);

/* matrix (n x n) = d r / d x at (data, x). */
void DUAL(jacobian_evaluate)(struct DUAL(jacobian) * jacobian, const double *data, const double *x,
                             double *matrix);

#endif
