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
 *     first     W_f = D_f,  A(c) W = 0            (W alone) the first step, D the increment of the flow
 *
 * The coordinates that `first` finds from the constraints are s where A lets them be found from it; else those that
 * A(q) says at the start of a run: see choose_found.
 *
 * A Hamiltonized Lagrangian is singular where an entry of L_vv that belongs to s is infinite, while the momenta are not:
 * the unknowns are then U = h u with u = L_vv w in the place of each w of s (models/kinds/nonholonomic.c), of which W is
 * a function.  A step may lead across.
 *
 * Where L, A or b is of the time, it is taken at t + alpha h with (c, w) and at t with q, as if t were a coordinate of
 * which W = h is known.
 *
 * The state is (q, w), w of the step before, and the time.  Data: (q, w, t; p, 0; h), of the first step D in the place
 * of p.  Kept: the point (c, w, t + alpha h) at which observables are taken.  The momenta of s in `inside` have no use
 * but to say where Newton's method starts.
 *
 * Cortes, Martinez (2001); Fernandez (2010). */
#include "integrators/steps/step_families.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/methods/method.h"
#include "integrators/steps/step_parts.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(discrete_lagrange) {
    struct X(step_parts) parts; /* first */
    enum discretization_constraint constraint;
    size_t n, m, d, unknowns; /* coordinates, constraints; 2 n, and the time */
    struct X(evaluator) *lagrangian, *velocities, *slip, *reaction;
    /* d each; with the numbers that are used: */
    real *point;                           /* (c, w, t + alpha h): d */
    real *momentum, *force, *pull, *moved; /* L_v, L_q, A^T y/h: n; q1 - q, h: n + 1 */
    real *velocity, *factor;               /* n, m: dw/du */
    real *guessed;                         /* n; n + m: the residual at a guess */
    real *h, *alpha, *ahead, *rest;        /* 1; the last are alpha h and (1 - alpha) h */
    size_t found[];                        /* m: coordinates that the first step finds from the constraints */
};

/* The point (c, u) of the increments W and of u = U/h, and its time */
static void find_point(struct X(discrete_lagrange) *w, const real *q, const real *W, const real *U)
{
    const size_t n = w->n;

    X(vector_copy)(w->point, q, w->d);
    X(vector_add)(w->point + 2 * n, w->ahead, w->d - 2 * n);
    X(vector_add_multiple)(w->point, w->alpha, W, n);
    for (size_t i = 0; i < n; i++)
        real_divide(w->point + n + i, U + i, w->h);
}

/* moved = W; the point (c, u) */
static void move(struct X(discrete_lagrange) *w, const real *q, const real *U)
{
    const size_t n = w->n;

    X(vector_copy)(w->moved, U, n);
    if (w->velocities) {
        find_point(w, q, U, U);
        X(evaluator_run)(w->velocities, 1, READS(w->point), WRITES(w->velocity, w->factor));
        for (size_t i = n - w->m; i < n; i++) /* of the others W = U, to the last bit */
            real_multiply(w->moved + i, w->velocity + i, w->h);
    }
    find_point(w, q, w->moved, U);
}

/* r = A(c) (q1 - q) + h b(c) */
static void find_slip(struct X(discrete_lagrange) *w, const real *q, real *r)
{
    find_point(w, q, w->moved, w->moved);
    X(evaluator_run)(w->slip, 1, READS(w->point, w->moved), WRITES(r));
}

/* The slip over dw/du, which it has as a factor: without it the equations would have a solution at a singularity. */
static void find_relative_slip(struct X(discrete_lagrange) *w, const real *q, real *r)
{
    find_slip(w, q, r);
    for (size_t a = 0; a < w->m && w->velocities; a++)
        real_divide(r + a, r + a, w->factor + a);
}

/* r = L_v - (1 - alpha) h L_q - p */
static void find_balance(struct X(discrete_lagrange) *w, const real *q, const real *p, const real *U, real *r)
{
    move(w, q, U);
    X(evaluator_run)(w->lagrangian, 1, READS(w->point), WRITES(w->momentum, w->force));
    X(vector_copy)(r, w->momentum, w->n);
    X(vector_subtract_multiple)(r, w->rest, w->force, w->n);
    X(vector_subtract)(r, p, w->n);
}

static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(discrete_lagrange) *w = context;
    const size_t n = w->n, m = w->m;
    const real *q = data, *p = data + w->d, *U = x, *y = x + n;

    find_balance(w, q, p, U, r);
    if (w->constraint == DISCRETIZATION_REACTS) {
        X(evaluator_run)(w->reaction, 1, READS(data, y), WRITES(w->pull));
        for (size_t i = 0; i < n; i++)
            real_divide(w->pull + i, w->pull + i, w->h);
        X(vector_add)(r, w->pull, n);
    }
    if (w->constraint == DISCRETIZATION_POST)
        X(vector_copy)(w->moved + n - m, y, m);
    if (w->constraint == DISCRETIZATION_INSIDE)
        find_relative_slip(w, q, r + n - m);
    else if (w->constraint != DISCRETIZATION_FREE)
        find_slip(w, q, r + n);
}

/* U = h w; of what else is unknown a reaction 0, and s as it moved before.  Of s, where U is not W, what its momenta
 * say: L_vv w is about p. */
static void guess(void *context, const real *data, real *x)
{
    struct X(discrete_lagrange) *w = context;
    const size_t n = w->n, m = w->m;
    real *U = x, *r = w->guessed;

    X(vector_zero)(x, w->unknowns);
    X(vector_add_multiple)(U, w->h, data + n, n);
    if (w->constraint == DISCRETIZATION_POST)
        X(vector_copy)(x + n, U + n - m, m);
    if (!w->velocities)
        return;
    X(vector_zero)(U + n - m, m);
    find_balance(w, data, data + w->d, U, r);
    X(vector_subtract_multiple)(U + n - m, w->h, r + n - m, m);
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

/* w; (c, w) and its time */
static void end(void *context, real *state, real *kept)
{
    struct X(discrete_lagrange) *w = context;

    for (size_t i = 0; i < w->n; i++)
        real_divide(w->point + w->n + i, w->moved + i, w->h);
    X(vector_copy)(state + w->n, w->point + w->n, w->n);
    X(vector_copy)(kept, w->point, w->d);
}

/* ---- the first step ---- */

static void first_residual(void *context, const real *data, const real *U, real *r)
{
    struct X(discrete_lagrange) *w = context;
    const real *q = data, *D = data + w->d;

    move(w, q, U);
    X(vector_difference)(r, w->moved, D, w->n);
    find_relative_slip(w, q, w->guessed);
    for (size_t k = 0; k < w->m; k++)
        X(vector_copy)(r + w->found[k], w->guessed + k, 1);
}

/* U = D, and of s, where U is not W, 0 */
static void first_guess(void *context, const real *data, real *U)
{
    struct X(discrete_lagrange) *w = context;

    X(vector_copy)(U, data + w->d, w->n);
    if (w->velocities)
        X(vector_zero)(U + w->n - w->m, w->m);
}

/* p = -D1 L_d of the first step: what the equations leave where p is 0, as it is in the data */
static void begin(void *context, const real *data, const real *U, real *p, real *kept)
{
    struct X(discrete_lagrange) *w = context;

    X(vector_copy)(kept, data, w->d);
    find_balance(w, data, data + w->d, U, p);
}

/* The entry of A, of the rows and columns that are not taken, of largest size, from the column `first` on */
static size_t find_largest(const double *A, const bool *taken, size_t m, size_t n, size_t first)
{
    size_t largest = first;

    for (size_t k = 0; k < m * n; k++) {
        if (k % n >= first && !taken[k % n] && !(fabs(A[k]) <= fabs(A[largest])))
            largest = k;
    }
    return largest;
}

/* Gaussian elimination of A(q) at the start of a run chooses the coordinates that the constraints determine.  They are
 * the last m, s, unless a pivot among them is smaller than WEAKEST times the largest; of the class of
 * models/kinds/nonholonomic_class.h they are s by its definition.  In double, so that all arithmetics choose alike. */
static void choose_found(struct X(discrete_lagrange) *w, const struct setup *setup)
{
    static const double WEAKEST = 0.125;
    const size_t n = w->n, m = w->m;
    struct evaluator_double *slip = evaluator_create_double(setup->system->nonholonomic.slip, 1);
    double *A = vector_create_double(m * n + w->d + n + 1 + m), *x = A + m * n, *unit = x + w->d,
           *column = unit + n + 1;
    bool *taken = memory_create(n, sizeof *taken);

    vector_set_mpfr_double(x, setup->initial, w->d);
    for (size_t j = 0; j < n; j++) {
        unit[j] = 1;
        evaluator_run_double(slip, 1, (const double *const[]){x, unit}, (double *const[]){column});
        unit[j] = 0;
        for (size_t i = 0; i < m; i++)
            A[i * n + j] = column[i];
    }
    for (size_t k = 0; k < m; k++) {
        const size_t last = find_largest(A, taken, m, n, n - m), any = find_largest(A, taken, m, n, 0);
        const bool weak = !setup->system->model->coefficient && fabs(A[last]) < WEAKEST * fabs(A[any]);
        const size_t pivot = weak ? any : last, row = pivot / n;

        w->found[k] = pivot % n;
        taken[w->found[k]] = true;
        for (size_t i = 0; i < m; i++) {
            const double factor = A[i * n + w->found[k]] / A[pivot];

            for (size_t j = 0; j < n && i != row; j++)
                A[i * n + j] -= factor * A[row * n + j];
        }
        for (size_t j = 0; j < n; j++)
            A[row * n + j] = 0;
    }
    free(taken);
    vector_destroy_double(A);
    evaluator_destroy_double(slip);
}

/* ---- life ---- */

/* alpha, alpha h and (1 - alpha) h, each rounded once */
static void set_weights(struct X(discrete_lagrange) *w, const struct setup *setup)
{
    struct error ignored; /* alpha was read when the method was found */
    mpq_t alpha, rest;

    mpq_inits(alpha, rest, (mpq_ptr)0);
    exact_parse(alpha, setup->method->discretization.alpha, &ignored);
    X(scheme_number)(w->alpha, alpha);
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
    const struct program *velocities =
        system->nonholonomic.velocities[setup->method->discretization.lagrangian];
    struct X(discrete_lagrange) *w =
        X(step_parts_create)(sizeof *w + system->constraints * sizeof *w->found, setup);
    const size_t n = w->n = system->positions, m = w->m = system->constraints, d = w->d = system->dimension;

    w->constraint = setup->method->discretization.constraint;
    const bool multiplies = w->constraint == DISCRETIZATION_REACTS || w->constraint == DISCRETIZATION_POST;
    w->unknowns = n + (multiplies ? m : 0);
    w->lagrangian = X(step_parts_evaluator)(&w->parts, lagrangian, 1);
    w->velocities = X(step_parts_evaluator)(&w->parts, velocities, 1);
    w->slip = X(step_parts_evaluator)(&w->parts, system->nonholonomic.slip, 1);
    w->reaction = X(step_parts_evaluator)(&w->parts, system->nonholonomic.reaction, 1);
    STEP_PARTS_ROOM(&w->parts, d, &w->point, &w->momentum, &w->force, &w->pull, &w->moved, &w->velocity,
                    &w->factor, &w->guessed, &w->h, &w->alpha, &w->ahead, &w->rest);
    set_weights(w, setup);
    X(vector_copy)(w->moved + n, w->h, 1);
    return (struct X(step_equations)){
        .equations = {w->unknowns, 2 * d + 1,
                      program_operations(lagrangian) + (velocities ? program_operations(velocities) : 0) +
                          program_operations(system->nonholonomic.slip) +
                          program_operations(system->nonholonomic.reaction) + 10 * n,
                      1, residual, X(step_parts_destroy), w},
        .scheme = w->parts.scheme,
        .increment = increment,
        .guess = guess,
        .keeps = d,
        .begin = begin,
        .end = end,
    };
}

struct X(step_equations) X(discrete_lagrange_first)(const struct setup *setup)
{
    struct X(step_equations) first = X(discrete_lagrange_equations)(setup);

    first.equations.unknowns = setup->system->positions;
    first.equations.residual = first_residual;
    first.guess = first_guess;
    choose_found(first.equations.context, setup);
    return first;
}
