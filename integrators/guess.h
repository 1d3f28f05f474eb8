/* Where Newton's method starts: stage increments W_i = h V_i, in double for every arithmetic.
 *
 * The first step takes W_i = h v(q + c_i h v(q)), v the explicit vector field, and two Picard sweeps
 * W = h v(q + A W).  Later steps extrapolate the polynomial through the last step's stages. */
#ifndef ASSAY_GUESS_H
#define ASSAY_GUESS_H

#include "integrators/setup.h"

struct guess;

struct guess *guess_create(const struct setup *setup);
void guess_destroy(struct guess *guess);

/* W (s x d) for a step from q (d). */
void guess_stages(struct guess *guess, const double *q, double *W);
/* Keeps the stages of an accepted step for the next guess. */
void guess_record(struct guess *guess, const double *W);
void guess_forget(struct guess *guess);
/* The size against which round-off is judged: of the coordinates q (d), and of the increments W (s x d) where
 * coordinates grow without bound. */
double guess_scale(const struct guess *guess, const bool *secular, const double *q, const double *W);
/* Whether the next guess is extrapolated. */
bool guess_is_recorded(const struct guess *guess);

#endif
