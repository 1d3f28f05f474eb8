/* The projection of a step's end: see projector.h. */
#include "integrators/steps/projector.h"

#include <stdlib.h>

#include "integrators/steps/step_families.h"
#include "models/kinds/system.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(projector) {
    size_t d;
    bool timed; /* the last of the d coordinates is the time, which stays: e = 0 */
    int weight;
    bool at_end; /* T is taken there */
    struct X(evaluator) *momentum, *push, *momentum_push;
    real *q1, *pushed;
};

struct X(projector) *X(projector_create)(const struct setup *setup)
{
    struct X(projector) *projector = memory_create(1, sizeof *projector);

    projector->d = setup->system->dimension;
    projector->timed = setup->system->model->time_dependent;
    projector->weight = projection_weight(setup->projection->project_weight, setup->tableau->r_infinity);
    projector->at_end = setup->projection->project_at == PROJECTION_END;
    projector->momentum = X(evaluator_create)(setup->system->momentum, 1);
    projector->push = X(evaluator_create)(setup->system->push, 1);
    projector->momentum_push = X(evaluator_create)(setup->system->momentum_push, 1);
    projector->q1 = X(vector_create)(projector->d);
    projector->pushed = X(vector_create)(projector->d);
    return projector;
}

void X(projector_destroy)(void *context)
{
    struct X(projector) *projector = context;

    if (!projector)
        return;
    X(evaluator_destroy)(projector->momentum);
    X(evaluator_destroy)(projector->push);
    X(evaluator_destroy)(projector->momentum_push);
    X(vector_destroy)(projector->q1);
    X(vector_destroy)(projector->pushed);
    free(projector);
}

void X(projector_add_weighted)(real *x, int w, const real *y, size_t n)
{
    if (w > 0)
        X(vector_add)(x, y, n);
    else if (w < 0)
        X(vector_subtract)(x, y, n);
}

void X(projector_push)(struct X(projector) *projector, const real *at, const real *e, real *pushed)
{
    X(evaluator_run)(projector->push, 1, READS(at, e), WRITES(pushed));
}

void X(projector_residual)(struct X(projector) *projector, const real *qb1, const real *pb1, const real *e,
                           const real *at, real *r)
{
    size_t d = projector->d;
    real *q1 = projector->q1, *pushed = projector->pushed;

    X(vector_copy)(q1, qb1, d);
    X(projector_add_weighted)(q1, projector->weight, e, d);
    if (at) {
        X(evaluator_run)(projector->momentum, 1, READS(q1), WRITES(r));
        X(projector_push)(projector, at, e, pushed);
    } else {
        X(evaluator_run)(projector->momentum_push, 1, READS(q1, e), WRITES(r, pushed));
    }
    X(vector_subtract)(r, pb1, d);
    X(projector_add_weighted)(r, -projector->weight, pushed, d);
    if (projector->timed)
        X(vector_copy)(r + d - 1, e + d - 1, 1);
}

static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(projector) *projector = context;
    const size_t d = projector->d;

    X(projector_residual)(projector, data, data + d, x, projector->at_end ? NULL : data + 2 * d, r);
}

struct X(step_equations) X(projector_equations)(const struct setup *setup)
{
    struct X(projector) *projector = X(projector_create)(setup);
    size_t d = projector->d;

    return (struct X(step_equations)){.equations = {d, projector->at_end ? 2 * d : 3 * d,
                                                    program_operations(setup->system->momentum_push) + 3 * d,
                                                    1, residual, X(projector_destroy), projector}};
}

const real *X(projector_projected)(const struct X(projector) *projector)
{
    return projector->q1;
}
