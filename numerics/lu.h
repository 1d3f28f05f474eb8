/* LU factorisation with partial pivoting. */
#ifndef ASSAY_LU_H
#define ASSAY_LU_H

#include "numerics/arithmetic.h"

#define DECLARE_LU(A)                                                                                          \
    /* Overwrites the n x n matrix by its factors; pivot (n) receives the row exchanged in each column.      \
     * False where the matrix is singular or not finite; its lane then holds nothing of use. */ \
    mask_##A lu_factorise_##A(real_##A *matrix, size_t n, pivot_##A *pivot);                                   \
    /* Overwrites x (n) by the solution of A y = x, from the factors. */                                       \
    void lu_solve_##A(const real_##A *factors, size_t n, const pivot_##A *pivot, real_##A *x);
EACH_ARITHMETIC(DECLARE_LU)

#endif
