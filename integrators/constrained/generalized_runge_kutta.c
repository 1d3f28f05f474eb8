/* The equations of a Runge-Kutta step on a generalized Hamiltonian system, whose multipliers are unknowns of every
 * stage, in any arithmetic:
 *
 *     K_i - h f(x + sum_j a_ij K_j, l_i) = 0,      f = (H_p, -H_q)
 *     H_l(x + sum_j a_ij K_j, l_i) = 0
 *
 * McLachlan, Modin, Verdier, Wilkins (2013), Propositions 3, 4 and 6.  Unknowns K (s x d) and N_i = l_i - l(x)
 * (s x k), which are small with h and follow the branch l(x) that the model means; data (x, h), increment
 * sum_i b_i K_i.  The multipliers after the step are those of its end, and are not propagated.  Exactly symplectic
 * coefficients multiply b_j K_j: scheme.h. */
#include "integrators/steps/step_families.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(generalized) {
    size_t s, d, k;
    struct X(scheme) *scheme;
    struct X(evaluator) *generalized, *multiplier;
    real *room, *Z, *f, *weighted; /* s x d */
    real *L;                       /* s x k */
    real *l;                       /* k: at x */
};

/* The multipliers at the start */
static void prepare(void *context, const real *data)
{
    struct X(generalized) *w = context;

    X(evaluator_run)(w->multiplier, 1, READS(data), WRITES(w->l));
}

static void residual(void *context, const real *data, const real *K, real *r)
{
    struct X(generalized) *w = context;
    size_t s = w->s, d = w->d, k = w->k;
    const real *x = data, *h = data + d, *N = K + s * d, *BK = X(scheme_weigh)(w->scheme, w->weighted, K, d);

    X(matrix_broadcast_rows)(w->Z, x, s, d); /* Z = 1 x^T + A K */
    X(scheme_add_product)(w->Z, &w->scheme->a, BK, s, s, d);
    X(matrix_broadcast_rows)(w->L, w->l, s, k); /* L = 1 l(x)^T + N */
    X(vector_add)(w->L, N, s * k);
    X(evaluator_run)(w->generalized, s, READS(w->Z, w->L), WRITES(w->f, r + s * d)); /* r_N = H_l(Z, L) */
    X(vector_copy)(r, K, s * d);                                                     /* r_K = K - h f(Z, L) */
    X(vector_subtract_multiple)(r, h, w->f, s * d);
}

static void increment(void *context, const real *K, real *sum)
{
    struct X(generalized) *w = context;

    X(vector_zero)(sum, w->d);
    X(scheme_add_product)
    (sum, &w->scheme->b, X(scheme_weigh)(w->scheme, w->weighted, K, w->d), 1, w->s, w->d);
}

static void destroy(void *context)
{
    struct X(generalized) *w = context;

    X(scheme_destroy)(w->scheme);
    X(evaluator_destroy)(w->generalized);
    X(evaluator_destroy)(w->multiplier);
    X(vector_destroy)(w->room);
    free(w);
}

struct X(step_equations) X(generalized_runge_kutta_equations)(const struct setup *setup)
{
    struct X(generalized) *w = memory_create(1, sizeof *w);
    const struct system *system = setup->system;
    size_t s = w->s = setup->tableau->stages, d = w->d = system->dimension, k = w->k = system->multipliers;

    w->scheme = X(scheme_create)(setup->tableau, setup->rounding);
    w->generalized = X(evaluator_create)(system->generalized, s);
    w->multiplier = X(evaluator_create)(system->multiplier, 1);
    w->room = X(vector_create)(3 * s * d + (s + 1) * k);
    w->L = X(vector_share)(w->room, (real * *const[]){&w->Z, &w->f, &w->weighted}, 3, s * d);
    w->l = w->L + s * k;
    return (struct X(step_equations)){
        .equations = {.unknowns = s * (d + k),
                      .data = d + 1,
                      .operations = s * program_operations(system->generalized) + 2 * (s + 1) * s * d,
                      .residual = residual,
                      .destroy = destroy,
                      .context = w,
                      .prepare = prepare,
                      .x_alone = true},
        .scheme = w->scheme,
        .increment = increment,
    };
}
