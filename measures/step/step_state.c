/* The state on which a step is a map, and distances in it: see step_state.h. */
#include "measures/step/step_state.h"

#include <math.h>
#include <stdlib.h>

#include "measures/run/scale.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

real *X(step_state_component)(const struct X(stepper) *stepper, enum step_space space, size_t i)
{
    size_t d = stepper->dimension, n = space == STEP_CANONICAL ? d / 2 : d;

    if (i < n)
        return stepper->q + i;
    return (space == STEP_MULTIPLIER ? stepper->multiplier : stepper->p) + (i - n);
}

mpfr_t *X(step_state_copy)(const struct X(stepper) *stepper)
{
    const real *part[] = {stepper->q, stepper->p, stepper->multiplier};
    size_t d = stepper->dimension;
    mpfr_ptr state = number_block_create(3 * d, real_precision());

    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; part[k] && i < d; i++)
            real_get_mpfr(state + k * d + i, part[k] + i);
    }
    return (mpfr_t *)state;
}

void X(step_state_place)(struct X(stepper) *stepper, const struct cell_starts *starts, size_t k)
{
    const size_t d = stepper->dimension;
    const struct cell_start *start = starts ? starts->start + k : NULL;

    if (!start)
        return;
    for (size_t i = 0; i < d; i++)
        real_set_mpfr(stepper->q + i, start->state[i]);
    stepper->start(stepper);
    if (!start->whole || !(stepper->maps_momentum || stepper->maps_multiplier))
        return;
    for (size_t i = 0; i < d; i++) {
        if (stepper->maps_momentum)
            real_set_mpfr(stepper->p + i, start->state[d + i]);
        if (stepper->maps_multiplier)
            real_set_mpfr(stepper->multiplier + i, start->state[2 * d + i]);
    }
    stepper->restart(stepper);
}

size_t X(step_state_follow)(mpfr_ptr states, struct X(stepper) *stepper, size_t count,
                            const unsigned long *step)
{
    const size_t width = 3 * stepper->dimension;
    unsigned long n = 0;

    for (size_t k = 0; k < count; k++) {
        mpfr_t *reached;

        for (; n < step[k]; n++) {
            if (stepper->step(stepper) != NEWTON_CONVERGED)
                return k;
        }
        reached = X(step_state_copy)(stepper);
        number_block_set(states + k * width, *reached, width);
        number_block_destroy(*reached);
    }
    return count;
}

/* sum = sqrt(sum^2 + ||x - y||^2), weighted as coordinates that start at `initial` */
static void add_distance(mpfr_ptr sum, size_t d, mpfr_t *x, mpfr_t *y, mpfr_t *initial,
                         const double *excursion)
{
    mpfr_t distance;

    mpfr_init2(distance, mpfr_get_prec(sum));
    scale_distance(distance, d, x, y, initial, excursion);
    mpfr_hypot(sum, sum, distance, MPFR_RNDN);
    mpfr_clear(distance);
}

/* The same for momenta: all are weighted by the largest. */
static void add_momentum_distance(mpfr_ptr sum, size_t d, mpfr_t *x, mpfr_t *initial)
{
    double *excursion = memory_create(d, sizeof *excursion), largest = 0;

    for (size_t i = 0; i < d; i++)
        largest = fmax(largest, fabs(mpfr_get_d(initial[i], MPFR_RNDN)));
    for (size_t i = 0; i < d; i++)
        excursion[i] = largest;
    add_distance(sum, d, x, initial, initial, excursion);
    free(excursion);
}

void X(step_state_distance)(mpfr_ptr distance, const struct setup *setup, const struct X(stepper) *stepper,
                            mpfr_t *start, const double *excursion)
{
    size_t d = stepper->dimension;
    mpfr_t *end = X(step_state_copy)(stepper);

    mpfr_set_zero(distance, 1);
    add_distance(distance, setup->system->positions, end, start, start, excursion);
    if (stepper->maps_momentum)
        add_momentum_distance(distance, d, end + d, start + d);
    if (stepper->maps_multiplier)
        add_distance(distance, d, end + 2 * d, start + 2 * d, start, excursion);
    number_block_destroy(*end);
}
