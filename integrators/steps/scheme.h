/* A tableau in the working arithmetic: its coefficients rounded, split in a high and a low part, or exactly
 * symplectic.
 *
 * The last multiply not the stage increments W_j = h V_j (s x d) but b_j W_j, which the step sums as they
 * are:
 *
 *     Q_i = q + sum_j mu_ij (b_j W_j),    q1 = q + sum_j 1 (b_j W_j),    mu_ij = a_ij / b_j
 *
 * and likewise the forces with muhat_ij = abar_ij / b_j.  With mu_ij + muhat_ji = 1, without error, this is a
 * symplectic method for whatever the weights have become by rounding.  Of each such pair one number is 1/2 or
 * more: it is rounded, and the other is 1 minus it, which has no more digits.  A null vector n enters through
 * n_i / b_i twice, so that it does no work after rounding either.
 *
 * Source: Antonana, Makazaga, Murua (2017), Reducing and monitoring round-off error propagation for
 * symplectic implicit Runge-Kutta schemes, section 3. */
#ifndef ASSAY_SCHEME_H
#define ASSAY_SCHEME_H

#include "integrators/steps/setup.h"
#include "numerics/arithmetic.h"

#define DECLARE_SCHEME(A)                                                                                             \
    struct coefficients_##A {                                                                                         \
        real_##A *high; /* rounded to nearest */                                                                      \
        real_##A *low;  /* what rounding left, rounded; NULL unless split */                                          \
    };                                                                                                                \
    struct scheme_##A {                                                                                               \
        size_t stages;                                                                                                \
        bool compensated;                                                                                             \
        /* What multiplies the rows that scheme_weigh gives: of the tableau, or mu, muhat, 1, n_i / b_i. */           \
        struct coefficients_##A a, abar, b;                                                                           \
        struct coefficients_##A bbar;        /* high is NULL where the weights are common */                          \
        struct coefficients_##A null_vector; /* n; high is NULL when there is none */                                 \
        struct coefficients_##A null_ratio;  /* n_i / b_i */                                                          \
        real_##A *weight;                    /* b_i where exactly symplectic, else NULL */                            \
        real_##A *c;                         /* rounded to nearest */                                                 \
    };                                                                                                                \
    /* Symplectic coefficients: of a tableau that rounding_accepts.  NULL: of a step without coefficients. */         \
    struct scheme_##A *scheme_create_##A(const struct tableau *tableau, struct rounding rounding);                    \
    void scheme_destroy_##A(struct scheme_##A *scheme);                                                               \
    /* x (1) = the number, rounded once. */                                                                           \
    void scheme_number_##A(real_##A *x, mpq_srcptr number);                                                           \
    /* h (1) = the step size, likewise; in `series` that times h. */                                                  \
    void scheme_step_##A(real_##A *h, mpq_srcptr step);                                                               \
    /* The rows that the coefficients multiply: W (stages x d) itself, or b_i W_i, written to `weighted`. */          \
    const real_##A *scheme_weigh_##A(const struct scheme_##A *scheme, real_##A *weighted, const real_##A *W,          \
                                     size_t d);                                                                       \
    /* Rows of stages: Q = 1 x^T + A K, and of its end: sum = sum_i b_i K_i; K (stages x d), `weighted` as large. */  \
    void scheme_place_stages_##A(const struct scheme_##A *scheme, real_##A *Q, real_##A *weighted,                    \
                                 const real_##A *x, const real_##A *K, size_t d);                                     \
    void scheme_sum_stages_##A(const struct scheme_##A *scheme, real_##A *sum, real_##A *weighted,                    \
                               const real_##A *K, size_t d);                                                          \
    /* The times of `count` stages from `first` on, t + c_i h, become the last of the d numbers of each row of Q:   \
     * of a system whose last coordinate is the time. */ \
    void scheme_place_times_##A(const struct scheme_##A *scheme, real_##A *Q, size_t first, size_t count,             \
                                const real_##A *t, const real_##A *h, size_t d);                                      \
    /* x += increment, with the round-off kept in low where sums are compensated; increment may be           \
     * overwritten. */        \
    void scheme_advance_##A(const struct scheme_##A *scheme, real_##A *x, real_##A *low,                              \
                            real_##A *increment, size_t n);                                                           \
    /* C (n x k) += M (n x m) B (m x k), the low part first */                                                        \
    void scheme_add_product_##A(real_##A *C, const struct coefficients_##A *M, const real_##A *B, size_t n,           \
                                size_t m, size_t k);                                                                  \
    /* x (n) += sum_j M_j B_j over the m coefficients from `first` on, where B_j are n entries, d apart; the low \
     * part first */    \
    void scheme_add_row_##A(real_##A *x, const struct coefficients_##A *M, size_t first, const real_##A *B,           \
                            size_t d, size_t m, size_t n);                                                            \
    /* C (n x k) -= M (n x m) B (m x k) */                                                                            \
    void scheme_subtract_product_##A(real_##A *C, const struct coefficients_##A *M, const real_##A *B,                \
                                     size_t n, size_t m, size_t k);
EACH_ARITHMETIC(DECLARE_SCHEME)

#endif
