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
#include "integrators/steps/step_parts.h"
#include "numerics/vector.h"

enum { SWEEPS = 3 };

struct X(constrained_stages) {
    struct X(step_parts) parts; /* first */
    size_t s, n, m;
    bool direct;
    struct X(evaluator) *force, *velocity, *constraint, *hidden, *field;
    real *Q, *P, *H_q, *H_p, *pull; /* s x n */
    real *x, *f;                    /* s x 2 n: rows (Q_i, P_i), and their rates */
    real *g;                        /* s x m */
    real *end;                      /* 2 n: (q1, p1) */
    real *step, *inverse, *square;  /* h, 1/h, h^2 */
};

static void find_powers(struct X(constrained_stages) *w, const real *h)
{
    real_set(w->step, h);
    real_set_double(w->inverse, 1);
    real_divide(w->inverse, w->inverse, h);
    real_multiply(w->square, h, h);
}

/* x / h, n numbers.  1/h is no power series, and x / h is one if x begins with h. */
static void divide_by_step(struct X(constrained_stages) *w, real *x, size_t n)
{
#if defined ARITHMETIC_SERIES
    for (size_t i = 0; i < n; i++)
        real_divide(x + i, x + i, w->step);
#else
    X(vector_multiple)(x, w->inverse, x, n);
#endif
}

/* (q1, p1) - (q, p) */
static void find_increment(struct X(constrained_stages) *w, const real *W, real *increment)
{
    const size_t s = w->s, n = w->n;

    X(vector_zero)(increment, 2 * n);
    X(scheme_add_product)(increment, &w->parts.scheme->b, W, 1, s, n);
    X(vector_zero)(w->P, n);
    X(scheme_add_product)(w->P, &w->parts.scheme->b, W + s * n, 1, s, n);
    divide_by_step(w, w->P, n);
    X(vector_add)(increment + n, w->P, n);
}

/* x_i = (Q_i, P_i) */
static void place_stages(struct X(constrained_stages) *w, const real *data, const real *W, const real *U)
{
    const size_t s = w->s, n = w->n;

    X(matrix_broadcast_rows)(w->Q, data, s, n);
    X(scheme_add_product)(w->Q, &w->parts.scheme->a, W, s, s, n);
    X(vector_zero)(w->P, s * n);
    X(scheme_add_product)(w->P, &w->parts.scheme->abar, U, s, s, n);
    divide_by_step(w, w->P, s * n);
    for (size_t i = 0; i < s; i++) {
        X(vector_copy)(w->x + i * 2 * n, w->Q + i * n, n);
        X(vector_copy)(w->x + i * 2 * n + n, data + n, n);
        X(vector_add)(w->x + i * 2 * n + n, w->P + i * n, n);
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

static struct X(step_equations) create(const struct setup *setup, bool direct)
{
    const struct system_holonomic *system = &setup->system->holonomic;
    struct X(constrained_stages) *w = X(step_parts_create)(sizeof *w, setup);
    const size_t s = w->s = setup->tableau->stages, n = w->n = setup->system->model->positions,
                 m = w->m = setup->system->model->constraints;

    w->direct = direct;
    w->force = X(step_parts_evaluator)(&w->parts, system->force, s);
    w->velocity = X(step_parts_evaluator)(&w->parts, system->velocity, s);
    w->constraint = X(step_parts_evaluator)(&w->parts, system->constraint, s);
    w->hidden = X(step_parts_evaluator)(&w->parts, system->hidden, 1);
    w->field = X(step_parts_evaluator)(&w->parts, setup->system->velocity, s);
    STEP_PARTS_ROOM(&w->parts, s * n, &w->Q, &w->P, &w->H_q, &w->H_p, &w->pull);
    STEP_PARTS_ROOM(&w->parts, s * 2 * n, &w->x, &w->f);
    STEP_PARTS_ROOM(&w->parts, s * m, &w->g);
    STEP_PARTS_ROOM(&w->parts, 2 * n, &w->end);
    STEP_PARTS_ROOM(&w->parts, 1, &w->step, &w->inverse, &w->square);
    return (struct X(step_equations)){
        .equations = {s * (2 * n + m), 2 * n + 1,
                      s * (program_operations(system->force) + program_operations(system->velocity) +
                           (m ? program_operations(system->constraint) : 0)) +
                          4 * (s + 1) * s * n,
                      (double)(s + (m && !direct)), residual, X(step_parts_destroy), w},
        .scheme = w->parts.scheme,
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
