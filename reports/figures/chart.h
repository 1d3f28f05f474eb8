/* The errors of one fit against the step sizes, as a small SVG picture inside a page. */
#ifndef ASSAY_CHART_H
#define ASSAY_CHART_H

#include "harness/judge/results.h"

#include <stdbool.h>
#include <stdio.h>

/* Points of a fit by what becomes of them in its picture. */
struct chart_points {
    size_t used, unused; /* drawn: filled, hollow */
    size_t zero;         /* no place on a logarithmic axis */
    size_t missing;      /* without a value */
};

struct chart_points chart_count(const struct fit *fit);

/* Writes <svg class="chart">: a marker for every point that has a place: of the path of class "used", or a circle if it is not
 * used; if all are, the curve has them, of class "all"; the band below the floors, class "floor", and the line of 100 floors,
 * class "limit", where they reach into the picture; a line with the slope claimed, class "claimed".  Nothing, and false, where no
 * point has a place.  The look is in style.css. */
bool chart_write(FILE *file, const struct fit *fit);

/* What the pictures of a page refer to, which the page has once: their axes and their filled circle. */
const char *chart_parts(void);

#endif
