/* What methods ask of a model whose state has two halves, x = (q, p): of kind hamiltonian, or an ode whose first
 * half of the coordinates are the positions. */
#ifndef ASSAY_PARTITION_H
#define ASSAY_PARTITION_H

#include "models/reader/model.h"
#include "numerics/error.h"

enum partition {
    PARTITION_NONE,      /* nothing */
    PARTITION_HALVES,    /* q' = f(q, p), p' = g(q, p) */
    PARTITION_SEPARABLE, /* q' = f(p), p' = g(q) */
    PARTITION_SECOND,    /* q' = M p with a constant M, p' = g(q): q'' = M g(q) */
    PARTITION_PAIRED     /* as many momenta as positions, also with constraints */
};

/* Whether the model is so; false with a reason, which goes on from the name of the method. */
bool partition_serves(enum partition partition, const struct model *model, struct error *reason);

/* Whether the model is x' = A x + b: of kind ode, or a Hamiltonian without constraints. */
bool partition_is_linear(const struct model *model);

#endif
