/* The equations of two approaches that start from a discrete action and fail for degenerate Lagrangians, in
 * any arithmetic: Kraus (2017), sections 3.6 and 3.7.
 *
 * Both step from (q, p) to (q1, p1) = (q + D, p + G).  With
 *
 *     W_i  = h V_i
 *     Q_i  = q + sum_j a_ij W_j
 *     hF_i = h f(Q_i, W_i / h)
 *
 * the Hamilton-Pontryagin principle (eq. 84, 86) has the unknowns (W, mu, D, G).  The action of a step,
 *
 *     sum_i b_i h L(Q_i, V_i) + p1 . (q1 - q - sum_i b_i W_i) + mu . sum_i n_i W_i
 *
 * is stationary with respect to W_j and p1, and p = -D_1 L_d:
 *
 *     b_j (th(Q_j) - p1) + sum_i b_i a_ij hF_i + n_j mu = 0
 *     sum_j n_j W_j = 0
 *     D - sum_i b_i W_i = 0
 *     G - sum_i b_i hF_i = 0
 *
 * abar is not used: the action knows a, b and n alone.
 *
 * The augmented action (eq. 83) has the unknowns (W, mu, D): the stages of the variational step from (q, p),
 * then its end (qb1, pb1) with
 *
 *     th(q + D) - pb1 = 0
 *     l  = D - sum_i b_i W_i
 *     p1 = pb1 + T(q1)^T l
 *
 * which needs det T != 0 (T_ki = d th_k / d q_i).
 *
 * Data: (q, p, h).  Increment: (D, G). */
#include "integrators/steps/step_families.h"
#include "integrators/steps/step_parts.h"
#include "integrators/steps/vprk.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

/* -- Hamilton-Pontryagin -- */

struct X(pontryagin) {
    struct X(step_parts) parts; /* first */
    size_t s, d, end;           /* where D starts in x */
    struct X(scheme) *weighted; /* a: b_i a_ij in row j, column i; abar: diag(b) */
    struct X(evaluator) *momentum_force;
    real *Q, *P, *hF; /* s x d: the stages */
    real *p1;         /* d */
};

/* b_j (th(Q_j) - p1) + sum_i b_i a_ij hF_i + n_j mu,  n^T W */
static void stage_residual(struct X(pontryagin) *w, const real *q, const real *h, const real *x, real *r)
{
    size_t s = w->s, d = w->d;

    X(matrix_broadcast_rows)(w->Q, q, s, d); /* Q = 1 q^T + A W */
    X(scheme_add_product)(w->Q, &w->parts.scheme->a, x, s, s, d);
    X(evaluator_run)(w->momentum_force, s, READS(w->Q, x, h), WRITES(w->P, w->hF));
    X(matrix_subtract_rows)(w->P, w->p1, s, d);
    X(vector_zero)(r, w->end);
    X(scheme_add_product)(r, &w->weighted->abar, w->P, s, s, d);
    X(scheme_add_product)(r, &w->weighted->a, w->hF, s, s, d);
    if (w->parts.scheme->null_vector.high) {
        X(scheme_add_product)(r, &w->parts.scheme->null_vector, x + s * d, s, 1, d);
        X(scheme_add_product)(r + s * d, &w->parts.scheme->null_vector, x, 1, s, d);
    }
}

static void pontryagin_residual(void *context, const real *data, const real *x, real *r)
{
    struct X(pontryagin) *w = context;
    size_t s = w->s, d = w->d;
    const real *q = data, *p = data + d, *h = data + 2 * d, *D = x + w->end, *G = D + d;

    X(vector_copy)(w->p1, p, d);
    X(vector_add)(w->p1, G, d);
    stage_residual(w, q, h, x, r);
    X(vector_copy)(r + w->end, D, 2 * d);
    X(scheme_subtract_product)(r + w->end, &w->parts.scheme->b, x, 1, s, d);
    X(scheme_subtract_product)(r + w->end + d, &w->parts.scheme->b, w->hF, 1, s, d);
}

static void pontryagin_increment(void *context, const real *x, real *increment)
{
    struct X(pontryagin) *w = context;

    X(vector_copy)(increment, x + w->end, 2 * w->d);
}

static void pontryagin_destroy(void *context)
{
    struct X(pontryagin) *w = context;

    X(scheme_destroy)(w->weighted);
    X(step_parts_destroy)(w);
}

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
    weighted =
        tableau_create_from(&(struct tableau){.stages = s, .a = matrix, .abar = matrix + s * s, .b = t->b},
                            t->precision, &ignored);
    scheme = X(scheme_create)(weighted, setup->rounding);
    tableau_destroy(weighted);
    number_block_destroy(*matrix);
    return scheme;
}

struct X(step_equations) X(discrete_action_pontryagin)(const struct setup *setup)
{
    struct X(pontryagin) *w = X(step_parts_create)(sizeof *w, setup);
    size_t s = w->s = setup->tableau->stages, d = w->d = setup->system->dimension;

    w->end = (s + setup->tableau->has_null_vector) * d;
    w->weighted = create_weighted(setup);
    w->momentum_force = X(step_parts_evaluator)(&w->parts, setup->system->momentum_force, s);
    STEP_PARTS_ROOM(&w->parts, s * d, &w->Q, &w->P, &w->hF);
    STEP_PARTS_ROOM(&w->parts, d, &w->p1);
    return (struct X(step_equations)){
        .equations = {w->end + 2 * d, 2 * d + 1,
                      s * program_operations(setup->system->momentum_force) + 2 * (3 * s + 2) * s * d,
                      (double)s, pontryagin_residual, pontryagin_destroy, w},
        .scheme = w->parts.scheme,
        .increment = pontryagin_increment,
    };
}

/* -- augmented -- */

struct X(augmented) {
    struct X(step_parts) parts; /* first */
    size_t d, end;              /* where D starts in x */
    struct X(step_equations) base;
    struct X(evaluator) *momentum, *push;
    real *q1, *l; /* d */
};

static void augmented_residual(void *context, const real *data, const real *x, real *r)
{
    struct X(augmented) *w = context;
    const struct X(vprk) *base = w->base.equations.context;

    w->base.equations.residual(w->base.equations.context, data, x, r);
    X(vector_copy)(w->q1, data, w->d);
    X(vector_add)(w->q1, x + w->end, w->d);
    X(evaluator_run)(w->momentum, 1, READS(w->q1), WRITES(r + w->end));
    X(vector_subtract)(r + w->end, base->pb1, w->d);
}

/* (D, pb1 - p + T(q1)^T l) */
static void augmented_increment(void *context, const real *x, real *increment)
{
    struct X(augmented) *w = context;
    const struct X(vprk) *base = w->base.equations.context;
    const real *D = x + w->end;
    size_t d = w->d;

    X(vector_copy)(increment, D, d);
    X(vector_copy)(w->l, D, d);
    X(vector_subtract)(w->l, base->moved, d);
    X(evaluator_run)(w->push, 1, READS(w->q1, w->l), WRITES(increment + d));
    X(scheme_add_product)(increment + d, &base->scheme->b, base->hF, 1, base->s, d);
}

static void augmented_destroy(void *context)
{
    struct X(augmented) *w = context;

    w->base.equations.destroy(w->base.equations.context);
    X(step_parts_destroy)(w);
}

struct X(step_equations) X(discrete_action_augmented)(const struct setup *setup)
{
    struct X(augmented) *w = X(step_parts_create)(sizeof *w, setup);
    size_t d = w->d = setup->system->dimension;

    w->base = X(vprk_equations)(setup);
    w->end = w->base.equations.unknowns;
    w->momentum = X(step_parts_evaluator)(&w->parts, setup->system->momentum, 1);
    w->push = X(step_parts_evaluator)(&w->parts, setup->system->push, 1);
    STEP_PARTS_ROOM(&w->parts, d, &w->q1, &w->l);
    return (struct X(step_equations)){
        .equations = {w->end + d, 2 * d + 1,
                      w->base.equations.operations + program_operations(setup->system->momentum) + 2 * d,
                      w->base.equations.points + 1, augmented_residual, augmented_destroy, w},
        .scheme = w->parts.scheme,
        .increment = augmented_increment,
    };
}
