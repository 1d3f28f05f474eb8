/* Projections of variational steps: see vprk.h. */
#include "integrators/steps/vprk.h"

#include <stdlib.h>

#include "integrators/steps/guess.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"
#include "models/kinds/system.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(projected_step) {
    struct X(stepper) *stepper;
    const struct setup *setup;
    const struct X(step_equations) *own;
    struct X(vprk) *equations; /* their context */
    size_t d;
    bool carries_base, coupled;
    int project_weight;
    struct X(newton) *newton; /* of the projection, where it is not coupled */
    struct X(evaluator) *momentum, *momentum_push;
    /* Carried, beside q, p and e: */
    real *theta;          /* theta(q): where the next step starts */
    real *advanced, *low; /* (qb, pb) or q, and what compensation owes it */
    /* Of one step: */
    real *end;   /* (qb1, pb1), and where T is taken */
    real *total; /* increment of what is advanced */
    real *e;     /* the multiplier */
    narrow *narrow_end, *narrow_e;
};

/* (qb, pb), the start of the base method as the multiplier of the step before perturbs it */
static void perturb_start(struct X(projected_step) *w, real *qb, real *pb)
{
    const real *q = w->stepper->q, *e = w->stepper->multiplier;
    int weight = w->equations->perturb_weight;

    X(evaluator_run)(w->momentum_push, 1, READS(q, e), WRITES(pb, w->total));
    X(vector_copy)(qb, q, w->d);
    X(projector_add_weighted)(qb, weight, e, w->d);
    X(projector_add_weighted)(pb, weight, w->total, w->d);
}

void X(projected_step_start)(struct X(projected_step) *w, real *data)
{
    if (w->carries_base) {
        X(vector_copy)(data, w->advanced, 2 * w->d);
    } else if (w->stepper->maps_multiplier) {
        perturb_start(w, data, data + w->d);
    } else {
        X(vector_copy)(data, w->stepper->q, w->d);
        X(vector_copy)(data + w->d, w->theta, w->d);
    }
}

/* e with th(qb1 + w e) = pb1 + w T^T e, found after the base step */
static X(newton_status) solve_projection(struct X(projected_step) *w, mask where, const narrow *narrow_x)
{
    size_t d = w->d;
    const real *at = X(vprk_projects_at)(w->equations, w->stepper->q);
    narrow scale;

    X(vector_copy)(w->end, w->equations->qb1, d);
    X(vector_copy)(w->end + d, w->equations->pb1, d);
    if (at)
        X(vector_copy)(w->end + 2 * d, at, d);
    X(vector_narrow)(w->narrow_end, w->end, d);
    scale = NARROW(guess_scale)(w->setup, w->narrow_end, narrow_x);
    X(vector_narrow)(w->narrow_e, w->stepper->multiplier, d);
    return X(newton_solve)(w->newton, where, w->end, scale, w->narrow_e, w->e);
}

/* theta = theta(q), and p = theta - r as the projection left it: r is the residual of its equations, at
 * round-off. */
static void finish(struct X(projected_step) *w, const real *r)
{
    X(vector_copy)(w->stepper->multiplier, w->e, w->d);
    X(evaluator_run)(w->momentum, 1, READS(w->stepper->q), WRITES(w->theta));
    X(vector_copy)(w->stepper->p, w->theta, w->d);
    X(vector_subtract)(w->stepper->p, r, w->d);
}

/* total = sum_i b_i W_i + w_1 e_perturb + w_2 e_project, by which q on the constraint moves */
static void add_multipliers(struct X(projected_step) *w)
{
    int perturb = w->equations->perturb_weight, project = w->project_weight;

    if (w->coupled) {
        for (int k = 0; k < abs(perturb + project); k++)
            X(projector_add_weighted)(w->total, perturb + project, w->e, w->d);
        return;
    }
    X(projector_add_weighted)(w->total, project, w->e, w->d);
    if (w->stepper->maps_multiplier)
        X(projector_add_weighted)(w->total, perturb, w->stepper->multiplier, w->d);
}

X(newton_status)
X(projected_step_advance)(struct X(projected_step) *w, X(newton_status) status, const real *x,
                          const narrow *narrow_x, const real *r)
{
    size_t d = w->d;

    if (w->coupled) {
        X(vector_copy)(w->e, x + w->equations->multiplier, d);
        r += w->equations->multiplier;
    } else {
        mask solved = choice_is(status, NEWTON_CONVERGED);

        status = choice_where(solved, solve_projection(w, solved, narrow_x), status);
        if (!mask_any(choice_is(status, NEWTON_CONVERGED)))
            return status;
        r = X(newton_residual)(w->newton);
    }
    w->own->increment(w->own->equations.context, x, w->total);
    if (!w->carries_base)
        add_multipliers(w);
    X(scheme_advance)(w->own->scheme, w->advanced, w->low, w->total, w->carries_base ? 2 * d : d);
    if (w->carries_base) {
        X(vector_copy)(w->stepper->q, w->advanced, d);
        X(projector_add_weighted)(w->stepper->q, w->project_weight, w->e, d);
    }
    finish(w, r);
    return status;
}

void X(projected_step_restart)(struct X(projected_step) *w)
{
    size_t d = w->d;

    X(evaluator_run)(w->momentum, 1, READS(w->stepper->q), WRITES(w->theta));
    X(vector_copy)(w->stepper->p, w->theta, d);
    if (w->carries_base)
        perturb_start(w, w->advanced, w->advanced + d);
    X(vector_zero)(w->low, w->carries_base ? 2 * d : d);
}

void X(projected_step_forget)(struct X(projected_step) *w)
{
    if (w->newton)
        X(newton_forget)(w->newton, mask_all());
}

void X(projected_step_count)(const struct X(projected_step) *w, struct newton_counts *sum)
{
    for (size_t lane = 0; w->newton && lane < REAL_LANES; lane++) {
        struct newton_counts counted = X(newton_counts)(w->newton, lane);

        newton_counts_add(sum, &counted);
    }
}

void X(projected_step_destroy)(struct X(projected_step) *w)
{
    if (!w)
        return;
    X(newton_destroy)(w->newton);
    X(evaluator_destroy)(w->momentum);
    X(evaluator_destroy)(w->momentum_push);
    X(vector_destroy)(w->end);
    X(vector_destroy)(w->total);
    X(vector_destroy)(w->e);
    NARROW(vector_destroy)(w->narrow_end);
    NARROW(vector_destroy)(w->narrow_e);
    free(w);
}

static void classify(struct X(projected_step) *w, const struct projection *projection)
{
    w->coupled = projection_is_coupled(projection);
    w->project_weight = projection_weight(projection->project_weight, w->setup->tableau->r_infinity);
    w->stepper->maps_multiplier = projection_continues(projection);
    w->carries_base = w->stepper->maps_multiplier && projection->perturb_at == PROJECTION_START &&
                      projection->project_at == PROJECTION_END &&
                      w->project_weight == -w->equations->perturb_weight;
}

/* The state in one array: q, p, theta and e, then the base where it is carried, then what compensation owes. */
static void allocate_state(struct X(projected_step) *w)
{
    struct X(stepper) *stepper = w->stepper;
    size_t d = w->d;

    stepper->carries = (w->carries_base ? 8 : 5) * d;
    stepper->carried = X(vector_create)(stepper->carries);
    stepper->q = stepper->carried;
    stepper->p = stepper->q + d;
    w->theta = stepper->p + d;
    stepper->multiplier = w->theta + d;
    w->advanced = w->carries_base ? stepper->multiplier + d : stepper->q;
    w->low = stepper->carried + (w->carries_base ? 6 : 4) * d;
}

struct X(projected_step) *X(projected_step_create)(const struct setup *setup, struct X(stepper) *stepper,
                                                   const struct X(step_equations) *own)
{
    struct X(projected_step) *w = memory_create(1, sizeof *w);
    size_t d = stepper->dimension;
    struct X(step_equations) projection;

    w->stepper = stepper;
    w->setup = setup;
    w->own = own;
    w->equations = own->equations.context;
    w->d = d;
    classify(w, setup->projection);
    if (!w->coupled)
        w->newton = X(implicit_step_newton)(&step_families_projector, setup, &projection);
    w->momentum = X(evaluator_create)(setup->system->momentum, 1);
    w->momentum_push = X(evaluator_create)(setup->system->momentum_push, 1);
    w->end = X(vector_create)(3 * d);
    w->total = X(vector_create)(2 * d);
    w->e = X(vector_create)(d);
    w->narrow_end = NARROW(vector_create)(d);
    w->narrow_e = NARROW(vector_create)(d);
    allocate_state(w);
    return w;
}
