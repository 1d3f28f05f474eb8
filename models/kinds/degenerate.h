/* The kind `degenerate`: L(q, v) = theta(q) . v - H(q).
 *
 * Symbols: T_ki = d theta_k / d q_i, Om_ij = T_ji - T_ij (Kraus 2017, eq. 13 with the transpose removed).
 * Every program reads from the blocks listed with it; (u) marks a uniform block. */
#ifndef ASSAY_DEGENERATE_H
#define ASSAY_DEGENERATE_H

#include "models/kinds/system.h"

/* What methods of this kind alone ask for. */
struct degenerate {
    struct program *momentum_force; /* (q, w, h (u)) -> theta(q); T^T w - h grad H, that is h times the force
                                       at w = h v */
    struct program *momentum_push;  /* (q, e) -> theta(q); T(q)^T e */
    struct program *push;           /* (q, e) -> T(q)^T e */
};

/* NULL is allowed. */
void degenerate_destroy(struct degenerate *degenerate);

/* The two-forms of Poincare's second integral invariant, (q, e) -> Om(q); E(q, e), both d x d and row-major.
 * The caller owns the result.  NULL only when the derivatives exceed the bounds of the graph;
 * graph_error(model->graph) then says so. */
struct program *degenerate_create_two_forms(const struct system *system);

#endif
