/* Expansions in powers of the step: see expansion.h.  Compiled for `series`. */
#include "measures/expansion/expansion.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "integrators/steps/stepper.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

enum { POINTS = EXPANSION_STEPS, LEAST_CONFIRMED = 2 };

struct work {
    const struct system *system;
    struct X(stepper) *stepper;
    struct X(evaluator) *velocity, *observe, *momentum, *constrain;
    size_t d, observables, constraints, quantities;
    real *solution, *slope, *first; /* z(h), f(z), d; the observables at the start */
    real *error[POINTS];            /* quantities, after n = 1 ... steps */
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

/* z(h), by as many Picard iterations as there are powers: each makes one power more right. */
static void expand_solution(struct work *w)
{
    real *start = X(vector_create)(w->d);

    X(vector_copy)(start, w->stepper->q, w->d);
    X(vector_copy)(w->solution, start, w->d);
    for (long k = 1; k < mpfr_precision.terms; k++) {
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
    real *error = w->error[n - 1], *observed = error + w->d, *constraint = observed + w->observables;

    for (size_t i = 0; i < w->d; i++) {
        real_set(w->slope + i, w->solution + i);
        scale_step(w->slope + i, n);
    }
    X(vector_difference)(error, X(stepper_output)(w->stepper), w->slope, w->d);
    if (w->observe) {
        X(evaluator_run)(w->observe, 1, READS(X(stepper_observed)(w->stepper)), WRITES(observed));
        X(vector_subtract)(observed, w->first, w->observables);
    }
    if (w->momentum) {
        X(evaluator_run)(w->momentum, 1, READS(w->stepper->q), WRITES(constraint));
        X(vector_difference)(constraint, w->stepper->p, constraint, w->d);
    } else if (w->constrain) {
        X(evaluator_run)(w->constrain, 1, READS(X(stepper_observed)(w->stepper)), WRITES(constraint));
    }
}

/* -- the coefficients as functions of n -- */

/* x_i = x_(i + 1) - x_i, or the sum, of which m values leave m - 1. */
static void difference(arb_ptr x, int m, bool sum)
{
    for (int i = 0; i + 1 < m; i++) {
        if (sum)
            arb_add(x + i, x + i + 1, x + i, real_precision());
        else
            arb_sub(x + i, x + i + 1, x + i, real_precision());
    }
}

static bool vanish(arb_srcptr x, int m)
{
    for (int i = 0; i < m; i++) {
        if (!arb_contains_zero(x + i))
            return false;
    }
    return true;
}

/* The degree of a polynomial with these m values, that of zero -1; m where so many values do not confirm it. */
static int find_degree(arb_ptr x, int m)
{
    for (int degree = -1; m - degree - 1 >= LEAST_CONFIRMED; degree++) {
        if (vanish(x, m - degree - 1))
            return degree;
        difference(x, m - degree - 1, false);
    }
    return m;
}

static void classify(struct expansion_coefficient *coefficient, arb_srcptr values)
{
    arb_ptr x = _arb_vec_init(POINTS);
    int degree;

    _arb_vec_set(x, values, POINTS);
    degree = find_degree(x, POINTS);
    if (degree < 0) {
        coefficient->growth = EXPANSION_ZERO;
    } else if (degree < POINTS) {
        coefficient->growth = EXPANSION_POLYNOMIAL;
        coefficient->degree = degree;
    } else {
        _arb_vec_set(x, values, POINTS);
        difference(x, POINTS, true); /* c(n) + c(n + 1): nothing of (-1)^n is left */
        degree = find_degree(x, POINTS - 1);
        coefficient->growth = degree < POINTS - 1 ? EXPANSION_ALTERNATES : EXPANSION_OTHER;
        coefficient->degree = degree > 0 ? degree : 0;
    }
    _arb_vec_clear(x, POINTS);
}

static mpfr_ptr find_centre(const struct expansion *expansion, size_t quantity, long k, int i)
{
    return expansion->centre[(quantity * EXPANSION_MOST_TERMS + (size_t)k) * POINTS + (size_t)i];
}

mpfr_srcptr expansion_centre(const struct expansion *expansion, size_t quantity, long k, unsigned n)
{
    assert(k < expansion->quantity[quantity].known && n >= 1 && n <= POINTS);
    return find_centre(expansion, quantity, k, (int)n - 1);
}

static void describe(struct expansion *expansion, const struct work *w, size_t quantity, long k)
{
    struct expansion_coefficient *coefficient = expansion->quantity[quantity].coefficient + k;
    arb_ptr values = _arb_vec_init(POINTS);
    mag_t largest;

    mag_init(largest);
    for (int i = 0; i < POINTS; i++) {
        arb_set(values + i, series_coefficient(w->error[i] + quantity, k));
        coefficient->value[i] = arf_get_d(arb_midref(values + i), ARF_RND_NEAR);
        arf_get_mpfr(find_centre(expansion, quantity, k, i), arb_midref(values + i), MPFR_RNDN);
        mag_max(largest, largest, arb_radref(values + i));
    }
    coefficient->radius = log2(mag_get_d(largest));
    classify(coefficient, values);
    mag_clear(largest);
    _arb_vec_clear(values, POINTS);
}

static void describe_all(struct expansion *expansion, const struct work *w)
{
    for (size_t i = 0; i < w->quantities; i++) {
        struct expansion_quantity *quantity = expansion->quantity + i;

        quantity->known = mpfr_precision.terms;
        for (int n = 0; n < POINTS; n++)
            quantity->known = w->error[n][i].known < quantity->known ? w->error[n][i].known : quantity->known;
        for (long k = 0; k < quantity->known; k++)
            describe(expansion, w, i, k);
        if (i >= w->d) {
            const bool observable = i < w->d + w->observables;

            quantity->of = observable ? EXPANSION_OF_OBSERVABLE : EXPANSION_OF_CONSTRAINT;
            quantity->index = i - w->d - (observable ? 0 : w->observables);
        } else {
            quantity->index = i;
        }
    }
}

int expansion_order(const struct expansion_quantity *quantity)
{
    int order = INT_MAX;

    for (int k = 0; k < quantity->known; k++) {
        const struct expansion_coefficient *c = quantity->coefficient + k;

        if (c->growth == EXPANSION_OTHER && order == INT_MAX)
            return -1;
        if (c->growth == EXPANSION_POLYNOMIAL || c->growth == EXPANSION_ALTERNATES)
            order = k - c->degree < order ? k - c->degree : order;
    }
    return order;
}

/* -- life -- */

static void create(struct work *w, const struct setup *setup)
{
    const struct system *system = w->system = setup->system;

    w->d = system->dimension;
    w->observables = system->observables;
    w->constraints = system->momentum ? w->d : system->constraints;
    w->quantities = w->d + w->observables + w->constraints;
    w->velocity = X(evaluator_create)(system->velocity, 1);
    if (w->observables)
        w->observe = X(evaluator_create)(system->observe, 1);
    if (system->momentum)
        w->momentum = X(evaluator_create)(system->momentum, 1);
    else if (system->constraints)
        w->constrain = X(evaluator_create)(system->constrain, 1);
    w->solution = X(vector_create)(w->d);
    w->slope = X(vector_create)(w->d);
    w->first = X(vector_create)(w->observables);
    for (int n = 0; n < POINTS; n++)
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
    X(vector_destroy)(w->solution);
    X(vector_destroy)(w->slope);
    X(vector_destroy)(w->first);
    for (int n = 0; n < POINTS; n++)
        X(vector_destroy)(w->error[n]);
    w->stepper->destroy(w->stepper);
    flint_cleanup();
}

static struct expansion *expand(const struct setup *setup, struct error *error)
{
    struct work w = {
        .stepper = setup->method->family->create_series ? setup->method->family->create_series(setup) : NULL};
    struct expansion *expansion;

    if (!w.stepper) {
        error_set(error, "%s does not step in power series; its order is measured along runs",
                  setup->method->name);
        return NULL;
    }
    create(&w, setup);
    expansion = memory_create(1, sizeof *expansion + w.quantities * sizeof *expansion->quantity);
    expansion->quantities = w.quantities;
    expansion->centre =
        number_block_create(w.quantities * EXPANSION_MOST_TERMS * POINTS, EXPANSION_BITS_KEPT);
    expansion->status = NEWTON_CONVERGED;
    for (unsigned n = 1; n <= POINTS && expansion->status == NEWTON_CONVERGED; n++) {
        expansion->status = w.stepper->step(w.stepper);
        measure(&w, n);
    }
    describe_all(expansion, &w);
    release(&w);
    return expansion;
}

static struct expansion *expand_with(const struct cell_request *request, long terms, struct error *error)
{
    struct cell_setup *own = cell_setup_create(request, error);
    struct expansion *expansion = NULL;

    mpfr_precision_set_terms(terms);
    if (own)
        expansion = expand(&own->setup, error);
    cell_setup_destroy(own);
    return expansion;
}

void expansion_destroy(struct expansion *expansion)
{
    if (!expansion)
        return;
    number_block_destroy(expansion->centre);
    free(expansion);
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

struct expansion *expansion_create(const struct cell_request *request, long terms, struct error *error)
{
    struct cell_request unit = *request;
    struct expansion *expansion;
    mpq_t step;

    assert(terms >= NEWTON_SERIES_LEAST_TERMS && terms <= EXPANSION_MOST_TERMS);
    mpq_init(step);
    mpq_set_ui(step, 1, 1);
    unit.step = step;
    unit.steps = EXPANSION_STEPS;
    unit.bits = EXPANSION_BITS;
    unit.rounding = (struct rounding){.uncompensated = true};
    expansion = expand_with(&unit, terms, error);
    while (expansion && !is_sharp(expansion) && unit.bits < EXPANSION_MOST_BITS) {
        unit.bits *= 2;
        expansion_destroy(expansion);
        expansion = expand_with(&unit, terms, error);
    }
    mpq_clear(step);
    return expansion;
}
