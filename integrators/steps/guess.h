/* Where Newton's method starts: stage increments W_i = h V_i, in double (in `lanes` for lanes) for every
 * arithmetic.
 *
 * The first step takes W_i = h v(q + c_i h v(q)), v the explicit vector field, and two Picard sweeps
 * W = h v(q + A W).  Later steps extrapolate the polynomial through the last step's stages
 * at distinct nodes. */
#ifndef ASSAY_GUESS_H
#define ASSAY_GUESS_H

#include "integrators/steps/setup.h"
#include "numerics/arithmetic.h"

#define DECLARE_GUESS(A)                                                                                       \
    struct guess_##A;                                                                                          \
    struct guess_##A *guess_create_##A(const struct setup *setup);                                             \
    void guess_destroy_##A(struct guess_##A *guess);                                                           \
    /* W (s x d) for a step from q (d). */                                                                     \
    void guess_stages_##A(struct guess_##A *guess, const real_##A *q, real_##A *W);                            \
    /* Keeps the stages of an accepted step for the next guess. */                                             \
    void guess_record_##A(struct guess_##A *guess, const real_##A *W);                                         \
    void guess_forget_##A(struct guess_##A *guess);                                                            \
    /* The size against which round-off is judged: of the coordinates q (d), and of the increments W (s x d) \
     * where coordinates grow without bound. */ \
    real_##A guess_scale_##A(const struct setup *setup, const real_##A *q, const real_##A *W);                 \
    /* Whether the next guess is extrapolated. */                                                              \
    bool guess_is_recorded_##A(const struct guess_##A *guess);
DECLARE_GUESS(double)
EACH_LANES(DECLARE_GUESS)

#endif
