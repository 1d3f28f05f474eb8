/* A tableau in the working arithmetic: its coefficients rounded, or split in a high and a low part. */
#ifndef ASSAY_SCHEME_H
#define ASSAY_SCHEME_H

#include "integrators/setup.h"
#include "numerics/arithmetic.h"

#define DECLARE_SCHEME(A)                                                                                    \
    struct coefficients_##A {                                                                                \
        real_##A *high; /* rounded to nearest */                                                             \
        real_##A *low;  /* what rounding left, rounded; NULL unless split */                                 \
    };                                                                                                       \
    struct scheme_##A {                                                                                      \
        size_t stages;                                                                                       \
        struct coefficients_##A a, abar, b;                                                                  \
        struct coefficients_##A null_vector; /* n; high is NULL when there is none */                        \
        struct coefficients_##A null_ratio;  /* n_i / b_i */                                                 \
    };                                                                                                       \
    struct scheme_##A *scheme_create_##A(const struct tableau *tableau, enum coefficients kind);             \
    void scheme_destroy_##A(struct scheme_##A *scheme);                                                      \
    /* The step size, rounded once: an array of one; the caller frees it with vector_destroy. */             \
    real_##A *scheme_step_##A(mpq_srcptr step);                                                              \
    /* C (n x k) += M (n x m) B (m x k), the low part first */                                               \
    void scheme_add_product_##A(real_##A *C, const struct coefficients_##A *M, const real_##A *B, size_t n,  \
                                size_t m, size_t k);                                                         \
    /* C (n x k) -= M (n x m) B (m x k) */                                                                   \
    void scheme_subtract_product_##A(real_##A *C, const struct coefficients_##A *M, const real_##A *B,       \
                                     size_t n, size_t m, size_t k);
EACH_ARITHMETIC(DECLARE_SCHEME)

#endif
