/* Quadrature by differentiation matrices: n^2 operations for a derivative, in any arithmetic. */
#ifndef ASSAY_QUADRATURE_DIRECT_H
#define ASSAY_QUADRATURE_DIRECT_H

#include "measures/poincare/quadrature.h"

/* n >= 2 points at the precision of the run; the caller calls rule->destroy(rule). */
#define DECLARE_QUADRATURE_DIRECT(A)                                                                         \
    struct quadrature_##A *quadrature_direct_##A(enum quadrature_kind kind, size_t n);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_QUADRATURE_DIRECT)

#endif
