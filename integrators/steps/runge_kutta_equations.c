/* The equations of a Runge-Kutta step: see runge_kutta_equations.h. */
#include "integrators/steps/runge_kutta_equations.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(runge_kutta_equations) *w = context;
    size_t s = w->s, d = w->d;

    X(matrix_broadcast_rows)(w->Q, data, s, d);
    X(scheme_add_product)(w->Q, &w->scheme->a, X(scheme_weigh)(w->scheme, w->weighted, x, d), s, s, d);
    X(evaluator_run)(w->velocity, s, (const real *const[]){w->Q}, (real *const[]){w->v});
    X(vector_copy)(r, x, s * d);
    for (size_t i = 0; i < s * d; i++)
        real_subtract_product(r + i, w->h, w->v + i);
}

void X(runge_kutta_equations_explicit)(struct X(runge_kutta_equations) *w, const real *q, real *K)
{
    size_t s = w->s, d = w->d;

    for (size_t i = 0; i < s; i++) {
        struct X(coefficients) row = {w->scheme->a.high + i * s,
                                      w->scheme->a.low ? w->scheme->a.low + i * s : NULL};

        X(vector_copy)(w->Q, q, d);
        X(scheme_add_product)(w->Q, &row, K, 1, i, d);
        X(evaluator_run)(w->velocity, 1, (const real *const[]){w->Q}, (real *const[]){w->v});
        X(vector_zero)(K + i * d, d);
        X(vector_add_multiple)(K + i * d, w->h, w->v, d);
    }
}

struct X(runge_kutta_equations) *X(runge_kutta_equations_create)(const struct setup *setup)
{
    struct X(runge_kutta_equations) *w = memory_create(1, sizeof *w);

    w->s = setup->tableau->stages;
    w->d = setup->system->dimension;
    w->scheme = X(scheme_create)(setup->tableau, setup->rounding);
    w->h = X(scheme_step)(setup->step);
    w->velocity = X(evaluator_create)(setup->system->velocity, w->s);
    w->Q = X(vector_create)(w->s * w->d);
    w->v = X(vector_create)(w->s * w->d);
    w->weighted = X(vector_create)(w->s * w->d);
    w->equations = (struct X(equations)){
        .unknowns = w->s * w->d,
        .data = w->d,
        .residual = residual,
        .destroy = X(runge_kutta_equations_destroy),
        .context = w,
    };
    return w;
}

void X(runge_kutta_equations_destroy)(void *context)
{
    struct X(runge_kutta_equations) *w = context;

    if (!w)
        return;
    X(scheme_destroy)(w->scheme);
    X(evaluator_destroy)(w->velocity);
    X(vector_destroy)(w->h);
    X(vector_destroy)(w->Q);
    X(vector_destroy)(w->v);
    X(vector_destroy)(w->weighted);
    free(w);
}
