/* Which methods and projections a claim on one of them is compared with.
 *
 * Its comparison class is, for a projection, the projections of the method itself and of gauss-1, gauss-2 and srk-3;
 * for a method without one, the methods of the same form; always also rk4. */
#ifndef ASSAY_COMPARISON_H
#define ASSAY_COMPARISON_H

#include "integrators/methods/method.h"

/* Whether the class of `method` with `projection` has `member` with `other`. */
bool comparison_has(const struct method *method, const struct projection *projection,
                    const struct method *member, const struct projection *other);

#endif
