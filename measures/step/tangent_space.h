/* The tangent space of the manifold on which the constraints of a system hold, at one time.
 *
 * With D the Jacobian of the constraints at z, m x n, and of the time where the state has it, an orthogonal n x n matrix is made whose first m rows span the
 * rows of D and the others the vectors u with D u = 0. */
#ifndef ASSAY_TANGENT_SPACE_H
#define ASSAY_TANGENT_SPACE_H

#include <mpfr.h>

#include "models/kinds/system.h"

/* m */
size_t tangent_space_codimension(const struct system *system);
/* That matrix, row-major, at the working precision; number_block_destroy is due.  NaN where the rows of D depend on each other. */
mpfr_t *tangent_space_create(const struct system *system, mpfr_t *z);
/* u (n numbers) = its part in the tangent space at z. */
void tangent_space_project(const struct system *system, mpfr_t *z, mpfr_t *u);

#endif
