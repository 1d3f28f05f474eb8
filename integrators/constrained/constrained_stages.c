/* The equations of partitioned Runge-Kutta methods on H(q, p) with holonomic constraints g(q) = 0 whose multipliers
 * are unknowns of the stages, in any arithmetic.  G = g', psi = G H_p.
 *
 *     Q_i = q + sum_j a_ij W_j              W_i = h H_p(Q_i, P_i)
 *     P_i = p + sum_j abar_ij U_j / h       U_i = -h^2 H_q(Q_i, P_i) - G(Q_i)^T L_i,    L_i = h^2 l_i
 *     q1  = q + sum_i b_i W_i
 *     p1  = p + sum_i b_i U_i / h
 *
 * Jay (1996), for pairs with a_1j = 0, a_sj = b_j and abar_is = 0 such as Lobatto IIIA-IIIB, where Q_1 = q and
 * Q_s = q1:
 *
 *     g(Q_i) = 0, i = 2 .. s      psi(q1, p1) = 0
 *
 * The direct method, which for Gauss's tableaux does not converge:
 *
 *     g(Q_i) = 0, i = 1 .. s
 *
 * Unknowns: W, U (s x n), L (s x m), all as large as q whatever h is.  Data: (q, p, h). */
#include "integrators/steps/step_families.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum { SWEEPS = 3 };

struct X(constrained_stages) {
    size_t s, n, m;
    bool direct;
    struct X(scheme) *scheme;
    struct X(evaluator) *force, *velocity, *constraint, *hidden, *field;
    real *room;
    real *Q, *P, *H_q, *H_p, *pull; /* s x n */
    real *x, *f;                    /* s x 2 n: rows (Q_i, P_i), and their rates */
    real *g;                        /* s x m */
    real *end;                      /* 2 n: (q1, p1) */
    real *inverse, *square;         /* 1/h, h^2 */
};

static void find_powers(struct X(constrained_stages) *w, const real *h)
{
    real_set_double(w->inverse, 1);
    real_divide(w->inverse, w->inverse, h);
    real_multiply(w->square, h, h);
}

/* (q1, p1) - (q, p) */
static void find_increment(struct X(constrained_stages) *w, const real *W, real *increment)
{
    const size_t s = w->s, n = w->n;

    X(vector_zero)(increment, 2 * n);
    X(scheme_add_product)(increment, &w->scheme->b, W, 1, s, n);
    X(vector_zero)(w->P, n);
    X(scheme_add_product)(w->P, &w->scheme->b, W + s * n, 1, s, n);
    X(vector_add_multiple)(increment + n, w->inverse, w->P, n);
}

/* x_i = (Q_i, P_i) */
static void place_stages(struct X(constrained_stages) *w, const real *data, const real *W, const real *U)
{
    const size_t s = w->s, n = w->n;

    X(matrix_broadcast_rows)(w->Q, data, s, n);
    X(scheme_add_product)(w->Q, &w->scheme->a, W, s, s, n);
    X(vector_zero)(w->P, s * n);
    X(scheme_add_product)(w->P, &w->scheme->abar, U, s, s, n);
    for (size_t i = 0; i < s; i++) {
        X(vector_copy)(w->x + i * 2 * n, w->Q + i * n, n);
        X(vector_sum_multiple)(w->x + i * 2 * n + n, data + n, w->inverse, w->P + i * n, n);
    }
}

/* g of all stages; or of all but the first, and h psi of the end */
static void find_constraints(struct X(constrained_stages) *w, const real *data, const real *W, real *r)
{
    const size_t s = w->s, n = w->n, m = w->m, first = w->direct ? 0 : 1;

    X(evaluator_run)(w->constraint, s, READS(w->x), WRITES(w->g));
    X(vector_copy)(r, w->g + first * m, (s - first) * m);
    if (w->direct)
        return;
    find_increment(w, W, w->end);
    X(vector_add)(w->end, data, 2 * n);
    X(evaluator_run)(w->hidden, 1, READS(w->end), WRITES(w->g));
    X(vector_multiple)(r + (s - 1) * m, data + 2 * n, w->g, m);
}

static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(constrained_stages) *w = context;
    const size_t s = w->s, n = w->n;
    const real *h = data + 2 * n, *W = x, *U = x + s * n, *L = x + 2 * s * n;

    find_powers(w, h);
    place_stages(w, data, W, U);
    X(evaluator_run)(w->force, s, READS(w->x, L), WRITES(w->H_q, w->pull));
    X(evaluator_run)(w->velocity, s, READS(w->x), WRITES(w->H_p));
    X(vector_copy)(r, x, 2 * s * n);
    X(vector_subtract_multiple)(r, h, w->H_p, s * n);
    X(vector_add_multiple)(r + s * n, w->square, w->H_q, s * n);
    X(vector_add)(r + s * n, w->pull, s * n);
    if (w->m)
        find_constraints(w, data, W, r + 2 * s * n);
}

static void increment(void *context, const real *x, real *sum)
{
    find_increment(context, x, sum);
}

/* The stages of the underlying equations of motion, by a Picard sweep from their rate at the start; L = 0. */
static void guess(void *context, const real *data, real *x)
{
    struct X(constrained_stages) *w = context;
    const size_t s = w->s, n = w->n;
    const real *h = data + 2 * n;

    find_powers(w, h);
    X(vector_zero)(x, s * (2 * n + w->m));
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        place_stages(w, data, x, x + s * n);
        X(evaluator_run)(w->field, s, READS(w->x), WRITES(w->f));
        for (size_t i = 0; i < s; i++) {
            X(vector_multiple)(x + i * n, h, w->f + 2 * i * n, n);
            X(vector_multiple)(x + (s + i) * n, w->square, w->f + (2 * i + 1) * n, n);
        }
    }
}

static void destroy(void *context)
{
    struct X(constrained_stages) *w = context;

    X(vector_destroy)(w->room);
    X(scheme_destroy)(w->scheme);
    X(evaluator_destroy)(w->force);
    X(evaluator_destroy)(w->velocity);
    X(evaluator_destroy)(w->constraint);
    X(evaluator_destroy)(w->hidden);
    X(evaluator_destroy)(w->field);
    free(w);
}

static void allocate(struct X(constrained_stages) *w)
{
    real **const stages[] = {&w->Q, &w->P, &w->H_q, &w->H_p, &w->pull};
    enum { STAGES = sizeof stages / sizeof *stages };

    w->room = X(vector_create)((STAGES + 4) * w->s * w->n + w->s * w->m + 2 * w->n + 2);
    w->x = X(vector_share)(w->room, stages, STAGES, w->s * w->n);
    w->f = w->x + 2 * w->s * w->n;
    w->g = w->f + 2 * w->s * w->n;
    w->end = w->g + w->s * w->m;
    w->inverse = w->end + 2 * w->n;
    w->square = w->inverse + 1;
}

static struct X(step_equations) create(const struct setup *setup, bool direct)
{
    const struct system_holonomic *system = &setup->system->holonomic;
    struct X(constrained_stages) *w = memory_create(1, sizeof *w);
    const size_t s = w->s = setup->tableau->stages, n = w->n = setup->system->model->positions,
                 m = w->m = setup->system->model->constraints;

    w->direct = direct;
    w->scheme = X(scheme_create)(setup->tableau, setup->rounding);
    w->force = X(evaluator_create)(system->force, s);
    w->velocity = X(evaluator_create)(system->velocity, s);
    w->field = X(evaluator_create)(setup->system->velocity, s);
    if (m) {
        w->constraint = X(evaluator_create)(system->constraint, s);
        w->hidden = X(evaluator_create)(system->hidden, 1);
    }
    allocate(w);
    return (struct X(step_equations)){
        .equations = {s * (2 * n + m), 2 * n + 1,
                      s * (program_operations(system->force) + program_operations(system->velocity) +
                           (m ? program_operations(system->constraint) : 0)) +
                          4 * (s + 1) * s * n,
                      residual, destroy, w},
        .scheme = w->scheme,
        .increment = increment,
        .guess = guess,
    };
}

struct X(step_equations) X(constrained_stages_jay)(const struct setup *setup)
{
    return create(setup, false);
}

struct X(step_equations) X(constrained_stages_direct)(const struct setup *setup)
{
    return create(setup, true);
}
