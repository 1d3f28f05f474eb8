/* Which measures apply to a curve, and why others do not. */
#ifndef ASSAY_APPLICABLE_H
#define ASSAY_APPLICABLE_H

#include "harness/plan/grid.h"

/* NULL where runs of the curve are measured by `measure`; else a sentence that says why not, which is static
 * or the curve's own. */
const char *applicable_refusal(const struct grid *grid, const struct grid_curve *curve, const char *measure);

#endif
