/* Implicit steps: see implicit_step.h. */
#include "integrators/steps/implicit_step.h"

#include <stdlib.h>

#include "integrators/constrained/phase_step.h"
#include "integrators/methods/method.h"
#include "integrators/steps/guess.h"
#include "integrators/formulas/step_formulas.h"
#include "integrators/steps/vprk.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

/* A solution farther from its start than this, in units of the increments, is found again by following it. */
static const double FARTHEST_SOLUTION = 0.5;

/* In series a solution is that which grows out of h = 0. */
#if defined ARITHMETIC_SERIES
enum { POWER_BY_POWER = 1 };
#else
enum { POWER_BY_POWER = 0 };
#endif

struct X(implicit_step) {
    struct X(stepper) stepper; /* first: a stepper is an implicit_step */
    const struct setup *setup;
    const struct step_family *family;
    struct X(step_equations) own;
    size_t unknowns, stages; /* of the unknowns, those of the stages */
    struct X(newton) *newton;
    struct X(projected_step) *projected; /* NULL where the state is what the equations advance */
    struct X(evaluator) *momentum;
    struct NARROW(guess) * guess;
    size_t advances; /* numbers that the step advances: q, or (q, p) */
    real *low;       /* what compensation owes them: carried */
    real *data;      /* where the step starts, and h */
    real *x, *increment;
    real *before; /* what was carried before the step, where there are several lanes */
    narrow *narrow_data, *narrow_x;
    narrow *start;          /* where Newton's method started */
    real *origin, *between; /* the branch: data from which nothing moves, (q, theta(q), 0); data on the way */
    narrow *last, *guessed; /* the solution at the last fraction of the way; where the next one starts */
    real_count evaluations; /* of stages that are not solved for */
};

struct X(newton) *X(implicit_step_newton)(const struct step_family *family, const struct setup *setup,
                                          struct X(step_equations) *own)
{
    X(newton_narrow) *coarse = NULL;
    struct X(newton) *newton;

    *own = X(step_formulas_equations)(setup, family);
    if (real_precision() > 53)
        coarse = NARROW(newton_create)(NARROW(step_formulas_equations)(setup, family).equations,
                                       DUAL(step_formulas_equations)(setup, family).equations, NULL);
    newton = X(newton_create)(own->equations, DUAL(step_formulas_equations)(setup, family).equations, coarse);
    X(newton_take_last)(newton, !setup->rounding.accepted);
    return newton;
}

/* -- the equations of a step -- */

/* The size against which round-off is judged, at the current start and increments. */
static narrow find_scale(const struct X(implicit_step) *w)
{
    return NARROW(guess_scale)(w->setup, w->narrow_data, w->narrow_x);
}

/* narrow_x = a guess of all unknowns: stages extrapolated, or from the vector field as in a first step. */
static void place_guess(struct X(implicit_step) *w)
{
    size_t others = w->unknowns - w->stages;

    if (w->family->search == STEP_SEARCH_GUARDED && NARROW(guess_is_recorded)(w->guess))
        X(vector_narrow)(w->narrow_x + w->stages, w->x + w->stages, others);
    else
        NARROW(vector_zero)(w->narrow_x + w->stages, others);
    NARROW(guess_stages)(w->guess, w->narrow_data, w->narrow_x);
    NARROW(vector_copy)(w->start, w->narrow_x, w->unknowns);
}

/* A solution far from its start, measured against the increments, need not be the one meant. */
static X(newton_status) refuse_far(struct X(implicit_step) *w, X(newton_status) status)
{
    narrow distance = narrow_all(0), size = narrow_all(0);
    mask solved = choice_is(status, NEWTON_CONVERGED);

    for (size_t i = 0; i < w->unknowns; i++)
        w->narrow_x[i] = narrow_select(solved, real_to_narrow(w->x + i), w->narrow_x[i]);
    narrow_add_distance(&distance, w->narrow_x, w->start, w->stages);
    narrow_add_distance(&distance, w->narrow_x + w->stages, NULL, w->unknowns - w->stages);
    narrow_add_distance(&size, w->narrow_x, NULL, w->stages);
    return choice_where(solved & mask_not(narrow_at_most(distance, FARTHEST_SOLUTION * size)),
                        choice_all(NEWTON_NO_CONVERGENCE), status);
}

static X(newton_status) solve_from_guess(struct X(implicit_step) *w, mask open)
{
    choice status;

    place_guess(w);
    status = X(newton_solve)(w->newton, open, w->data, find_scale(w), w->narrow_x, w->x);
    if (w->family->search == STEP_SEARCH_GUARDED && !POWER_BY_POWER &&
        mask_any(choice_is(status, NEWTON_CONVERGED)))
        status = refuse_far(w, status);
    return status;
}

/* -- the branch from h = 0 --
 *
 * For a large step the equations may have several solutions.  The one meant grows out of x = 0, the solution for
 * data from which nothing moves (h = 0, p = theta(q)): where Newton's method does not reach it from its usual
 * start, it is followed from there while the data turn into those of the step.
 *
 * At fraction f of the way the unknowns, all increments, are nearly proportional to f: the solution at f, scaled
 * by g/f, is the start at g.  Fractions are dyadic, so that all arithmetics follow the same path.  In `lanes` each
 * lane goes its own way; a lane that has arrived, or does not take part, has its own data, so that the last
 * residual is at its solution. */
static const double FIRST_ADVANCE = 0.125, LEAST_ADVANCE = 0x1p-10;

/* between = origin + fraction (data - origin); at fraction 1 the data themselves */
static void place_data(struct X(implicit_step) *w, narrow fraction)
{
    mask arrived = narrow_is(fraction, 1);
    real *factor = w->between + w->own.equations.data;

    X(vector_copy)(w->between, w->data, w->own.equations.data);
    if (!mask_any(mask_not(arrived)))
        return;
    real_set_narrow(factor, &fraction);
    X(vector_subtract)(w->between, w->origin, w->own.equations.data);
    for (size_t i = 0; i < w->own.equations.data; i++) {
        real_multiply(w->between + i, w->between + i, factor);
        real_add(w->between + i, w->between + i, w->origin + i);
        real_set_where(w->between + i, arrived, w->data + i);
    }
}

/* From the solution at `fraction` (0: from the guess for the step) to that at `target`. */
static X(newton_status) advance_branch(struct X(implicit_step) *w, mask where, narrow scale, narrow fraction,
                                       narrow target)
{
    mask on_the_way = narrow_less(narrow_all(0), fraction);
    narrow ratio = narrow_select(on_the_way, target / fraction, target);

    for (size_t i = 0; i < w->unknowns; i++)
        w->guessed[i] = narrow_select(on_the_way, w->last[i], w->start[i]) * ratio;
    X(newton_forget)(w->newton, where);
    return X(newton_solve)(w->newton, where, w->between, scale, w->guessed, w->x);
}

/* Solves the equations in the lanes of `where`, following the solution from x = 0 at the origin; the others keep x,
 * and their data. */
static X(newton_status) follow_branch(struct X(implicit_step) *w, mask where, narrow scale)
{
    narrow fraction = narrow_select(where, narrow_all(0), narrow_all(1)), length = narrow_all(FIRST_ADVANCE);
    choice status = choice_all(NEWTON_CONVERGED);
    mask walking = where;

    while (mask_any(walking)) {
        narrow target = narrow_select(walking & narrow_less(fraction + length, narrow_all(1)),
                                      fraction + length, narrow_all(1));
        mask reached;

        place_data(w, target);
        status = choice_where(walking, advance_branch(w, walking, scale, fraction, target), status);
        reached = walking & choice_is(status, NEWTON_CONVERGED);
        for (size_t i = 0; i < w->unknowns; i++)
            w->last[i] = narrow_select(reached, real_to_narrow(w->x + i), w->last[i]);
        fraction = narrow_select(reached, target, fraction);
        length = length * narrow_select(reached, narrow_all(2), narrow_all(0.5));
        walking &= narrow_less(fraction, narrow_all(1));
        walking &= narrow_at_most(narrow_all(LEAST_ADVANCE), length);
    }
    return status;
}

static X(newton_status) follow(struct X(implicit_step) *w, mask open)
{
    size_t d = w->stepper.dimension;
    narrow scale;

    if (w->family->search != STEP_SEARCH_GUARDED)
        NARROW(vector_copy)(w->narrow_x, w->start, w->unknowns);
    scale = find_scale(w);
    X(vector_copy)(w->origin, w->data, d);
    X(evaluator_run)(w->momentum, 1, READS(w->data), WRITES(w->origin + d));
    return follow_branch(w, open, scale);
}

/* From the extrapolated guess; then from the vector field, since extrapolation can lie badly where steps
 * alternate; then by following the solution from the trivial one. */
static X(newton_status) solve(struct X(implicit_step) *w)
{
    choice status = choice_all(NEWTON_NO_CONVERGENCE);
    mask open = w->stepper.active;
    const enum step_search search = w->family->search;
    bool extrapolates = NARROW(guess_is_recorded)(w->guess);

    X(vector_narrow)(w->narrow_data, w->data, w->own.equations.data);
    if (extrapolates) {
        status = solve_from_guess(w, open);
        open &= mask_not(choice_is(status, NEWTON_CONVERGED));
    }
    if (mask_any(open) && !(search == STEP_SEARCH_ONCE && extrapolates)) {
        NARROW(guess_forget)(w->guess);
        status = choice_where(open, solve_from_guess(w, open), status);
        open &= mask_not(choice_is(status, NEWTON_CONVERGED));
    }
    if (mask_any(open) && search >= STEP_SEARCH_FOLLOWS && !POWER_BY_POWER)
        status = choice_where(open, follow(w, open), status);
    if (mask_any(choice_is(status, NEWTON_CONVERGED))) {
        X(vector_narrow)(w->narrow_x, w->x, w->unknowns);
        NARROW(guess_record)(w->guess, w->narrow_x);
    }
    return status;
}

static X(newton_status) evaluate(struct X(implicit_step) *w)
{
    mask finite;

    w->own.evaluate(w->own.equations.context, w->data, w->x);
    real_count_add(&w->evaluations, w->stepper.active);
    finite = X(vector_is_finite)(w->x, w->unknowns);
    return choice_where(w->stepper.active & finite, choice_all(NEWTON_CONVERGED),
                        choice_all(NEWTON_NOT_FINITE));
}

/* -- the stepper -- */

/* p = theta(q), where the system has p */
static void set_momentum(struct X(implicit_step) *w)
{
    if (w->momentum)
        X(evaluator_run)(w->momentum, 1, READS(w->stepper.q), WRITES(w->stepper.p));
}

/* Where the stages are solved, as `status` says, the state moves by the increment that belongs to them. */
static X(newton_status) advance(struct X(implicit_step) *w, X(newton_status) status)
{
    if (w->projected)
        return X(projected_step_advance)(w->projected, status, w->x, w->narrow_x,
                                         X(newton_residual)(w->newton));
    w->own.increment(w->own.equations.context, w->x, w->increment);
    X(scheme_advance)(w->own.scheme, w->stepper.carried, w->low, w->increment, w->advances);
    if (w->stepper.output)
        w->own.project(w->own.equations.context, w->x, w->stepper.output);
    if (!w->family->moves_momentum)
        set_momentum(w);
    return status;
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(implicit_step) *w = (struct X(implicit_step) *)stepper;
    choice status;

    if (w->before)
        X(vector_copy)(w->before, stepper->carried, stepper->carries);
    if (w->projected)
        X(projected_step_start)(w->projected, w->data);
    else
        X(vector_copy)(w->data, stepper->carried, w->advances);
    status = w->own.evaluate ? evaluate(w) : solve(w);
    if (mask_any(choice_is(status, NEWTON_CONVERGED)))
        status = advance(w, status);
    if (w->before)
        X(vector_set_where)(stepper->carried, mask_not(choice_is(status, NEWTON_CONVERGED)), w->before,
                            stepper->carries);
    return status;
}

void X(implicit_step_count)(struct newton_counts *sum, const real_count *evaluations, double points,
                            unsigned long operations, const struct X(newton) *newton)
{
    for (size_t lane = 0; lane < REAL_LANES; lane++) {
        const unsigned long evaluated = real_count_lane(evaluations, lane);

        sum->residual_evaluations += evaluated;
        sum->evaluations += (double)evaluated * points;
        sum->operations += evaluated * operations;
        if (newton) {
            const struct newton_counts counted = X(newton_counts)(newton, lane);

            newton_counts_add(sum, &counted);
        }
    }
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(implicit_step) *w = (const struct X(implicit_step) *)stepper;
    struct newton_counts sum = {0};

    X(implicit_step_count)(&sum, &w->evaluations, w->own.equations.points, w->own.equations.operations,
                           w->newton);
    if (w->projected)
        X(projected_step_count)(w->projected, &sum);
    return sum;
}

static void forget(struct X(stepper) *stepper)
{
    struct X(implicit_step) *w = (struct X(implicit_step) *)stepper;

    X(newton_forget)(w->newton, mask_all());
    NARROW(guess_forget)(w->guess);
    if (w->projected)
        X(projected_step_forget)(w->projected);
}

static void restart(struct X(stepper) *stepper)
{
    struct X(implicit_step) *w = (struct X(implicit_step) *)stepper;

    if (w->projected)
        X(projected_step_restart)(w->projected);
    else
        X(vector_zero)(w->low, w->advances);
    if (stepper->output)
        X(vector_copy)(stepper->output, stepper->q, stepper->dimension);
    if (!w->projected && !w->family->moves_momentum)
        set_momentum(w);
    stepper->active = mask_all();
    forget(stepper);
}

static void start(struct X(stepper) *stepper)
{
    struct X(implicit_step) *w = (struct X(implicit_step) *)stepper;

    X(vector_zero)(stepper->carried + stepper->dimension, stepper->carries - stepper->dimension);
    set_momentum(w);
    restart(stepper);
}

/* -- life -- */

static void destroy(struct X(stepper) *stepper)
{
    struct X(implicit_step) *w = (struct X(implicit_step) *)stepper;
    real *const arrays[] = {stepper->carried, w->data, w->origin, w->between, w->x, w->increment, w->before};
    narrow *const narrow_arrays[] = {w->narrow_data, w->narrow_x, w->start, w->last, w->guessed};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        X(vector_destroy)(arrays[i]);
    for (size_t i = 0; i < sizeof narrow_arrays / sizeof *narrow_arrays; i++)
        NARROW(vector_destroy)(narrow_arrays[i]);
    X(newton_destroy)(w->newton);
    X(projected_step_destroy)(w->projected);
    X(evaluator_destroy)(w->momentum);
    NARROW(guess_destroy)(w->guess);
    free(w);
}

/* The state of a step that is not projected onto p = theta(q): q, p, what compensation owes them, and the output. */
static void allocate_state(struct X(implicit_step) *w)
{
    struct X(stepper) *stepper = &w->stepper;
    size_t d = stepper->dimension;

    w->advances = w->family->moves_momentum ? 2 * d : d;
    stepper->maps_momentum = w->family->moves_momentum;
    stepper->carries = (w->momentum ? 2 * d : d) + w->advances + (w->own.project ? d : 0);
    stepper->carried = X(vector_create)(stepper->carries);
    stepper->q = stepper->carried;
    stepper->p = w->momentum ? stepper->q + d : NULL;
    w->low = stepper->carried + (w->momentum ? 2 * d : d);
    stepper->output = w->own.project ? w->low + w->advances : NULL;
}

static void allocate(struct X(implicit_step) *w)
{
    size_t data = w->own.equations.data;

    w->data = X(vector_create)(data);
    w->origin = X(vector_create)(data);
    w->between = X(vector_create)(data + 1);
    w->x = X(vector_create)(w->unknowns);
    w->increment = X(vector_create)(w->advances);
    w->narrow_data = NARROW(vector_create)(data);
    w->narrow_x = NARROW(vector_create)(w->unknowns);
    w->start = NARROW(vector_create)(w->unknowns);
    w->last = NARROW(vector_create)(w->unknowns);
    w->guessed = NARROW(vector_create)(w->unknowns);
    if (REAL_LANES > 1)
        w->before = X(vector_create)(w->stepper.carries);
    X(scheme_step)(w->data + data - 1, w->setup->step);
}

struct X(stepper) *X(implicit_step_create)(const struct setup *setup)
{
    if (setup->projection->steps)
        return X(phase_step_create)(setup);
    if (setup->system->charts)
        return X(charted_step_create)(setup);

    struct X(implicit_step) *w = memory_create(1, sizeof *w);
    size_t d = setup->system->dimension;

    w->stepper = (struct X(stepper)){.dimension = d,
                                     .step = step,
                                     .start = start,
                                     .counts = counts,
                                     .forget = forget,
                                     .restart = restart,
                                     .destroy = destroy};
    w->setup = setup;
    w->family = step_formulas_family(setup, setup->method->family);
    w->newton = X(implicit_step_newton)(w->family, setup, &w->own);
    w->unknowns = w->own.equations.unknowns;
    w->stages = setup->tableau->stages * d;
    if (setup->system->momentum)
        w->momentum = X(evaluator_create)(setup->system->momentum, 1);
    w->guess = NARROW(guess_create)(setup);
    if (projection_projects(setup->projection) && w->family == setup->method->family->steps)
        w->projected = X(projected_step_create)(setup, &w->stepper, &w->own);
    else
        allocate_state(w);
    allocate(w);
    X(vector_set_mpfr)(w->stepper.q, setup->initial, d);
    start(&w->stepper);
    return &w->stepper;
}
