/* The same step asked for twice: relation.h.  In between the method goes on from its end, and from there on. */
#include "measures/step/relation.h"

#include <math.h>

#include "integrators/foreign/foreign_method.h"
#include "numerics/vector.h"

enum { STEPS_BETWEEN = 2 };
static const double LEAST = 0x1p-17;

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

/* ---- much later ---- */

/* The first steps from the state, which will be asked for so many times; of a method that remembers those of a new
 * trajectory. */
static enum newton_status take_first(struct X(stepper) *stepper, const real *start, bool remembers,
                                     unsigned long times)
{
    enum newton_status status = NEWTON_CONVERGED;

    X(vector_copy)(stepper->carried, start, stepper->carries);
    if (remembers)
        stepper->restart(stepper);
    for (unsigned long k = 0; k < RELATION_FIRST_STEPS && status == NEWTON_CONVERGED; k++) {
        stepper->ahead = (struct stepper_ahead){(k ? 1 : times) * RELATION_FIRST_STEPS - k - 1,
                                                k ? 0 : RELATION_FIRST_STEPS};
        status = stepper->step(stepper);
    }
    return status;
}

/* The largest |x_i - y_i|, relative to |x_i|, or to LEAST of the largest where that is more: round-off is no change of
 * what is none. */
static double find_apart(const real *x, const real *y, size_t d)
{
    double largest = 0, apart = 0;

    for (size_t i = 0; i < d; i++)
        largest = fmax(largest, fabs(real_to_double(x + i)));
    for (size_t i = 0; i < d; i++) {
        const double one = real_to_double(x + i), change = fabs(one - real_to_double(y + i));

        if (change != 0)
            apart = fmax(apart, isfinite(change) ? change / fmax(LEAST * largest, fabs(one)) : INFINITY);
    }
    return apart;
}

static unsigned long count_later(const struct method *method)
{
    const struct foreign_method *foreign = foreign_method_of(method);

    return foreign && !foreign->library ? RELATION_LATER_LINES : RELATION_LATER_CALLS;
}

void X(repeated_step_later)(const struct setup *setup, struct relation_later *later, mpfr_t *first,
                            mpfr_t *second)
{
    struct X(stepper) *stepper = setup->method->family->X(create)(setup);
    const bool remembers = setup->method->family->remembers;
    const size_t d = stepper->dimension;
    real *start = X(vector_create)(stepper->carries + d), *end = start + stepper->carries;
    const unsigned long most = count_later(setup->method);
    enum newton_status status;

    X(vector_copy)(start, stepper->carried, stepper->carries);
    status = take_first(stepper, start, remembers, 1);
    X(vector_copy)(end, X(stepper_output)(stepper), d);
    keep(first, stepper);
    while (status == NEWTON_CONVERGED && later->calls < most && later->apart <= RELATION_LATER_APART &&
           stepper->counts(stepper).residual_evaluations < RELATION_LATER_WORK) {
        later->calls += RELATION_FIRST_STEPS;
        status = take_first(stepper, start, remembers, 1 + (most - later->calls) / RELATION_FIRST_STEPS);
        later->gone = status == NEWTON_NO_ANSWER || status == NEWTON_CRASHED;
        if (!later->gone) /* what is gone is no other map */
            later->apart =
                fmax(later->apart,
                     status == NEWTON_CONVERGED ? find_apart(end, X(stepper_output)(stepper), d) : INFINITY);
    }
    keep(second, stepper);
    X(vector_destroy)(start);
    stepper->destroy(stepper);
}
