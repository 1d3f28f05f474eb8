/* The flow of a model's equations, by Gauss's methods with many stages; in series by its own series: see implicit_step.h. */
#include "integrators/steps/implicit_step.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "integrators/steps/scheme.h"
#include "numerics/evaluator.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

#if defined ARITHMETIC_SERIES
/* q(t) = q + integral of f(q(s)) from 0 to t, t = h or -h: each iteration makes one power more right. */
struct X(implicit_step_flow) {
    size_t d;
    struct X(evaluator) *velocity;
    real *slope, *h; /* d, 1 */
};

static struct X(implicit_step_flow) *create(const struct setup *setup, bool backwards)
{
    struct X(implicit_step_flow) *flow = memory_create(1, sizeof *flow);
    mpq_t step;

    mpq_init(step);
    mpq_set(step, setup->step);
    if (backwards)
        mpq_neg(step, step);
    flow->d = setup->system->dimension;
    flow->velocity = X(evaluator_create)(setup->system->velocity, 1);
    flow->slope = X(vector_create)(flow->d + 1);
    flow->h = flow->slope + flow->d;
    X(scheme_number)(flow->h, step);
    mpq_clear(step);
    return flow;
}

void X(implicit_step_flow_destroy)(struct X(implicit_step_flow) *flow)
{
    if (!flow)
        return;
    X(evaluator_destroy)(flow->velocity);
    X(vector_destroy)(flow->slope);
    free(flow);
}

/* The start is a constant: a run starts there. */
void X(implicit_step_flow_follow)(struct X(implicit_step_flow) *flow, const real *q, real *end)
{
    real *start = X(vector_create)(flow->d);

    X(vector_copy)(start, q, flow->d);
    X(vector_copy)(end, q, flow->d);
    for (long k = 1; k < mpfr_precision.terms; k++) {
        for (size_t i = 0; i < flow->d; i++)
            series_truncate(end + i, k);
        X(evaluator_run)(flow->velocity, 1, READS(end), WRITES(flow->slope));
        for (size_t i = 0; i < flow->d; i++) {
            real_multiply(end + i, flow->slope + i, flow->h);
            series_integrate(end + i, start + i);
        }
    }
    X(vector_destroy)(start);
}
#else
enum { PARTS = 8, LEAST_STAGES = 6, MOST_STAGES = 32, BITS_BY_STAGE = 14, GUARD_DIGITS = 64 };

struct X(implicit_step_flow) {
    struct method method;
    struct setup setup;
    mpq_t step;
    int parts; /* steps that it makes */
    struct X(stepper) *stepper;
};

/* Over h, or -h, in one part, or in more where one would leave more than round-off: the error of a part is about its length to
 * twice the number of stages. */
static struct X(implicit_step_flow) *create(const struct setup *setup, bool backwards)
{
    const int digits = real_precision() + GUARD_DIGITS,
              wanted = LEAST_STAGES + real_precision() / BITS_BY_STAGE;
    const int stages = wanted < MOST_STAGES ? wanted : MOST_STAGES;
    const int parts = -2 * stages * log2(fabs(exact_to_double(setup->step))) >= digits ? 1 : PARTS;
    struct X(implicit_step_flow) *flow = memory_create(1, sizeof *flow);
    struct error ignored;
    char name[40];

    mpq_init(flow->step);
    mpq_set_si(flow->step, backwards ? -1 : 1, (unsigned long)parts);
    mpq_mul(flow->step, flow->step, setup->step);
    snprintf(name, sizeof name, "runge-kutta:gauss-%d", stages);
    method_find(name, &flow->method, &ignored);
    flow->parts = parts;
    flow->setup = *setup;
    flow->setup.method = &flow->method;
    flow->setup.step = flow->step;
    flow->setup.rounding = (struct rounding){.coefficients = COEFFICIENTS_ROUNDED};
    flow->setup.tableau =
        tableau_create(flow->method.tableau, 2 * (mpfr_prec_t)real_precision() + 64, &ignored);
    flow->stepper = X(implicit_step_create)(&flow->setup);
    return flow;
}

void X(implicit_step_flow_destroy)(struct X(implicit_step_flow) *flow)
{
    if (!flow)
        return;
    flow->stepper->destroy(flow->stepper);
    tableau_destroy(flow->setup.tableau);
    mpq_clear(flow->step);
    free(flow);
}

void X(implicit_step_flow_follow)(struct X(implicit_step_flow) *flow, const real *q, real *end)
{
    struct X(stepper) *stepper = flow->stepper;
    const size_t d = stepper->dimension;
    mask solved = mask_all();

    X(vector_copy)(stepper->q, q, d);
    stepper->start(stepper);
    for (int k = 0; k < flow->parts; k++)
        solved &= choice_is(stepper->step(stepper), NEWTON_CONVERGED);
    for (size_t i = 0; i < d; i++)
        real_set_double(end + i, INFINITY);
    X(vector_set_where)(end, solved, stepper->q, d);
}
#endif

struct X(implicit_step_flow) *X(implicit_step_flow_create_back)(const struct setup *setup)
{
    return create(setup, true);
}

struct X(implicit_step_flow) *X(implicit_step_flow_create_ahead)(const struct setup *setup)
{
    return create(setup, false);
}
