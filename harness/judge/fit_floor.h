/* The floors of a fit: round-off of every point, measured, and what the reference leaves. */
#ifndef ASSAY_FIT_FLOOR_H
#define ASSAY_FIT_FLOOR_H

#include "harness/judge/results.h"

/* Writes the floors of the fit, which has its curve, points and errors, with their origin: of every point in
 * `floors` (where nothing was measured, what rounding each step once would leave), of the finest, and the part of
 * the reference; and whether the two finest runs have to be repeated before the floor is known well enough. */
void fit_floor_find(const struct grid *grid, const struct result *rows, struct fit *fit, double *floors);
/* What the repetition of the run at the step tells of the floor of the measure: the change, or its multiple where only the
 * data changed.  NaN where the run was not repeated or has no value. */
double fit_floor_of_repeat(const struct grid *grid, const struct result *rows, size_t curve, size_t step,
                           struct measure_id measure);

/* The largest step at which the measure has a value; its number of points when there is none. */
size_t fit_floor_coarsest(const struct fit *fit);
/* The two finest such steps, the finer one in [1]; false when there are not two. */
bool fit_floor_finest(const struct fit *fit, size_t finest[2]);

/* What shows more where a floor of its own hides a measure: other steps of a drift, else a finer integral. */
enum verdict_next fit_floor_next(const struct fit *fit);

/* The floor in double alone of what a single step leaves, by the same from data that are perturbed; NaN without it. */
double fit_floor_of_difference(double value, double perturbed);

#endif
