/* One run of one method: see trajectory.h. */
#include "measures/trajectory.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct run {
    const struct setup *setup;
    struct X(stepper) *stepper;
    const struct trajectory_request *request;
    struct trajectory *result;
    size_t d, observables;
    struct X(evaluator) *observe, *momentum;
    real *initial, *value; /* observables */
    real *worst;           /* max |I - I_0|; NaN stays */
    real *theta;           /* then p - theta(q) */
    real *worst_constraint;
};

static void get_mpfr(mpfr_t *to, const real *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_get_mpfr(to[i], from + i);
}

/* worst = max(worst, |value|), where NaN wins for good */
static void raise_maximum(real *worst, real *value)
{
    real_absolute(value, value);
    if (!real_is_finite(value) || (real_is_finite(worst) && real_compare(value, worst) > 0))
        real_set(worst, value);
}

/* False when an observable is not finite: the solution has left the domain of the model. */
static bool measure(struct run *run)
{
    const struct X(stepper) *stepper = run->stepper;

    X(evaluator_run)(run->observe, 1, (const real *const[]){stepper->q}, (real *const[]){run->value});
    for (size_t i = 0; i < run->observables; i++) {
        real_subtract(run->value + i, run->value + i, run->initial + i);
        raise_maximum(run->worst + i, run->value + i);
    }
    X(evaluator_run)(run->momentum, 1, (const real *const[]){stepper->q}, (real *const[]){run->theta});
    X(vector_subtract)(run->theta, stepper->p, run->d);
    for (size_t i = 0; i < run->d; i++)
        raise_maximum(run->worst_constraint, run->theta + i);
    return X(vector_is_finite)(run->worst, run->observables) && real_is_finite(run->worst_constraint);
}

static void show_point(struct run *run, unsigned long n)
{
    const struct trajectory_request *request = run->request;

    if (!request->observer || !request->every || n % request->every != 0)
        return;
    get_mpfr(run->result->q, run->stepper->q, run->d);
    request->observer(request->context,
                      &(struct trajectory_point){.n = n, .dimension = run->d, .q = run->result->q});
}

static void advance(struct run *run)
{
    struct trajectory *result = run->result;

    show_point(run, 0);
    for (unsigned long n = 1; n <= run->request->steps; n++) {
        result->newton = run->stepper->step(run->stepper);
        if (result->newton == NEWTON_CONVERGED) {
            result->steps = n;
            if (!measure(run))
                result->newton = NEWTON_NOT_FINITE;
        }
        if (result->newton != NEWTON_CONVERGED) {
            result->status = TRAJECTORY_BROKE_DOWN;
            result->broke_down_at = n;
            return;
        }
        show_point(run, n);
    }
}

static void collect(struct run *run)
{
    struct trajectory *result = run->result;

    get_mpfr(result->q, run->stepper->q, run->d);
    get_mpfr(result->p, run->stepper->p, run->d);
    if (run->stepper->multiplier) {
        get_mpfr(result->multiplier, run->stepper->multiplier, run->d);
        for (size_t i = 0; i < run->d; i++)
            mpfr_div_q(result->multiplier[i], result->multiplier[i], run->setup->step, MPFR_RNDN);
    }
    get_mpfr(result->observable_initial, run->initial, run->observables);
    get_mpfr(result->observable_error, run->worst, run->observables);
    get_mpfr(result->constraint_error, run->worst_constraint, 1);
    result->counts = run->stepper->counts(run->stepper);
}

static void release(struct run *run)
{
    real *const arrays[] = {run->initial, run->value, run->worst, run->theta, run->worst_constraint};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        X(vector_destroy)(arrays[i]);
    X(evaluator_destroy)(run->observe);
    X(evaluator_destroy)(run->momentum);
    run->stepper->destroy(run->stepper);
}

struct trajectory *X(trajectory_run)(const struct setup *setup, struct X(stepper) *stepper,
                                     const struct trajectory_request *request)
{
    size_t d = stepper->dimension, observables = setup->form->invariants;
    struct run run = {
        .setup = setup,
        .stepper = stepper,
        .request = request,
        .result = trajectory_create(d, observables, stepper->multiplier != NULL, real_precision()),
        .d = d,
        .observables = observables,
        .observe = X(evaluator_create)(setup->form->observables, 1),
        .momentum = X(evaluator_create)(setup->form->momentum, 1),
        .initial = X(vector_create)(observables),
        .value = X(vector_create)(observables),
        .worst = X(vector_create)(observables),
        .theta = X(vector_create)(d),
        .worst_constraint = X(vector_create)(1),
    };

    X(evaluator_run)(run.observe, 1, (const real *const[]){stepper->q}, (real *const[]){run.initial});
    advance(&run);
    collect(&run);
    release(&run);
    return run.result;
}
