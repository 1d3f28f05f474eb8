/* The matrix of Newton's method and its factors, in double (in `lanes` for lanes).
 *
 * The matrix of a lane is evaluated alone, in double: the eight tangents of `dual` fill the vectors that `lanes`
 * would use, and lanes replace their factors at different times.  Matrices of few lanes are factorised alone likewise,
 * those of many together: the bits are the same. */
#ifndef ASSAY_NEWTON_MATRIX_H
#define ASSAY_NEWTON_MATRIX_H

#include "numerics/newton.h"

#define DECLARE_NEWTON_MATRIX(A)                                                                                 \
    struct newton_matrix_##A {                                                                                   \
        narrow_##A *data;    /* at which it is evaluated: written by the caller */                               \
        mask_##A factorised; /* factors are at hand */                                                           \
        bool approximate; /* they are not taken, but what the equations have for them: written likewise */       \
        narrow_##A *correction; /* parts x unknowns: of the value, and of each tangent */                        \
    };                                                                                                           \
    /* Owns the equations in dual; borrows `own`, whose matrix and approximation are taken where it has them. */ \
    struct newton_matrix_##A *newton_matrix_create_##A(struct DUAL(equations) equations,                         \
                                                       const struct equations_##A *own);                         \
    void newton_matrix_destroy_##A(struct newton_matrix_##A *matrix);                                            \
    /* Replaces the factors by those at x, where the residual was evaluated last, in the lanes that are asked  \
     * for; those where that cannot be done leave `running`, with a status. */ \
    void newton_matrix_refresh_##A(struct newton_matrix_##A *matrix, mask_##A where, const real_##A *x,          \
                                   mask_##A *running, newton_status_##A *status);                                \
    /* The correction of a part of r, J^-1 r 2^-exponent, by the factors of J or by the approximation; returns \
     * its largest component of those that are judged, or what is not finite in any. */ \
    narrow_##A newton_matrix_solve_##A(const struct newton_matrix_##A *matrix, const real_##A *r, int part,      \
                                       long *exponent);                                                          \
    unsigned long newton_matrix_evaluations_##A(const struct newton_matrix_##A *matrix, size_t lane);
EACH_SOLVING_ARITHMETIC(DECLARE_NEWTON_MATRIX)

#endif
