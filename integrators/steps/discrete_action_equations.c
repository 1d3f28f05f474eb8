/* The equations of discrete actions: see discrete_action_equations.h. */
#include "integrators/steps/discrete_action_equations.h"

#include <stdlib.h>

#include "models/kinds/degenerate.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

/* -- Hamilton-Pontryagin -- */

/* b_j (th(Q_j) - p1) + sum_i b_i a_ij hF_i + n_j mu,  n^T W */
static void stage_residual(struct X(discrete_action_equations) *w, const real *q, const real *h,
                           const real *x, real *r)
{
    size_t s = w->s, d = w->d;

    X(matrix_broadcast_rows)(w->Q, q, s, d);
    X(scheme_add_product)(w->Q, &w->scheme->a, x, s, s, d);
    X(evaluator_run)
    (w->momentum_force, s, (const real *const[]){w->Q, x, h}, (real *const[]){w->P, w->hF});
    X(matrix_subtract_rows)(w->P, w->p1, s, d);
    X(vector_zero)(r, w->end);
    X(scheme_add_product)(r, &w->weighted->abar, w->P, s, s, d);
    X(scheme_add_product)(r, &w->weighted->a, w->hF, s, s, d);
    if (w->scheme->null_vector.high) {
        X(scheme_add_product)(r, &w->scheme->null_vector, x + s * d, s, 1, d);
        X(scheme_add_product)(r + s * d, &w->scheme->null_vector, x, 1, s, d);
    }
}

static void pontryagin_residual(void *context, const real *data, const real *x, real *r)
{
    struct X(discrete_action_equations) *w = context;
    size_t s = w->s, d = w->d;
    const real *D = x + w->end, *G = D + d;

    X(vector_copy)(w->p1, data + d, d);
    X(vector_add)(w->p1, G, d);
    stage_residual(w, data, data + 2 * d, x, r);
    X(vector_copy)(r + w->end, D, 2 * d);
    X(scheme_subtract_product)(r + w->end, &w->scheme->b, x, 1, s, d);
    X(scheme_subtract_product)(r + w->end + d, &w->scheme->b, w->hF, 1, s, d);
}

/* -- augmented -- */

static void augmented_residual(void *context, const real *data, const real *x, real *r)
{
    struct X(discrete_action_equations) *w = context;
    struct X(equations) *base = &w->base->equations;

    base->residual(base->context, data, x, r);
    X(vector_copy)(w->q1, data, w->d);
    X(vector_add)(w->q1, x + w->end, w->d);
    X(evaluator_run)(w->momentum, 1, (const real *const[]){w->q1}, (real *const[]){r + w->end});
    X(vector_subtract)(r + w->end, w->base->pb1, w->d);
}

void X(discrete_action_equations_increment)(struct X(discrete_action_equations) *w, const real *x,
                                            real *increment)
{
    size_t d = w->d;
    const real *D = x + w->end;

    if (w->action == DISCRETE_ACTION_HAMILTON_PONTRYAGIN) {
        X(vector_copy)(increment, D, 2 * d);
        return;
    }
    X(vector_copy)(increment, D, d);
    X(vector_copy)(w->p1, D, d);
    X(vector_subtract)(w->p1, w->base->increment, d); /* l */
    X(evaluator_run)(w->push, 1, (const real *const[]){w->q1, w->p1}, (real *const[]){increment + d});
    X(scheme_add_product)(increment + d, &w->scheme->b, w->base->hF, 1, w->s, d);
}

/* -- life -- */

/* a: b_i a_ij in row j, column i; abar: diag(b) */
static struct X(scheme) *create_weighted(const struct setup *setup)
{
    const struct tableau *t = setup->tableau;
    size_t s = t->stages;
    mpfr_t *matrix = (mpfr_t *)number_block_create(2 * s * s, t->precision);
    struct error ignored;
    struct tableau *weighted;
    struct X(scheme) *scheme;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++)
            mpfr_mul(matrix[j * s + i], t->b[i], t->a[i * s + j], MPFR_RNDN);
        mpfr_set(matrix[s * s + i * s + i], t->b[i], MPFR_RNDN);
    }
    weighted = tableau_create_from(
        &(struct tableau_coefficients){.stages = s, .a = matrix, .abar = matrix + s * s, .b = t->b},
        t->precision, &ignored);
    scheme = X(scheme_create)(weighted, setup->rounding);
    tableau_destroy(weighted);
    number_block_destroy(*matrix);
    return scheme;
}

static void allocate_workspace(struct X(discrete_action_equations) *w)
{
    real **const stages[] = {&w->Q, &w->P, &w->hF}, **const vectors[] = {&w->q1, &w->p1};

    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        *stages[i] = X(vector_create)(w->s * w->d);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = X(vector_create)(w->d);
}

struct X(discrete_action_equations) *X(discrete_action_equations_create)(const struct setup *setup,
                                                                         enum discrete_action action)
{
    bool augmented = action == DISCRETE_ACTION_AUGMENTED;
    struct X(discrete_action_equations) *w = memory_create(1, sizeof *w);

    w->action = action;
    w->s = setup->tableau->stages;
    w->d = setup->system->dimension;
    w->end = w->s * w->d + (setup->tableau->has_null_vector ? w->d : 0);
    w->base = augmented ? X(vprk_equations_create)(setup) : NULL;
    w->scheme = X(scheme_create)(setup->tableau, setup->rounding);
    w->weighted = create_weighted(setup);
    w->momentum_force = X(evaluator_create)(setup->system->degenerate->momentum_force, w->s);
    w->momentum = X(evaluator_create)(setup->system->degenerate->momentum, 1);
    w->push = X(evaluator_create)(setup->system->degenerate->push, 1);
    allocate_workspace(w);
    w->equations = (struct X(equations)){
        .unknowns = w->end + (augmented ? w->d : 2 * w->d),
        .data = 2 * w->d + 1,
        .residual = augmented ? augmented_residual : pontryagin_residual,
        .destroy = X(discrete_action_equations_destroy),
        .context = w,
    };
    return w;
}

void X(discrete_action_equations_destroy)(void *context)
{
    struct X(discrete_action_equations) *w = context;

    if (!w)
        return;
    real *const arrays[] = {w->Q, w->P, w->hF, w->q1, w->p1};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        X(vector_destroy)(arrays[i]);
    X(vprk_equations_destroy)(w->base);
    X(scheme_destroy)(w->scheme);
    X(scheme_destroy)(w->weighted);
    X(evaluator_destroy)(w->momentum_force);
    X(evaluator_destroy)(w->momentum);
    X(evaluator_destroy)(w->push);
    free(w);
}
