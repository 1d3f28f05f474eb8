/* Steps of discrete Lagrangians, of nonholonomic systems, in any arithmetic: L_d(q, q1) = h L(c, w) with
 *
 *     W = q1 - q        w = W/h        c = q + alpha W
 *
 * and the momentum p = D2 L_d of the step before.  A step solves -D1 L_d(q, q1) = p, with L the Lagrangian or a
 * Hamiltonized one,
 *
 *     r  = L_v(c, w) - (1 - alpha) h L_q(c, w) - p
 *     p1 = p + r + h L_q(c, w)
 *
 * and the discrete constraint A(c) W + h b(c) = 0 enters, in the unknowns (W, y), y as many as constraints, and with b
 * in each of them,
 *
 *     reacts    r + A(q)^T y/h = 0,  A(c) W = 0   y/h the reaction: the principle of Lagrange and d'Alembert
 *     free      r = 0                             (W alone)
 *     post      r = 0,  A(c) (W_r, y) = 0         y what the last coordinates s move by, in the place of W_s
 *     inside    r_r = 0,  A(c) W = 0              (W alone) in the place of the equations of s
 *     first     W_r = D_r,  A(c) W = 0            (W alone) the first step, D the increment of the flow
 *
 * Where L, A or b is of the time, it is taken at t + alpha h with (c, w) and at t with q, as if t were a coordinate of
 * which W = h is known.
 *
 * The state is (q, w), w of the step before, and the time.  Data: (q, w, t; p, 0; h), of the first step D in the place
 * of p.  Kept: the point (c, w, t + alpha h) at which observables are taken, and the entries of L_vv that belong to s, at the start of the run.  A
 * Hamiltonized Lagrangian is singular where one of these changes its sign: a step beyond is none.  The momenta of s in
 * `inside` have no use.
 *
 * Cortes, Martinez (2001); Fernandez (2010). */
#include "integrators/steps/step_families.h"
#include "integrators/methods/method.h"
#include "integrators/steps/step_parts.h"
#include "numerics/exact.h"
#include "numerics/vector.h"

struct X(discrete_lagrange) {
    struct X(step_parts) parts; /* first */
    enum discretization_constraint constraint;
    size_t n, m, d, unknowns; /* coordinates, constraints; 2 n, and the time */
    struct X(evaluator) *lagrangian, *slip, *reaction;
    /* d each; with the numbers that are used: */
    real *point;                           /* (c, w, t + alpha h): d */
    real *momentum, *force, *pull, *moved; /* L_v, L_q, A^T y/h: n; q1 - q, h: n + 1 */
    real *inertia, *guessed;               /* m; n + m: the residual at a guess */
    real *h, *alpha, *ahead, *rest;        /* 1; the last are alpha h and (1 - alpha) h */
};

/* (c, w) and its time */
static void find_point(struct X(discrete_lagrange) *w, const real *q, const real *W)
{
    const size_t n = w->n;

    X(vector_copy)(w->point, q, w->d);
    X(vector_add)(w->point + 2 * n, w->ahead, w->d - 2 * n);
    X(vector_add_multiple)(w->point, w->alpha, W, n);
    for (size_t i = 0; i < n; i++)
        real_divide(w->point + n + i, W + i, w->h);
}

/* r = A(c) (q1 - q) + h b(c) */
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
    const real *q = data, *p = data + w->d, *W = x, *y = x + n;

    find_balance(w, q, p, W, r);
    X(vector_copy)(w->moved, W, n);
    if (w->constraint == DISCRETIZATION_REACTS) {
        X(evaluator_run)(w->reaction, 1, READS(data, y), WRITES(w->pull));
        for (size_t i = 0; i < n; i++)
            real_divide(w->pull + i, w->pull + i, w->h);
        X(vector_add)(r, w->pull, n);
    }
    if (w->constraint == DISCRETIZATION_POST)
        X(vector_copy)(w->moved + n - m, y, m);
    if (w->constraint != DISCRETIZATION_FREE)
        find_slip(w, q, r + w->unknowns - m);
}

/* W = h w; of what else is unknown a reaction 0, and s as it moved before.  Near a singularity s moves far in a step:
 * there W_s is what L_vv w_s = p_s gives, or the constraint. */
static void guess(void *context, const real *data, real *x)
{
    struct X(discrete_lagrange) *w = context;
    const size_t n = w->n, m = w->m;
    real *W = x, *r = w->guessed;

    X(vector_zero)(x, w->unknowns);
    X(vector_add_multiple)(W, w->h, data + n, n);
    if (w->constraint == DISCRETIZATION_POST)
        X(vector_copy)(x + n, W + n - m, m);
    if (w->constraint == DISCRETIZATION_REACTS)
        return;
    residual(context, data, x, r);
    for (size_t i = n - m; i < n; i++) {
        if (w->constraint != DISCRETIZATION_INSIDE) {
            real_divide(r + i, r + i, w->inertia + (i - (n - m)));
            real_multiply(r + i, r + i, w->h);
        }
        real_subtract(W + i, W + i, r + i);
    }
}

/* (q1 - q, 0, h; h L_q - A^T y/h, 0) */
static void increment(void *context, const real *x, real *sum)
{
    struct X(discrete_lagrange) *w = context;
    const size_t n = w->n;

    (void)x;
    X(vector_zero)(sum, 2 * w->d);
    X(vector_copy)(sum, w->moved, n);
    X(vector_copy)(sum + 2 * n, w->h, w->d - 2 * n);
    X(vector_add_multiple)(sum + w->d, w->h, w->force, n);
    if (w->constraint == DISCRETIZATION_REACTS)
        X(vector_subtract)(sum + w->d, w->pull, n);
}

/* w; (c, w) and its time; whether the entries of L_vv have the signs that they had at the start */
static mask end(void *context, real *state, real *kept)
{
    struct X(discrete_lagrange) *w = context;
    const size_t n = w->n;
    const real *orientation = kept + w->d;
    mask inside = mask_all();

    X(vector_copy)(state + n, w->point + n, n);
    X(vector_copy)(kept, w->point, w->d);
    for (size_t a = 0; a < w->m && w->constraint != DISCRETIZATION_REACTS; a++) {
        const narrow there = real_to_narrow(orientation + a), here = real_to_narrow(w->inertia + a);

        inside &= narrow_less(narrow_all(0), there * here);
    }
    return inside;
}

/* ---- the first step ---- */

static void first_residual(void *context, const real *data, const real *W, real *r)
{
    struct X(discrete_lagrange) *w = context;
    const size_t free = w->n - w->m;
    const real *q = data, *D = data + w->d;

    X(vector_copy)(w->moved, W, w->n);
    X(vector_difference)(r, W, D, free);
    find_slip(w, q, r + free);
}

/* p = -D1 L_d of the first step: what the equations leave where p is 0, as it is in the data */
static void begin(void *context, const real *data, const real *W, real *p, real *kept)
{
    struct X(discrete_lagrange) *w = context;

    X(vector_copy)(kept, data, w->d);
    X(evaluator_run)(w->lagrangian, 1, READS(data), WRITES(w->momentum, w->force, kept + w->d));
    find_balance(w, data, data + w->d, W, p);
}

/* ---- life ---- */

/* alpha, alpha h and (1 - alpha) h, each rounded once */
static void set_weights(struct X(discrete_lagrange) *w, const struct setup *setup)
{
    struct error ignored; /* alpha was read when the method was found */
    mpq_t alpha, rest;

    mpq_inits(alpha, rest, (mpq_ptr)0);
    exact_parse(alpha, setup->method->discretization.alpha, &ignored);
    X(scheme_step)(w->alpha, alpha);
    mpq_mul(rest, alpha, setup->step);
    X(scheme_step)(w->ahead, rest);
    mpq_sub(rest, setup->step, rest);
    X(scheme_step)(w->rest, rest);
    X(scheme_step)(w->h, setup->step);
    mpq_clears(alpha, rest, (mpq_ptr)0);
}

struct X(step_equations) X(discrete_lagrange_equations)(const struct setup *setup)
{
    const struct system *system = setup->system;
    const struct program *lagrangian =
        system->nonholonomic.lagrangian[setup->method->discretization.lagrangian];
    struct X(discrete_lagrange) *w = X(step_parts_create)(sizeof *w, setup);
    const size_t n = w->n = system->positions, m = w->m = system->constraints, d = w->d = system->dimension;

    w->constraint = setup->method->discretization.constraint;
    const bool multiplies = w->constraint == DISCRETIZATION_REACTS || w->constraint == DISCRETIZATION_POST;
    w->unknowns = n + (multiplies ? m : 0);
    w->lagrangian = X(step_parts_evaluator)(&w->parts, lagrangian, 1);
    w->slip = X(step_parts_evaluator)(&w->parts, system->nonholonomic.slip, 1);
    w->reaction = X(step_parts_evaluator)(&w->parts, system->nonholonomic.reaction, 1);
    STEP_PARTS_ROOM(&w->parts, d, &w->point, &w->momentum, &w->force, &w->pull, &w->moved, &w->inertia,
                    &w->guessed, &w->h, &w->alpha, &w->ahead, &w->rest);
    set_weights(w, setup);
    X(vector_copy)(w->moved + n, w->h, 1);
    return (struct X(step_equations)){
        .equations = {w->unknowns, 2 * d + 1,
                      program_operations(lagrangian) + program_operations(system->nonholonomic.slip) +
                          program_operations(system->nonholonomic.reaction) + 10 * n,
                      residual, X(step_parts_destroy), w},
        .scheme = w->parts.scheme,
        .increment = increment,
        .guess = guess,
        .keeps = d + m,
        .begin = begin,
        .end = end,
    };
}

struct X(step_equations) X(discrete_lagrange_first)(const struct setup *setup)
{
    struct X(step_equations) first = X(discrete_lagrange_equations)(setup);

    first.equations.unknowns = setup->system->positions;
    first.equations.residual = first_residual;
    first.guess = NULL;
    return first;
}
