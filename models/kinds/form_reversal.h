/* The reversal rho of a model as programs: an involution of the coordinates under which the flow runs
 * backwards, rho phi_t rho = phi_-t (models/reader/model_reversal.h). */
#ifndef ASSAY_FORM_REVERSAL_H
#define ASSAY_FORM_REVERSAL_H

#include "models/reader/model.h"
#include "numerics/graph/program.h"

struct form_reversal {
    struct program *map;  /* (q) -> rho(q) */
    struct program *push; /* (q, e) -> rho'(q) e */
    struct program *pull; /* (q, w) -> rho'(q)^T w */
};

/* Of a model that has a reversal; the caller owns the result.  NULL only when the derivatives exceed the
 * bounds of the graph; graph_error(model->graph) then says so (model_create refuses such models). */
struct form_reversal *form_reversal_create(const struct model *model);
/* NULL is allowed. */
void form_reversal_destroy(struct form_reversal *form);

#endif
