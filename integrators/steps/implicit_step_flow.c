/* The flow of a model's equations, by Gauss's methods with many stages: see implicit_step.h. */
#include "integrators/steps/implicit_step.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

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

struct X(implicit_step_flow) *X(implicit_step_flow_create_back)(const struct setup *setup)
{
    return create(setup, true);
}

struct X(implicit_step_flow) *X(implicit_step_flow_create_ahead)(const struct setup *setup)
{
    return create(setup, false);
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
