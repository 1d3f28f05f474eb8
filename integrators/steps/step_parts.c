/* What equations are made of: see step_parts.h. */
#include "integrators/steps/step_parts.h"

#include <assert.h>
#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

void *X(step_parts_create)(size_t size, const struct setup *setup)
{
    struct X(step_parts) *parts = memory_create(1, size);

    parts->scheme = X(scheme_create)(setup->tableau, setup->rounding);
    return parts;
}

void X(step_parts_destroy)(void *context)
{
    struct X(step_parts) *parts = context;

    X(scheme_destroy)(parts->scheme);
    for (size_t k = 0; k < parts->evaluators; k++)
        X(evaluator_destroy)(parts->evaluator[k]);
    for (size_t k = 0; k < parts->rooms; k++)
        X(vector_destroy)(parts->room[k]);
    free(parts);
}

struct X(evaluator) *X(step_parts_evaluator)(struct X(step_parts) *parts, const struct program *program,
                                             size_t points)
{
    if (!program)
        return NULL;
    assert(parts->evaluators < STEP_PARTS_MOST);
    return parts->evaluator[parts->evaluators++] = X(evaluator_create)(program, points);
}

void X(step_parts_share)(struct X(step_parts) *parts, real **const *arrays, size_t count, size_t n)
{
    assert(parts->rooms < STEP_PARTS_MOST);
    parts->room[parts->rooms] = X(vector_create)(count * n);
    X(vector_share)(parts->room[parts->rooms++], arrays, count, n);
}
