/* What the coefficients of a tableau alone prove.
 *
 * Stiff accuracy, a_sj = b_j and abar_sj = b_j: the last stage is the end of the step, Q_s = q_{n+1} and
 * P_s = p_{n+1}, so that the constraint p = theta(q) of the stages holds at the end of the step as well.  No
 * symplectic tableau with b_s != 0 has both (Kraus 2017, section 3.5).  For
 * symplecticity at i = j = s says
 *
 *     b_s abar_ss + b_s a_ss = b_s b_s,    that is    abar_ss + a_ss = b_s,
 *
 * and stiff accuracy a_ss = b_s = abar_ss, hence 2 b_s = b_s.  In numbers: |a_ss - b_s| + |abar_ss - b_s| is
 * at least |b_s|, so that one of the two residuals is at least |b_s|/2.  (The weights of a variational method
 * are not zero: abar_ij = b_j (1 - a_ji / b_i).) */
#ifndef ASSAY_TABLEAU_AUDIT_H
#define ASSAY_TABLEAU_AUDIT_H

#include "integrators/tableaux/tableau.h"

enum { TABLEAU_AUDIT_TREE_ORDER = 8 };

struct tableau_audit {
    int order; /* highest p such that every rooted tree (bicoloured trees for a partitioned tableau) up to
                  order p is satisfied; trees to order 8 (configurable), then the simplifying
                  assumptions B(p), C(eta), D(zeta) */
    bool order_by_trees; /* false when the simplifying assumptions extended it */
    bool order_is_exact; /* false when no condition of order + 1 was seen to fail: the order may be higher */
    int stage_order;     /* highest eta with C(eta) for a */
    int quadrature_order, column_order; /* highest p <= 2s with B(p), zeta with D(zeta) for a */
    /* Of the stages that the method has (stages.h): */
    double symplectic_residual; /* max_ij |b_i abar_ij + b_j a_ji - b_i b_j| */
    double
        symmetric_residual; /* max_ij |a_i'j' + a_ij - b_j| over a and abar, and b, c likewise; i' = s+1-i, or
                                   the mirror image of stage i in another order */
    double stiff_residual;  /* max_j |a_sj - b_j| */
    double stiff_residual_of_abar; /* max_j |abar_sj - b_j| */
    double r_infinity; /* det(a - 1 b^T)/det(a), its limit where a is singular, NaN where there is none */
    double r_infinity_residual;  /* |limit - R(infinity) of the tableau|, with the sign; NaN likewise */
    double null_vector_residual; /* max_i |(a v)_i|, v_i = n_i/b_i, for the one of a, abar where it is
                                    smaller; NaN without a null vector */
    double threshold; /* 2^(16 - precision): what rounding explains; underflows to 0 above 1090 bits */
    bool symplectic, symmetric; /* residual at most the threshold */
    bool stiffly_accurate;      /* both residuals are */
};

/* Audits at the precision of the tableau: a condition holds when its residual is below 2^(16 - precision)
 * (times the sum of the absolute values of its terms where that is above 1).  At least 53 bits; an order
 * above 12 needs more, since the error constants of such methods lie below the rounding of doubles. */
void tableau_audit(const struct tableau *tableau, struct tableau_audit *audit);

/* Two residuals of the coefficients as they are, at the precision of the tableau and a few bits more, rounded to that of the number,
 * which the caller has initialised: max_ij |b_i abar_ij + b_j a_ji - b_i b_j|, and the larger one of the two
 * of stiff accuracy. */
void tableau_audit_symplecticity(mpfr_t residual, const struct tableau *tableau);
void tableau_audit_stiff_accuracy(mpfr_t residual, const struct tableau *tableau);

/* The same with trees to tree_order, from 1 to ROOTED_TREES_MAX_ORDER. */
void tableau_audit_with_trees(const struct tableau *tableau, int tree_order, struct tableau_audit *audit);

#endif
