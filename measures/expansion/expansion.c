/* Expansions in powers of the step: see expansion.h.  Compiled for `series`. */
#include "measures/expansion/expansion.h"

#include <assert.h>
#include <stdlib.h>

#include "integrators/steps/stepper.h"
#include "measures/expansion/expansion_work.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

/* More powers than the expected order: of a run, and of a step than twice that. */
enum { POWERS_BEYOND = 5 };

struct work {
    const struct system *system;
    struct X(stepper) *stepper, *other; /* the latter NULL where there is no difference */
    struct X(evaluator) *velocity, *observe, *momentum, *constrain, *react;
    size_t d, observables, constraints, multipliers, quantities;
    int steps;
    real *solution, *slope, *first;    /* z(h), f(z), d; the observables at the start */
    real *error[EXPANSION_MOST_STEPS]; /* quantities, after n = 1 ... steps */
};

/* -- the solution -- */

/* x = integral of x from 0 to h, plus a constant */
static void integrate(real *x, const real *constant)
{
    arb_poly_integral(&x->coefficient, &x->coefficient, real_precision());
    arb_poly_set_coeff_arb(&x->coefficient, 0, series_coefficient(constant, 0));
    x->known = mpfr_precision.terms;
    series_truncate(x, x->known);
}

/* z(h), by as many Picard iterations as there are powers: each makes one power more right, and takes no more. */
static void expand_solution(struct work *w)
{
    real *start = X(vector_create)(w->d);

    X(vector_copy)(start, w->stepper->q, w->d);
    X(vector_copy)(w->solution, start, w->d);
    for (long k = 1; k < mpfr_precision.terms; k++) {
        for (size_t i = 0; i < w->d; i++)
            series_truncate(w->solution + i, k);
        X(evaluator_run)(w->velocity, 1, READS(w->solution), WRITES(w->slope));
        X(vector_copy)(w->solution, w->slope, w->d);
        for (size_t i = 0; i < w->d; i++)
            integrate(w->solution + i, start + i);
    }
    X(vector_destroy)(start);
}

/* x = x(n h) */
static void scale_step(real *x, unsigned n)
{
    arb_t power;

    arb_init(power);
    arb_one(power);
    for (slong k = 0; k < x->coefficient.length; k++) {
        arb_mul(x->coefficient.coeffs + k, x->coefficient.coeffs + k, power, real_precision());
        arb_mul_ui(power, power, n, real_precision());
    }
    arb_clear(power);
}

/* -- the errors -- */

static void measure(struct work *w, unsigned n)
{
    const real *output = X(stepper_output)(w->stepper), *observed = X(stepper_observed)(w->stepper);
    real *error = w->error[n - 1], *change = error + w->d, *constraint = change + w->observables,
         *multiplier = constraint + w->constraints, *difference = multiplier + w->multipliers;

    for (size_t i = 0; i < w->d; i++) {
        real_set(w->slope + i, w->solution + i);
        scale_step(w->slope + i, n);
    }
    X(vector_difference)(error, output, w->slope, w->d);
    if (w->observe) {
        X(evaluator_run)(w->observe, 1, READS(observed), WRITES(change));
        X(vector_subtract)(change, w->first, w->observables);
    }
    if (w->momentum) {
        X(evaluator_run)(w->momentum, 1, READS(w->stepper->q), WRITES(constraint));
        X(vector_difference)(constraint, w->stepper->p, constraint, w->d);
    } else if (w->constrain) {
        X(evaluator_run)(w->constrain, 1, READS(observed), WRITES(constraint));
    }
    if (w->react)
        X(evaluator_run)(w->react, 1, READS(output), WRITES(multiplier));
    else if (w->multipliers)
        X(vector_copy)(multiplier, w->stepper->multiplier, w->multipliers);
    if (w->other)
        X(vector_difference)(difference, output, X(stepper_output)(w->other), w->d);
}

/* -- quantities -- */

void expansion_add(struct expansion **expansion, enum expansion_of of, size_t index,
                   const real_series *const *value, int steps)
{
    struct expansion *grown = *expansion;
    struct expansion_quantity *added;

    grown = memory_resize(grown, 1, sizeof *grown + (grown->quantities + 1) * sizeof *added);
    added = grown->quantity + grown->quantities++;
    *added = (struct expansion_quantity){.of = of, .index = index};
    expansion_growth_describe(added, value, steps);
    *expansion = grown;
}

static void add_all(struct expansion **expansion, const struct work *w, unsigned of)
{
    const struct {
        enum expansion_of of;
        size_t count;
    } group[] = {{EXPANSION_OF_SOLUTION, w->d},
                 {EXPANSION_OF_OBSERVABLE, w->observables},
                 {EXPANSION_OF_CONSTRAINT, w->constraints},
                 {EXPANSION_OF_MULTIPLIER, w->multipliers},
                 {EXPANSION_OF_DIFFERENCE, w->other ? w->d : 0}};
    size_t next = 0;

    for (size_t k = 0; k < sizeof group / sizeof *group; k++) {
        for (size_t i = 0; i < group[k].count; i++, next++) {
            const real *value[EXPANSION_MOST_STEPS];

            for (int n = 0; n < w->steps; n++)
                value[n] = w->error[n] + next;
            if (of & 1U << group[k].of)
                expansion_add(expansion, group[k].of, i, value, w->steps);
        }
    }
}

/* -- life -- */

static void create(struct work *w)
{
    const struct system *system = w->system;

    w->d = system->dimension;
    w->observables = system->observables;
    w->constraints = system->momentum ? w->d : system->constraints;
    w->multipliers = system->reactions ? system->reactions : w->stepper->multiplier ? w->d : 0;
    w->quantities = w->d + w->observables + w->constraints + w->multipliers + (w->other ? w->d : 0);
    w->velocity = X(evaluator_create)(system->velocity, 1);
    if (w->observables)
        w->observe = X(evaluator_create)(system->observe, 1);
    if (system->momentum)
        w->momentum = X(evaluator_create)(system->momentum, 1);
    else if (system->constraints)
        w->constrain = X(evaluator_create)(system->constrain, 1);
    if (system->reactions)
        w->react = X(evaluator_create)(system->react, 1);
    w->solution = X(vector_create)(w->d);
    w->slope = X(vector_create)(w->d);
    w->first = X(vector_create)(w->observables);
    for (int n = 0; n < w->steps; n++)
        w->error[n] = X(vector_create)(w->quantities);
    if (w->observe)
        X(evaluator_run)(w->observe, 1, READS(X(stepper_observed)(w->stepper)), WRITES(w->first));
    expand_solution(w);
}

static void release(struct work *w)
{
    X(evaluator_destroy)(w->velocity);
    X(evaluator_destroy)(w->observe);
    X(evaluator_destroy)(w->momentum);
    X(evaluator_destroy)(w->constrain);
    X(evaluator_destroy)(w->react);
    X(vector_destroy)(w->solution);
    X(vector_destroy)(w->slope);
    X(vector_destroy)(w->first);
    for (int n = 0; n < w->steps; n++)
        X(vector_destroy)(w->error[n]);
    w->stepper->destroy(w->stepper);
    if (w->other)
        w->other->destroy(w->other);
}

static enum newton_status make_step(struct work *w)
{
    const enum newton_status status = w->stepper->step(w->stepper);

    return status == NEWTON_CONVERGED && w->other ? w->other->step(w->other) : status;
}

/* Of methods that are composed of others, or start with them, these may not step in series. */
static enum newton_status refuse(struct work *w)
{
    if (w->stepper)
        w->stepper->destroy(w->stepper);
    if (w->other)
        w->other->destroy(w->other);
    return NEWTON_UNSUPPORTED;
}

/* What is measured along a run. */
static enum newton_status run(struct expansion **expansion, const struct setup *setup,
                              const struct setup *other, unsigned of)
{
    struct work w = {.system = setup->system,
                     .stepper = setup->method->family->create_series(setup),
                     .other = other ? other->method->family->create_series(other) : NULL,
                     .steps = EXPANSION_STEPS};
    enum newton_status status = NEWTON_CONVERGED;

    if (!w.stepper || (other && !w.other))
        return refuse(&w);
    create(&w);
    for (unsigned n = 1; n <= (unsigned)w.steps && status == NEWTON_CONVERGED; n++) {
        status = make_step(&w);
        measure(&w, n);
    }
    if (status == NEWTON_CONVERGED)
        add_all(expansion, &w, of);
    release(&w);
    return status;
}

/* -- bits and powers -- */

static long choose_terms(const struct expansion_request *request, int orders)
{
    const long expected = method_expected_order(&request->cell->method),
               terms = request->terms ? request->terms : orders * expected + POWERS_BEYOND;

    return terms < NEWTON_SERIES_LEAST_TERMS ? NEWTON_SERIES_LEAST_TERMS
           : terms > EXPANSION_MOST_TERMS    ? EXPANSION_MOST_TERMS
                                             : terms;
}

/* What is asked of runs, then what is asked of a step, each with its number of powers. */
static void expand(struct expansion **expansion, const struct expansion_request *request,
                   const struct setup *setup, const struct setup *other)
{
    const unsigned of_runs = EXPANSION_RUN | EXPANSION_BIT(DIFFERENCE);

    enum newton_status status = NEWTON_CONVERGED;

    if (!setup->method->family->create_series || (other && !other->method->family->create_series))
        status = NEWTON_UNSUPPORTED;
    mpfr_precision_set_terms(choose_terms(request, 1));
    if (status == NEWTON_CONVERGED && request->of & of_runs)
        status = run(expansion, setup, other, request->of);
    mpfr_precision_set_terms(choose_terms(request, 2));
    if (status == NEWTON_CONVERGED && request->of & ~of_runs)
        status = expansion_defects(expansion, setup, request->of);
    (*expansion)->status = status;
}

/* Whether all steps are made, and all coefficients known to more than half of the bits that are wanted. */
static bool is_sharp(const struct expansion *expansion)
{
    bool sharp = expansion->status == NEWTON_CONVERGED;

    for (size_t i = 0; i < expansion->quantities; i++) {
        for (long k = 0; k < expansion->quantity[i].known; k++)
            sharp &= expansion->quantity[i].coefficient[k].radius < -EXPANSION_BITS / 2;
    }
    return sharp;
}

static struct expansion *expand_with(const struct expansion_request *request, long bits, mpq_srcptr step,
                                     struct error *error)
{
    struct cell_request cell = *request->cell, other = request->other ? *request->other : cell;
    struct cell_setup *own, *others = NULL;
    struct expansion *expansion = NULL;

    cell.step = other.step = step;
    cell.steps = other.steps = EXPANSION_STEPS;
    cell.bits = other.bits = bits;
    cell.rounding = other.rounding = (struct rounding){.uncompensated = true};
    own = cell_setup_create(&cell, error);
    if (own && request->other)
        others = cell_setup_create(&other, error);
    if (own && (!request->other || others)) {
        expansion = memory_create(1, sizeof *expansion);
        expand(&expansion, request, &own->setup, others ? &others->setup : NULL);
        expansion->sharp = is_sharp(expansion);
        if (expansion->status == NEWTON_UNSUPPORTED) {
            error_set(error, "%s does not step in power series; its order is measured along runs",
                      request->cell->method.name);
            expansion_destroy(expansion);
            expansion = NULL;
        }
    }
    cell_setup_destroy(own);
    cell_setup_destroy(others);
    flint_cleanup();
    return expansion;
}

void expansion_destroy(struct expansion *expansion)
{
    for (size_t i = 0; expansion && i < expansion->quantities; i++)
        number_block_destroy(expansion->quantity[i].centre);
    free(expansion);
}

struct expansion *expansion_create(const struct expansion_request *request, struct error *error)
{
    struct expansion *expansion;
    long bits = EXPANSION_BITS;
    mpq_t step;

    assert(request->terms == 0 ||
           (request->terms >= NEWTON_SERIES_LEAST_TERMS && request->terms <= EXPANSION_MOST_TERMS));
    mpq_init(step);
    mpq_set_ui(step, 1, 1);
    expansion = expand_with(request, bits, step, error);
    while (expansion && !expansion->sharp &&
           bits < (expansion->status == NEWTON_CONVERGED ? EXPANSION_MOST_BITS : 2 * EXPANSION_BITS)) {
        bits *= 2;
        expansion_destroy(expansion);
        expansion = expand_with(request, bits, step, error);
    }
    mpq_clear(step);
    return expansion;
}

bool expansion_exists(const struct expansion *expansion)
{
    return expansion->status == NEWTON_CONVERGED && expansion->sharp;
}

const char *expansion_reason(const struct expansion *expansion)
{
    switch (expansion->status) {
    case NEWTON_CONVERGED:
        return expansion->sharp ? "it exists" : "a function is not analytic at the initial data";
    case NEWTON_SINGULAR:
        return "the matrix of the equations of a step is singular at h = 0";
    case NEWTON_NOT_FINITE:
        return "a function in the equations of a step is not analytic at h = 0";
    default:
        return "the equations of a step are not solved at h = 0 where the step begins";
    }
}
