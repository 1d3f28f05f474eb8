/* Many trajectories of one method: see poincare_ensemble.h. */
#include "measures/poincare_ensemble.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(poincare_ensemble) {
    struct X(stepper) *stepper;
    size_t members;
    real *carried; /* members x stepper->carries */
    struct X(evaluator) *observe;
    size_t observables;
    real *value; /* of the observables */
};

static void put_in(const struct X(poincare_ensemble) *ensemble, size_t member)
{
    struct X(stepper) *stepper = ensemble->stepper;

    X(vector_copy)(stepper->carried, ensemble->carried + member * stepper->carries, stepper->carries);
}

static void take_out(const struct X(poincare_ensemble) *ensemble, size_t member)
{
    const struct X(stepper) *stepper = ensemble->stepper;

    X(vector_copy)(ensemble->carried + member * stepper->carries, stepper->carried, stepper->carries);
}

struct X(poincare_ensemble) *X(poincare_ensemble_create)(const struct setup *setup,
                                                         struct X(stepper) *stepper, size_t members,
                                                         mpfr_srcptr start)
{
    struct X(poincare_ensemble) *ensemble = memory_create(1, sizeof *ensemble);
    struct X(evaluator) *momentum = X(evaluator_create)(setup->form->momentum, 1);
    size_t d = stepper->dimension;

    ensemble->stepper = stepper;
    ensemble->members = members;
    ensemble->carried = X(vector_create)(members * stepper->carries);
    ensemble->observe = X(evaluator_create)(setup->form->observables, 1);
    ensemble->observables = setup->form->invariants;
    ensemble->value = X(vector_create)(ensemble->observables);
    for (size_t k = 0; k < members; k++) {
        X(vector_zero)(stepper->carried, stepper->carries);
        for (size_t i = 0; i < d; i++)
            real_set_mpfr(stepper->q + i, start + k * d + i);
        X(evaluator_run)(momentum, 1, (const real *const[]){stepper->q}, (real *const[]){stepper->p});
        stepper->restart(stepper);
        take_out(ensemble, k);
    }
    X(evaluator_destroy)(momentum);
    return ensemble;
}

void X(poincare_ensemble_destroy)(struct X(poincare_ensemble) *ensemble)
{
    if (!ensemble)
        return;
    ensemble->stepper->destroy(ensemble->stepper);
    X(evaluator_destroy)(ensemble->observe);
    X(vector_destroy)(ensemble->carried);
    X(vector_destroy)(ensemble->value);
    free(ensemble);
}

/* False where the state, or an observable there, is not finite: it has left the domain of the model. */
static bool is_inside(const struct X(poincare_ensemble) *ensemble)
{
    const struct X(stepper) *stepper = ensemble->stepper;

    X(evaluator_run)(ensemble->observe, 1, (const real *const[]){stepper->q},
                     (real *const[]){ensemble->value});
    return X(vector_is_finite)(ensemble->value, ensemble->observables) &&
           X(vector_is_finite)(stepper->carried, stepper->carries);
}

/* The step that failed is written to *steps. */
static enum newton_status advance_member(const struct X(poincare_ensemble) *ensemble, size_t member,
                                         unsigned long *steps)
{
    struct X(stepper) *stepper = ensemble->stepper;
    enum newton_status status = NEWTON_CONVERGED;

    put_in(ensemble, member);
    stepper->forget(stepper);
    for (unsigned long n = 1; n <= *steps; n++) {
        status = stepper->step(stepper);
        if (status == NEWTON_CONVERGED && !is_inside(ensemble))
            status = NEWTON_NOT_FINITE;
        if (status != NEWTON_CONVERGED) {
            *steps = n;
            return status;
        }
    }
    take_out(ensemble, member);
    return status;
}

enum newton_status X(poincare_ensemble_advance)(struct X(poincare_ensemble) *ensemble, unsigned long steps,
                                                unsigned long *failed)
{
    enum newton_status first = NEWTON_CONVERGED;

    for (size_t k = 0; k < ensemble->members && steps > 0; k++) {
        unsigned long done = steps;
        enum newton_status status = advance_member(ensemble, k, &done);

        if (status != NEWTON_CONVERGED) {
            first = status;
            *failed = done;
            steps = done - 1; /* only an earlier failure counts from here */
        }
    }
    return first;
}

void X(poincare_ensemble_states)(struct X(poincare_ensemble) *ensemble, real *states)
{
    const struct X(stepper) *stepper = ensemble->stepper;
    size_t d = stepper->dimension;

    for (size_t k = 0; k < ensemble->members; k++) {
        real *row = states + k * 3 * d;

        put_in(ensemble, k);
        X(vector_copy)(row, stepper->q, d);
        X(vector_copy)(row + d, stepper->p, d);
        X(vector_zero)(row + 2 * d, d);
        if (stepper->multiplier)
            X(vector_copy)(row + 2 * d, stepper->multiplier, d);
    }
}
