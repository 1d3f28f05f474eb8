/* The points of a fit: which were used, and which run is behind each. */
#ifndef ASSAY_EXPLAIN_POINT_H
#define ASSAY_EXPLAIN_POINT_H

#include <stdbool.h>

#include "harness/judge/results.h"

enum explain_point {
    EXPLAIN_POINT_USED,
    EXPLAIN_POINT_NO_VALUE,
    EXPLAIN_POINT_VALUE,     /* what a claim on a number is about, or a signed measure: of no order */
    EXPLAIN_POINT_TOO_LARGE, /* pre-asymptotic */
    EXPLAIN_POINT_BELOW_FLOOR,
    EXPLAIN_POINT_OUTSIDE /* a finer step was not admitted and separates it from the window */
};

/* Why the point is or is not in the window. */
enum explain_point explain_point_of(const struct fit *fit, size_t point);
/* Its floor: its own, or that of the fit. */
double explain_point_floor(const struct fit *fit, size_t point);
/* The run behind it; NULL when the results do not have it. */
const struct cell *explain_point_cell(const struct results *results, const struct fit *fit, size_t point);

#endif
