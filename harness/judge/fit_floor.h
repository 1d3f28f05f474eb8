/* The floors of a fit: round-off of every point, measured, and what the reference leaves. */
#ifndef ASSAY_FIT_FLOOR_H
#define ASSAY_FIT_FLOOR_H

#include "harness/judge/results.h"

/* Writes the floors of the fit, which has its curve, points and errors, with their origin: of every point in
 * `floors` (where nothing was measured, what rounding each step once would leave), of the finest, and the part of
 * the reference; and whether the two finest runs have to be repeated before the floor is known well enough. */
void fit_floor_find(const struct grid *grid, const struct result *rows, struct fit *fit, double *floors);

/* The largest step at which the measure has a value; its number of points when there is none. */
size_t fit_floor_coarsest(const struct fit *fit);
/* The two finest such steps, the finer one in [1]; false when there are not two. */
bool fit_floor_finest(const struct fit *fit, size_t finest[2]);

#endif
