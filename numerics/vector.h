/* Vector and matrix verbs.
 *
 * Matrices are row-major.  Output first.  Sums run over increasing index and round after every operation, so
 * that all arithmetics agree to the last bit.  vector_create: the caller owns the array and frees it with
 * vector_destroy. */
#ifndef ASSAY_VECTOR_H
#define ASSAY_VECTOR_H

#include "numerics/arithmetic.h"

#define DECLARE_VECTOR(A)                                                                                      \
    real_##A *vector_create_##A(size_t n); /* zeros; ends the program when memory is exhausted */              \
    void vector_destroy_##A(real_##A *x);                                                                      \
    /* Points each of `count` arrays at n numbers of `room`; returns what follows them. */                     \
    real_##A *vector_share_##A(real_##A *room, real_##A **const *arrays, size_t count, size_t n);              \
    void vector_copy_##A(real_##A *x, const real_##A *y, size_t n);                          /* x = y */       \
    void vector_zero_##A(real_##A *x, size_t n);                                             /* x = 0 */       \
    void vector_add_##A(real_##A *x, const real_##A *y, size_t n);                           /* x += y */      \
    void vector_subtract_##A(real_##A *x, const real_##A *y, size_t n);                      /* x -= y */      \
    void vector_sum_##A(real_##A *x, const real_##A *y, const real_##A *z, size_t n);        /* x = y + z */   \
    void vector_difference_##A(real_##A *x, const real_##A *y, const real_##A *z, size_t n); /* x = y - z */   \
    void vector_multiple_##A(real_##A *x, const real_##A *a, const real_##A *y, size_t n);   /* x = a y */     \
    /* x = y + a z */                                                                                          \
    void vector_sum_multiple_##A(real_##A *x, const real_##A *y, const real_##A *a, const real_##A *z,         \
                                 size_t n);                                                                    \
    /* x += a y */                                                                                             \
    void vector_add_multiple_##A(real_##A *x, const real_##A *a, const real_##A *y, size_t n);                 \
    /* x -= a y */                                                                                             \
    void vector_subtract_multiple_##A(real_##A *x, const real_##A *a, const real_##A *y, size_t n);            \
    /* x += increment, with the round-off kept in low: Kahan's compensated update; increment is overwritten  \
     */ \
    void vector_add_compensated_##A(real_##A *x, real_##A *low, real_##A *increment, size_t n);                \
    void vector_import_##A(real_##A *x, const narrow_##A *y, size_t n); /* x = y */                            \
    void vector_narrow_##A(narrow_##A *x, const real_##A *y, size_t n); /* x = y rounded */                    \
    void vector_set_mpfr_##A(real_##A *x, mpfr_t *y, size_t n);         /* x = y rounded once */               \
    mask_##A vector_is_finite_##A(const real_##A *x, size_t n);                                                \
    /* x = y where m */                                                                                        \
    void vector_set_where_##A(real_##A *x, mask_##A m, const real_##A *y, size_t n);                           \
    /* M (rows x columns) = 1 v^T */                                                                           \
    void matrix_broadcast_rows_##A(real_##A *M, const real_##A *v, size_t rows, size_t columns);               \
    /* M -= 1 v^T */                                                                                           \
    void matrix_subtract_rows_##A(real_##A *M, const real_##A *v, size_t rows, size_t columns);                \
    /* C (n x k) += A (n x m) B (m x k) */                                                                     \
    void matrix_add_product_##A(real_##A *C, const real_##A *A_, const real_##A *B, size_t n, size_t m,        \
                                size_t k);                                                                     \
    /* C (n x k) -= A (n x m) B (m x k) */                                                                     \
    void matrix_subtract_product_##A(real_##A *C, const real_##A *A_, const real_##A *B, size_t n, size_t m,   \
                                     size_t k);
EACH_ARITHMETIC(DECLARE_VECTOR)

#endif
