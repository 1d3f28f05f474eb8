/* The equations of the midpoint rule in local coordinates of the manifold of one holonomic constraint g(q) = 0, in any
 * arithmetic that carries one trajectory: Leimkuhler, Reich (1994), eq. 7-11.
 *
 * The chart leaves out the coordinate k of the largest |g_k| at the start of the step; d are the others.  With
 * q = phi(d) and th = phi'^T p,
 *
 *     th_i = p_i - g_i c,    c = p_k / g_k
 *     d' = v_i,    th' = -(f_i - g_i f_k / g_k),    v = H_p,    f = H_q + c g'' v
 *
 * and the midpoint rule is made in (d, th).  Its midpoint and its end are both found on the manifold g = psi = 0:
 *
 *     2 (d_m - d_0) = h d'(m)      2 (th_m - th_0) = h th'(m)      g = psi = 0 at m
 *     d_1 = 2 d_m - d_0            th_1 = 2 th_m - th_0            g = psi = 0 at 1
 *
 * Unknowns: x_m - x_0 and x_1 - x_0, x = (q, p).  Data: (q, p, h). */
#include "integrators/steps/step_families.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(charts) {
    size_t n, left_out;
    struct X(scheme) *scheme;
    struct X(evaluator) *force, *velocity, *constraint, *hidden, *bend;
    real *room, *one;
    real *start, *middle, *end;    /* 2 n */
    real *th0, *th_m, *th1;        /* n, of which entry left_out is no coordinate */
    real *g, *H_q, *v, *f, *spare; /* n; g: the gradient */
    real *c, *term;
};

/* th, with the gradient g and c at the point */
static void find_momentum(struct X(charts) *w, const real *at, real *th)
{
    const size_t n = w->n, k = w->left_out;

    X(evaluator_run)(w->force, 1, READS(at, w->one), WRITES(w->H_q, w->g));
    real_divide(w->c, at + n + k, w->g + k);
    X(vector_copy)(th, at + n, n);
    X(vector_subtract_multiple)(th, w->c, w->g, n);
}

/* f_i - g_i f_k / g_k, at the point of the last momentum */
static void find_force(struct X(charts) *w, const real *at)
{
    const size_t n = w->n, k = w->left_out;

    X(evaluator_run)(w->velocity, 1, READS(at), WRITES(w->v));
    X(evaluator_run)(w->bend, 1, READS(at, w->c), WRITES(w->f));
    X(vector_add)(w->f, w->H_q, n);
    real_divide(w->term, w->f + k, w->g + k);
    X(vector_subtract_multiple)(w->f, w->term, w->g, n);
}

static void choose(struct X(charts) *w)
{
    double largest = 0;

    X(evaluator_run)(w->force, 1, READS(w->start, w->one), WRITES(w->H_q, w->g));
    for (size_t i = 0; i < w->n; i++) {
        const double size = fabs(real_to_double(w->g + i));

        if (size > largest) {
            largest = size;
            w->left_out = i;
        }
    }
}

/* r = 2 (m_i - 0_i) - h rate_i of the coordinates of the chart; returns what follows in r */
static real *put_rates(struct X(charts) *w, real *r, const real *m, const real *start, const real *h,
                       const real *rate)
{
    for (size_t i = 0; i < w->n; i++) {
        if (i == w->left_out)
            continue;
        real_subtract(r, m + i, start + i);
        real_add(r, r, r);
        real_subtract_product(r, h, rate + i);
        r++;
    }
    return r;
}

/* r = 1_i - 2 m_i + 0_i */
static real *put_ends(struct X(charts) *w, real *r, const real *end, const real *m, const real *start)
{
    for (size_t i = 0; i < w->n; i++) {
        if (i == w->left_out)
            continue;
        real_subtract(r, end + i, m + i);
        real_subtract(r, r, m + i);
        real_add(r, r, start + i);
        r++;
    }
    return r;
}

static real *put_constraints(struct X(charts) *w, real *r, const real *at)
{
    X(evaluator_run)(w->constraint, 1, READS(at), WRITES(r));
    X(evaluator_run)(w->hidden, 1, READS(at), WRITES(r + 1));
    return r + 2;
}

static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(charts) *w = context;
    const size_t n = w->n;
    const real *h = data + 2 * n;

    X(vector_copy)(w->start, data, 2 * n);
    X(vector_copy)(w->middle, data, 2 * n);
    X(vector_add)(w->middle, x, 2 * n);
    X(vector_copy)(w->end, data, 2 * n);
    X(vector_add)(w->end, x + 2 * n, 2 * n);
    choose(w);
    find_momentum(w, w->start, w->th0);
    find_momentum(w, w->middle, w->th_m);
    find_force(w, w->middle);
    r = put_rates(w, r, w->middle, w->start, h, w->v);
    for (size_t i = 0; i < n; i++)
        real_negate(w->spare + i, w->f + i);
    r = put_rates(w, r, w->th_m, w->th0, h, w->spare);
    r = put_constraints(w, r, w->middle);
    find_momentum(w, w->end, w->th1);
    r = put_ends(w, r, w->end, w->middle, w->start);
    r = put_ends(w, r, w->th1, w->th_m, w->th0);
    put_constraints(w, r, w->end);
}

/* Of models without constraints or with several, which have no such charts: never solved. */
static void residual_of_others(void *context, const real *data, const real *x, real *r)
{
    const struct X(charts) *w = context;

    (void)data;
    (void)x;
    for (size_t i = 0; i < 4 * w->n; i++)
        real_set_double(r + i, INFINITY);
}

static void increment(void *context, const real *x, real *sum)
{
    struct X(charts) *w = context;

    X(vector_copy)(sum, x + 2 * w->n, 2 * w->n);
}

static void destroy(void *context)
{
    struct X(charts) *w = context;

    X(vector_destroy)(w->room);
    X(scheme_destroy)(w->scheme);
    X(evaluator_destroy)(w->force);
    X(evaluator_destroy)(w->velocity);
    X(evaluator_destroy)(w->constraint);
    X(evaluator_destroy)(w->hidden);
    X(evaluator_destroy)(w->bend);
    free(w);
}

struct X(step_equations) X(charts_equations)(const struct setup *setup)
{
    const struct system_holonomic *system = &setup->system->holonomic;
    struct X(charts) *w = memory_create(1, sizeof *w);
    const size_t n = w->n = setup->system->model->positions;
    const bool one = setup->system->model->constraints == 1;

    w->scheme = X(scheme_create)(NULL, setup->rounding);
    w->force = X(evaluator_create)(system->force, 1);
    w->velocity = X(evaluator_create)(system->velocity, 1);
    if (one) {
        w->constraint = X(evaluator_create)(system->constraint, 1);
        w->hidden = X(evaluator_create)(system->hidden, 1);
        w->bend = X(evaluator_create)(system->bend, 1);
    }
    w->room = X(vector_create)(6 * n + 8 * n + 3);
    real *next = X(vector_share)(w->room, (real * *const[]){&w->start, &w->middle, &w->end}, 3, 2 * n);
    next = X(vector_share)(
        next, (real * *const[]){&w->th0, &w->th_m, &w->th1, &w->g, &w->H_q, &w->v, &w->f, &w->spare}, 8, n);
    X(vector_share)(next, (real * *const[]){&w->one, &w->c, &w->term}, 3, 1);
    real_set_double(w->one, 1);
    size_t operations = 4 * program_operations(system->force) + program_operations(system->velocity) + 40 * n;
    if (one)
        operations += 2 * program_operations(system->constraint) + 2 * program_operations(system->hidden) +
                      program_operations(system->bend);
    return (struct X(step_equations)){
        .equations = {4 * n, 2 * n + 1, operations, one ? residual : residual_of_others, destroy, w},
        .scheme = w->scheme,
        .increment = increment,
    };
}
