/* The equations of BDF-2 on H(q, p) with holonomic constraints g(q) = 0, in any arithmetic: from the states z0 = (q0, p0)
 * and z1 to z2 = z1 + D,
 *
 *     (3 z2 - 4 z1 + z0)/(2 h) = (H_p, -H_q - G^T l) at z2      g(q2) = 0
 *
 * Unknowns: D_q, U = h D_p and L = h^2 l, all as large as q whatever h is.  Data: (z1, z0, h). */
#include "integrators/steps/step_families.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(bdf) {
    size_t n, m;
    struct X(scheme) *scheme;
    struct X(evaluator) *force, *velocity, *constraint;
    real *room, *z2, *moved;       /* 2 n: moved = z1 - z0 */
    real *H_q, *H_p, *pull;        /* n */
    real *inverse, *twice, *three; /* 1/h, 2 h, 3 */
};

/* 3 D_q - (q1 - q0) - 2 h H_p,   3 U - h (p1 - p0) + 2 h^2 H_q + 2 G^T L,   g */
static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(bdf) *w = context;
    const size_t n = w->n;
    const real *h = data + 4 * n;

    real_set_double(w->inverse, 1);
    real_divide(w->inverse, w->inverse, h);
    real_add(w->twice, h, h);
    X(vector_copy)(w->moved, data, 2 * n);
    X(vector_subtract)(w->moved, data + 2 * n, 2 * n);
    X(vector_copy)(w->z2, data, 2 * n);
    X(vector_add)(w->z2, x, n);
    X(vector_add_multiple)(w->z2 + n, w->inverse, x + n, n);
    X(evaluator_run)(w->force, 1, READS(w->z2, x + 2 * n), WRITES(w->H_q, w->pull));
    X(evaluator_run)(w->velocity, 1, READS(w->z2), WRITES(w->H_p));
    X(vector_zero)(r, 2 * n);
    X(vector_add_multiple)(r, w->three, x, 2 * n);
    X(vector_subtract)(r, w->moved, n);
    X(vector_subtract_multiple)(r, w->twice, w->H_p, n);
    X(vector_subtract_multiple)(r + n, h, w->moved + n, n);
    real_multiply(w->twice, w->twice, h);
    X(vector_add_multiple)(r + n, w->twice, w->H_q, n);
    X(vector_add)(r + n, w->pull, n);
    X(vector_add)(r + n, w->pull, n);
    if (w->m)
        X(evaluator_run)(w->constraint, 1, READS(w->z2), WRITES(r + 2 * n));
}

static void increment(void *context, const real *x, real *sum)
{
    struct X(bdf) *w = context;

    X(vector_copy)(sum, x, w->n);
    X(vector_zero)(sum + w->n, w->n);
    X(vector_add_multiple)(sum + w->n, w->inverse, x + w->n, w->n);
}

static void destroy(void *context)
{
    struct X(bdf) *w = context;

    X(vector_destroy)(w->room);
    X(scheme_destroy)(w->scheme);
    X(evaluator_destroy)(w->force);
    X(evaluator_destroy)(w->velocity);
    X(evaluator_destroy)(w->constraint);
    free(w);
}

struct X(step_equations) X(bdf_equations)(const struct setup *setup)
{
    const struct system_holonomic *system = &setup->system->holonomic;
    struct X(bdf) *w = memory_create(1, sizeof *w);
    const size_t n = w->n = setup->system->model->positions, m = w->m = setup->system->model->constraints;

    w->scheme = X(scheme_create)(NULL, setup->rounding);
    w->force = X(evaluator_create)(system->force, 1);
    w->velocity = X(evaluator_create)(system->velocity, 1);
    if (m)
        w->constraint = X(evaluator_create)(system->constraint, 1);
    w->room = X(vector_create)(7 * n + 3);
    real *next = X(vector_share)(w->room, (real * *const[]){&w->z2, &w->moved}, 2, 2 * n);
    next = X(vector_share)(next, (real * *const[]){&w->H_q, &w->H_p, &w->pull}, 3, n);
    X(vector_share)(next, (real * *const[]){&w->inverse, &w->twice, &w->three}, 3, 1);
    real_set_double(w->three, 3);
    return (struct X(step_equations)){
        .equations = {2 * n + m, 4 * n + 1,
                      program_operations(system->force) + program_operations(system->velocity) +
                          (m ? program_operations(system->constraint) : 0) + 20 * n,
                      residual, destroy, w},
        .scheme = w->scheme,
        .increment = increment,
    };
}
