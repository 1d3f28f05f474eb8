/* Whether the symplectic projection is post-projection: |q of n steps with the symplectic projection - q of n
 * steps without projection and one projection|, P^-1 Psi_h^n P against (P^-1 Psi_h P)^n.
 *
 * With R(infinity) = -1 the perturbation of a step undoes the projection of the one before (Kraus 2017, eq.
 * 125), and the defect is round-off; with R(infinity) = +1 it adds to it, and the two differ at the size of
 * the multiplier.  The projected steps are made as they are written down, from the method without projection
 * alone, so that nothing is taken for granted that a stepper knows of R(infinity) = -1:
 *
 *     qb = q_n + e_n,    pb = th(q_n) + T(q_n)^T e_n,    e_0 = 0
 *     (qb1, pb1) = Psi_h(qb, pb)
 *     q_{n+1} = qb1 + R e_{n+1},    th(q_{n+1}) = pb1 + R T(q_{n+1})^T e_{n+1}
 *
 * The norm is that of the solution error (scale.h). */
#include "measures/step/step_defect.h"

#include <math.h>

#include "integrators/steps/implicit_step.h"
#include "integrators/steps/projector.h"
#include "integrators/steps/step_families.h"
#include "measures/run/scale.h"
#include "models/kinds/system.h"
#include "numerics/evaluator.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

struct post_projection {
    size_t d;
    int perturb_weight;
    struct X(stepper) *base;
    struct X(projector) *projector;
    struct X(newton) *newton; /* of the projection */
    struct X(evaluator) *momentum_push;
    real *end;        /* (qb1, pb1) */
    real *q, *e;      /* on the constraint */
    real *pushed;     /* T^T e */
    narrow *narrow_e; /* where Newton's method starts */
};

/* `unprojected`, which the base borrows, becomes the setup without the projection. */
static struct post_projection create(const struct setup *setup, struct setup *unprojected)
{
    size_t d = setup->system->dimension;
    struct X(step_equations) projection;
    struct X(newton) *newton = X(implicit_step_newton)(&step_families_projector, setup, &projection);

    unprojected->projection = projection_find("none");
    return (struct post_projection){
        .d = d,
        .perturb_weight = projection_weight(setup->projection->perturb_weight, setup->tableau->r_infinity),
        .base = setup->method->family->X(create)(unprojected),
        .projector = projection.equations.context,
        .newton = newton,
        .momentum_push = X(evaluator_create)(setup->system->momentum_push, 1),
        .end = X(vector_create)(2 * d),
        .q = X(vector_create)(d),
        .e = X(vector_create)(d),
        .pushed = X(vector_create)(d),
        .narrow_e = NARROW(vector_create)(d),
    };
}

static void destroy(struct post_projection *w)
{
    X(newton_destroy)(w->newton);
    X(evaluator_destroy)(w->momentum_push);
    X(vector_destroy)(w->end);
    X(vector_destroy)(w->q);
    X(vector_destroy)(w->e);
    X(vector_destroy)(w->pushed);
    NARROW(vector_destroy)(w->narrow_e);
    w->base->destroy(w->base);
}

/* (q, e) = the projection of the state of the base */
static bool project(struct post_projection *w)
{
    size_t d = w->d;
    narrow scale = 0;

    X(vector_copy)(w->end, w->base->q, d);
    X(vector_copy)(w->end + d, w->base->p, d);
    for (size_t i = 0; i < d; i++)
        scale = fmax(scale, fabs(real_to_narrow(w->end + i)));
    X(vector_narrow)(w->narrow_e, w->e, d);
    if (X(newton_solve)(w->newton, mask_all(), w->end, scale > 0 ? scale : 1, w->narrow_e, w->e) !=
        NEWTON_CONVERGED)
        return false;
    X(vector_copy)(w->q, X(projector_projected)(w->projector), d);
    return true;
}

/* The base starts from (q + w e, theta(q) + w T(q)^T e). */
static void perturb(struct post_projection *w)
{
    struct X(stepper) *base = w->base;

    X(evaluator_run)
    (w->momentum_push, 1, (const real *const[]){w->q, w->e}, (real *const[]){base->p, w->pushed});
    X(projector_add_weighted)(base->p, w->perturb_weight, w->pushed, w->d);
    X(vector_copy)(base->q, w->q, w->d);
    X(projector_add_weighted)(base->q, w->perturb_weight, w->e, w->d);
    base->restart(base);
}

/* n steps from q_0, each between a perturbation and a projection or with one projection at their end; q. */
static bool run(struct post_projection *w, const real *initial, unsigned long n, bool each, mpfr_t *q)
{
    bool solved = true;

    X(vector_copy)(w->q, initial, w->d);
    X(vector_zero)(w->e, w->d);
    perturb(w);
    for (unsigned long k = 0; k < n && solved; k++) {
        if (each)
            perturb(w);
        solved = w->base->step(w->base) == NEWTON_CONVERGED && (!each || project(w));
    }
    solved = solved && (each || project(w));
    for (size_t i = 0; i < w->d; i++)
        real_get_mpfr(q[i], w->q + i);
    return solved;
}

void X(post_projection_defect)(mpfr_ptr defect, const struct cell_request *request, const struct setup *setup)
{
    struct setup unprojected = *setup;
    struct post_projection w = create(setup, &unprojected);
    size_t d = w.d;
    unsigned long n =
        request->steps < POST_PROJECTION_MOST_STEPS ? request->steps : POST_PROJECTION_MOST_STEPS;
    mpfr_t *projected = (mpfr_t *)number_block_create(3 * d, real_precision());
    mpfr_t *post = projected + d, *initial = projected + 2 * d;
    real *start = X(vector_create)(d);
    bool solved;

    X(vector_copy)(start, w.base->q, d);
    for (size_t i = 0; i < d; i++)
        real_get_mpfr(initial[i], start + i);
    solved = run(&w, start, n, true, projected) && run(&w, start, n, false, post);
    scale_distance(defect, d, projected, post, initial, request->excursion);
    if (!solved)
        mpfr_set_nan(defect);
    X(vector_destroy)(start);
    number_block_destroy(*projected);
    destroy(&w);
}
