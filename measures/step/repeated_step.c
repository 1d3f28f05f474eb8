/* The same step asked for twice: relation.h.  In between the method goes on from its end, and from there on. */
#include "measures/step/relation.h"

#include "numerics/vector.h"

enum { STEPS_BETWEEN = 2 };

static void keep(mpfr_t *state, const struct X(stepper) *stepper)
{
    for (size_t i = 0; i < stepper->dimension; i++)
        real_get_mpfr(state[i], X(stepper_output)(stepper) + i);
}

/* Nothing is forgotten: what a stepper has seen may change its round-off alone. */
enum newton_status X(repeated_step)(const struct setup *setup, mpfr_t *first, mpfr_t *second)
{
    struct X(stepper) *stepper = setup->method->family->X(create)(setup);
    real *start = X(vector_create)(stepper->carries);
    enum newton_status status;

    X(vector_copy)(start, stepper->carried, stepper->carries);
    status = stepper->step(stepper);
    keep(first, stepper);
    for (int k = 0; k < STEPS_BETWEEN && status == NEWTON_CONVERGED; k++)
        status = stepper->step(stepper);
    X(vector_copy)(stepper->carried, start, stepper->carries);
    if (status == NEWTON_CONVERGED)
        status = stepper->step(stepper);
    keep(second, stepper);
    X(vector_destroy)(start);
    stepper->destroy(stepper);
    return status;
}
