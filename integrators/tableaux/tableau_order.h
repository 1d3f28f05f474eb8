/* The order of a tableau on ordinary differential equations, proved from its coefficients. */
#ifndef ASSAY_TABLEAU_ORDER_H
#define ASSAY_TABLEAU_ORDER_H

#include "integrators/tableaux/tableau.h"

/* In all of these a condition holds when its residual is at most 2^(16 - precision) times the sum of the
 * absolute values of its terms, or times 1 if that sum is smaller. */

/* The highest p <= max_order such that the conditions of all trees of orders 1 to p hold; bicoloured trees
 * for a partitioned tableau.  1 <= max_order <= ROOTED_TREES_MAX_ORDER. */
int tableau_order_by_trees(const struct tableau *tableau, int max_order);

/* largest[p - 1] = the largest residual of a condition of order p, p = 1 .. max_order; NaN stays. */
void tableau_order_largest(const struct tableau *tableau, int max_order, double *largest);

struct rooted_trees;
/* The trees to that order that the order of the tableau is about; the caller owns them. */
struct rooted_trees *tableau_order_trees(const struct tableau *tableau, int max_order);
/* The colours of the root that conditions of a tree are asked for: 1 with common weights, else 2. */
size_t tableau_order_roots(const struct tableau *tableau);
/* residual[roots k + r] = sum_i b_i Phi_i(t_k) - 1/gamma(t_k) of all the trees, with the weights of a root of colour r; 0
 * where there is no such condition.  The caller has initialised the numbers. */
void tableau_order_residuals(const struct tableau *tableau, const struct rooted_trees *trees,
                             mpfr_t *residual);

/* An order that the simplifying assumptions prove, 0 where weights are not common; the true one may be higher. */
int tableau_order_by_assumptions(const struct tableau *tableau);

/* The highest p <= 2s such that B(p) holds: no order is higher. */
int tableau_order_of_quadrature(const struct tableau *tableau);

/* The highest eta <= s such that C(eta) holds for a. */
int tableau_order_of_stages(const struct tableau *tableau);

/* The highest zeta <= s such that D(zeta) holds for a. */
int tableau_order_of_columns(const struct tableau *tableau);

#endif
