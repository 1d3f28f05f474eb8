/* The equations of one-step methods for holonomic constraints g(q) = 0 on any H(q, p), in any arithmetic.
 *
 * First phase, from (q, p) to (Q, pt) with g(Q) = 0, G = g':
 *
 *     pt = p - h a H_q(q, pt) - G(q)^T l
 *     Q  = q + h (b_0 H_p(q, pt) + b_1 H_p(Q, pt))
 *     g(Q) = 0
 *
 * Second phase, from (Q, pt) to (Q, P) with psi(Q, P) = 0, psi = G H_p:
 *
 *     P = pt - h c H_q(Q, pt) - G(Q)^T m
 *     psi(Q, P) = 0
 *
 *                      a     b_0   b_1   c
 *     rattle           1/2   1/2   1/2   1/2
 *     shake            1/2   1/2   1/2   1/2      with m = 0
 *     reich            1     1     0     0        McLachlan, Scovel (1994), eq. 2-3
 *     reich-adjoint    0     0     1     1        eq. 10
 *
 * Where H depends on the time, the last number of a state (q, p, t), it is taken at t in (q, pt) and at t + h in
 * (Q, pt) and (Q, P).
 *
 * On T*N, where p is a covector of the manifold, eq. 9 and 11, psi = G p.
 *
 * Unknowns of the first phase are h l, and h (pt - p) and Q - q unless H_q depends on q alone, where these
 * follow; of the second m, unless psi = N(q) p, where that follows.  They are as large as q, and p,
 * whatever h is.  Data: (q, p, h).
 *
 * Where H_q is of q alone and H_pp constant, the first phase is affine in L = h l, with N = psi_p = G H_pp,
 *
 *     Q = q + D - N(q)^T L      dg(Q)/dL = -G(Q) N(q)^T
 *
 * and so is the second one in m where psi = N p: (N G^T) m = N (pt - h c H_q). */
#include "integrators/steps/step_families.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/methods/method.h"
#include "numerics/evaluator.h"
#include "numerics/lu.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(rattle) {
    size_t n, m, d;      /* d: 2 n, and the time */
    bool explicit_force; /* H_q is of q and the time alone */
    bool affine;         /* and H_pp is constant */
    bool hides;          /* the second phase has its multiplier */
    struct X(scheme) *scheme;
    struct X(evaluator) *force, *pull, *velocity, *constraint, *hidden;
    struct X(evaluator) *normals, *reaction; /* of affine phases */
    real *room, *inverse, *h;                /* 1/h, h */
    real *first, *second;                    /* b_0 h, b_1 h */
    real *impulse, *square, *last_impulse;   /* -a h, -a h^2, -c h */
    real *start, *end;                       /* d: (q, pt), (Q, pt) or (Q, P) */
    real *dp, *dq;                           /* n: h (pt - p) or P - pt, Q - q */
    real *kick;                              /* n: -h^2 a H_q; of affine phases -h a H_q */
    real *H_q, *H_p, *G_l, *drift;           /* n; G_l: G^T l; drift: D */
    real *G, *N, *G_end;                     /* m x n */
    real *D;                                 /* m x m: G N^T */
    real *none, *psi;                        /* m: zeros, no multipliers; psi, then its multipliers */
    real *not_a_number;                      /* 1 */
    pivot_row *pivot;                        /* m */
};

static void find_kick(struct X(rattle) *w)
{
    X(vector_multiple)(w->kick, w->square, w->H_q, w->n);
}

/* start and end at their times */
static void place(struct X(rattle) *w, const real *data)
{
    X(vector_copy)(w->start, data, w->d);
    X(vector_copy)(w->end, data, w->d);
    X(vector_add)(w->end + 2 * w->n, w->h, w->d - 2 * w->n);
}

/* The same, and what depends on q where the force is of q alone */
static void position_prepare(void *context, const real *data)
{
    struct X(rattle) *w = context;

    place(w, data);
    if (!w->explicit_force)
        return;
    X(evaluator_run)(w->force, 1, READS(w->start, w->none), WRITES(w->H_q, w->G_l));
    find_kick(w);
}

/* pt = p + P/h */
static void set_momentum(struct X(rattle) *w, const real *data, const real *P)
{
    X(vector_sum_multiple)(w->start + w->n, data + w->n, w->inverse, P, w->n);
}

/* dp = -h^2 a H_q(q, pt) - G(q)^T L */
static void find_force(struct X(rattle) *w, const real *L)
{
    if (w->explicit_force) {
        X(evaluator_run)(w->pull, 1, READS(w->start, L), WRITES(w->G_l));
    } else {
        X(evaluator_run)(w->force, 1, READS(w->start, L), WRITES(w->H_q, w->G_l));
        find_kick(w);
    }
    X(vector_difference)(w->dp, w->kick, w->G_l, w->n);
}

/* dq = h (b_0 H_p(q, pt) + b_1 H_p(Q, pt)) for Q = q + D; where D is not known (NULL) H_p is of pt and
 * the time alone */
static void find_velocity(struct X(rattle) *w, const real *D)
{
    const size_t n = w->n;

    X(evaluator_run)(w->velocity, 1, READS(w->start), WRITES(w->H_p));
    if (!D && w->d == 2 * n) { /* b_0 + b_1 = 1 */
        X(vector_multiple)(w->dq, w->h, w->H_p, n);
        return;
    }
    X(vector_multiple)(w->dq, w->first, w->H_p, n);
    if (D)
        X(vector_sum)(w->end, w->start, D, n);
    X(vector_copy)(w->end + n, w->start + n, n);
    X(evaluator_run)(w->velocity, 1, READS(w->end), WRITES(w->H_p));
    X(vector_add_multiple)(w->dq, w->second, w->H_p, n);
}

/* The affine form in L: what depends on (q, p) */
static void affine_prepare(void *context, const real *data)
{
    struct X(rattle) *w = context;

    place(w, data);
    X(evaluator_run)(w->reaction, 1, READS(data), WRITES(w->H_q, w->G, w->N));
    X(vector_multiple)(w->kick, w->impulse, w->H_q, w->n);
    X(vector_sum)(w->start + w->n, data + w->n, w->kick, w->n);
    find_velocity(w, NULL);
    X(vector_copy)(w->drift, w->dq, w->n);
}

/* dq = D - N^T L */
static void find_step(struct X(rattle) *w, const real *L)
{
    X(vector_copy)(w->dq, w->drift, w->n);
    X(matrix_subtract_product)(w->dq, L, w->N, 1, w->m, w->n);
}

static void affine_residual(void *context, const real *data, const real *L, real *r)
{
    struct X(rattle) *w = context;

    find_step(w, L);
    X(vector_sum)(w->end, data, w->dq, w->n);
    X(evaluator_run)(w->constraint, 1, READS(w->end), WRITES(r));
}

static void affine_matrix(void *context, narrow *matrix)
{
    struct X(rattle) *w = context;

    X(evaluator_run)(w->normals, 1, READS(w->end), WRITES(w->G_end));
    X(vector_zero)(w->D, w->m * w->m);
    for (size_t i = 0; i < w->m; i++)
        X(matrix_subtract_product)(w->D + i * w->m, w->N, w->G_end + i * w->n, w->m, w->n, 1);
    X(vector_narrow)(matrix, w->D, w->m * w->m);
}

static void position_residual(void *context, const real *data, const real *x, real *r)
{
    struct X(rattle) *w = context;
    const size_t n = w->n, m = w->m;
    const real *L = x, *P = w->explicit_force ? w->dp : x + m, *D = w->explicit_force ? NULL : x + m + n;

    if (w->explicit_force) {
        find_force(w, L);
        set_momentum(w, data, P);
    } else {
        set_momentum(w, data, P);
        find_force(w, L);
    }
    find_velocity(w, D);
    X(vector_sum)(w->end, data, w->dq, n);
    if (m)
        X(evaluator_run)(w->constraint, 1, READS(w->end), WRITES(r));
    if (!w->explicit_force) {
        X(vector_difference)(r + m, P, w->dp, n);
        X(vector_difference)(r + m + n, D, w->dq, n);
    }
}

/* Of q and of the time */
static void begin_increment(const struct X(rattle) *w, real *increment)
{
    X(vector_copy)(increment, w->dq, w->n);
    X(vector_copy)(increment + 2 * w->n, w->h, w->d - 2 * w->n);
}

static void position_increment(void *context, const real *x, real *increment)
{
    struct X(rattle) *w = context;

    (void)x;
    begin_increment(w, increment);
    X(vector_multiple)(increment + w->n, w->inverse, w->dp, w->n);
}

/* l = L/h is divided: L times a rounded 1/h would differ from it by one factor in all steps, and momentum maps drift. */
static void affine_increment(void *context, const real *L, real *increment)
{
    struct X(rattle) *w = context;
    real *l = w->psi;

    find_step(w, L);
    begin_increment(w, increment);
    for (size_t i = 0; i < w->m; i++)
        real_divide(l + i, L + i, w->h);
    X(vector_copy)(increment + w->n, w->kick, w->n);
    X(matrix_subtract_product)(increment + w->n, l, w->G, 1, w->m, w->n);
}

/* psi(Q, pt - h c H_q - G^T m) */
static void momentum_residual(void *context, const real *data, const real *x, real *r)
{
    struct X(rattle) *w = context;
    const size_t n = w->n;

    X(evaluator_run)(w->force, 1, READS(data, w->hides ? x : w->none), WRITES(w->H_q, w->G_l));
    X(vector_multiple)(w->dp, w->last_impulse, w->H_q, w->n);
    X(vector_subtract)(w->dp, w->G_l, n);
    if (!w->hides)
        return;
    X(vector_copy)(w->end, data, w->d);
    X(vector_add)(w->end + n, w->dp, n);
    X(evaluator_run)(w->hidden, 1, READS(w->end), WRITES(r));
}

/* (N G^T) m = N (pt - h c H_q); a singular matrix gives NaN. */
static void affine_momentum(void *context, const real *data, const real *x, real *r)
{
    struct X(rattle) *w = context;
    const size_t n = w->n, m = w->m;
    mask regular;

    (void)x, (void)r;
    X(evaluator_run)(w->reaction, 1, READS(data), WRITES(w->H_q, w->G, w->N));
    X(vector_multiple)(w->dp, w->last_impulse, w->H_q, w->n);
    X(vector_sum)(w->end + n, data + n, w->dp, n);
    X(vector_zero)(w->psi, m);
    X(matrix_add_product)(w->psi, w->N, w->end + n, m, n, 1);
    X(vector_zero)(w->D, m * m);
    for (size_t i = 0; i < m; i++) /* it is symmetric */
        X(matrix_add_product)(w->D + i * m, w->N, w->G + i * n, m, n, 1);
    regular = X(lu_factorise)(w->D, m, w->pivot);
    if (mask_any(regular))
        X(lu_solve)(w->D, m, w->pivot, w->psi);
    for (size_t i = 0; i < m; i++)
        real_set_where(w->psi + i, mask_not(regular), w->not_a_number);
    X(matrix_subtract_product)(w->dp, w->psi, w->G, 1, m, n);
}

static void momentum_increment(void *context, const real *x, real *increment)
{
    struct X(rattle) *w = context;

    (void)x;
    X(vector_zero)(increment, w->d);
    X(vector_copy)(increment + w->n, w->dp, w->n);
}

static void destroy(void *context)
{
    struct X(rattle) *w = context;

    X(vector_destroy)(w->room);
    X(scheme_destroy)(w->scheme);
    X(evaluator_destroy)(w->force);
    X(evaluator_destroy)(w->pull);
    X(evaluator_destroy)(w->velocity);
    X(evaluator_destroy)(w->constraint);
    X(evaluator_destroy)(w->hidden);
    X(evaluator_destroy)(w->normals);
    X(evaluator_destroy)(w->reaction);
    free(w->pivot);
    free(w);
}

/* The weights times h */
static void set_weights(struct X(rattle) *w, const struct step_weights *weights)
{
    real_set_double(w->first, weights->b0);
    real_set_double(w->second, weights->b1);
    real_set_double(w->impulse, -weights->a);
    real_set_double(w->last_impulse, -weights->c);
    real_set_double(w->inverse, 1);
    real_multiply(w->first, w->first, w->h);
    real_multiply(w->second, w->second, w->h);
    real_multiply(w->impulse, w->impulse, w->h);
    real_multiply(w->square, w->impulse, w->h);
    real_multiply(w->last_impulse, w->last_impulse, w->h);
    real_divide(w->inverse, w->inverse, w->h);
}

/* `reaction`: what its phase takes where it is affine; else NULL. */
static struct X(rattle) *create(const struct setup *setup, const struct program *reaction)
{
    const struct system *system = setup->system;
    const struct step_weights *weights = setup->method->family->steps->weights;
    struct X(rattle) *w = memory_create(1, sizeof *w);
    const size_t n = w->n = system->model->positions, m = w->m = system->model->constraints;

    w->d = system->dimension;
    w->explicit_force = system->holonomic.explicit_force;
    w->affine = m && w->explicit_force && system->holonomic.constant_mass;
    w->hides = m && weights->end != STEP_END_FREE;
    w->scheme = X(scheme_create)(NULL, setup->rounding);
    w->force = X(evaluator_create)(system->holonomic.force, 1);
    w->pull = X(evaluator_create)(system->holonomic.pull, 1);
    w->velocity = X(evaluator_create)(system->holonomic.velocity, 1);
    if (m) {
        w->constraint = X(evaluator_create)(system->holonomic.constraint, 1);
        w->hidden = X(evaluator_create)(system->holonomic.hidden, 1);
        w->normals = X(evaluator_create)(system->holonomic.normals, 1);
    }
    if (reaction)
        w->reaction = X(evaluator_create)(reaction, 1);
    w->pivot = memory_create(m, sizeof *w->pivot);
    w->room = X(vector_create)(8 + 2 * w->d + 7 * n + 3 * m * n + m * m + 2 * m);
    real *next = X(vector_share)(w->room,
                                 (real * *const[]){&w->inverse, &w->h, &w->first, &w->second, &w->impulse,
                                                   &w->square, &w->last_impulse, &w->not_a_number},
                                 8, 1);
    next = X(vector_share)(next, (real * *const[]){&w->start, &w->end}, 2, w->d);
    next = X(vector_share)(
        next, (real * *const[]){&w->dp, &w->dq, &w->H_q, &w->H_p, &w->G_l, &w->kick, &w->drift}, 7, n);
    next = X(vector_share)(next, (real * *const[]){&w->G, &w->N, &w->G_end}, 3, m * n);
    w->D = X(vector_share)(next, (real * *const[]){&w->none, &w->psi}, 2, m);
    real_set_double(w->not_a_number, NAN);
    X(scheme_step)(w->h, setup->step);
    set_weights(w, weights);
    return w;
}

struct X(step_equations) X(rattle_position_equations)(const struct setup *setup)
{
    const struct system_holonomic *system = &setup->system->holonomic;
    struct X(rattle) *w = create(setup, system->reaction);
    const size_t velocities = w->explicit_force ? 1 : 2;
    struct X(step_equations) step = {
        .equations = {w->m + (w->explicit_force ? 0 : 2 * w->n), w->d + 1,
                      program_operations(system->force) + velocities * program_operations(system->velocity) +
                          (w->m ? program_operations(system->constraint) : 0) + 12 * w->n,
                      position_residual, destroy, w, position_prepare},
        .scheme = w->scheme,
        .increment = position_increment,
    };

    if (w->affine) {
        step.increment = affine_increment;
        step.equations = (struct X(equations)){.unknowns = w->m,
                                               .data = w->d + 1,
                                               .operations = program_operations(system->constraint) +
                                                             2 * w->n * (w->m + 1),
                                               .residual = affine_residual,
                                               .destroy = destroy,
                                               .context = w,
                                               .prepare = affine_prepare,
                                               .matrix = affine_matrix,
                                               .x_alone = true};
    }
    return step;
}

struct X(step_equations) X(rattle_momentum_equations)(const struct setup *setup)
{
    const struct system_holonomic *system = &setup->system->holonomic;
    const enum step_end end = setup->method->family->steps->weights->end;
    const struct program *reaction = end == STEP_END_FREE        ? NULL
                                     : end == STEP_END_COTANGENT ? system->covector
                                                                 : system->reaction;
    struct X(rattle) *w = create(setup, reaction);
    struct X(step_equations) step = {
        .equations = {w->hides ? w->m : 0, w->d + 1,
                      program_operations(system->force) +
                          (w->hides ? program_operations(system->hidden) : 0) + 4 * w->n,
                      momentum_residual, destroy, w},
        .scheme = w->scheme,
        .increment = momentum_increment,
    };

    if (reaction)
        step.equations = (struct X(equations)){.data = w->d + 1,
                                               .operations = program_operations(reaction) +
                                                             2 * w->n * (w->m * (w->m + 2) + 1),
                                               .residual = affine_momentum,
                                               .destroy = destroy,
                                               .context = w};
    return step;
}
