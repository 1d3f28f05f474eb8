/* Many trajectories of one method: see poincare_ensemble.h. */
#include "measures/poincare/poincare_ensemble.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct members {
    struct X(poincare_ensemble) ensemble; /* first: it is one of these */
    struct X(stepper) *stepper;
    real *carried; /* members x stepper->carries */
    struct X(evaluator) *observe;
    size_t observables;
    real *value; /* of the observables */
};

static void put_in(const struct members *w, size_t member)
{
    struct X(stepper) *stepper = w->stepper;

    X(vector_copy)(stepper->carried, w->carried + member * stepper->carries, stepper->carries);
}

static void take_out(const struct members *w, size_t member)
{
    const struct X(stepper) *stepper = w->stepper;

    X(vector_copy)(w->carried + member * stepper->carries, stepper->carried, stepper->carries);
}

/* False where the state, or an observable there, is not finite: it has left the domain of the model. */
static bool is_inside(const struct members *w)
{
    const struct X(stepper) *stepper = w->stepper;

    X(evaluator_run)(w->observe, 1, (const real *const[]){stepper->q}, (real *const[]){w->value});
    return X(vector_is_finite)(w->value, w->observables) &&
           X(vector_is_finite)(stepper->carried, stepper->carries);
}

/* The step that failed is written to *steps. */
static enum newton_status advance_member(const struct members *w, size_t member, unsigned long *steps)
{
    struct X(stepper) *stepper = w->stepper;
    enum newton_status status = NEWTON_CONVERGED;

    put_in(w, member);
    stepper->forget(stepper);
    for (unsigned long n = 1; n <= *steps; n++) {
        status = stepper->step(stepper);
        if (status == NEWTON_CONVERGED && !is_inside(w))
            status = NEWTON_NOT_FINITE;
        if (status != NEWTON_CONVERGED) {
            *steps = n;
            return status;
        }
    }
    take_out(w, member);
    return status;
}

static bool advance(struct X(poincare_ensemble) *ensemble, unsigned long steps, enum newton_status *status,
                    unsigned long *failed, struct error *error)
{
    const struct members *w = (const struct members *)ensemble;

    (void)error; /* nothing can go wrong */
    *status = NEWTON_CONVERGED;
    for (size_t k = 0; k < ensemble->members && steps > 0; k++) {
        unsigned long done = steps;
        enum newton_status own = advance_member(w, k, &done);

        if (own != NEWTON_CONVERGED) {
            *status = own;
            *failed = done;
            steps = done - 1; /* only an earlier failure counts from here */
        }
    }
    return true;
}

static void get_states(struct X(poincare_ensemble) *ensemble, real *states)
{
    const struct members *w = (const struct members *)ensemble;
    const struct X(stepper) *stepper = w->stepper;
    size_t d = stepper->dimension;

    for (size_t k = 0; k < ensemble->members; k++) {
        real *row = states + k * 3 * d;

        put_in(w, k);
        X(vector_copy)(row, stepper->q, d);
        X(vector_copy)(row + d, stepper->p, d);
        X(vector_zero)(row + 2 * d, d);
        if (stepper->multiplier)
            X(vector_copy)(row + 2 * d, stepper->multiplier, d);
    }
}

static void destroy(struct X(poincare_ensemble) *ensemble)
{
    struct members *w = (struct members *)ensemble;

    if (!w)
        return;
    w->stepper->destroy(w->stepper);
    X(evaluator_destroy)(w->observe);
    X(vector_destroy)(w->carried);
    X(vector_destroy)(w->value);
    free(w);
}

struct X(poincare_ensemble) *X(poincare_ensemble_create)(const struct setup *setup,
                                                         struct X(stepper) *stepper, size_t members,
                                                         mpfr_srcptr start)
{
    struct members *w = memory_create(1, sizeof *w);
    struct X(evaluator) *momentum = X(evaluator_create)(setup->system->momentum, 1);
    size_t d = stepper->dimension;

    w->ensemble = (struct X(poincare_ensemble)){members, d, advance, get_states, destroy};
    w->stepper = stepper;
    w->carried = X(vector_create)(members * stepper->carries);
    w->observe = X(evaluator_create)(setup->system->observe, 1);
    w->observables = setup->system->observables;
    w->value = X(vector_create)(w->observables);
    for (size_t k = 0; k < members; k++) {
        X(vector_zero)(stepper->carried, stepper->carries);
        for (size_t i = 0; i < d; i++)
            real_set_mpfr(stepper->q + i, start + k * d + i);
        X(evaluator_run)(momentum, 1, (const real *const[]){stepper->q}, (real *const[]){stepper->p});
        stepper->restart(stepper);
        take_out(w, k);
    }
    X(evaluator_destroy)(momentum);
    return &w->ensemble;
}
