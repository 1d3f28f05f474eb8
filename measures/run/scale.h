/* The scales against which errors are judged.
 *
 * Of an observable I: s_I = max(|I(z_0)|, 1e-3 sum_i |dI/dz_i| |z_i|), or 1 if that is 0.
 * Of coordinate i: max(|z_i(0)|, max_t |z_i(t) - z_i(0)|), or 1 if that is 0; one that grows
 * secularly is weighed like all others. */
#ifndef ASSAY_SCALE_H
#define ASSAY_SCALE_H

#include <mpfr.h>
#include <stdbool.h>

#include "models/kinds/system.h"

/* Writes s_I for the energy and every invariant (system->observables of them). */
void scale_observables(const struct system *system, mpfr_t *initial, double *scale);
/* The weighted Euclidean norm of x - y, in the precision of `result`; excursion_i = max_t |z_i(t) - z_i(0)|.
 */
void scale_distance(mpfr_ptr result, size_t dimension, mpfr_t *x, mpfr_t *y, mpfr_t *initial,
                    const double *excursion);
/* The powers of 2 near the sizes of the states x and y in n coordinates, which come in halves (or are one): that of
 * max(|x_i|, |y_i - x_i|), or where it is 0 of the largest of its half, or 1 if that is 0. */
void scale_sizes(double *size, size_t n, size_t half, mpfr_t *x, mpfr_t *y);

#endif
