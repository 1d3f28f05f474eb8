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
};

/* NULL is allowed. */
void degenerate_destroy(struct degenerate *degenerate);

#endif
