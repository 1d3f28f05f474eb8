/* The error of a step, or of the few that the cell asks for, as it is: log2 of the largest |z_i - z_i(h)| of a step from
 * the initial data, z(t) by Taylor series.
 *
 * In mpfr at the bits of the cell, in double as the method steps there: what round-off leaves of it is about the last
 * bit of the state. */
#ifndef ASSAY_LOCAL_ERROR_H
#define ASSAY_LOCAL_ERROR_H

#include "measures/run/cell.h"

/* Of the cell's steps; -infinity for none, NaN where the step is not solved, the solution does not reach it in 1000 steps
 * of its own or the method and projection do not go together. */
double local_error(const struct cell_request *request);
/* The same over the largest |z_i(h) - z_i(0)|: the share of its way by which a step misses the solution.  It falls as
 * h^p with a method of order p, and not at all with one that is not consistent.  If the momenta are the method's own, on a
 * degenerate Lagrangian, their share counts as well, |p - theta(q(h))| over the way of theta.  NaN for a way shorter than 2^-14 of the
 * largest |z_i(0)|, which single precision does not make out. */
double local_error_share(const struct cell_request *request);
/* Whether steps of the cell's times 1/4, 1/16, ..., in double, miss the solution by the same share of their way, and by one
 * that neither round-off nor the tolerance of a solver leaves: a method of order 0.  Of a session, whose starter may be
 * right, its first 32 steps do. */
bool local_error_is_inconsistent(const struct cell_request *request);
/* The errors themselves, one for each coordinate of the system, with 64 bits more than the cell; behind them the solution
 * after the step and the state before it, as many numbers each.  The caller destroys them (number_block.h).  NULL where
 * there is no number for one of them. */
mpfr_t *local_error_create(const struct cell_request *request);

/* The order of the step of a method by rooted trees of up to TREE_ORDER_MOST vertices, from steps on models whose
 * solutions they are, to what is round-off in double: tree_order.c.  Of the cell the method, the projection and the bits
 * are taken.  It is that of a B-series method alone: of one whose steps are the same in all affine coordinates (McLachlan,
 * Modin, Munthe-Kaas and Verdier 2016, Numerische Mathematik 133, 599).  0 also where no step is made on models of kind
 * `ode`. */
enum { TREE_ORDER_MOST = 8 };
int tree_order_find(const struct cell_request *request);

#endif
