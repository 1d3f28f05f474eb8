/* Variational partitioned Runge-Kutta methods with projections: see vprk.h.
 *
 * What is carried from step to step depends on the row of the projection table:
 *
 *     base       (qb, pb), advanced by the base method alone.  Without projection this is the result; where
 * the perturbation undoes the projection of the step before (symplectic projection with R(infinity) = -1) the
 * result is its projection, made for output only: carrying (qb, pb) has the smaller round-off. projected  q
 * on the constraint, and e where the next perturbation uses it.
 *
 * In `lanes` each lane solves, starts again and follows its solution for itself: a mask says for which lanes
 * something is done, and what is computed for the others is not kept.
 *
 * q (and p of the base) are updated with compensation, unless it is switched off: the round-off of a step
 * enters the next one. */
#include "integrators/steps/vprk.h"

#include <stdlib.h>

#include "integrators/steps/branch.h"
#include "integrators/steps/guess.h"
#include "integrators/steps/projector_newton.h"
#include "integrators/steps/vprk_equations.h"
#include "models/kinds/degenerate.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

/* A solution farther from its start than this, in units of the increments, is found again by following it. */
static const double FARTHEST_SOLUTION = 0.5;

struct X(vprk) {
    struct X(stepper) stepper; /* first: a stepper is a vprk */
    const struct setup *setup;
    size_t s, d;
    bool carries_base, coupled, projects;
    int project_weight;
    struct X(vprk_equations) *equations;
    struct X(newton) *newton;
    struct X(branch) *branch;
    struct X(projector) *projector; /* on its own, where the projection is not coupled */
    struct X(newton) *projection_newton;
    struct X(evaluator) *momentum, *momentum_push;
    struct NARROW(guess) * guess;
    /* Beside q, p and e in the array of what is carried: */
    real *base, *low; /* (qb, pb) and what compensation owes it */
    real *q_low;      /* what compensation owes q */
    real *theta;      /* theta(q): where the next step starts */
    /* Of one step: */
    real *data;   /* (q, p) at the start of the base method */
    real *origin; /* data from which the solution is followed */
    real *x;      /* unknowns of the step */
    real *total;  /* increment of the state */
    real *end;    /* (qb1, pb1) */
    real *e;      /* multiplier found after the base step */
    real *before; /* what was carried before the step, where there are several lanes */
    narrow *narrow_data, *narrow_x;
    narrow *start; /* where Newton's method started */
};

static struct X(newton) *create_newton(const struct setup *setup, struct X(vprk_equations) *own)
{
    X(newton_narrow) *coarse = NULL;

    if (real_precision() > 53)
        coarse = NARROW(newton_create)(NARROW(vprk_equations_create)(setup)->equations,
                                       DUAL(vprk_equations_create)(setup)->equations, NULL);
    return X(newton_create)(own->equations, DUAL(vprk_equations_create)(setup)->equations, coarse);
}

/* theta = theta(q), and p = theta - r as the projection left it: r is the residual of its equations, at
 * round-off. */
static void finish_projected(struct X(vprk) *w, const real *r)
{
    X(evaluator_run)(w->momentum, 1, (const real *const[]){w->stepper.q}, (real *const[]){w->theta});
    X(vector_copy)(w->stepper.p, w->theta, w->d);
    X(vector_subtract)(w->stepper.p, r, w->d);
}

/* (qb, pb), the start of the base method as the multiplier of the step before perturbs it */
static void perturb_start(struct X(vprk) *w, real *qb, real *pb)
{
    const real *q = w->stepper.q, *e = w->stepper.multiplier;
    int weight = w->equations->perturb_weight;

    X(evaluator_run)(w->momentum_push, 1, (const real *const[]){q, e}, (real *const[]){pb, w->total});
    X(vector_copy)(qb, q, w->d);
    X(projector_add_weighted)(qb, weight, e, w->d);
    X(projector_add_weighted)(pb, weight, w->total, w->d);
}

/* data = (q, p) at which the base method starts (before the perturbation of a coupled projection) */
static void prepare_start(struct X(vprk) *w)
{
    size_t d = w->d;
    real *q = w->data, *p = w->data + d;

    if (w->carries_base) {
        X(vector_copy)(w->data, w->base, 2 * d);
        return;
    }
    if (w->projects && !w->coupled && w->setup->projection->multiplier == PROJECTION_PREVIOUS) {
        perturb_start(w, q, p);
    } else {
        X(vector_copy)(q, w->stepper.q, d);
        X(vector_copy)(p, w->theta, d);
    }
}

/* The size against which round-off is judged, at the current start and increments. */
static narrow find_scale(const struct X(vprk) *w)
{
    return NARROW(guess_scale)(w->guess, w->setup->secular, w->narrow_data, w->narrow_x);
}

/* narrow_x = guess of all unknowns: stages, and mu and e of the step before */
static void prepare_guess(struct X(vprk) *w)
{
    size_t stages = w->s * w->d, unknowns = w->equations->equations.unknowns;

    X(vector_narrow)(w->narrow_x + stages, w->x + stages, unknowns - stages);
    NARROW(guess_stages)(w->guess, w->narrow_data, w->narrow_x);
    NARROW(vector_copy)(w->start, w->narrow_x, unknowns);
}

/* From the vector field, as in a first step. */
static void prepare_first_guess(struct X(vprk) *w)
{
    size_t stages = w->s * w->d, unknowns = w->equations->equations.unknowns;

    NARROW(guess_forget)(w->guess);
    NARROW(vector_zero)(w->narrow_x + stages, unknowns - stages);
    NARROW(guess_stages)(w->guess, w->narrow_data, w->narrow_x);
    NARROW(vector_copy)(w->start, w->narrow_x, unknowns);
}

/* Newton's method from narrow_x.  A solution far from its start, measured against the increments, need not be
 * the one meant. */
static X(newton_status) solve_from_guess(struct X(vprk) *w, mask where)
{
    size_t stages = w->s * w->d, unknowns = w->equations->equations.unknowns;
    narrow distance = narrow_all(0), size = narrow_all(0);
    choice status = X(newton_solve_where)(w->newton, where, w->data, find_scale(w), w->narrow_x, w->x);
    mask solved = choice_is(status, NEWTON_CONVERGED);

    if (!mask_any(solved))
        return status;
    for (size_t i = 0; i < unknowns; i++)
        w->narrow_x[i] = narrow_select(solved, real_to_narrow(w->x + i), w->narrow_x[i]);
    narrow_add_distance(&distance, w->narrow_x, w->start, stages);
    narrow_add_distance(&distance, w->narrow_x + stages, NULL, unknowns - stages);
    narrow_add_distance(&size, w->narrow_x, NULL, stages);
    return choice_where(solved & mask_not(narrow_at_most(distance, FARTHEST_SOLUTION * size)),
                        choice_all(NEWTON_NO_CONVERGENCE), status);
}

/* origin = (q, theta(q), 0): data from which nothing moves */
static void place_origin(struct X(vprk) *w)
{
    X(vector_copy)(w->origin, w->data, w->d);
    X(evaluator_run)(w->momentum, 1, (const real *const[]){w->data}, (real *const[]){w->origin + w->d});
}

/* From the extrapolated guess; then from the vector field, since extrapolation can lie badly where steps
 * alternate; then by following the solution from the trivial one. */
static X(newton_status) solve_stages(struct X(vprk) *w)
{
    choice status = choice_all(NEWTON_NO_CONVERGENCE);
    mask open = w->stepper.active;

    X(vector_narrow)(w->narrow_data, w->data, 2 * w->d);
    if (NARROW(guess_is_recorded)(w->guess)) {
        prepare_guess(w);
        status = solve_from_guess(w, open);
        open &= mask_not(choice_is(status, NEWTON_CONVERGED));
    }
    if (mask_any(open)) {
        prepare_first_guess(w);
        status = choice_where(open, solve_from_guess(w, open), status);
        open &= mask_not(choice_is(status, NEWTON_CONVERGED));
    }
    if (mask_any(open)) {
        narrow scale = find_scale(w);

        place_origin(w);
        status = choice_where(
            open, X(branch_follow)(w->branch, open, w->origin, w->data, scale, w->start, w->x), status);
    }
    if (mask_any(choice_is(status, NEWTON_CONVERGED))) {
        X(vector_narrow)(w->narrow_x, w->x, w->equations->equations.unknowns);
        NARROW(guess_record)(w->guess, w->narrow_x);
    }
    return status;
}

/* e with theta(end.q + w e) = end.p + w T^T e, found after the base step; `end` = (qb1, pb1) */
static X(newton_status) solve_projection(struct X(vprk) *w, mask where, real *e)
{
    narrow scale;

    X(vector_narrow)(w->narrow_data, w->end, w->d);
    scale = find_scale(w);
    X(vector_narrow)(w->narrow_x, w->stepper.multiplier, w->d);
    return X(newton_solve_where)(w->projection_newton, where, w->end, scale, w->narrow_x, e);
}

/* The base advances: (qb, pb) += sum_i b_i (W_i, hF_i). */
static void advance_base(struct X(vprk) *w)
{
    const struct X(scheme) *scheme = w->equations->scheme;
    size_t d = w->d;

    X(vector_zero)(w->total, 2 * d);
    X(vector_copy)(w->total, w->equations->increment, d);
    X(scheme_add_product)
    (w->total + d, &scheme->b, X(scheme_weigh)(scheme, w->equations->weighted, w->equations->hF, d), 1, w->s,
     d);
    X(scheme_advance)(scheme, w->base, w->low, w->total, 2 * d);
}

/* The stages are solved where `status` says so. */
static X(newton_status) step_base(struct X(vprk) *w, X(newton_status) status)
{
    size_t d = w->d;
    mask solved = choice_is(status, NEWTON_CONVERGED);

    if (w->projects) {
        X(vector_copy)(w->end, w->equations->qb1, d);
        X(vector_copy)(w->end + d, w->equations->pb1, d);
        status = choice_where(solved, solve_projection(w, solved, w->e), status);
        if (!mask_any(choice_is(status, NEWTON_CONVERGED)))
            return status;
        advance_base(w);
        X(vector_copy)(w->stepper.multiplier, w->e, d);
        X(vector_copy)(w->stepper.q, w->base, d);
        X(projector_add_weighted)(w->stepper.q, w->project_weight, w->e, d);
        finish_projected(w, X(newton_residual)(w->projection_newton));
    } else {
        advance_base(w);
        X(vector_copy)(w->stepper.q, w->base, d);
        X(vector_copy)(w->stepper.p, w->base + d, d);
    }
    return status;
}

/* q1 = q + (w_1 e_perturb + sum_i b_i W_i + w_2 e_project), on the constraint */
static X(newton_status) step_projected(struct X(vprk) *w, X(newton_status) status)
{
    size_t d = w->d;
    real *e = w->e;
    mask solved = choice_is(status, NEWTON_CONVERGED);

    if (w->coupled) {
        int weight = w->equations->perturb_weight + w->project_weight;

        X(vector_copy)(e, w->x + X(vprk_equations_multiplier)(w->equations), d);
        X(vector_copy)(w->total, w->equations->increment, d);
        for (int k = 0; k < abs(weight); k++)
            X(projector_add_weighted)(w->total, weight, e, d);
    } else {
        X(vector_copy)(w->end, w->equations->qb1, d);
        X(vector_copy)(w->end + d, w->equations->pb1, d);
        status = choice_where(solved, solve_projection(w, solved, e), status);
        if (!mask_any(choice_is(status, NEWTON_CONVERGED)))
            return status;
        X(vector_copy)(w->total, w->equations->increment, d);
        X(projector_add_weighted)(w->total, w->project_weight, e, d);
        if (w->setup->projection->perturb_at != PROJECTION_NOWHERE)
            X(projector_add_weighted)(w->total, w->equations->perturb_weight, w->stepper.multiplier, d);
    }
    X(scheme_advance)(w->equations->scheme, w->stepper.q, w->q_low, w->total, d);
    X(vector_copy)(w->stepper.multiplier, e, d);
    finish_projected(w, w->coupled
                            ? X(newton_residual)(w->newton) + X(vprk_equations_multiplier)(w->equations)
                            : X(newton_residual)(w->projection_newton));
    return status;
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(vprk) *w = (struct X(vprk) *)stepper;
    choice status;

    if (w->before)
        X(vector_copy)(w->before, stepper->carried, stepper->carries);
    prepare_start(w);
    status = solve_stages(w);
    if (!mask_any(choice_is(status, NEWTON_CONVERGED)))
        return status;
    status = w->carries_base ? step_base(w, status) : step_projected(w, status);
    if (w->before)
        X(vector_set_where)(stepper->carried, mask_not(choice_is(status, NEWTON_CONVERGED)), w->before,
                            stepper->carries);
    return status;
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(vprk) *w = (const struct X(vprk) *)stepper;
    struct newton_counts sum = {0};

    for (size_t lane = 0; lane < REAL_LANES; lane++) {
        newton_counts_add(&sum, X(newton_counts)(w->newton) + lane);
        if (w->projection_newton)
            newton_counts_add(&sum, X(newton_counts)(w->projection_newton) + lane);
    }
    return sum;
}

static void forget(struct X(stepper) *stepper)
{
    struct X(vprk) *w = (struct X(vprk) *)stepper;

    X(newton_forget)(w->newton);
    if (w->projection_newton)
        X(newton_forget)(w->projection_newton);
    NARROW(guess_forget)(w->guess);
}

static void restart(struct X(stepper) *stepper)
{
    struct X(vprk) *w = (struct X(vprk) *)stepper;
    size_t d = w->d;

    X(evaluator_run)(w->momentum, 1, (const real *const[]){stepper->q}, (real *const[]){w->theta});
    if (w->projects)
        X(vector_copy)(stepper->p, w->theta, d);
    if (w->projects && w->carries_base) {
        perturb_start(w, w->base, w->base + d);
    } else {
        X(vector_copy)(w->base, stepper->q, d);
        X(vector_copy)(w->base + d, stepper->p, d);
    }
    X(vector_zero)(w->low, 2 * d);
    X(vector_zero)(w->q_low, d);
    stepper->active = mask_all();
    forget(stepper);
}

static void destroy(struct X(stepper) *stepper)
{
    struct X(vprk) *w = (struct X(vprk) *)stepper;
    real *const arrays[] = {stepper->carried, w->data, w->origin, w->x, w->total, w->end, w->e, w->before};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        X(vector_destroy)(arrays[i]);
    X(branch_destroy)(w->branch);
    X(newton_destroy)(w->newton);
    X(newton_destroy)(w->projection_newton);
    X(evaluator_destroy)(w->momentum);
    X(evaluator_destroy)(w->momentum_push);
    NARROW(guess_destroy)(w->guess);
    NARROW(vector_destroy)(w->narrow_data);
    NARROW(vector_destroy)(w->narrow_x);
    NARROW(vector_destroy)(w->start);
    free(w);
}

/* The state in one array: see stepper.h. */
static void allocate_state(struct X(vprk) *w)
{
    struct X(stepper) *stepper = &w->stepper;
    size_t d = w->d;

    stepper->carries = (w->projects ? 9 : 8) * d;
    stepper->carried = X(vector_create)(stepper->carries);
    stepper->q = stepper->carried;
    stepper->p = stepper->carried + d;
    w->theta = stepper->carried + 2 * d;
    w->q_low = stepper->carried + 3 * d;
    w->base = stepper->carried + 4 * d;
    w->low = stepper->carried + 6 * d;
    stepper->multiplier = w->projects ? stepper->carried + 8 * d : NULL;
}

static void allocate_arrays(struct X(vprk) *w)
{
    size_t d = w->d;

    allocate_state(w);
    w->total = X(vector_create)(2 * d);
    w->end = X(vector_create)(2 * d);
    w->data = X(vector_create)(2 * d + 1);
    w->origin = X(vector_create)(2 * d + 1);
    w->x = X(vector_create)(w->equations->equations.unknowns);
    w->narrow_data = NARROW(vector_create)(2 * d);
    w->narrow_x = NARROW(vector_create)(w->equations->equations.unknowns);
    w->start = NARROW(vector_create)(w->equations->equations.unknowns);
    if (REAL_LANES > 1)
        w->before = X(vector_create)(w->stepper.carries);
    if (w->projects)
        w->e = X(vector_create)(d);
}

static void classify(struct X(vprk) *w)
{
    const struct projection *projection = w->setup->projection;
    int perturb_weight = w->equations->perturb_weight;

    w->projects = projection_projects(projection);
    w->coupled = projection_is_coupled(projection);
    w->project_weight = projection_weight(projection->project_weight, w->setup->tableau->r_infinity);
    w->stepper.maps_momentum = !w->projects;
    w->stepper.maps_multiplier = w->projects && projection->perturb_at != PROJECTION_NOWHERE &&
                                 projection->multiplier == PROJECTION_PREVIOUS;
    w->carries_base =
        !w->projects ||
        (projection->perturb_at == PROJECTION_START && projection->project_at == PROJECTION_END &&
         projection->multiplier == PROJECTION_PREVIOUS && w->project_weight == -perturb_weight);
}

static void start(struct X(stepper) *stepper)
{
    struct X(vprk) *w = (struct X(vprk) *)stepper;

    X(vector_zero)(stepper->carried + w->d, stepper->carries - w->d);
    X(evaluator_run)(w->momentum, 1, (const real *const[]){stepper->q}, (real *const[]){stepper->p});
    restart(stepper);
}

static void set_initial_state(struct X(vprk) *w)
{
    real *h = X(scheme_step)(w->setup->step);

    X(vector_copy)(w->data + 2 * w->d, h, 1);
    X(vector_destroy)(h);
    X(vector_set_mpfr)(w->stepper.q, w->setup->initial, w->d);
    start(&w->stepper);
}

struct X(stepper) *X(vprk_create)(const struct setup *setup)
{
    struct X(vprk) *w = memory_create(1, sizeof *w);

    w->stepper.dimension = w->d = setup->system->dimension;
    w->stepper.step = step;
    w->stepper.start = start;
    w->stepper.counts = counts;
    w->stepper.forget = forget;
    w->stepper.restart = restart;
    w->stepper.destroy = destroy;
    w->setup = setup;
    w->s = setup->tableau->stages;
    w->equations = X(vprk_equations_create)(setup);
    classify(w);
    w->newton = create_newton(setup, w->equations);
    X(newton_take_last)(w->newton, setup->rounding.corrected);
    w->branch = X(branch_create)(w->newton, w->equations->equations.unknowns, 2 * w->d + 1);
    if (w->projects && !w->coupled) {
        w->projector = X(projector_create)(setup);
        w->projection_newton = X(projector_newton_create)(setup, w->projector);
    }
    w->momentum = X(evaluator_create)(setup->system->degenerate->momentum, 1);
    w->momentum_push = X(evaluator_create)(setup->system->degenerate->momentum_push, 1);
    w->guess = NARROW(guess_create)(setup);
    allocate_arrays(w);
    set_initial_state(w);
    return &w->stepper;
}
