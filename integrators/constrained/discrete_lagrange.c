/* The equations of a step of a discrete Lagrangian, in any arithmetic: see discrete_lagrange.h. */
#include "integrators/constrained/discrete_lagrange.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(discrete_lagrange) {
    enum discretization_constraint constraint;
    size_t n, m; /* coordinates, constraints */
    struct X(evaluator) *lagrangian, *slip, *reaction;
    real *room, *point, *start;            /* (c, w), (q, -): 2 n */
    real *momentum, *force, *pull, *moved; /* L_v, L_q, A^T y, q1 - q: n */
    real *inertia;                         /* m */
    real *h, *alpha, *rest /* (1 - alpha) h */;
};

/* (c, w) */
static void find_point(struct X(discrete_lagrange) *w, const real *q, const real *W)
{
    const size_t n = w->n;

    X(vector_copy)(w->point, q, n);
    X(vector_add_multiple)(w->point, w->alpha, W, n);
    for (size_t i = 0; i < n; i++)
        real_divide(w->point + n + i, W + i, w->h);
}

/* r = A(c) (q1 - q) */
static void find_slip(struct X(discrete_lagrange) *w, const real *q, real *r)
{
    find_point(w, q, w->moved);
    X(evaluator_run)(w->slip, 1, READS(w->point, w->moved), WRITES(r));
}

/* r = L_v - (1 - alpha) h L_q - p */
static void find_balance(struct X(discrete_lagrange) *w, const real *q, const real *p, const real *W, real *r)
{
    find_point(w, q, W);
    X(evaluator_run)(w->lagrangian, 1, READS(w->point), WRITES(w->momentum, w->force, w->inertia));
    X(vector_copy)(r, w->momentum, w->n);
    X(vector_subtract_multiple)(r, w->rest, w->force, w->n);
    X(vector_subtract)(r, p, w->n);
}

static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(discrete_lagrange) *w = context;
    const size_t n = w->n, m = w->m;
    const real *q = data, *p = data + n, *W = x, *y = x + n;

    find_balance(w, q, p, W, r);
    X(vector_copy)(w->moved, W, n);
    switch (w->constraint) {
    case DISCRETIZATION_REACTS:
        X(vector_copy)(w->start, q, n);
        X(evaluator_run)(w->reaction, 1, READS(w->start, y), WRITES(w->pull));
        for (size_t i = 0; i < n; i++)
            real_divide(w->pull + i, w->pull + i, w->h);
        X(vector_add)(r, w->pull, n);
        find_slip(w, q, r + n);
        break;
    case DISCRETIZATION_POST:
        X(vector_copy)(w->moved + n - m, y, m);
        find_slip(w, q, r + n);
        break;
    case DISCRETIZATION_INSIDE:
        find_slip(w, q, r + n - m);
        break;
    default:
        break;
    }
}

/* W_r - D_r,  A(c) W */
static void start_residual(void *context, const real *data, const real *W, real *r)
{
    struct X(discrete_lagrange) *w = context;
    const size_t free = w->n - w->m;
    const real *q = data, *D = data + w->n;

    X(vector_copy)(w->moved, W, w->n);
    X(vector_copy)(r, W, free);
    X(vector_subtract)(r, D, free);
    find_slip(w, q, r + free);
}

/* (q1 - q, h L_q - A^T y) */
static void increment(void *context, const real *x, real *sum)
{
    struct X(discrete_lagrange) *w = context;
    const size_t n = w->n;

    (void)x;
    X(vector_copy)(sum, w->moved, n);
    X(vector_zero)(sum + n, n);
    X(vector_add_multiple)(sum + n, w->h, w->force, n);
    if (w->constraint == DISCRETIZATION_REACTS)
        X(vector_subtract)(sum + n, w->pull, n);
}

static void destroy(void *context)
{
    struct X(discrete_lagrange) *w = context;

    X(evaluator_destroy)(w->lagrangian);
    X(evaluator_destroy)(w->slip);
    X(evaluator_destroy)(w->reaction);
    X(vector_destroy)(w->room);
    free(w);
}

const real *X(discrete_lagrange_point)(const struct X(step_equations) *equations)
{
    return ((const struct X(discrete_lagrange) *)equations->equations.context)->point;
}

const real *X(discrete_lagrange_inertia)(const struct X(step_equations) *equations)
{
    return ((const struct X(discrete_lagrange) *)equations->equations.context)->inertia;
}

/* alpha and (1 - alpha) h, each rounded once */
static void set_weights(struct X(discrete_lagrange) *w, const struct setup *setup)
{
    struct error ignored;
    mpq_t alpha, one;

    mpq_inits(alpha, one, (mpq_ptr)0);
    mpq_set_ui(one, 1, 1);
    exact_parse(alpha, setup->method->discretization.alpha,
                &ignored); /* which it was when the method was found */
    X(scheme_step)(w->alpha, alpha);
    mpq_sub(one, one, alpha);
    mpq_mul(one, one, setup->step);
    X(scheme_step)(w->rest, one);
    X(scheme_step)(w->h, setup->step);
    mpq_clears(alpha, one, (mpq_ptr)0);
}

static struct X(discrete_lagrange) *create(const struct setup *setup)
{
    const struct system *system = setup->system;
    struct X(discrete_lagrange) *w = memory_create(1, sizeof *w);
    const size_t n = w->n = system->positions, m = w->m = system->constraints;

    w->constraint = setup->method->discretization.constraint;
    w->slip = X(evaluator_create)(system->nonholonomic.slip, 1);
    w->room = X(vector_create)(8 * n + m + 3);
    real *next = X(vector_share)(w->room, (real * *const[]){&w->point, &w->start}, 2, 2 * n);
    next = X(vector_share)(next, (real * *const[]){&w->momentum, &w->force, &w->pull, &w->moved}, 4, n);
    next = X(vector_share)(next, (real * *const[]){&w->inertia}, 1, m);
    X(vector_share)(next, (real * *const[]){&w->h, &w->alpha, &w->rest}, 3, 1);
    set_weights(w, setup);
    return w;
}

struct X(step_equations) X(discrete_lagrange_equations)(const struct setup *setup)
{
    const struct program *lagrangian =
        setup->system->nonholonomic.lagrangian[setup->method->discretization.lagrangian];
    struct X(discrete_lagrange) *w = create(setup);
    const bool multiplies = w->constraint == DISCRETIZATION_REACTS || w->constraint == DISCRETIZATION_POST;

    w->lagrangian = X(evaluator_create)(lagrangian, 1);
    w->reaction = X(evaluator_create)(setup->system->nonholonomic.reaction, 1);
    return (struct X(step_equations)){
        .equations = {w->n + (multiplies ? w->m : 0), 2 * w->n,
                      program_operations(lagrangian) + program_operations(setup->system->nonholonomic.slip) +
                          program_operations(setup->system->nonholonomic.reaction) + 10 * w->n,
                      residual, destroy, w},
        .increment = increment,
    };
}

struct X(step_equations) X(discrete_lagrange_start)(const struct setup *setup)
{
    struct X(discrete_lagrange) *w = create(setup);

    return (struct X(step_equations)){
        .equations = {w->n, 2 * w->n, program_operations(setup->system->nonholonomic.slip) + 4 * w->n,
                      start_residual, destroy, w},
    };
}
