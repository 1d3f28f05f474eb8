/* The equations of a RATTLE step with the midpoint rule inside, on Hamiltonian systems with holonomic constraints
 * g(q) = 0, G = g'(q), and velocity constraints whose multipliers are eliminated, in any arithmetic:
 *
 *     p+ = p0 - G(q0)^T e
 *     K  = h (H_p, -H_q) at (q0, p+) + K/2,      (q1, p-) = (q0, p+) + K
 *     g(q1) = 0
 *     p1 = p- - G(q1)^T e1,      G(q1) H_p(q1, p1) = 0
 *
 * McLachlan, Modin, Verdier, Wilkins (2013), Proposition 8, with e = h m/2 and e1 = h n/2.  Unknowns K (2n), h e and
 * e + e1, in which the Jacobian is O(1) and round-off is that of the state, whatever h is; data ((q0, p0), h); increment
 * (q1, p1) - (q0, p0).  Without constraints it is the midpoint rule. */
#include "integrators/steps/step_families.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(rattle_midpoint) {
    size_t d, n, m; /* of the state, q and g */
    struct X(scheme) *scheme;
    struct X(evaluator) *force, *velocity, *constraint, *hidden; /* the latter NULL without constraints */
    real *room, *start, *middle, *end;                           /* d: (q0, p+), the midpoint, (q1, p1) */
    real *H_p, *H_q, *pull;                                      /* n */
    real *half;                                                  /* 1 */
    real *e, *e1;                                                /* m */
};

/* p -= G(x)^T e */
static void pull(struct X(rattle_midpoint) *w, const real *x, const real *e, real *p)
{
    X(evaluator_run)(w->force, 1, READS(x, e), WRITES(w->H_q, w->pull));
    X(vector_subtract)(p, w->pull, w->n);
}

static void residual(void *context, const real *data, const real *K, real *r)
{
    struct X(rattle_midpoint) *w = context;
    size_t d = w->d, n = w->n, m = w->m;
    const real *x = data, *h = data + d, *he = K + d, *sum = he + m;

    for (size_t i = 0; i < m; i++) {
        real_divide(w->e + i, he + i, h);
        real_subtract(w->e1 + i, sum + i, w->e + i);
    }
    X(vector_copy)(w->start, x, d);
    pull(w, x, w->e, w->start + n);
    X(vector_copy)(w->middle, w->start, d);
    X(vector_add_multiple)(w->middle, w->half, K, d);
    X(evaluator_run)(w->velocity, 1, READS(w->middle), WRITES(w->H_p));
    X(evaluator_run)(w->force, 1, READS(w->middle, w->e), WRITES(w->H_q, w->pull));
    X(vector_copy)(r, K, d); /* r_K = K - h (H_p, -H_q) */
    X(vector_subtract_multiple)(r, h, w->H_p, n);
    X(vector_add_multiple)(r + n, h, w->H_q, n);
    X(vector_copy)(w->end, w->start, d);
    X(vector_add)(w->end, K, d);
    pull(w, w->end, w->e1, w->end + n);
    if (!m)
        return;
    X(evaluator_run)(w->constraint, 1, READS(w->end), WRITES(r + d)); /* r_e = g(q1), r_e1 = psi(q1, p1) */
    X(evaluator_run)(w->hidden, 1, READS(w->end), WRITES(r + d + m));
}

/* After the residual, from what is added to the state, not from the sums. */
static void increment(void *context, const real *K, real *sum)
{
    struct X(rattle_midpoint) *w = context;

    X(vector_copy)(sum, K, w->d);
    pull(w, w->start, w->e, sum + w->n); /* the start has q0 */
    pull(w, w->end, w->e1, sum + w->n);
}

static void destroy(void *context)
{
    struct X(rattle_midpoint) *w = context;

    X(scheme_destroy)(w->scheme);
    X(evaluator_destroy)(w->force);
    X(evaluator_destroy)(w->velocity);
    if (w->m) {
        X(evaluator_destroy)(w->constraint);
        X(evaluator_destroy)(w->hidden);
    }
    X(vector_destroy)(w->room);
    free(w);
}

struct X(step_equations) X(rattle_midpoint_equations)(const struct setup *setup)
{
    struct X(rattle_midpoint) *w = memory_create(1, sizeof *w);
    const struct system_holonomic *H = &setup->system->holonomic;
    size_t d = w->d = setup->system->dimension, n = w->n = d / 2, m = w->m = setup->system->constraints / 2;
    size_t operations = 3 * program_operations(H->force) + program_operations(H->velocity) + 8 * d;

    w->scheme = X(scheme_create)(setup->tableau, setup->rounding);
    w->force = X(evaluator_create)(H->force, 1);
    w->velocity = X(evaluator_create)(H->velocity, 1);
    if (m) {
        w->constraint = X(evaluator_create)(H->constraint, 1);
        w->hidden = X(evaluator_create)(H->hidden, 1);
        operations += program_operations(H->constraint) + program_operations(H->hidden);
    }
    w->room = X(vector_create)(3 * d + 3 * n + 1 + 2 * m);
    w->half =
        X(vector_share)(X(vector_share)(w->room, (real * *const[]){&w->start, &w->middle, &w->end}, 3, d),
                        (real * *const[]){&w->H_p, &w->H_q, &w->pull}, 3, n);
    w->e = w->half + 1;
    w->e1 = w->e + m;
    real_set_double(w->half, 0.5);
    return (struct X(step_equations)){
        .equations = {d + 2 * m, d + 1, operations, residual, destroy, w},
        .scheme = w->scheme,
        .increment = increment,
    };
}
