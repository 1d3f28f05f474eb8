/* The equations of a Runge-Kutta step with a projection onto the manifold of holonomic constraints, in any arithmetic.
 *
 * With x = (q, p), phi = (g, psi), the constraints and the hidden ones, and
 *
 *     v(x; l) = J phi'(x)^T l = (psi_p^T l2, -g_q^T l1 - psi_q^T l2)
 *
 * the base method acts on the equations that underlie the constraints, x' = f(x), from a perturbed start to an end that
 * is projected: Kraus (2017), section 4, with R(infinity) = 1,
 *
 *     xb  = x0 + e0                    e0 = v(perturb_at; l)
 *     K_i = h f(xb + sum_j a_ij K_j)
 *     xb1 = xb + sum_i b_i K_i
 *     x1  = xb1 + e                    e = v(project_at; l)
 *     phi(x1) = 0
 *
 * where the midpoint is (xb + xb1)/2.  Where the multiplier would perturb the next step, which undoes the projection,
 * the state that is advanced is xb1, and x1 is the output alone.
 *
 * Unknowns K (s x d), l (m), e (d); data (x, h); increment e0 + sum_i b_i K_i + e.  Exactly symplectic coefficients
 * multiply b_j K_j: scheme.h. */
#include "integrators/steps/step_families.h"
#include "integrators/steps/step_parts.h"
#include "numerics/vector.h"

struct X(projected_stages) {
    struct X(step_parts) parts; /* first */
    size_t s, d, m;
    const struct projection *projection;
    struct X(evaluator) *velocity, *constrain, *jacobian;
    real *Q, *v, *weighted; /* s x d */
    real *moved;            /* d: sum_i b_i K_i */
    real *e0, *pushed;      /* d: e0; v(project_at; l) */
    real *xb, *middle, *x1; /* d */
    real *D;                /* m x d: phi' */
    real *half;             /* 1 */
};

/* v = J phi'(x)^T l */
static void push(struct X(projected_stages) *w, const real *x, const real *l, real *v)
{
    const size_t n = w->d / 2;

    X(evaluator_run)(w->jacobian, 1, READS(x), WRITES(w->D));
    X(vector_zero)(v, w->d);
    for (size_t k = 0; k < w->m; k++) {
        X(vector_add_multiple)(v, l + k, w->D + k * w->d + n, n);
        X(vector_subtract_multiple)(v + n, l + k, w->D + k * w->d, n);
    }
}

/* e0, by which the start is perturbed; of a projection that continues nothing is left of it. */
static void perturb(struct X(projected_stages) *w, const real *x0, const real *l, const real *e)
{
    X(vector_zero)(w->e0, w->d);
    if (!projection_is_coupled(w->projection))
        return;
    if (w->projection->perturb_at == PROJECTION_START)
        push(w, x0, l, w->e0);
    else
        X(vector_copy)(w->e0, e, w->d);
}

/* xb, (xb + xb1)/2 and x1 */
static void place(struct X(projected_stages) *w, const real *x0, const real *e)
{
    X(vector_sum)(w->xb, x0, w->e0, w->d);
    X(vector_sum_multiple)(w->middle, w->xb, w->half, w->moved, w->d);
    X(vector_sum)(w->x1, w->xb, w->moved, w->d);
    X(vector_add)(w->x1, e, w->d);
}

static void residual(void *context, const real *data, const real *K, real *r)
{
    struct X(projected_stages) *w = context;
    const size_t s = w->s, d = w->d, m = w->m;
    const real *x0 = data, *h = data + d, *l = K + s * d, *e = l + m;
    const bool at_middle = w->projection->project_at == PROJECTION_MIDPOINT;

    perturb(w, x0, l, e);
    X(scheme_sum_stages)(w->parts.scheme, w->moved, w->weighted, K, d);
    place(w, x0, e);
    X(scheme_place_stages)(w->parts.scheme, w->Q, w->weighted, w->xb, K, d); /* r_K = K - h f(xb + A K) */
    X(evaluator_run)(w->velocity, s, READS(w->Q), WRITES(w->v));
    X(vector_copy)(r, K, s * d);
    X(vector_subtract_multiple)(r, h, w->v, s * d);
    X(evaluator_run)(w->constrain, 1, READS(w->x1), WRITES(r + s * d)); /* r_l = phi(x1) */
    push(w, at_middle ? w->middle : w->x1, l, w->pushed);               /* r_e = e - v(project_at; l) */
    X(vector_difference)(r + s * d + m, e, w->pushed, d);
}

/* After the residual */
static void increment(void *context, const real *K, real *sum)
{
    struct X(projected_stages) *w = context;

    X(scheme_sum_stages)(w->parts.scheme, sum, w->weighted, K, w->d);
    if (projection_continues(w->projection))
        return;
    X(vector_add)(sum, w->e0, w->d);
    X(vector_add)(sum, K + w->s * w->d + w->m, w->d);
}

static void project(void *context, const real *K, real *output)
{
    const struct X(projected_stages) *w = context;

    (void)K;
    X(vector_copy)(output, w->x1, w->d);
}

struct X(step_equations) X(projected_stages_equations)(const struct setup *setup)
{
    const struct system *system = setup->system;
    struct X(projected_stages) *w = X(step_parts_create)(sizeof *w, setup);
    const size_t s = w->s = setup->tableau->stages, d = w->d = system->dimension,
                 m = w->m = system->constraints;

    w->projection = setup->projection;
    w->velocity = X(step_parts_evaluator)(&w->parts, system->velocity, s);
    w->constrain = X(step_parts_evaluator)(&w->parts, system->constrain, 1);
    w->jacobian = X(step_parts_evaluator)(&w->parts, system->constraint_jacobian, 1);
    STEP_PARTS_ROOM(&w->parts, s * d, &w->Q, &w->v, &w->weighted);
    STEP_PARTS_ROOM(&w->parts, d, &w->moved, &w->e0, &w->pushed, &w->xb, &w->middle, &w->x1);
    STEP_PARTS_ROOM(&w->parts, m * d, &w->D);
    STEP_PARTS_ROOM(&w->parts, 1, &w->half);
    real_set_double(w->half, 0.5);
    return (struct X(step_equations)){
        .equations = {s * d + m + d, d + 1,
                      s * program_operations(system->velocity) + program_operations(system->constrain) +
                          2 * program_operations(system->constraint_jacobian) + 2 * (s + 1) * s * d +
                          4 * m * d + 8 * d,
                      (double)(s + 1), residual, X(step_parts_destroy), w},
        .scheme = w->parts.scheme,
        .increment = increment,
        .project = projection_continues(setup->projection) ? project : NULL,
    };
}
