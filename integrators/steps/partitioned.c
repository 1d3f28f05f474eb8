/* The equations of a partitioned Runge-Kutta step on q' = f(q, p), p' = g(q, p), in any arithmetic.
 *
 *     Q_i = q + sum_j a_ij K_j,  P_i = p + sum_j abar_ij L_j
 *     (K_i, L_i) - h (f, g)(Q_i, P_i) = 0
 *
 * Unknowns (K_i, L_i) = h (f, g)(Q_i, P_i) (s x d), data (q, p, h), increment (sum_i b_i K_i, sum_i bbar_i L_i).
 *
 * Where an order of the halves of stages exists in which each needs those before it alone, nothing is solved: K_i
 * of a separable system, q' = f(p), p' = g(q), needs the L_j with abar_ij != 0, L_i the K_j with a_ij != 0; of any
 * other both need all of them.  Splittings, whose tableaux tableau_splitting.h makes, are of this form: K_i is a
 * drift, L_i a kick.  What no other stage and no weight takes is not evaluated.  Source: Hairer, Lubich, Wanner (2006), II.2 and II.5. */
#include "integrators/steps/step_families.h"

#include <stdlib.h>

#include "integrators/methods/partition.h"
#include "integrators/steps/step_parts.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(partitioned) {
    struct X(step_parts) parts; /* first */
    size_t s, d, n;             /* stages, the state, its halves */
    struct X(evaluator) *field;
    real *stage, *half, *v; /* s x d */
    size_t *order, ordered; /* what is evaluated, one after the other: 2 i of K_i, 2 i + 1 of L_i */
    size_t *before;         /* of each of these: stages, the last of which is the last that it needs */
    bool separable;         /* K_i needs the momenta of its stage alone, L_i the positions */
};

/* The stages from their halves: X_i = (q, p) + (sum_j a_ij K_j, sum_j abar_ij L_j) */
static void find_stages(struct X(partitioned) *w, const real *x, const real *K)
{
    const size_t s = w->s, d = w->d, n = w->n;

    X(matrix_broadcast_rows)(w->stage, x, s, d);
    X(matrix_broadcast_rows)(w->half, x, s, d);
    X(scheme_add_product)(w->stage, &w->parts.scheme->a, K, s, s, d);
    X(scheme_add_product)(w->half, &w->parts.scheme->abar, K, s, s, d);
    for (size_t i = 0; i < s; i++)
        X(vector_copy)(w->stage + i * d + n, w->half + i * d + n, d - n);
}

/* What K_i, or L_i, needs of stage i. */
static void find_half_of_stage(struct X(partitioned) *w, const real *x, size_t i, bool of_momenta,
                               size_t before, const real *K)
{
    const size_t first = i * w->s, d = w->d, n = w->n;

    X(vector_copy)(w->stage, x, d);
    if (of_momenta || !w->separable)
        X(scheme_add_row)(w->stage, &w->parts.scheme->a, first, K, d, before, n);
    if (!of_momenta || !w->separable)
        X(scheme_add_row)(w->stage + n, &w->parts.scheme->abar, first, K + n, d, before, d - n);
}

static void residual(void *context, const real *data, const real *K, real *r)
{
    struct X(partitioned) *w = context;
    const size_t s = w->s, d = w->d;
    const real *h = data + d;

    find_stages(w, data, K);
    X(evaluator_run)(w->field, s, READS(w->stage), WRITES(w->v));
    X(vector_copy)(r, K, s * d);
    X(vector_subtract_multiple)(r, h, w->v, s * d);
}

static void evaluate(void *context, const real *data, real *K)
{
    struct X(partitioned) *w = context;
    const size_t d = w->d, n = w->n;
    const real *h = data + d;

    X(vector_zero)(K, w->s * d);
    for (size_t k = 0; k < w->ordered; k++) {
        const size_t i = w->order[k] / 2, half = w->order[k] % 2 ? n : 0;

        find_half_of_stage(w, data, i, half > 0, w->before[k], K);
        X(evaluator_run)(w->field, 1, READS(w->stage), WRITES(w->v));
        X(vector_add_multiple)(K + i * d + half, h, w->v + half, n);
    }
}

static void increment(void *context, const real *K, real *sum)
{
    struct X(partitioned) *w = context;
    const struct X(coefficients) *bbar =
        w->parts.scheme->bbar.high ? &w->parts.scheme->bbar : &w->parts.scheme->b;
    const size_t d = w->d, n = w->n;

    X(vector_zero)(sum, d);
    X(vector_zero)(w->half, d);
    X(scheme_add_product)(sum, &w->parts.scheme->b, K, 1, w->s, d);
    X(scheme_add_product)(w->half, bbar, K, 1, w->s, d);
    X(vector_copy)(sum + n, w->half + n, d - n);
}

static void destroy(void *context)
{
    struct X(partitioned) *w = context;

    free(w->order);
    free(w->before);
    X(step_parts_destroy)(w);
}

/* -- the order of the halves -- */

/* Whether half `part` of stage i needs half `other` of stage j. */
static bool needs(const struct tableau *t, bool separable, size_t i, size_t part, size_t j, size_t other)
{
    mpfr_t *matrix = other ? t->abar : t->a;

    return (!separable || part != other) && !mpfr_zero_p(matrix[i * t->stages + j]);
}

/* Whether a weight takes the half of stage j, or another half that is taken itself. */
static bool is_taken(const struct tableau *t, bool separable, size_t j, size_t other)
{
    if (!mpfr_zero_p((other ? t->bbar : t->b)[j]))
        return true;
    for (size_t k = 0; k < 2 * t->stages; k++) {
        if (needs(t, separable, k / 2, k % 2, j, other))
            return true;
    }
    return false;
}

static bool is_ready(const struct tableau *t, bool separable, size_t half, const bool *done)
{
    for (size_t k = 0; k < 2 * t->stages; k++) {
        if (!done[k] && needs(t, separable, half / 2, half % 2, k / 2, k % 2))
            return false;
    }
    return true;
}

static size_t count_before(const struct tableau *t, bool separable, size_t half)
{
    size_t count = t->stages;

    while (count > 0 && !needs(t, separable, half / 2, half % 2, count - 1, 0) &&
           !needs(t, separable, half / 2, half % 2, count - 1, 1))
        count--;
    return count;
}

/* All halves that are taken, in an order, or nothing where there is none. */
static void find_order(struct X(partitioned) *w, const struct tableau *t, bool separable)
{
    const size_t halves = 2 * t->stages;
    bool *done = memory_create(halves, sizeof *done), further = true, complete = true;

    w->order = memory_create(halves, sizeof *w->order);
    w->before = memory_create(halves, sizeof *w->before);
    w->separable = separable;
    for (size_t k = 0; k < halves; k++)
        done[k] = !is_taken(t, separable, k / 2, k % 2);
    while (further) {
        further = false;
        for (size_t k = 0; k < halves; k++) {
            if (done[k] || !is_ready(t, separable, k, done))
                continue;
            w->before[w->ordered] = count_before(t, separable, k);
            w->order[w->ordered++] = k;
            done[k] = further = true;
        }
    }
    for (size_t k = 0; k < halves; k++)
        complete = complete && done[k];
    if (!complete)
        w->ordered = 0;
    free(done);
}

struct X(step_equations) X(partitioned_equations)(const struct setup *setup)
{
    struct X(partitioned) *w = X(step_parts_create)(sizeof *w, setup);
    const struct system *system = setup->system;
    const size_t s = w->s = setup->tableau->stages, d = w->d = system->dimension;
    struct error ignored;

    w->n = d / 2;
    w->field = X(step_parts_evaluator)(&w->parts, system->velocity, s);
    STEP_PARTS_ROOM(&w->parts, s * d, &w->stage, &w->half, &w->v);
    find_order(w, setup->tableau, partition_serves(PARTITION_SEPARABLE, system->model, &ignored));
    return (struct X(step_equations)){
        .equations = {s * d, d + 1, s * program_operations(system->velocity) + 4 * (s + 1) * s * d,
                      w->ordered ? (double)w->ordered / 2 : (double)s, residual, destroy, w},
        .scheme = w->parts.scheme,
        .increment = increment,
        .evaluate = w->ordered ? evaluate : NULL,
    };
}
