/* The two-forms of Poincare's second integral invariant, as programs. */
#ifndef ASSAY_FORM_POINCARE_H
#define ASSAY_FORM_POINCARE_H

#include "models/reader/model.h"
#include "numerics/graph/program.h"

/* (q, e) -> Om(q); E(q, e), both d x d and row-major.  The caller owns the result.  NULL only when the
 * derivatives exceed the bounds of the graph; graph_error(model->graph) then says so. */
struct program *form_poincare_create(const struct model *model);

#endif
