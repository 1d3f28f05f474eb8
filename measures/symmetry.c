/* A step and a step back: see symmetry.h. */
#include "measures/symmetry.h"

#include <math.h>
#include <stdlib.h>

#include "measures/scale.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

/* (q, p, e) in one block of mpfr numbers, e = 0 where there is none; number_block_destroy frees it. */
static mpfr_t *copy_state(const struct X(stepper) *stepper)
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

/* sum = sqrt(sum^2 + ||x - y||^2), weighted as coordinates that start at `initial` */
static void add_distance(mpfr_ptr sum, size_t d, mpfr_t *x, mpfr_t *y, mpfr_t *initial,
                         const double *excursion, const bool *secular)
{
    mpfr_t distance;

    mpfr_init2(distance, mpfr_get_prec(sum));
    scale_distance(distance, d, x, y, initial, excursion, secular);
    mpfr_hypot(sum, sum, distance, MPFR_RNDN);
    mpfr_clear(distance);
}

/* The same for momenta: all are weighted by the largest. */
static void add_momentum_distance(mpfr_ptr sum, size_t d, mpfr_t *x, mpfr_t *initial)
{
    double *excursion = memory_create(d, sizeof *excursion), largest = 0;
    bool *secular = memory_create(d, sizeof *secular);

    for (size_t i = 0; i < d; i++)
        largest = fmax(largest, fabs(mpfr_get_d(initial[i], MPFR_RNDN)));
    for (size_t i = 0; i < d; i++)
        excursion[i] = largest;
    add_distance(sum, d, x, initial, initial, excursion, secular);
    free(excursion);
    free(secular);
}

static bool go_and_return(struct X(stepper) *there, struct X(stepper) *back)
{
    if (there->step(there) != NEWTON_CONVERGED)
        return false;
    X(vector_copy)(back->carried, there->carried, there->carries);
    back->forget(back);
    return back->step(back) == NEWTON_CONVERGED;
}

void X(symmetry_defect)(mpfr_ptr defect, const struct setup *setup, struct X(stepper) *there,
                        struct X(stepper) *back, const double *excursion)
{
    size_t d = there->dimension;
    mpfr_t *start = copy_state(there), *end;
    bool solved = go_and_return(there, back);

    end = copy_state(back);
    mpfr_set_zero(defect, 1);
    add_distance(defect, d, end, start, start, excursion, setup->secular);
    if (there->maps_momentum)
        add_momentum_distance(defect, d, end + d, start + d);
    if (there->maps_multiplier)
        add_distance(defect, d, end + 2 * d, start + 2 * d, start, excursion, setup->secular);
    if (!solved)
        mpfr_set_nan(defect);
    number_block_destroy(*start);
    number_block_destroy(*end);
    there->destroy(there);
    back->destroy(back);
}
