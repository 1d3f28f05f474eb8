/* The algebraic audit of a tableau.
 *
 *     symplectic   b_i abar_ij + bbar_j a_ji = b_i bbar_j, and b_i = bbar_i unless the system is separable
 *     Nystroem     b_i = bbar_i (1 - c_i),  bbar_i (b_j - a_ij) = bbar_j (b_i - a_ji)
 *     symmetric    a_{s+1-i,s+1-j} + a_ij = b_j,  b_{s+1-i} = b_i,  c_{s+1-i} + c_i = 1; where the weights differ the
 *                  tableau is that of the adjoint, and a splitting is the same read backwards; s+1-i is to be read as
 *                  the mirror image of stage i where the stages are listed in another order
 *     stiff        a_sj = b_j,  abar_sj = b_j
 *
 * The first three are asked of the stages that the method has (stages.h), for of others they are not necessary.
 *
 * A residual is the maximum over all indices, and NaN when one of its terms is NaN.  The order is counted
 * with trees and extended by simplifying assumptions; a symmetric method has even order.  No order is higher
 * than that of the quadrature formula (b, c): where that formula fails at order + 1 the order is exact.
 * Source: Hairer, Lubich, Wanner (2006), II.3.2, V.2, VI.4. */
#include "integrators/tableaux/tableau_audit.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/stages/stages.h"
#include "integrators/tableaux/tableau_order.h"
#include "integrators/tableaux/tableau_splitting.h"
#include "integrators/tableaux/tableau_stability.h"
#include "numerics/memory.h"

enum { EXTRA_BITS = 32 };

/* The largest absolute value so far; NaN stays. */
struct residual {
    mpfr_t maximum, term, product;
};

/* Takes in the terms of one condition; `matrix` is a or abar where it is about one of them. */
typedef void raise_terms(struct residual *r, const struct tableau *t, mpfr_t *matrix);

/* Takes in the term. */
static void residual_raise(struct residual *residual)
{
    if (mpfr_nan_p(residual->term) || mpfr_cmpabs(residual->term, residual->maximum) > 0)
        mpfr_abs(residual->maximum, residual->term, MPFR_RNDN);
}

/* The residual, also rounded to `exact` unless that is NULL; is it at most 2^(16 - precision)?  (The comparison is
 * not one of doubles, which underflow.) */
static double find_residual(const struct tableau *t, raise_terms *raise, mpfr_t *matrix, mpfr_ptr exact,
                            bool *explained_by_rounding)
{
    struct residual r;
    double value;

    mpfr_inits2(t->precision + EXTRA_BITS, r.maximum, r.term, r.product, (mpfr_ptr)0);
    mpfr_set_si(r.maximum, 0, MPFR_RNDN);
    raise(&r, t, matrix);
    value = mpfr_get_d(r.maximum, MPFR_RNDN);
    if (exact)
        mpfr_set(exact, r.maximum, MPFR_RNDN);
    *explained_by_rounding =
        !mpfr_nan_p(r.maximum) && mpfr_cmp_ui_2exp(r.maximum, 1, 16 - (mpfr_exp_t)t->precision) <= 0;
    mpfr_clears(r.maximum, r.term, r.product, (mpfr_ptr)0);
    return value;
}

/* |x - y| */
static void raise_difference(struct residual *r, mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_sub(r->term, x, y, MPFR_RNDN);
    residual_raise(r);
}

static void raise_symplectic_nystroem(struct residual *r, const struct tableau *t)
{
    size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        mpfr_mul(r->term, t->bbar[i], t->c[i], MPFR_RNDN);
        mpfr_sub(r->term, r->term, t->bbar[i], MPFR_RNDN);
        mpfr_add(r->term, r->term, t->b[i], MPFR_RNDN);
        residual_raise(r);
        for (size_t j = 0; j < i; j++) {
            mpfr_sub(r->product, t->b[j], t->a[i * s + j], MPFR_RNDN);
            mpfr_mul(r->term, t->bbar[i], r->product, MPFR_RNDN);
            mpfr_sub(r->product, t->b[i], t->a[j * s + i], MPFR_RNDN);
            mpfr_mul(r->product, t->bbar[j], r->product, MPFR_RNDN);
            mpfr_sub(r->term, r->term, r->product, MPFR_RNDN);
            residual_raise(r);
        }
    }
}

static void raise_symplectic(struct residual *r, const struct tableau *t, mpfr_t *unused)
{
    size_t s = t->stages;

    (void)unused;
    if (t->form == TABLEAU_NYSTROEM) {
        raise_symplectic_nystroem(r, t);
        return;
    }
    for (size_t i = 0; i < s; i++) {
        if (t->form == TABLEAU_PARTITIONED)
            raise_difference(r, t->b[i], t->bbar[i]);
        for (size_t j = 0; j < s; j++) {
            mpfr_mul(r->term, t->b[i], t->abar[i * s + j], MPFR_RNDN);
            mpfr_mul(r->product, t->bbar[j], t->a[j * s + i], MPFR_RNDN);
            mpfr_add(r->term, r->term, r->product, MPFR_RNDN);
            mpfr_mul(r->product, t->b[i], t->bbar[j], MPFR_RNDN);
            mpfr_sub(r->term, r->term, r->product, MPFR_RNDN);
            residual_raise(r);
        }
    }
}

/* |m_sj - b_j| */
static void raise_stiff(struct residual *r, const struct tableau *t, mpfr_t *matrix)
{
    size_t s = t->stages;

    for (size_t j = 0; j < s; j++) {
        mpfr_sub(r->term, matrix[(s - 1) * s + j], t->b[j], MPFR_RNDN);
        residual_raise(r);
    }
}

/* |m_i'j' + m_ij - b_j|, i' = s - 1 - order_i the mirror image of stage i */
static void raise_reflection(struct residual *r, const struct tableau *t, mpfr_t *matrix, const size_t *order)
{
    size_t s = t->stages;

    for (size_t k = 0; k < s * s; k++) {
        mpfr_add(r->term, matrix[k], matrix[s * s - 1 - order[k / s] * s - order[k % s]], MPFR_RNDN);
        mpfr_sub(r->term, r->term, t->b[k % s], MPFR_RNDN);
        residual_raise(r);
    }
}

static void raise_reflections(struct residual *r, const struct tableau *t, const size_t *order)
{
    size_t s = t->stages;

    raise_reflection(r, t, t->a, order);
    raise_reflection(r, t, t->abar, order);
    for (size_t i = 0; i < s; i++) {
        raise_difference(r, t->b[i], t->b[s - 1 - order[i]]);
        mpfr_add(r->term, t->c[i], t->c[s - 1 - order[i]], MPFR_RNDN);
        mpfr_sub_si(r->term, r->term, 1, MPFR_RNDN);
        residual_raise(r);
    }
}

static void raise_differences(struct residual *r, const struct tableau *t, const struct tableau *adjoint)
{
    size_t s = t->stages;

    for (size_t k = 0; k < s * s; k++) {
        raise_difference(r, t->a[k], adjoint->a[k]);
        raise_difference(r, t->abar[k], adjoint->abar[k]);
    }
    for (size_t i = 0; i < s; i++) {
        raise_difference(r, t->b[i], adjoint->b[i]);
        raise_difference(r, t->bbar[i], adjoint->bbar[i]);
        raise_difference(r, t->c[i], adjoint->c[i]);
    }
}

static void raise_symmetric(struct residual *r, const struct tableau *t, mpfr_t *unused)
{
    struct tableau *adjoint;
    size_t *order;

    (void)unused;
    if (t->form == TABLEAU_SEPARABLE) {
        tableau_splitting_asymmetry(r->term, t);
        residual_raise(r);
        return;
    }
    adjoint = tableau_create_adjoint(t);
    order = memory_create(t->stages, sizeof *order);
    stages_match(t, adjoint, order);
    stages_permute(adjoint, order);
    if (t->form == TABLEAU_COMMON)
        raise_reflections(r, t, order);
    else
        raise_differences(r, t, adjoint);
    tableau_destroy(adjoint);
    free(order);
}

/* |sum_j m_ij n_j / b_j| */
static void raise_kernel(struct residual *r, const struct tableau *t, mpfr_t *matrix)
{
    size_t s = t->stages;

    for (size_t i = 0; i < s; i++) {
        mpfr_set_si(r->term, 0, MPFR_RNDN);
        for (size_t j = 0; j < s; j++) {
            mpfr_div(r->product, t->null_vector[j], t->b[j], MPFR_RNDN);
            mpfr_mul(r->product, r->product, matrix[i * s + j], MPFR_RNDN);
            mpfr_add(r->term, r->term, r->product, MPFR_RNDN);
        }
        residual_raise(r);
    }
}

void tableau_audit_symplecticity(mpfr_t residual, const struct tableau *t)
{
    bool explained;

    find_residual(t, raise_symplectic, NULL, residual, &explained);
}

void tableau_audit_stiff_accuracy(mpfr_t residual, const struct tableau *t)
{
    bool explained;
    mpfr_t of_abar;

    mpfr_init2(of_abar, mpfr_get_prec(residual));
    find_residual(t, raise_stiff, t->a, residual, &explained);
    find_residual(t, raise_stiff, t->abar, of_abar, &explained);
    mpfr_max(residual, residual, of_abar, MPFR_RNDN);
    mpfr_clear(of_abar);
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
    audit->order_is_exact =
        t->form == TABLEAU_COMMON && audit->stage_order > 0 && audit->quadrature_order == assumed;
}

void tableau_audit_with_trees(const struct tableau *t, int tree_order, struct tableau_audit *audit)
{
    struct tableau *reduced = stages_reduce(t);
    bool of_a, of_abar;

    audit->threshold = ldexp(1.0, 16 - (int)t->precision);
    audit->symplectic_residual = find_residual(reduced, raise_symplectic, NULL, NULL, &audit->symplectic);
    audit->symmetric_residual = find_residual(reduced, raise_symmetric, NULL, NULL, &audit->symmetric);
    tableau_destroy(reduced);
    audit->stiff_residual = find_residual(t, raise_stiff, t->a, NULL, &of_a);
    audit->stiff_residual_of_abar = find_residual(t, raise_stiff, t->abar, NULL, &of_abar);
    audit->stiffly_accurate = of_a && of_abar;
    audit->null_vector_residual = NAN;
    if (t->has_null_vector)
        audit->null_vector_residual = fmin(find_residual(t, raise_kernel, t->a, NULL, &of_a),
                                           find_residual(t, raise_kernel, t->abar, NULL, &of_abar));
    audit->stage_order = tableau_order_of_stages(t);
    audit->quadrature_order = tableau_order_of_quadrature(t);
    audit->column_order = tableau_order_of_columns(t);
    audit_r_infinity(t, audit);
    audit_order(t, tree_order, audit);
}

void tableau_audit(const struct tableau *t, struct tableau_audit *audit)
{
    tableau_audit_with_trees(t, TABLEAU_AUDIT_TREE_ORDER, audit);
}
