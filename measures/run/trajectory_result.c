/* What a run leaves behind: see trajectory.h. */
#include <stdlib.h>

#include "measures/run/trajectory.h"
#include "numerics/memory.h"

static mpfr_t *create_array(size_t n, mpfr_prec_t precision)
{
    mpfr_t *array = memory_create(n, sizeof *array);

    for (size_t i = 0; i < n; i++) {
        mpfr_init2(array[i], precision);
        mpfr_set_zero(array[i], 1);
    }
    return array;
}

static void destroy_array(mpfr_t *array, size_t n)
{
    for (size_t i = 0; array && i < n; i++)
        mpfr_clear(array[i]);
    free(array);
}

struct trajectory *trajectory_create(size_t dimension, size_t observables, bool multiplier,
                                     mpfr_prec_t precision)
{
    struct trajectory *trajectory = memory_create(1, sizeof *trajectory);

    trajectory->dimension = dimension;
    trajectory->observables = observables;
    trajectory->q = create_array(dimension, precision);
    trajectory->p = create_array(dimension, precision);
    trajectory->multiplier = multiplier ? create_array(dimension, precision) : NULL;
    trajectory->observable_initial = create_array(observables, precision);
    trajectory->observable_error = create_array(observables, precision);
    trajectory->constraint_error = create_array(1, precision);
    return trajectory;
}

void trajectory_destroy(struct trajectory *trajectory)
{
    if (!trajectory)
        return;
    destroy_array(trajectory->q, trajectory->dimension);
    destroy_array(trajectory->p, trajectory->dimension);
    destroy_array(trajectory->multiplier, trajectory->dimension);
    destroy_array(trajectory->observable_initial, trajectory->observables);
    destroy_array(trajectory->observable_error, trajectory->observables);
    destroy_array(trajectory->constraint_error, 1);
    free(trajectory);
}
