/* Steps of discrete Lagrangians as a map of (q, p): the stepper of the equations in discrete_lagrange.h.
 *
 * Carried: the state x = (q, w), w the difference quotient of the last step; p; the point (c, w) at which discrete
 * observables are taken; what compensation owes q and p; the entries of L_vv that belong to s, at the start.
 *
 * The first step is that of the flow in the coordinates r, and keeps the discrete constraint: p is chosen so that the
 * equations give it.  A Hamiltonized Lagrangian is singular where an entry of L_vv that belongs to s changes its sign:
 * a step beyond is none. */
#include "integrators/constrained/discrete_lagrange.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "integrators/steps/implicit_step.h"
#include "numerics/evaluator.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum { PARTS_OF_FIRST_STEP = 8, LEAST_STAGES = 6, MOST_STAGES = 32, BITS_BY_STAGE = 14 };

struct X(discrete_step) {
    struct X(stepper) stepper; /* first: a stepper is a discrete_step */
    const struct setup *setup;
    struct X(step_equations) own, first;
    struct X(newton) *newton, *first_newton;
    struct X(evaluator) *lagrangian, *project, *exact; /* the last: NULL where there is no exact solution */
    size_t n, m, unknowns;
    real *low, *orientation;       /* carried: 2 n, m */
    real *data, *increment, *flow; /* 2 n */
    real *x, *h, *before;
    narrow *narrow_x;
};

/* The size against which round-off is judged: of the coordinates, of those that are not bounded h times their size (an
 * angle is rounded before its sine is taken), and of what they move by. */
static narrow find_scale(const struct X(discrete_step) *w)
{
    const double h = fabs(exact_to_double(w->setup->step));
    narrow scale = narrow_all(0);

    for (size_t i = 0; i < w->n; i++) {
        const narrow q = real_to_narrow(w->stepper.q + i) * narrow_all(w->setup->secular[i] ? h : 1);

        narrow_raise(&scale, &q, 1);
    }
    narrow_raise(&scale, w->narrow_x, w->n);
    return narrow_select(narrow_less(narrow_all(0), scale), scale, narrow_all(1));
}

/* W_s of a guess W, which near a singularity moves far in a step: from L_vv w_s = p_s, or from the constraint. */
static void correct_guess(struct X(discrete_step) *w)
{
    const size_t n = w->n, m = w->m;
    const struct X(equations) *equations = &w->own.equations;
    const real *inertia = X(discrete_lagrange_inertia)(&w->own);
    real *r = w->flow, *W = w->x;

    equations->residual(equations->context, w->data, w->x, r);
    for (size_t i = n - m; i < n; i++) {
        if (w->setup->method->discretization.constraint != DISCRETIZATION_INSIDE) {
            real_divide(r + i, r + i, inertia + (i - (n - m)));
            real_multiply(r + i, r + i, w->h);
        }
        real_subtract(W + i, W + i, r + i);
    }
}

/* W = h w; of what else is unknown a reaction 0, and s as it moved before */
static void place_guess(struct X(discrete_step) *w)
{
    const size_t n = w->n, m = w->m;
    const enum discretization_constraint constraint = w->setup->method->discretization.constraint;

    X(vector_zero)(w->x, w->unknowns);
    X(vector_add_multiple)(w->x, w->h, w->stepper.q + n, n);
    if (constraint == DISCRETIZATION_POST)
        X(vector_copy)(w->x + n, w->x + n - m, m);
    if (constraint != DISCRETIZATION_REACTS)
        correct_guess(w);
    X(vector_narrow)(w->narrow_x, w->x, w->unknowns);
}

static void place_data(struct X(discrete_step) *w, const real *p)
{
    X(vector_copy)(w->data, w->stepper.q, w->n);
    X(vector_copy)(w->data + w->n, p, w->n);
}

/* Whether the entries of L_vv have the signs that they had at the start. */
static mask find_inside(const struct X(discrete_step) *w)
{
    const real *inertia = X(discrete_lagrange_inertia)(&w->own);
    mask inside = mask_all();

    for (size_t a = 0; a < w->m; a++) {
        const narrow there = real_to_narrow(w->orientation + a), here = real_to_narrow(inertia + a);

        inside &= narrow_less(narrow_all(0), there * here);
    }
    return inside;
}

static void move(struct X(discrete_step) *w)
{
    const size_t n = w->n;
    struct X(stepper) *stepper = &w->stepper;

    w->own.increment(w->own.equations.context, w->x, w->increment);
    X(vector_copy)(stepper->observed, X(discrete_lagrange_point)(&w->own), 2 * n);
    X(vector_copy)(stepper->q + n, stepper->observed + n, n);
    if (w->setup->rounding.uncompensated) {
        X(vector_add)(stepper->q, w->increment, n);
        X(vector_add)(stepper->p, w->increment + n, n);
    } else {
        X(vector_add_compensated)(stepper->q, w->low, w->increment, n);
        X(vector_add_compensated)(stepper->p, w->low + n, w->increment + n, n);
    }
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(discrete_step) *w = (struct X(discrete_step) *)stepper;
    choice status;

    if (w->before)
        X(vector_copy)(w->before, stepper->carried, stepper->carries);
    place_data(w, stepper->p);
    place_guess(w);
    status = X(newton_solve)(w->newton, stepper->active, w->data, find_scale(w), w->narrow_x, w->x);
    if (w->setup->method->discretization.constraint != DISCRETIZATION_REACTS)
        status = choice_where(choice_is(status, NEWTON_CONVERGED) & mask_not(find_inside(w)),
                              choice_all(NEWTON_CROSSED), status);
    if (mask_any(choice_is(status, NEWTON_CONVERGED)))
        move(w);
    if (w->before)
        X(vector_set_where)(stepper->carried, mask_not(choice_is(status, NEWTON_CONVERGED)), w->before,
                            stepper->carries);
    return status;
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(discrete_step) *w = (const struct X(discrete_step) *)stepper;
    struct newton_counts sum = {0};

    for (size_t lane = 0; lane < REAL_LANES; lane++) {
        const struct newton_counts counted = X(newton_counts)(w->newton, lane);

        newton_counts_add(&sum, &counted);
    }
    return sum;
}

static void forget(struct X(stepper) *stepper)
{
    struct X(discrete_step) *w = (struct X(discrete_step) *)stepper;

    X(newton_forget)(w->newton, mask_all());
}

/* From (q, p): the caller may have set them. */
static void restart(struct X(stepper) *stepper)
{
    struct X(discrete_step) *w = (struct X(discrete_step) *)stepper;

    X(vector_zero)(w->low, 2 * w->n);
    stepper->active = mask_all();
    forget(stepper);
}

/* -- the first step -- */

/* x = the state after the time h, by Gauss's method in small steps */
static void integrate_flow(struct X(discrete_step) *w, real *x)
{
    const int stages = LEAST_STAGES + real_precision() / BITS_BY_STAGE;
    struct setup setup = *w->setup;
    struct method method;
    struct error ignored;
    char name[40];
    mpq_t step;

    mpq_init(step);
    mpq_div_2exp(step, w->setup->step, 3);
    snprintf(name, sizeof name, "runge-kutta:gauss-%d", stages < MOST_STAGES ? stages : MOST_STAGES);
    method_find(name, &method, &ignored);
    setup.method = &method;
    setup.step = step;
    setup.rounding = (struct rounding){.coefficients = COEFFICIENTS_ROUNDED};
    if (setup_prepare(&setup, 2 * real_precision() + 64, &ignored)) {
        struct X(stepper) *flow = X(implicit_step_create)(&setup);

        X(vector_copy)(flow->q, w->stepper.q, 2 * w->n);
        flow->start(flow);
        for (int k = 0; k < PARTS_OF_FIRST_STEP; k++)
            flow->step(flow);
        X(vector_copy)(x, flow->q, 2 * w->n);
        flow->destroy(flow);
        setup_release(&setup);
    }
    mpq_clear(step);
}

/* x = the state after the time h */
static void follow_flow(struct X(discrete_step) *w, real *x)
{
    if (w->exact)
        X(evaluator_run)(w->exact, 1, READS(w->stepper.q, w->h, w->h, w->h), WRITES(x));
    else
        integrate_flow(w, x);
}

/* x = (W, 0) of the first step; NaN where there is none */
static void solve_first_step(struct X(discrete_step) *w)
{
    const size_t n = w->n;
    const narrow none = narrow_all(NAN);
    choice status;

    follow_flow(w, w->flow);
    X(vector_subtract)(w->flow, w->stepper.q, n);
    place_data(w, w->flow);
    X(vector_zero)(w->x, w->unknowns);
    X(vector_narrow)(w->narrow_x, w->flow, n);
    status = X(newton_solve)(w->first_newton, mask_all(), w->data, find_scale(w), w->narrow_x, w->x);
    for (size_t i = 0; i < n; i++)
        real_set_narrow_where(w->x + i, mask_not(choice_is(status, NEWTON_CONVERGED)), &none);
}

/* p = -D1 L_d of the first step: what the equations leave where p and the reaction are 0 */
static void find_first_momentum(struct X(discrete_step) *w)
{
    const struct X(equations) *equations = &w->own.equations;

    solve_first_step(w);
    X(vector_zero)(w->stepper.p, 2 * w->n);
    place_data(w, w->stepper.p);
    equations->residual(equations->context, w->data, w->x, w->increment);
    X(vector_copy)(w->stepper.p, w->increment, w->n);
}

static void start(struct X(stepper) *stepper)
{
    struct X(discrete_step) *w = (struct X(discrete_step) *)stepper;

    X(evaluator_run)(w->project, 1, READS(stepper->q), WRITES(w->flow));
    X(vector_copy)(stepper->q, w->flow, 2 * w->n);
    X(vector_copy)(stepper->observed, stepper->q, 2 * w->n);
    X(evaluator_run)(w->lagrangian, 1, READS(stepper->q), WRITES(w->flow, w->flow + w->n, w->orientation));
    find_first_momentum(w);
    restart(stepper);
}

/* -- life -- */

static void destroy(struct X(stepper) *stepper)
{
    struct X(discrete_step) *w = (struct X(discrete_step) *)stepper;
    real *const arrays[] = {stepper->carried, w->data, w->before};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        X(vector_destroy)(arrays[i]);
    NARROW(vector_destroy)(w->narrow_x);
    X(newton_destroy)(w->newton);
    X(newton_destroy)(w->first_newton);
    X(evaluator_destroy)(w->lagrangian);
    X(evaluator_destroy)(w->project);
    X(evaluator_destroy)(w->exact);
    free(w);
}

static void allocate(struct X(discrete_step) *w)
{
    struct X(stepper) *stepper = &w->stepper;
    const size_t n = w->n;

    stepper->carries = 8 * n + w->m;
    stepper->carried = X(vector_create)(stepper->carries);
    w->orientation = X(vector_share)(
        stepper->carried, (real * *const[]){&stepper->q, &stepper->p, &stepper->observed, &w->low}, 4, 2 * n);
    w->data = X(vector_create)(6 * n + w->unknowns + n + 1);
    w->h = X(vector_share)(w->data, (real * *const[]){&w->data, &w->increment, &w->flow}, 3, 2 * n);
    w->x = w->h + 1;
    w->narrow_x = NARROW(vector_create)(w->unknowns + n);
    if (REAL_LANES > 1)
        w->before = X(vector_create)(stepper->carries);
    X(scheme_step)(w->h, w->setup->step);
}

struct X(stepper) *X(discrete_step_create)(const struct setup *setup)
{
    const struct system *system = setup->system;
    const struct discretization *discretization = &setup->method->discretization;
    struct X(discrete_step) *w = memory_create(1, sizeof *w);

    w->stepper = (struct X(stepper)){.dimension = system->dimension,
                                     .maps_momentum = discretization->constraint != DISCRETIZATION_REACTS,
                                     .step = step,
                                     .start = start,
                                     .counts = counts,
                                     .forget = forget,
                                     .restart = restart,
                                     .destroy = destroy};
    w->setup = setup;
    w->n = system->positions;
    w->m = system->constraints;
    w->newton = X(implicit_step_newton)(&step_families_discrete, setup, &w->own);
    w->first_newton = X(implicit_step_newton)(&step_families_discrete_first, setup, &w->first);
    w->unknowns = w->own.equations.unknowns;
    w->lagrangian = X(evaluator_create)(system->nonholonomic.lagrangian[discretization->lagrangian], 1);
    w->project = X(evaluator_create)(system->nonholonomic.project, 1);
    w->exact = system->nonholonomic.exact ? X(evaluator_create)(system->nonholonomic.exact, 1) : NULL;
    allocate(w);
    X(vector_set_mpfr)(w->stepper.q, setup->initial, system->dimension);
    start(&w->stepper);
    return &w->stepper;
}
