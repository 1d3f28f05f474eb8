/* The equations of a Runge-Kutta step on the explicit equations of motion q' = v(q), in any arithmetic.
 *
 *     K_i - h v(q + sum_j a_ij K_j) = 0
 *
 * Unknowns K_i = h v(Q_i) (s x d), data (q, h), increment sum_i b_i K_i.  Where a is strictly lower triangular
 * the K_i are evaluated one after the other.  Exactly symplectic coefficients multiply b_j K_j: scheme.h.
 *
 * Where v depends on the time, the last coordinate of q, stage i has it at t + c_i h, whatever the row sums of a, and
 * the step ends at t + h. */
#include "integrators/steps/step_families.h"
#include "integrators/steps/step_parts.h"
#include "numerics/vector.h"

struct X(runge_kutta) {
    struct X(step_parts) parts; /* first */
    size_t s, d;
    bool timed; /* the last of the d coordinates is the time */
    struct X(evaluator) *velocity;
    real *Q, *v, *weighted; /* s x d */
    real *h;
};

static void residual(void *context, const real *data, const real *K, real *r)
{
    struct X(runge_kutta) *w = context;
    size_t s = w->s, d = w->d;
    const real *q = data, *h = data + d;

    X(scheme_place_stages)(w->parts.scheme, w->Q, w->weighted, q, K, d);
    if (w->timed)
        X(scheme_place_times)(w->parts.scheme, w->Q, 0, s, q + d - 1, h, d);
    X(evaluator_run)(w->velocity, s, READS(w->Q), WRITES(w->v));
    X(vector_copy)(r, K, s * d); /* r = K - h v(Q) */
    X(vector_subtract_multiple)(r, h, w->v, s * d);
}

/* K row by row, for a strictly lower triangular a */
static void evaluate(void *context, const real *data, real *K)
{
    struct X(runge_kutta) *w = context;
    const struct X(coefficients) *a = &w->parts.scheme->a;
    size_t s = w->s, d = w->d;
    const real *q = data, *h = data + d;

    X(vector_zero)(K, s * d);
    for (size_t i = 0; i < s; i++) {
        struct X(coefficients) row = {a->high + i * s, a->low ? a->low + i * s : NULL};

        X(vector_copy)(w->Q, q, d);
        X(scheme_add_product)(w->Q, &row, K, 1, i, d);
        if (w->timed)
            X(scheme_place_times)(w->parts.scheme, w->Q, i, 1, q + d - 1, h, d);
        X(evaluator_run)(w->velocity, 1, READS(w->Q), WRITES(w->v));
        X(vector_add_multiple)(K + i * d, h, w->v, d);
    }
}

static void increment(void *context, const real *K, real *sum)
{
    struct X(runge_kutta) *w = context;

    X(scheme_sum_stages)(w->parts.scheme, sum, w->weighted, K, w->d);
    if (w->timed)
        X(vector_copy)(sum + w->d - 1, w->h, 1);
}

struct X(step_equations) X(runge_kutta_equations)(const struct setup *setup)
{
    struct X(runge_kutta) *w = X(step_parts_create)(sizeof *w, setup);
    size_t s = w->s = setup->tableau->stages, d = w->d = setup->system->dimension;

    w->velocity = X(step_parts_evaluator)(&w->parts, setup->system->velocity, s);
    w->timed = setup->system->model->time_dependent;
    STEP_PARTS_ROOM(&w->parts, s * d, &w->Q, &w->v, &w->weighted);
    STEP_PARTS_ROOM(&w->parts, 1, &w->h);
    X(scheme_step)(w->h, setup->step);
    return (struct X(step_equations)){
        .equations = {.unknowns = s * d,
                      .data = d + 1,
                      .operations = s * program_operations(setup->system->velocity) + 2 * (s + 1) * s * d,
                      .points = (double)s,
                      .residual = residual,
                      .destroy = X(step_parts_destroy),
                      .context = w,
                      .x_alone = true},
        .scheme = w->parts.scheme,
        .increment = increment,
        .evaluate = tableau_is_explicit(setup->tableau) ? evaluate : NULL,
    };
}
