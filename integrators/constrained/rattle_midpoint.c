/* The equations of a RATTLE step with the midpoint rule inside, on Hamiltonian systems with holonomic constraints
 * g(q) = 0, G = g'(q), and velocity constraints whose multipliers are eliminated, in any arithmetic:
 *
 *     p+ = p0 - G(q0)^T e
 *     K  = h (H_p, -H_q) at (q0, p+) + K/2,      (q1, p-) = (q0, p+) + K
 *     g(q1) = 0
 *     p1 = p- - G(q1)^T e1,      G(q1) H_p(q1, p1) = 0
 *
 * McLachlan, Modin, Verdier, Wilkins (2013), Proposition 8, with e = h m/2 and e1 = h n/2.  The last line is the
 * second phase of rattle.c.  Here the unknowns are D = K_q, L = h K_p and E = h e: as large as q whatever h is, and
 * so are the second derivatives of the equations, in which momenta are what is known divided by h,
 *
 *     D = h H_p,   L = -h^2 H_q   at (q0 + D/2, p0 + (L/2 - G(q0)^T E)/h)
 *     g(q0 + h H_p) = 0
 *
 * (with K_p itself, since H_q is of second degree in e, they would be as large as 1/h, and a matrix in double at an
 * e that is known to a rounding over h would be that of other equations).  The increment is made of H_p and H_q; what
 * round-off leaves in e, of its size over h, is in the range of G^T, which the second phase settles.  Data:
 * (q, p, h).  Without constraints it is the midpoint rule. */
#include "integrators/steps/step_families.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(rattle_midpoint) {
    size_t d, n, m; /* of the state, q and g */
    struct X(scheme) *scheme;
    struct X(evaluator) *force, *pull, *velocity, *constraint; /* the last NULL without constraints */
    real *room, *half, *inverse, *square;                      /* 1/2, 1/h, h^2 */
    real *point;                                               /* d: the midpoint, then q1 */
    real *dq, *dp;                                             /* n: h H_p, -h^2 H_q */
    real *H_p, *H_q, *G_E, *P;                                 /* n; G_E: G(q0)^T E; P: L/2 - G_E */
    real *none;                                                /* m zeros: no multipliers */
};

static void prepare(void *context, const real *data)
{
    struct X(rattle_midpoint) *w = context;
    const real *h = data + w->d;

    real_set_double(w->inverse, 1);
    real_divide(w->inverse, w->inverse, h);
    real_multiply(w->square, h, h);
}

static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(rattle_midpoint) *w = context;
    const size_t n = w->n;
    const real *D = x, *L = D + n, *E = L + n, *h = data + w->d;

    X(evaluator_run)(w->pull, 1, READS(data, E), WRITES(w->G_E));
    X(vector_multiple)(w->P, w->half, L, n);
    X(vector_subtract)(w->P, w->G_E, n);
    X(vector_sum_multiple)(w->point, data, w->half, D, n);
    X(vector_sum_multiple)(w->point + n, data + n, w->inverse, w->P, n);
    X(evaluator_run)(w->velocity, 1, READS(w->point), WRITES(w->H_p));
    X(evaluator_run)(w->force, 1, READS(w->point, w->none), WRITES(w->H_q, w->P));
    X(vector_multiple)(w->dq, h, w->H_p, n);
    X(vector_zero)(w->dp, n);
    X(vector_subtract_multiple)(w->dp, w->square, w->H_q, n);
    X(vector_difference)(r, D, w->dq, n);
    X(vector_difference)(r + n, L, w->dp, n);
    if (!w->m)
        return;
    X(vector_sum)(w->point, data, w->dq, n);
    X(evaluator_run)(w->constraint, 1, READS(w->point), WRITES(r + 2 * n));
}

/* After the residual: (h H_p, -h H_q - G(q0)^T e) */
static void increment(void *context, const real *x, real *sum)
{
    struct X(rattle_midpoint) *w = context;
    const size_t n = w->n;

    (void)x;
    X(vector_copy)(sum, w->dq, n);
    X(vector_difference)(w->P, w->dp, w->G_E, n);
    X(vector_multiple)(sum + n, w->inverse, w->P, n);
}

static void destroy(void *context)
{
    struct X(rattle_midpoint) *w = context;

    X(scheme_destroy)(w->scheme);
    X(evaluator_destroy)(w->force);
    X(evaluator_destroy)(w->pull);
    X(evaluator_destroy)(w->velocity);
    X(evaluator_destroy)(w->constraint);
    X(vector_destroy)(w->room);
    free(w);
}

struct X(step_equations) X(rattle_midpoint_equations)(const struct setup *setup)
{
    struct X(rattle_midpoint) *w = memory_create(1, sizeof *w);
    const struct system_holonomic *H = &setup->system->holonomic;
    const size_t d = w->d = setup->system->dimension, n = w->n = d / 2,
                 m = w->m = setup->system->constraints / 2;

    w->scheme = X(scheme_create)(NULL, setup->rounding);
    w->force = X(evaluator_create)(H->force, 1);
    w->pull = X(evaluator_create)(H->pull, 1);
    w->velocity = X(evaluator_create)(H->velocity, 1);
    if (m)
        w->constraint = X(evaluator_create)(H->constraint, 1);
    w->room = X(vector_create)(3 + d + 6 * n + m);
    w->point = X(vector_share)(w->room, (real * *const[]){&w->half, &w->inverse, &w->square}, 3, 1);
    w->none = X(vector_share)(w->point + d,
                              (real * *const[]){&w->dq, &w->dp, &w->H_p, &w->H_q, &w->G_E, &w->P}, 6, n);
    real_set_double(w->half, 0.5);
    return (struct X(step_equations)){
        .equations = {d + m, d + 1,
                      program_operations(H->force) + program_operations(H->pull) +
                          program_operations(H->velocity) + (m ? program_operations(H->constraint) : 0) +
                          12 * n,
                      residual, destroy, w, prepare},
        .scheme = w->scheme,
        .increment = increment,
    };
}
