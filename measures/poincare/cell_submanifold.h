/* The points of a loop or a surface on which the trajectories of a cell start.
 *
 * A loop or surface of the model file; for a model without one, about the initial data z0,
 *
 *     z0 + 5e-3 (x, y, y, x^2 - y^2, 0, ...)
 *
 * as a loop over the circle x = cos a, y = sin a, a = 2 pi tau, so that x^2 - y^2 = cos 2a, and as a surface
 * over the square x = 2 s - 1, y = 2 t - 1 around it. */
#ifndef ASSAY_CELL_SUBMANIFOLD_H
#define ASSAY_CELL_SUBMANIFOLD_H

#include "measures/run/problem.h"

/* order 1: a loop at tau = k/n; order 2: a surface at n x n Chebyshev points (measures/poincare/quadrature.h), t the
 * faster.  `name` of a loop or surface of the model; NULL: the one called default, else the
 * first, else the one above.
 * n or n^2 rows of coordinates at `precision` bits; the caller frees them with number_block_destroy.  NULL
 * with a message. */
mpfr_ptr cell_submanifold_create(const struct problem *problem, int order, const char *name, size_t n,
                                 mpfr_prec_t precision, struct error *error);

/* Whether the model of the problem has that loop (order 1) or surface (order 2); false with a message that
 * names those it has. */
bool cell_submanifold_exists(const struct problem *problem, int order, const char *name, struct error *error);

#endif
