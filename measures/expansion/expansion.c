/* Expansions in powers of the step: see expansion.h.  Compiled for `series`. */
#include "measures/expansion/expansion.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "integrators/steps/step_equations.h"
#include "integrators/steps/stepper.h"
#include "numerics/eigenvalues.h"
#include "measures/expansion/expansion_work.h"
#include "measures/run/timescale.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

/* More powers than the expected order: of a run, and of a step than twice that. */
enum { POWERS_BEYOND = 5 };
/* Of methods that remember, more steps for each parasitic root. */
enum { STEPS_BY_ROOT = 6 };
enum { BITS_BY_PART = 80, MOST_PARTS = 20 };
static const double ON_CIRCLE = 1e-6;

struct work {
    const struct system *system;
    struct X(stepper) *stepper, *other; /* the latter NULL where there is no difference */
    struct X(evaluator) *velocity, *observe, *momentum, *constrain, *react;
    size_t d, observables, constraints, multipliers, quantities;
    int steps;
    struct expansion_parasites parasites;
    int roots;                         /* of s */
    real *solution, *slope, *first;    /* z(h), f(z), d; the observables at the start */
    real *error[EXPANSION_MOST_STEPS]; /* quantities, after n = 1 ... steps */
};

/* -- the solution -- */

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
            series_integrate(w->solution + i, start + i);
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
                   const real_series *const *value, int steps, const struct expansion_parasites *parasites)
{
    struct expansion *grown = *expansion;
    struct expansion_quantity *added;

    grown = memory_resize(grown, 1, sizeof *grown + (grown->quantities + 1) * sizeof *added);
    added = grown->quantity + grown->quantities++;
    *added = (struct expansion_quantity){.of = of, .index = index};
    expansion_growth_describe(added, value, steps, parasites);
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
            if (group[k].of == EXPANSION_OF_OBSERVABLE && i == 0 && !w->system->has_energy)
                continue; /* a zero in the place of the energy */
            if (of & 1U << group[k].of)
                expansion_add(expansion, group[k].of, i, value, w->steps, &w->parasites);
        }
    }
}

/* -- parasites -- */

/* Of rho(z) = sum_j alpha_j z^j the quotient by z - 1, k + 1 coefficients; bdf-2: 3 z^2 - 4 z + 1. */
static arb_ptr find_quotient(const struct setup *setup, int k)
{
    static const int bdf[] = {1, -4, 3};
    arb_ptr s = _arb_vec_init(k);
    real *alpha = X(vector_create)(1);

    for (int j = k; j-- > 0;) {
        if (setup->coefficients)
            real_set_mpfr(alpha, setup->coefficient[j + 1]);
        else
            real_set_double(alpha, bdf[j + 1]);
        arb_set(s + j, series_coefficient(alpha, 0));
        if (j + 1 < k)
            arb_add(s + j, s + j, s + j + 1, real_precision());
    }
    X(vector_destroy)(alpha);
    return s;
}

/* Whether the roots of s lie in the unit circle; *on_circle: one of them on it. */
static bool is_stable(arb_srcptr s, int degree, bool *on_circle)
{
    double *companion = memory_create((size_t)(degree * degree), sizeof *companion), radius;

    for (int j = 0; j < degree; j++) {
        companion[j * degree + degree - 1] =
            -arf_get_d(arb_midref(s + j), ARF_RND_NEAR) / arf_get_d(arb_midref(s + degree), ARF_RND_NEAR);
        if (j > 0)
            companion[j * degree + j - 1] = 1;
    }
    radius = degree ? eigenvalues_radius(companion, (size_t)degree) : 0;
    free(companion);
    *on_circle = radius > 1 - ON_CIRCLE;
    return radius < 1 + ON_CIRCLE;
}

/* The steps too: each filter takes as many values as s has roots. */
static void find_parasites(struct work *w, const struct setup *setup, arb_ptr *s)
{
    const bool remembers = setup->method->family->remembers,
               known = remembers && (setup->coefficients || !setup->method->family->steps->file);
    const int k = !known ? 2 : setup->coefficients ? (int)setup->coefficients - 1 : 2;

    if (known) {
        *s = find_quotient(setup, k);
        w->parasites.starts = setup->coefficients ? k - 1 : 0;
    } else {
        *s = _arb_vec_init(k);
        arb_one(*s);
        arb_one(*s + 1);
    }
    w->parasites.s = *s;
    w->roots = w->parasites.degree = k - 1;
    if (!is_stable(*s, k - 1, &w->parasites.on_circle))
        w->parasites.degree = 0;
    w->steps = remembers ? EXPANSION_STEPS + STEPS_BY_ROOT * (k - 1) : w->steps;
    w->steps = w->steps < EXPANSION_MOST_STEPS ? w->steps : EXPANSION_MOST_STEPS;
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
                              const struct setup *other, const struct expansion_request *request)
{
    struct work w = {.system = setup->system,
                     .stepper = setup->method->family->create_series(setup),
                     .other = other ? other->method->family->create_series(other) : NULL,
                     .steps = request->steps ? request->steps : EXPANSION_STEPS};
    enum newton_status status = NEWTON_CONVERGED;
    arb_ptr s;

    if (!w.stepper || (other && !w.other))
        return refuse(&w);
    find_parasites(&w, setup, &s);
    create(&w);
    for (unsigned n = 1; n <= (unsigned)w.steps && status == NEWTON_CONVERGED; n++) {
        status = make_step(&w);
        measure(&w, n);
    }
    if (status == NEWTON_CONVERGED)
        add_all(expansion, &w, request->of);
    if (status == NEWTON_CONVERGED && request->of & EXPANSION_BIT(BILINEAR) &&
        !setup->method->family->remembers)
        status = expansion_jacobian(expansion, setup, EXPANSION_BIT(BILINEAR), w.steps, &w.parasites);
    _arb_vec_clear(s, w.roots + 1);
    release(&w);
    return status;
}

/* -- bits and powers -- */

static long choose_terms(const struct expansion_request *request, int orders)
{
    const long expected = method_expected_order(&request->cell->method),
               terms = request->terms ? request->terms : orders * expected + POWERS_BEYOND;

    return terms < NEWTON_SERIES_LEAST_TERMS && !request->terms ? NEWTON_SERIES_LEAST_TERMS
           : terms > EXPANSION_MOST_TERMS                       ? EXPANSION_MOST_TERMS
                                                                : terms;
}

/* Each step that a composition makes costs some ten bits. */
static long choose_bits(const struct method *method)
{
    mpfr_t *length = NULL;
    size_t parts = 1;
    const bool *adjoint;
    struct error ignored;

    if (method->family->composes)
        length = method_create_lengths(method, EXPANSION_BITS_KEPT, &parts, &adjoint, &ignored);
    number_block_destroy(length ? *length : NULL);
    if (!length)
        return EXPANSION_BITS;
    return parts < MOST_PARTS ? EXPANSION_BITS + BITS_BY_PART * (long)(parts - 1) : EXPANSION_MOST_BITS / 2;
}

static void remove_all(struct expansion *expansion)
{
    for (size_t i = 0; i < expansion->quantities; i++)
        number_block_destroy(expansion->quantity[i].centre);
    expansion->quantities = 0;
}

/* Where the steps are those of the flow up to all powers, twice as many are asked for. */
static enum newton_status run_far(struct expansion **expansion, const struct expansion_request *request,
                                  const struct setup *setup, const struct setup *other)
{
    long terms = choose_terms(request, 1);
    enum newton_status status;

    for (;; terms = 2 * terms < EXPANSION_MOST_TERMS ? 2 * terms : EXPANSION_MOST_TERMS) {
        mpfr_precision_set_terms(terms);
        status = run(expansion, setup, other, request);
        if (status != NEWTON_CONVERGED || request->terms || terms == EXPANSION_MOST_TERMS ||
            !(request->of & EXPANSION_BIT(SOLUTION)) ||
            expansion_least_order(*expansion, EXPANSION_OF_SOLUTION, NULL) < INT_MAX)
            return status;
        remove_all(*expansion);
    }
}

/* What is asked of runs, then what is asked of a step, each with its number of powers. */
static void expand(struct expansion **expansion, const struct expansion_request *request,
                   const struct setup *setup, const struct setup *other)
{
    const unsigned of_runs = EXPANSION_RUN | EXPANSION_BIT(DIFFERENCE) | EXPANSION_BIT(BILINEAR);

    enum newton_status status = NEWTON_CONVERGED;

    if (!setup->method->family->create_series || (other && !other->method->family->create_series))
        status = NEWTON_UNSUPPORTED;
    if (status == NEWTON_CONVERGED && request->of & of_runs)
        status = run_far(expansion, request, setup, other);
    mpfr_precision_set_terms(choose_terms(request, 2));
    if (status == NEWTON_CONVERGED && request->of & ~of_runs)
        status = expansion_defects(expansion, setup, request->of);
    (*expansion)->status = status;
}

/* -- how narrow a ball has to be -- */

/* log2 of the sizes that quantities have in the units of the model, and of the fastest rate. */
struct sizes {
    size_t d, observables;
    double *coordinate, *observable; /* d, observables */
    double least, rate;
};

/* A coordinate that is zero is as large as the largest. */
static struct sizes find_sizes(const struct cell_setup *own, const struct problem *problem)
{
    const size_t d = problem->system->dimension, observables = problem->system->observables;
    struct sizes s = {.d = d,
                      .observables = observables,
                      .coordinate = memory_create(d + observables, sizeof *s.coordinate)};
    double *point = memory_create(d, sizeof *point), *scale = problem_scales(problem), largest = -INFINITY;

    s.observable = s.coordinate + d;
    for (size_t i = 0; i < d; i++) {
        point[i] = mpfr_get_d(own->setup.initial[i], MPFR_RNDN);
        s.coordinate[i] =
            mpfr_regular_p(own->setup.initial[i]) ? (double)mpfr_get_exp(own->setup.initial[i]) : -INFINITY;
        largest = fmax(largest, s.coordinate[i]);
    }
    for (size_t i = 0; i < d; i++)
        s.coordinate[i] = isfinite(s.coordinate[i]) ? s.coordinate[i] : isfinite(largest) ? largest : 0;
    for (size_t i = 0; i < observables; i++)
        s.observable[i] = scale[i] > 0 ? log2(scale[i]) : 0;
    for (size_t i = 0; i < d + observables; i++)
        s.least = fmin(s.least, s.coordinate[i]);
    s.rate = log2(timescale_measure(problem->system, point, 0).rate);
    s.rate = isfinite(s.rate) ? s.rate : 0;
    free(point);
    free(scale);
    return s;
}

/* Of what is neither a coordinate nor an observable the least of all. */
static double units_of(const struct sizes *s, const struct expansion_quantity *quantity)
{
    const size_t i = quantity->index;

    switch (quantity->of) {
    case EXPANSION_OF_SOLUTION:
    case EXPANSION_OF_DIFFERENCE:
    case EXPANSION_OF_SYMMETRY:
    case EXPANSION_OF_REVERSIBILITY:
        return i < s->d ? s->coordinate[i] : s->least;
    case EXPANSION_OF_OBSERVABLE:
        return s->observable[i];
    default:
        return s->least;
    }
}

/* Whether all steps are made, and all coefficients known to more than half of the bits that are wanted, or of those of the
 * start, in the units of the model: a ball times h^k, with h one over the fastest rate, is that much smaller than what it is
 * the error of. */
static bool is_sharp(const struct expansion *expansion, const struct sizes *sizes, mpfr_t *start)
{
    const long bits =
        start && mpfr_get_prec(*start) < EXPANSION_BITS ? mpfr_get_prec(*start) : EXPANSION_BITS;
    bool sharp = expansion->status == NEWTON_CONVERGED;

    for (size_t i = 0; i < expansion->quantities; i++) {
        const struct expansion_quantity *quantity = expansion->quantity + i;

        for (long k = 0; k < quantity->known; k++)
            sharp &= quantity->coefficient[k].radius - (double)k * sizes->rate <
                     units_of(sizes, quantity) - (double)(bits / 2);
    }
    return sharp;
}

static struct expansion *expand_with(const struct expansion_request *request, long bits, mpq_srcptr step,
                                     struct error *error)
{
    struct cell_request cell = *request->cell, other = request->other ? *request->other : cell;
    struct cell_setup *own, *others = NULL;
    struct expansion *expansion = NULL;
    struct sizes sizes;

    cell.step = other.step = step;
    cell.steps = other.steps = EXPANSION_STEPS;
    cell.bits = other.bits = bits;
    cell.rounding = other.rounding = (struct rounding){.uncompensated = true};
    own = cell_setup_create(&cell, error);
    if (own && request->start)
        own->setup.initial = request->start;
    if (own && request->other)
        others = cell_setup_create(&other, error);
    if (own && (!request->other || others)) {
        expansion = memory_create(1, sizeof *expansion);
        expand(&expansion, request, &own->setup, others ? &others->setup : NULL);
        sizes = find_sizes(own, request->cell->problem);
        expansion->sharp = is_sharp(expansion, &sizes, request->start);
        free(sizes.coordinate);
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
    if (expansion)
        remove_all(expansion);
    free(expansion);
}

struct expansion *expansion_create(const struct expansion_request *request, struct error *error)
{
    struct expansion *expansion;
    long bits = choose_bits(&request->cell->method);
    mpq_t step;

    assert(request->terms == 0 ||
           (request->terms >= EXPANSION_LEAST_TERMS && request->terms <= EXPANSION_MOST_TERMS));
    mpq_init(step);
    mpq_set_ui(step, 1, 1);
    expansion = expand_with(request, bits, step, error);
    while (expansion && !expansion->sharp &&
           (!request->start || 2 * bits <= mpfr_get_prec(*request->start)) &&
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
