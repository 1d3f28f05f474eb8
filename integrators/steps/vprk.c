/* The equations of a variational partitioned Runge-Kutta step: see vprk.h. */
#include "integrators/steps/vprk.h"

#include <stdlib.h>

#include "integrators/steps/step_families.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

/* at = q, (qb + qb1)/2 or qb1 + w e: where T of a perturbation or a projection is taken */
static void place(const struct X(vprk) *w, enum projection_point point, const real *q, const real *e,
                  real *at)
{
    const int weight = projection_weight(w->projection->project_weight, w->r_infinity);

    X(vector_copy)(at, point == PROJECTION_START ? q : w->qb1, w->d);
    if (point == PROJECTION_END)
        X(projector_add_weighted)(at, weight, e, w->d);
    if (point != PROJECTION_MIDPOINT)
        return;
    X(vector_zero)(at, w->d);
    X(vector_add_multiple)(at, w->half, w->qb, w->d);
    X(vector_add_multiple)(at, w->half, w->qb1, w->d);
}

/* qb, pb, and with them the base step's end position qb1; BW: W as the coefficients take it */
static void perturb(struct X(vprk) *w, const real *q, const real *p, const real *h, const real *BW,
                    const real *e)
{
    size_t s = w->s, d = w->d;

    X(vector_copy)(w->qb, q, d);
    X(vector_copy)(w->pb, p, d);
    if (e)
        X(projector_add_weighted)(w->qb, w->perturb_weight, e, d);
    X(vector_zero)(w->moved, d);
    X(scheme_add_product)(w->moved, &w->scheme->b, BW, 1, s, d);
    if (w->timed)
        X(vector_copy)(w->moved + d - 1, h, 1);
    X(vector_copy)(w->qb1, w->qb, d);
    X(vector_add)(w->qb1, w->moved, d);
    if (!e)
        return;
    place(w, w->projection->perturb_at, q, e, w->at);
    X(projector_push)(w->projector, w->at, e, w->pushed);
    X(projector_add_weighted)(w->pb, w->perturb_weight, w->pushed, d);
}

/* r = th(Q) - 1 pb^T - Abar hF + (n / b) mu^T,  n^T W.  Gives hF as the coefficients take it. */
static const real *stage_residual(struct X(vprk) *w, const real *h, const real *W, const real *BW,
                                  const real *mu, real *r)
{
    const struct X(scheme) *scheme = w->scheme;
    const real *BF;
    size_t s = w->s, d = w->d;

    X(matrix_broadcast_rows)(w->Q, w->qb, s, d); /* Q = 1 qb^T + A W               */
    X(scheme_add_product)(w->Q, &scheme->a, BW, s, s, d);
    if (w->timed)
        X(scheme_place_times)(scheme, w->Q, 0, s, w->qb + d - 1, h, d);
    X(evaluator_run)(w->momentum_force, s, READS(w->Q, W, h), WRITES(w->P, w->hF));
    X(vector_copy)(r, w->P, s * d); /* r = th(Q) - 1 pb^T - Abar hF   */
    X(matrix_subtract_rows)(r, w->pb, s, d);
    if (mu) {
        X(vector_zero)(r + s * d, d); /* n^T W                          */
        X(scheme_add_product)(r + s * d, &scheme->null_vector, BW, 1, s, d);
    }
    BF = X(scheme_weigh)(scheme, w->weighted, w->hF, d); /* BW is needed no more           */
    X(scheme_subtract_product)(r, &scheme->abar, BF, s, s, d);
    if (mu)
        X(scheme_add_product)(r, &scheme->null_ratio, mu, s, 1, d); /* + (n / b) mu^T        */
    for (size_t i = 0; w->timed && i < s; i++) {                    /* of the time: W - h, mu */
        X(vector_copy)(r + (i + 1) * d - 1, W + (i + 1) * d - 1, 1);
        X(vector_subtract)(r + (i + 1) * d - 1, h, 1);
    }
    if (w->timed && mu)
        X(vector_copy)(r + (s + 1) * d - 1, mu + d - 1, 1);
    return BF;
}

const real *X(vprk_projects_at)(struct X(vprk) *w, const real *q)
{
    if (w->projection->project_at == PROJECTION_END)
        return NULL;
    place(w, w->projection->project_at, q, NULL, w->project_at);
    return w->project_at;
}

static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(vprk) *w = context;
    size_t s = w->s, d = w->d;
    const real *q = data, *p = data + d, *h = data + 2 * d, *W = x;
    const real *mu = w->scheme->null_vector.high ? x + s * d : NULL;
    const real *e = w->multiplier < w->unknowns ? x + w->multiplier : NULL;
    const real *BW = X(scheme_weigh)(w->scheme, w->weighted, W, d), *BF;

    perturb(w, q, p, h, BW, e);
    BF = stage_residual(w, h, W, BW, mu, r);
    X(vector_copy)(w->pb1, w->pb, d);
    X(scheme_add_product)(w->pb1, &w->scheme->b, BF, 1, s, d);
    if (e)
        X(projector_residual)(w->projector, w->qb1, w->pb1, e, X(vprk_projects_at)(w, q), r + w->multiplier);
}

/* sum_i b_i (W_i, hF_i) */
static void increment(void *context, const real *x, real *sum)
{
    struct X(vprk) *w = context;
    size_t s = w->s, d = w->d;

    (void)x;
    X(vector_copy)(sum, w->moved, d);
    X(vector_zero)(sum + d, d);
    X(scheme_add_product)
    (sum + d, &w->scheme->b, X(scheme_weigh)(w->scheme, w->weighted, w->hF, d), 1, s, d);
}

static void destroy(void *context)
{
    struct X(vprk) *w = context;

    X(vector_destroy)(w->room);
    X(scheme_destroy)(w->scheme);
    X(evaluator_destroy)(w->momentum_force);
    X(projector_destroy)(w->projector);
    free(w);
}

static void allocate(struct X(vprk) *w)
{
    real **const stages[] = {&w->Q, &w->P, &w->hF, &w->weighted};
    real **const vectors[] = {&w->qb,    &w->pb, &w->qb1,    &w->pb1,
                              &w->moved, &w->at, &w->pushed, &w->project_at};
    enum { STAGES = sizeof stages / sizeof *stages, VECTORS = sizeof vectors / sizeof *vectors };

    w->room = X(vector_create)((STAGES * w->s + VECTORS) * w->d + 1);
    w->half = X(vector_share)(X(vector_share)(w->room, stages, STAGES, w->s * w->d), vectors, VECTORS, w->d);
    real_set_double(w->half, 0.5);
}

/* Of a residual: stages, the products with their coefficients, and the projection where it is coupled. */
static size_t count_operations(const struct X(vprk) *w, const struct system *system)
{
    size_t s = w->s, d = w->d, operations = s * program_operations(system->momentum_force);

    operations += 4 * (s + 1) * s * d;
    if (w->multiplier < w->unknowns)
        operations += program_operations(system->push) + program_operations(system->momentum_push) + 4 * d;
    return operations;
}

struct X(step_equations) X(vprk_equations)(const struct setup *setup)
{
    struct X(vprk) *w = memory_create(1, sizeof *w);
    size_t s = setup->tableau->stages, d = setup->system->dimension;

    w->s = s;
    w->d = d;
    w->scheme = X(scheme_create)(setup->tableau, setup->rounding);
    w->timed = setup->system->model->time_dependent;
    w->projection = setup->projection;
    w->r_infinity = setup->tableau->r_infinity;
    w->perturb_weight = projection_weight(setup->projection->perturb_weight, w->r_infinity);
    w->multiplier = s * d + (setup->tableau->has_null_vector ? d : 0);
    w->unknowns = w->multiplier + (projection_is_coupled(setup->projection) ? d : 0);
    w->momentum_force = X(evaluator_create)(setup->system->momentum_force, s);
    w->projector = X(projector_create)(setup);
    allocate(w);
    return (struct X(step_equations)){
        .equations = {w->unknowns, 2 * d + 1, count_operations(w, setup->system),
                      (double)(s + (w->multiplier < w->unknowns)), residual, destroy, w},
        .scheme = w->scheme,
        .increment = increment,
    };
}
