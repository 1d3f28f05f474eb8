/* The equations of a Runge-Kutta-Nystroem step on q' = M p with a constant M, p' = g(t, q), in any arithmetic.
 *
 *     Q_i = q + c_i h M p + h M sum_j a_ij L_j,    L_i - h g(t + c_i h, Q_i) = 0
 *
 *     q1 = q + h M p + h M sum_i b_i L_i,    p1 = p + sum_i bbar_i L_i
 *
 * Unknowns (K_i, L_i) with K_i = h M p, so that the equations have the form of the others (s x d); data (q, p, h).  M
 * is taken from the field, whose first part is M p at any q; the time, where there is one, drifts as q does, by h.  Where a is strictly lower triangular nothing is solved.
 * Source: Hairer, Norsett, Wanner (1993), II.14. */
#include "integrators/steps/step_families.h"
#include "integrators/steps/step_parts.h"
#include "numerics/vector.h"

struct X(nystroem) {
    struct X(step_parts) parts; /* first */
    size_t s, d, n;             /* stages, the state (q, p) or (q, p, t), q */
    struct X(evaluator) *field;
    real *drift;     /* d: (h M p, 0), and h for the time */
    real *sum;       /* s x d: (anything, sum_j a_ij L_j), then a state with it as momenta */
    real *moved, *v; /* s x d: the field there; at the stages */
    real *start, *h; /* d, 1: the data of the last residual */
};

/* drift = h M p, where the step starts */
static void find_drift(struct X(nystroem) *w, const real *x, const real *h)
{
    X(vector_copy)(w->start, x, w->d);
    X(vector_copy)(w->h, h, 1);
    X(evaluator_run)(w->field, 1, READS(x), WRITES(w->v));
    X(vector_zero)(w->drift, w->d);
    X(vector_add_multiple)(w->drift, h, w->v, w->n);
    X(vector_add_multiple)(w->drift + 2 * w->n, h, w->v + 2 * w->n, w->d - 2 * w->n);
}

/* moved = h M times the second halves of sum, for `rows` rows, at the positions of x */
static void find_moved(struct X(nystroem) *w, const real *x, const real *h, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        X(vector_copy)(w->sum + i * w->d, x, w->n);
    X(evaluator_run)(w->field, rows, READS(w->sum), WRITES(w->v));
    X(vector_zero)(w->moved, rows * w->d);
    X(vector_add_multiple)(w->moved, h, w->v, rows * w->d);
}

/* sum = the stages `first` to `first + rows` - 1: (Q_i, p), of which each needs the L_j of `before` stages */
static void find_stages(struct X(nystroem) *w, const real *x, const real *h, const real *L, size_t first,
                        size_t rows, size_t before)
{
    const size_t s = w->s, d = w->d, n = w->n;
    const struct X(coefficients) of_c = {w->parts.scheme->c + first, NULL};

    X(vector_zero)(w->sum, rows * d);
    for (size_t i = 0; i < rows; i++)
        X(scheme_add_row)
    (w->sum + i * d + n, &w->parts.scheme->a, (first + i) * s, L + n, d, before, d - n);
    find_moved(w, x, h, rows);
    X(matrix_broadcast_rows)(w->sum, x, rows, d);
    X(scheme_add_product)(w->sum, &of_c, w->drift, rows, 1, d);
    for (size_t i = 0; i < rows; i++)
        X(vector_add)(w->sum + i * d, w->moved + i * d, n);
}

static void residual(void *context, const real *data, const real *L, real *r)
{
    struct X(nystroem) *w = context;
    const size_t s = w->s, d = w->d, n = w->n;
    const real *h = data + d;

    find_drift(w, data, h);
    find_stages(w, data, h, L, 0, s, s);
    X(evaluator_run)(w->field, s, READS(w->sum), WRITES(w->v));
    X(vector_copy)(r, L, s * d);
    X(vector_subtract_multiple)(r, h, w->v, s * d);
    for (size_t i = 0; i < s; i++) { /* K_i = h M p */
        X(vector_copy)(r + i * d, L + i * d, n);
        X(vector_subtract)(r + i * d, w->drift, n);
    }
}

static void evaluate(void *context, const real *data, real *L)
{
    struct X(nystroem) *w = context;
    const size_t d = w->d, n = w->n;
    const real *h = data + d;

    find_drift(w, data, h);
    X(vector_zero)(L, w->s * d);
    for (size_t i = 0; i < w->s; i++) {
        find_stages(w, data, h, L, i, 1, i);
        X(evaluator_run)(w->field, 1, READS(w->sum), WRITES(w->v));
        X(vector_copy)(L + i * d, w->drift, n);
        X(vector_add_multiple)(L + i * d + n, h, w->v + n, d - n);
    }
}

static void increment(void *context, const real *L, real *sum)
{
    struct X(nystroem) *w = context;
    const size_t s = w->s, d = w->d, n = w->n;

    X(vector_zero)(w->sum, d);
    X(scheme_add_product)(w->sum, &w->parts.scheme->b, L, 1, s, d);
    find_moved(w, w->start, w->h, 1);
    X(vector_zero)(sum, d);
    X(scheme_add_product)(sum, &w->parts.scheme->bbar, L, 1, s, d);
    X(vector_copy)(sum, w->drift, n);
    X(vector_copy)(sum + 2 * n, w->drift + 2 * n, d - 2 * n);
    X(vector_add)(sum, w->moved, n);
}

struct X(step_equations) X(nystroem_equations)(const struct setup *setup)
{
    struct X(nystroem) *w = X(step_parts_create)(sizeof *w, setup);
    const struct program *field = setup->system->velocity;
    const size_t s = w->s = setup->tableau->stages, d = w->d = setup->system->dimension;

    w->n = d / 2;
    w->field = X(step_parts_evaluator)(&w->parts, field, s);
    STEP_PARTS_ROOM(&w->parts, s * d, &w->sum, &w->moved, &w->v);
    STEP_PARTS_ROOM(&w->parts, d, &w->drift, &w->start);
    STEP_PARTS_ROOM(&w->parts, 1, &w->h);
    return (struct X(step_equations)){
        .equations = {s * d, d + 1, (2 * s + 1) * program_operations(field) + 2 * (s + 1) * s * d, (double)s,
                      residual, X(step_parts_destroy), w},
        .scheme = w->parts.scheme,
        .increment = increment,
        .evaluate = tableau_is_explicit(setup->tableau) ? evaluate : NULL,
    };
}
