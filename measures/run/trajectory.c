/* One run of one method: see trajectory.h. */
#include "measures/run/trajectory.h"

#include <math.h>
#include <stdlib.h>

#include "measures/run/trajectory_state.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

/* The arithmetic in the name of a run: trajectory_double, trajectory_mpfr. */
#define TEXT_OF(name)   #name
#define TEXT(name)      TEXT_OF(name)
#define ARITHMETIC_TEXT TEXT(X(trajectory))

struct run {
    const struct setup *setup;
    struct X(stepper) *stepper;
    const struct trajectory_request *request;
    struct trajectory *result;
    const struct system *system;
    size_t d, observables, constraints;                          /* groups of these, one at least */
    struct X(evaluator) *observe, *momentum, *constrain, *react; /* NULL where there are none */
    real *measured, *initial; /* all that is measured; in it: the observables at the start, */
    real *worst;              /* max |I - I_0|, where NaN stays, */
    real *worst_constraint;   /* and the same of each group of constraints */
    real *value;              /* observables */
    real *theta;              /* theta(q) - p, or the constraints of the system; 0 where there are neither */
    size_t thetas;
    real *reaction; /* multipliers of constraints: all that there are, unless projections find others */
    size_t multipliers;
    double *recorded;            /* observables, q and lambda of the last step; NULL where nobody records */
    double step;                 /* h */
    unsigned long every, next;   /* steps between checkpoints, the step of the next one */
    unsigned long start;         /* the step from which it was resumed, */
    struct newton_counts before; /* and what had been counted there */
    char *name;                  /* in the text of a state; NULL where none is read or written */
    struct trajectory_state state;
};

static void get_mpfr(mpfr_t *to, const real *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        real_get_mpfr(to[i], from + i);
}

/* worst = max(worst, |value|), where NaN wins for good; false where the value is not finite. */
static bool raise_maximum(real *worst, real *value)
{
    const bool finite = real_is_finite(value);

    real_absolute(value, value);
    if (!finite || (real_compare(value, worst) > 0 && real_is_finite(worst)))
        real_set(worst, value);
    return finite;
}

/* The multipliers that belong to the state which is output. */
static void react(struct run *run)
{
    if (run->react)
        X(evaluator_run)(run->react, 1, READS(X(stepper_output)(run->stepper)), WRITES(run->reaction));
}

/* Called while `recorded` begins with the changes of the observables and `theta` is the distance from the
 * constraint. */
static void record(struct run *run, unsigned long n)
{
    const struct X(stepper) *stepper = run->stepper;
    double *q = run->recorded + run->observables, *lambda = q + run->d;
    struct trajectory_record step = {.n = n, .change = run->recorded, .q = q};

    step.lambda = run->multipliers ? lambda : NULL;
    for (size_t i = 0; i < run->thetas; i++)
        step.constraint = fmax(step.constraint, fabs(real_to_double(run->theta + i)));
    for (size_t i = 0; i < run->d; i++)
        q[i] = real_to_double(X(stepper_output)(stepper) + i);
    react(run);
    for (size_t i = 0; i < run->multipliers; i++) {
        lambda[i] = run->react ? real_to_double(run->reaction + i)
                               : real_to_double(stepper->multiplier + i) / run->step;
        step.multiplier = fmax(step.multiplier, fabs(lambda[i]));
    }
    run->request->recorder(run->request->recorder_context, &step);
}

/* theta, and the maxima of each group of it; false when one is not finite. */
static bool measure_constraints(struct run *run)
{
    const struct X(stepper) *stepper = run->stepper;
    bool finite = true;
    size_t i = 0;

    if (run->momentum) {
        X(evaluator_run)(run->momentum, 1, (const real *const[]){stepper->q}, (real *const[]){run->theta});
        X(vector_subtract)(run->theta, stepper->p, run->d);
    } else if (run->constrain) {
        X(evaluator_run)(run->constrain, 1, READS(X(stepper_observed)(stepper)), WRITES(run->theta));
    } else {
        return true; /* theta is 0 */
    }
    for (size_t k = 0; k < run->constraints; k++) {
        size_t end = run->constrain ? i + run->system->constraint_group[k].count : run->thetas;

        for (; i < end; i++)
            finite &= raise_maximum(run->worst_constraint + k, run->theta + i);
    }
    return finite;
}

/* False when an observable is not finite: the solution has left the domain of the model. */
static bool measure(struct run *run)
{
    const struct X(stepper) *stepper = run->stepper;
    bool finite = true;

    X(evaluator_run)(run->observe, 1, READS(X(stepper_observed)(stepper)), WRITES(run->value));
    for (size_t i = 0; i < run->observables; i++) {
        real_subtract(run->value + i, run->value + i, run->initial + i);
        if (run->recorded)
            run->recorded[i] = real_to_double(run->value + i);
        finite &= raise_maximum(run->worst + i, run->value + i);
    }
    return measure_constraints(run) && finite;
}

static void collect_reactions(struct run *run)
{
    react(run);
    if (run->react)
        get_mpfr(run->result->multiplier, run->reaction, run->multipliers);
}

static void show_point(struct run *run, unsigned long n)
{
    const struct trajectory_request *request = run->request;

    if (!request->every || n % request->every != 0)
        return;
    get_mpfr(run->result->q, X(stepper_output)(run->stepper), run->d);
    collect_reactions(run);
    request->observer(request->context,
                      &(struct trajectory_point){.n = n,
                                                 .dimension = run->d,
                                                 .q = run->result->q,
                                                 .multipliers = run->react ? run->multipliers : 0,
                                                 .multiplier = run->result->multiplier});
}

static struct newton_counts count(const struct run *run)
{
    struct newton_counts sum = run->stepper->counts(run->stepper);

    newton_counts_add(&sum, &run->before);
    return sum;
}

/* The numbers of the state: what the stepper carries, what was measured, what was recorded. */
static void exchange_state(struct run *run, bool resumes)
{
    const struct trajectory_request *request = run->request;
    size_t carries = run->stepper->carries, first = run->state.numbers - request->recorded_numbers;

    for (size_t i = 0; i < first; i++) {
        real *number = i < carries ? run->stepper->carried + i : run->measured + (i - carries);

        if (resumes)
            real_set_mpfr(number, run->state.number + i);
        else
            real_get_mpfr(run->state.number + i, number);
    }
    for (size_t i = 0; i < request->recorded_numbers; i++) {
        if (resumes)
            request->recorded[i] = mpfr_get_d(run->state.number + first + i, MPFR_RNDN);
        else
            mpfr_set_d(run->state.number + first + i, request->recorded[i], MPFR_RNDN);
    }
}

static void keep_state(struct run *run, unsigned long n)
{
    char *text;

    run->state.n = n;
    run->state.counts = count(run);
    exchange_state(run, false);
    text = trajectory_state_write(&run->state, run->name);
    run->request->checkpoint(run->request->checkpoint_context, n, text);
    free(text);
}

/* Forgets whether or not anybody keeps the state, so that both runs have the same bits. */
static void pass_checkpoint(struct run *run, unsigned long n)
{
    run->next += run->every;
    if (n == run->request->steps)
        return;
    run->stepper->forget(run->stepper);
    if (run->request->checkpoint)
        keep_state(run, n);
}

static bool resume(struct run *run)
{
    if (!trajectory_state_read(&run->state, run->request->resume, run->name, run->every, run->request->steps,
                               run->request->error))
        return false;
    exchange_state(run, true);
    run->stepper->forget(run->stepper);
    run->result->steps = run->start = run->state.n;
    run->before = run->state.counts;
    return true;
}

static void advance(struct run *run)
{
    struct trajectory *result = run->result;

    run->next = run->start - run->start % run->every + run->every;
    if (run->start == 0 && run->request->observer)
        show_point(run, 0);
    for (unsigned long n = run->start + 1; n <= run->request->steps; n++) {
        run->stepper->ahead.steps = (run->next < run->request->steps ? run->next : run->request->steps) - n;
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
        if (run->recorded)
            record(run, n);
        if (run->request->observer)
            show_point(run, n);
        if (n == run->next)
            pass_checkpoint(run, n);
    }
}

static void collect(struct run *run)
{
    struct trajectory *result = run->result;

    get_mpfr(result->q, X(stepper_output)(run->stepper), run->d);
    if (run->stepper->p)
        get_mpfr(result->p, run->stepper->p, run->d);
    collect_reactions(run);
    if (run->stepper->multiplier && !run->react) {
        get_mpfr(result->multiplier, run->stepper->multiplier, run->d);
        for (size_t i = 0; i < run->d; i++)
            mpfr_div_q(result->multiplier[i], result->multiplier[i], run->setup->step, MPFR_RNDN);
    }
    get_mpfr(result->observable_initial, run->initial, run->observables);
    get_mpfr(result->observable_error, run->worst, run->observables);
    get_mpfr(result->constraint_error, run->worst_constraint, run->constraints);
    result->counts = count(run);
    if (run->stepper->width)
        result->width = run->stepper->width(run->stepper);
}

static void release(struct run *run)
{
    X(vector_destroy)(run->measured);
    X(vector_destroy)(run->value);
    X(vector_destroy)(run->theta);
    X(vector_destroy)(run->reaction);
    X(evaluator_destroy)(run->observe);
    X(evaluator_destroy)(run->momentum);
    X(evaluator_destroy)(run->constrain);
    X(evaluator_destroy)(run->react);
    run->stepper->destroy(run->stepper);
    free(run->recorded);
    free(run->name);
    number_block_destroy(run->state.number);
}

/* What is measured lies in one array, as what the stepper carries does: both are the state of the run. */
static void allocate_measured(struct run *run)
{
    size_t measures = 2 * run->observables + run->constraints;

    run->measured = X(vector_create)(measures);
    run->initial = run->measured;
    run->worst = run->measured + run->observables;
    run->worst_constraint = run->measured + 2 * run->observables;
    run->state.numbers = run->stepper->carries + measures + run->request->recorded_numbers;
}

static void prepare_state(struct run *run)
{
    run->name = trajectory_state_run(run->setup, &(struct trajectory_state_sizes){
                                                     .arithmetic = ARITHMETIC_TEXT,
                                                     .bits = real_precision(),
                                                     .carried = run->stepper->carries,
                                                     .observables = run->observables,
                                                     .every = run->every,
                                                 });
    run->state.number = number_block_create(run->state.numbers, real_precision());
}

struct trajectory *X(trajectory_run)(const struct setup *setup, struct X(stepper) *stepper,
                                     const struct trajectory_request *request)
{
    const struct system *system = setup->system;
    size_t d = stepper->dimension, observables = system->observables,
           constraints = system->constraint_groups ? system->constraint_groups : 1,
           thetas = system->constraints ? system->constraints : d,
           multipliers = system->reactions     ? system->reactions
                         : stepper->multiplier ? d
                                               : 0;
    struct run run = {
        .setup = setup,
        .stepper = stepper,
        .request = request,
        .result = trajectory_create(d, observables, constraints, multipliers, real_precision()),
        .system = system,
        .d = d,
        .observables = observables,
        .constraints = constraints,
        .observe = X(evaluator_create)(system->observe, 1),
        .momentum = system->momentum ? X(evaluator_create)(system->momentum, 1) : NULL,
        .constrain = system->constrain ? X(evaluator_create)(system->constrain, 1) : NULL,
        .value = X(vector_create)(observables),
        .theta = X(vector_create)(thetas),
        .thetas = thetas,
        .react = system->react ? X(evaluator_create)(system->react, 1) : NULL,
        .reaction = X(vector_create)(multipliers),
        .multipliers = multipliers,
        .recorded = request->recorder ? memory_create(observables + 2 * d, sizeof(double)) : NULL,
        .step = mpq_get_d(setup->step),
        .every = request->checkpoint_every ? request->checkpoint_every : TRAJECTORY_CHECKPOINT_STEPS,
    };

    allocate_measured(&run);
    if (request->checkpoint || request->resume)
        prepare_state(&run);
    X(evaluator_run)(run.observe, 1, READS(X(stepper_observed)(stepper)), WRITES(run.initial));
    if (!request->resume || resume(&run)) {
        advance(&run);
        collect(&run);
    } else {
        trajectory_destroy(run.result);
        run.result = NULL;
    }
    release(&run);
    return run.result;
}
