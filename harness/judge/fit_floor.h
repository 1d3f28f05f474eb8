/* The floors of a fit: round-off of every point, measured, and what the reference leaves. */
#ifndef ASSAY_FIT_FLOOR_H
#define ASSAY_FIT_FLOOR_H

#include "harness/plan/grid.h"

struct fit_floor {
    const char *origin;     /* half a sentence */
    double reference_error; /* in the units of the measure; it is part of every floor */
    bool needs_repeats; /* the two finest runs have to be repeated before the floor is known well enough */
};

/* Writes the floors of the first `points` steps of the curve (where nothing was measured, what
 * rounding each step once would leave). */
struct fit_floor fit_floor_find(const struct grid *grid, const struct result *rows, size_t curve,
                                const char *measure, size_t points, double *floors);

/* The largest step at which the run and its measure have a value; `points` when there is none. */
size_t fit_floor_coarsest(const struct grid *grid, const struct result *rows, size_t curve,
                          const char *measure, size_t points);
/* The two finest such steps, the finer one in [1]; false when there are not two. */
bool fit_floor_finest(const struct grid *grid, const struct result *rows, size_t curve, const char *measure,
                      size_t points, size_t finest[2]);

#endif
