/* What integrators need of a degenerate Lagrangian L(q, v) = theta(q) . v - H(q), derived from (theta, H).
 *
 * Symbols: T_ki = d theta_k / d q_i, Om_ij = T_ji - T_ij (Kraus 2017, eq. 13 with the transpose removed).
 * Every program reads from the blocks listed with it; (u) marks a uniform block. */
#ifndef ASSAY_FORM_DEGENERATE_H
#define ASSAY_FORM_DEGENERATE_H

#include "models/reader/model.h"
#include "numerics/graph/program.h"

struct form_degenerate {
    size_t dimension;
    size_t invariants;              /* the energy, then the invariants of the model */
    struct program *momentum_force; /* (q, w, h (u)) -> theta(q); T^T w - h grad H, that is h times the force
                                       at w = h v */
    struct program *momentum;       /* (q) -> theta(q) */
    struct program *momentum_push;  /* (q, e) -> theta(q); T(q)^T e */
    struct program *push;           /* (q, e) -> T(q)^T e */
    struct program *velocity;       /* (q) -> v with Om v = grad H: the explicit equation of motion */
    struct program *observables;    /* (q) -> H, invariants */
    struct program *symplectic;     /* (q) -> Om, row-major */
};

/* The caller owns the result.  NULL only when the derivatives exceed the bounds of the graph or divide by
 * zero; graph_error(model->graph) then says so (model_create refuses such models). */
struct form_degenerate *form_degenerate_create(const struct model *model);
void form_degenerate_destroy(struct form_degenerate *form);

/* The d components of v as expressions of the model's graph; NULL entries where it refuses them. */
void form_degenerate_velocity(const struct model *model, expression *velocity);

#endif
