/* The explicit equation of motion together with its variational equation. */
#ifndef ASSAY_FORM_VARIATION_H
#define ASSAY_FORM_VARIATION_H

#include "models/reader/model.h"
#include "numerics/graph/program.h"

/* (q, U) -> v(q); Dv(q) U: one input block and one output block of width d + d^2, U row-major.  Along a
 * solution that starts from (q_0, 1), U is the Jacobian of the flow.  The caller owns the result.  NULL only
 * when the derivatives exceed the bounds of the graph; graph_error(model->graph) then says so. */
struct program *form_variation_create(const struct model *model);

#endif
