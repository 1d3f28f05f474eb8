/* The equations of a Runge-Kutta step on a generalized Hamiltonian system, whose multipliers are unknowns of every
 * stage, in any arithmetic:
 *
 *     K_i - h f(x + sum_j a_ij K_j, l_i) = 0,      f = (H_p, -H_q)
 *     H_l(x + sum_j a_ij K_j, l_i) = 0
 *
 * McLachlan, Modin, Verdier, Wilkins (2013), Propositions 3, 4 and 6.  Unknowns K (s x d) and l (s x k); data (x, h),
 * increment sum_i b_i K_i.  The multipliers after the step are those of its end, and are not propagated.  Exactly
 * symplectic coefficients multiply b_j K_j: scheme.h.
 *
 * For a step that is not long the corrections follow stage by stage, with the derivatives at the guess, from
 *
 *     H_ll dl_i = H_l        dK_i = K_i - h f + h f_l dl_i                                                       */
#include "integrators/steps/step_families.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/steps/step_parts.h"
#include "numerics/lu.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum { SWEEPS = 3 };

struct X(generalized) {
    struct X(step_parts) parts; /* first */
    size_t s, d, k;
    bool approximates; /* the next residual has the derivatives to find */
    struct X(evaluator) *generalized, *slopes, *velocity, *multiplier;
    real *Z, *f, *weighted; /* s x d */
    real *f_l;              /* s x d x k */
    real *H_ll;             /* s x k x k */
    narrow *push;           /* s x d x k: h f_l */
    narrow *factors;        /* s x k x k: of H_ll */
    pivot_row *pivot;       /* s x k */
};

static void approximate(void *context)
{
    struct X(generalized) *w = context;

    w->approximates = true;
}

/* h f_l and the factors of H_ll; a singular one gives NaN. */
static void factorise(struct X(generalized) *w, const real *h)
{
    const size_t s = w->s, d = w->d, k = w->k;

    X(vector_multiple)(w->f_l, h, w->f_l, s * d * k);
    X(vector_narrow)(w->push, w->f_l, s * d * k);
    X(vector_narrow)(w->factors, w->H_ll, s * k * k);
    for (size_t i = 0; i < s; i++) {
        narrow *block = w->factors + i * k * k;
        const mask regular = NARROW(lu_factorise)(block, k, w->pivot + i * k);

        block[k * k - 1] = narrow_select(regular, block[k * k - 1], narrow_all(NAN));
    }
    w->approximates = false;
}

static void correct(void *context, narrow *r)
{
    const struct X(generalized) *w = context;
    const size_t s = w->s, d = w->d, k = w->k;
    narrow *dK = r, *dl = r + s * d;

    for (size_t i = 0; i < s; i++) {
        NARROW(lu_solve)(w->factors + i * k * k, k, w->pivot + i * k, dl + i * k);
        NARROW(matrix_add_product)(dK + i * d, w->push + i * d * k, dl + i * k, d, k, 1);
    }
}

static void residual(void *context, const real *data, const real *K, real *r)
{
    struct X(generalized) *w = context;
    const size_t s = w->s, d = w->d;
    const real *x = data, *h = data + d, *l = K + s * d;

    X(scheme_place_stages)(w->parts.scheme, w->Z, w->weighted, x, K, d);
    if (w->approximates) { /* r_l = H_l(Z, l) */
        X(evaluator_run)(w->slopes, s, READS(w->Z, l), WRITES(w->f, r + s * d, w->f_l, w->H_ll));
        factorise(w, h);
    } else {
        X(evaluator_run)(w->generalized, s, READS(w->Z, l), WRITES(w->f, r + s * d));
    }
    X(vector_copy)(r, K, s * d); /* r_K = K - h f(Z, l) */
    X(vector_subtract_multiple)(r, h, w->f, s * d);
}

static void increment(void *context, const real *K, real *sum)
{
    struct X(generalized) *w = context;

    X(scheme_sum_stages)(w->parts.scheme, sum, w->weighted, K, w->d);
}

/* The stages of the equations of motion, by Picard sweeps, and the multipliers there */
static void guess(void *context, const real *data, real *K)
{
    struct X(generalized) *w = context;
    const size_t s = w->s, d = w->d;

    X(vector_zero)(K, s * d);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        X(scheme_place_stages)(w->parts.scheme, w->Z, w->weighted, data, K, d);
        X(evaluator_run)(w->velocity, s, READS(w->Z), WRITES(w->f));
        X(vector_multiple)(K, data + d, w->f, s * d);
    }
    X(evaluator_run)(w->multiplier, s, READS(w->Z), WRITES(K + s * d));
}

static void destroy(void *context)
{
    struct X(generalized) *w = context;

    NARROW(vector_destroy)(w->push);
    free(w->pivot);
    X(step_parts_destroy)(w);
}

struct X(step_equations) X(generalized_runge_kutta_equations)(const struct setup *setup)
{
    struct X(generalized) *w = X(step_parts_create)(sizeof *w, setup);
    const struct system *system = setup->system;
    const size_t s = w->s = setup->tableau->stages, d = w->d = system->dimension,
                 k = w->k = system->multipliers;

    w->generalized = X(step_parts_evaluator)(&w->parts, system->generalized, s);
    w->slopes = X(step_parts_evaluator)(&w->parts, system->generalized_slopes, s);
    w->velocity = X(step_parts_evaluator)(&w->parts, system->velocity, s);
    w->multiplier = X(step_parts_evaluator)(&w->parts, system->multiplier, s);
    STEP_PARTS_ROOM(&w->parts, s * d, &w->Z, &w->f, &w->weighted);
    STEP_PARTS_ROOM(&w->parts, s * d * k, &w->f_l);
    STEP_PARTS_ROOM(&w->parts, s * k * k, &w->H_ll);
    w->push = NARROW(vector_create)(s * k * (d + k));
    w->factors = w->push + s * d * k;
    w->pivot = memory_create(s * k, sizeof *w->pivot);
    return (struct X(step_equations)){
        .equations = {.unknowns = s * (d + k),
                      .data = d + 1,
                      .operations = s * program_operations(system->generalized) + 2 * (s + 1) * s * d,
                      .points = (double)s,
                      .residual = residual,
                      .destroy = destroy,
                      .context = w,
                      .approximate = approximate,
                      .correct = correct,
                      .judged = s * d,
                      .x_alone = true},
        .scheme = w->parts.scheme,
        .increment = increment,
        .guess = guess,
    };
}
