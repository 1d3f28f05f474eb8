/* The algebraic audit of a tableau.
 *
 *     symplectic   b_i abar_ij + b_j a_ji = b_i b_j
 *     symmetric    a_{s+1-i,s+1-j} + a_ij = b_j,  b_{s+1-i} = b_i,  c_{s+1-i} + c_i = 1
 *     stiff        a_sj = b_j,  abar_sj = b_j
 *
 * A residual is the maximum over all indices, and NaN when one of its terms is NaN.  The order is counted
 * with trees and extended by simplifying assumptions; a symmetric method has even order.  No order is higher
 * than that of the quadrature formula (b, c): where that formula fails at order + 1 the order is exact.
 * Source: Hairer, Lubich, Wanner (2006), II.3.2, V.2, VI.4. */
#include "integrators/tableaux/tableau_audit.h"

#include <math.h>

#include "integrators/tableaux/tableau_array.h"
#include "integrators/tableaux/tableau_order.h"
#include "integrators/tableaux/tableau_stability.h"

enum { EXTRA_BITS = 32 };

/* The largest absolute value so far; NaN stays. */
struct residual {
    mpfr_t maximum, term, product;
};

static void residual_init(struct residual *residual, mpfr_prec_t precision)
{
    mpfr_inits2(precision + EXTRA_BITS, residual->maximum, residual->term, residual->product, (mpfr_ptr)0);
    mpfr_set_si(residual->maximum, 0, MPFR_RNDN);
}

/* Takes in the term. */
static void residual_raise(struct residual *residual)
{
    if (mpfr_nan_p(residual->term) || mpfr_cmpabs(residual->term, residual->maximum) > 0)
        mpfr_abs(residual->maximum, residual->term, MPFR_RNDN);
}

/* The result; is it at most 2^(16 - precision)?  (The comparison is not one of doubles, which underflow.) */
static double residual_finish(struct residual *residual, bool *explained_by_rounding)
{
    double value = mpfr_get_d(residual->maximum, MPFR_RNDN);
    mpfr_prec_t precision = mpfr_get_prec(residual->maximum) - EXTRA_BITS;

    *explained_by_rounding = !mpfr_nan_p(residual->maximum) &&
                             mpfr_cmp_ui_2exp(residual->maximum, 1, 16 - (mpfr_exp_t)precision) <= 0;

    mpfr_clears(residual->maximum, residual->term, residual->product, (mpfr_ptr)0);
    return value;
}

static void raise_symplectic(struct residual *r, const struct tableau *t)
{
    size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++) {
            mpfr_mul(r->term, t->b[i], t->abar[i * s + j], MPFR_RNDN);
            mpfr_mul(r->product, t->b[j], t->a[j * s + i], MPFR_RNDN);
            mpfr_add(r->term, r->term, r->product, MPFR_RNDN);
            mpfr_mul(r->product, t->b[i], t->b[j], MPFR_RNDN);
            mpfr_sub(r->term, r->term, r->product, MPFR_RNDN);
            residual_raise(r);
        }
    }
}

static double symplectic_residual(const struct tableau *t, bool *symplectic)
{
    struct residual r;

    residual_init(&r, t->precision);
    raise_symplectic(&r, t);
    return residual_finish(&r, symplectic);
}

/* Takes in |m_sj - b_j| for a or abar. */
static void raise_stiff(struct residual *r, mpfr_t *matrix, const struct tableau *t)
{
    size_t s = t->stages;

    for (size_t j = 0; j < s; j++) {
        mpfr_sub(r->term, matrix[(s - 1) * s + j], t->b[j], MPFR_RNDN);
        residual_raise(r);
    }
}

static double stiff_residual(const struct tableau *t, mpfr_t *matrix, bool *stiff)
{
    struct residual r;

    residual_init(&r, t->precision);
    raise_stiff(&r, matrix, t);
    return residual_finish(&r, stiff);
}

/* Takes in |a_{s+1-i,s+1-j} + a_ij - b_j| for a or abar. */
static void raise_reflection(struct residual *r, mpfr_t *matrix, const struct tableau *t)
{
    size_t s = t->stages;

    for (size_t k = 0; k < s * s; k++) {
        mpfr_add(r->term, matrix[k], matrix[s * s - 1 - k], MPFR_RNDN);
        mpfr_sub(r->term, r->term, t->b[k % s], MPFR_RNDN);
        residual_raise(r);
    }
}

static double symmetric_residual(const struct tableau *t, bool *symmetric)
{
    size_t s = t->stages;
    struct residual r;

    residual_init(&r, t->precision);
    raise_reflection(&r, t->a, t);
    raise_reflection(&r, t->abar, t);
    for (size_t i = 0; i < s; i++) {
        mpfr_sub(r.term, t->b[i], t->b[s - 1 - i], MPFR_RNDN);
        residual_raise(&r);
        mpfr_add(r.term, t->c[i], t->c[s - 1 - i], MPFR_RNDN);
        mpfr_sub_si(r.term, r.term, 1, MPFR_RNDN);
        residual_raise(&r);
    }
    return residual_finish(&r, symmetric);
}

/* max_i |sum_j m_ij n_j / b_j| */
static double kernel_residual(mpfr_t *matrix, const struct tableau *t)
{
    size_t s = t->stages;
    struct residual r;
    bool explained;

    residual_init(&r, t->precision);
    for (size_t i = 0; i < s; i++) {
        mpfr_set_si(r.term, 0, MPFR_RNDN);
        for (size_t j = 0; j < s; j++) {
            mpfr_div(r.product, t->null_vector[j], t->b[j], MPFR_RNDN);
            mpfr_mul(r.product, r.product, matrix[i * s + j], MPFR_RNDN);
            mpfr_add(r.term, r.term, r.product, MPFR_RNDN);
        }
        residual_raise(&r);
    }
    return residual_finish(&r, &explained);
}

static double null_vector_residual(const struct tableau *t)
{
    double of_a, of_abar;

    if (!t->has_null_vector)
        return NAN;
    of_a = kernel_residual(t->a, t);
    of_abar = kernel_residual(t->abar, t);
    return isnan(of_a) || of_abar < of_a ? of_abar : of_a;
}

void tableau_audit_symplecticity(mpfr_t residual, const struct tableau *t)
{
    struct residual r;
    bool explained;

    residual_init(&r, t->precision);
    raise_symplectic(&r, t);
    mpfr_set(residual, r.maximum, MPFR_RNDN);
    residual_finish(&r, &explained);
}

void tableau_audit_stiff_accuracy(mpfr_t residual, const struct tableau *t)
{
    struct residual r;
    bool explained;

    residual_init(&r, t->precision);
    raise_stiff(&r, t->a, t);
    raise_stiff(&r, t->abar, t);
    mpfr_set(residual, r.maximum, MPFR_RNDN);
    residual_finish(&r, &explained);
}

static void audit_stiff(const struct tableau *t, struct tableau_audit *audit)
{
    bool of_a, of_abar;

    audit->stiff_residual = stiff_residual(t, t->a, &of_a);
    audit->stiff_residual_of_abar = stiff_residual(t, t->abar, &of_abar);
    audit->stiffly_accurate = of_a && of_abar;
}

static void audit_r_infinity(const struct tableau *t, struct tableau_audit *audit)
{
    mpfr_t limit;

    mpfr_init2(limit, t->precision);
    tableau_stability_limit(limit, t);
    audit->r_infinity = mpfr_get_d(limit, MPFR_RNDN) + 0.0; /* not -0 */
    mpfr_sub_si(limit, limit, t->r_infinity, MPFR_RNDN);
    audit->r_infinity_residual = fabs(mpfr_get_d(limit, MPFR_RNDN));
    mpfr_clear(limit);
}

static void audit_order(const struct tableau *t, int tree_order, struct tableau_audit *audit)
{
    int assumed;

    audit->order = tableau_order_by_trees(t, tree_order);
    audit->order_by_trees = true;
    audit->order_is_exact = true;
    if (audit->order < tree_order)
        return;
    assumed = tableau_order_by_assumptions(t);
    if (assumed < tree_order)
        assumed = tree_order;
    if (audit->symmetric && assumed % 2 == 1)
        assumed++;
    audit->order_by_trees = assumed == tree_order;
    audit->order = assumed;
    audit->order_is_exact = audit->stage_order > 0 && tableau_order_of_quadrature(t) == assumed;
}

void tableau_audit_with_trees(const struct tableau *t, int tree_order, struct tableau_audit *audit)
{
    audit->threshold = ldexp(1.0, 16 - (int)t->precision);
    audit->symplectic_residual = symplectic_residual(t, &audit->symplectic);
    audit->symmetric_residual = symmetric_residual(t, &audit->symmetric);
    audit_stiff(t, audit);
    audit->null_vector_residual = null_vector_residual(t);
    audit->stage_order = tableau_order_of_stages(t);
    audit_r_infinity(t, audit);
    audit_order(t, tree_order, audit);
}

void tableau_audit(const struct tableau *t, struct tableau_audit *audit)
{
    tableau_audit_with_trees(t, TABLEAU_AUDIT_TREE_ORDER, audit);
}
