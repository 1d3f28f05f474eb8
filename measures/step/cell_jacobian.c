/* The exact Jacobian of a step of a cell: see cell_jacobian.h. */
#include "measures/step/cell_jacobian.h"

#include <stdlib.h>

#include "measures/run/cell_setup.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

long cell_jacobian_precision(const struct cell_request *request)
{
    return request->bits == CELL_DOUBLE ? CELL_JACOBIAN_BITS_OF_DOUBLE : request->bits;
}

struct cell_jacobian *cell_jacobian_create_zero(enum step_space space, size_t n)
{
    struct cell_jacobian *map = memory_create(1, sizeof *map);

    *map = (struct cell_jacobian){
        .space = space,
        .n = n,
        .z0 = (mpfr_t *)number_block_create(n, mpfr_precision.bits),
        .z1 = (mpfr_t *)number_block_create(n, mpfr_precision.bits),
        .M = (mpfr_t *)number_block_create(n * n, mpfr_precision.bits),
    };
    return map;
}

void cell_jacobian_destroy(struct cell_jacobian *map)
{
    if (!map)
        return;
    number_block_destroy(*map->z0);
    number_block_destroy(*map->z1);
    number_block_destroy(*map->M);
    free(map);
}

/* z = the state of the stepper */
static void copy_state(mpfr_t *z, const struct stepper_mpfr *stepper, enum step_space space)
{
    size_t d = stepper->dimension;
    const real_mpfr *second = space == STEP_MOMENTUM ? stepper->p : stepper->multiplier;

    for (size_t i = 0; i < step_jacobian_size(space, d); i++)
        mpfr_set(z[i], i < d ? stepper->q + i : second + (i - d), MPFR_RNDN);
}

/* z0 = where the step is taken from */
static enum newton_status find_start(struct cell_jacobian *map, const struct method *method,
                                     const struct setup *setup)
{
    struct stepper_mpfr *stepper = method->family->create_mpfr(setup);
    enum newton_status status = NEWTON_CONVERGED;
    int steps = map->space == STEP_MULTIPLIER ? CELL_JACOBIAN_STEPS_BEFORE : 0;

    for (int k = 0; k < steps && status == NEWTON_CONVERGED; k++)
        status = stepper->step(stepper);
    copy_state(map->z0, stepper, map->space);
    stepper->destroy(stepper);
    return status;
}

struct cell_jacobian *cell_jacobian_create(const struct cell_request *request, struct error *error)
{
    enum step_space space = step_jacobian_space(&request->method, request->projection);
    struct cell_request in_mpfr = *request;
    struct cell_jacobian *map;
    struct cell_setup *own;
    enum newton_status status;

    in_mpfr.bits = cell_jacobian_precision(request);
    own = cell_setup_create(&in_mpfr, error);
    if (!own)
        return NULL;
    map = cell_jacobian_create_zero(space, step_jacobian_size(space, own->setup.system->dimension));
    status = find_start(map, &request->method, &own->setup);
    if (status == NEWTON_CONVERGED)
        status = step_jacobian_evaluate(&own->setup, &request->method, map->z0, map->z1, map->M);
    map->solved = status == NEWTON_CONVERGED;
    cell_setup_destroy(own);
    return map;
}
