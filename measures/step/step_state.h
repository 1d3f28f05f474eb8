/* The state on which a step is a map, and distances in it.
 *
 *     q         projected methods, and Runge-Kutta methods on the explicit equations
 *     (q, p)    unprojected variational methods; canonical: p beside the state (q, v), p_i = 0 where it has no v_i
 *     (q, e)    the symplectic projection, whose next step starts from e = h lambda; at first e = 0
 *
 * The norm is Euclidean.  q_i is weighted by 1/max(|q_i(0)|, excursion_i), or 1 where that
 * is 0 (scale.h); e_i, which is added to q_i, by the same; p_i, whose excursion is not known, by 1/max_j
 * |p_j(0)|, or 1 if that is 0. */
#ifndef ASSAY_STEP_STATE_H
#define ASSAY_STEP_STATE_H

#include "integrators/steps/stepper.h"
#include "measures/run/cell.h"

#define DECLARE_STEP_STATE(A)                                                                                    \
    /* The number of the stepper that is component i of the state on that space. */                              \
    real_##A *step_state_component_##A(const struct stepper_##A *stepper, enum step_space space, size_t i);      \
    /* (q, p, e) in one block of 3 d numbers, e = 0 where there is none; number_block_destroy frees it. */       \
    mpfr_t *step_state_copy_##A(const struct stepper_##A *stepper);                                              \
    /* Puts the stepper to the start number k, of which there may be none: then it stays where it is. */         \
    void step_state_place_##A(struct stepper_##A *stepper, const struct cell_starts *starts, size_t k);          \
    /* Steps on to each of the `count` steps, which rise; writes the states there, 3 d numbers each, and       \
     * returns how many there are: fewer where a step is not solved. */ \
    size_t step_state_follow_##A(mpfr_ptr states, struct stepper_##A *stepper, size_t count,                     \
                                 const unsigned long *step);                                                     \
    /* The distance of the stepper's state from `start`, a copy of the initial state.  excursion_i (one for  \
     * each coordinate) = max_t |q_i(t) - q_i(0)|. */   \
    void step_state_distance_##A(mpfr_ptr distance, const struct setup *setup,                                   \
                                 const struct stepper_##A *stepper, mpfr_t *start, const double *excursion);
EACH_STEPPING_ARITHMETIC(DECLARE_STEP_STATE)

#endif
