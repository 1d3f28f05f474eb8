/* What a run leaves behind: see trajectory.h. */
#include <stdlib.h>

#include "measures/run/trajectory.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

struct trajectory *trajectory_create(size_t dimension, size_t observables, size_t constraints,
                                     size_t multipliers, mpfr_prec_t precision)
{
    struct trajectory *trajectory = memory_create(1, sizeof *trajectory);
    mpfr_t *number =
        (mpfr_t *)number_block_create(2 * dimension + multipliers + 2 * observables + constraints, precision);

    trajectory->dimension = dimension;
    trajectory->observables = observables;
    trajectory->constraints = constraints;
    trajectory->q = number;
    trajectory->p = number + dimension;
    trajectory->multipliers = multipliers;
    trajectory->multiplier = multipliers ? number + 2 * dimension : NULL;
    trajectory->observable_initial = number + 2 * dimension + multipliers;
    trajectory->observable_error = trajectory->observable_initial + observables;
    trajectory->constraint_error = trajectory->observable_error + observables;
    return trajectory;
}

void trajectory_destroy(struct trajectory *trajectory)
{
    if (!trajectory)
        return;
    number_block_destroy(*trajectory->q);
    free(trajectory);
}
