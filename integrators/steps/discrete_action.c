/* Steps of discrete actions: see discrete_action.h.
 *
 * The equations are solved together for all of their unknowns; (q, p) is carried along and updated with
 * compensation, unless it is switched off.  Newton's method starts from the extrapolated stages, then from
 * the vector field, then follows the solution from the trivial one, each where the one before did not
 * converge.
 *
 * In `lanes` a mask says for which lanes something is done; a lane whose step is not solved keeps its state.
 */
#include "integrators/steps/discrete_action.h"

#include <stdlib.h>

#include "integrators/steps/branch.h"
#include "integrators/steps/discrete_action_equations.h"
#include "integrators/steps/guess.h"
#include "models/kinds/degenerate.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(discrete_action) {
    struct X(stepper) stepper; /* first: a stepper is a discrete_action */
    size_t d, unknowns;
    const bool *secular;
    struct X(discrete_action_equations) *equations;
    struct X(newton) *newton;
    struct X(branch) *branch;
    struct X(evaluator) *momentum;
    struct NARROW(guess) * guess;
    real *low;    /* what compensation owes (q, p): carried */
    real *data;   /* (q, p, h) */
    real *origin; /* (q, theta(q), 0): data from which nothing moves */
    real *x, *increment;
    real *before; /* what was carried before the step, where there are several lanes */
    narrow *narrow_data, *narrow_x, *start;
};

/* -- one step -- */

/* Where Newton's method starts: the guess of the stages, nothing for the other unknowns. */
static narrow guess_unknowns(struct X(discrete_action) *w)
{
    NARROW(vector_zero)(w->narrow_x, w->unknowns);
    NARROW(guess_stages)(w->guess, w->narrow_data, w->narrow_x);
    NARROW(vector_copy)(w->start, w->narrow_x, w->unknowns);
    return NARROW(guess_scale)(w->guess, w->secular, w->narrow_data, w->narrow_x);
}

static X(newton_status) follow(struct X(discrete_action) *w, mask open)
{
    narrow scale = guess_unknowns(w);

    X(vector_copy)(w->origin, w->data, w->d);
    X(evaluator_run)(w->momentum, 1, (const real *const[]){w->data}, (real *const[]){w->origin + w->d});
    return X(branch_follow)(w->branch, open, w->origin, w->data, scale, w->start, w->x);
}

static X(newton_status) solve(struct X(discrete_action) *w)
{
    choice status = choice_all(NEWTON_NO_CONVERGENCE);
    mask open = w->stepper.active;

    X(vector_copy)(w->data, w->stepper.carried, 2 * w->d);
    X(vector_narrow)(w->narrow_data, w->data, 2 * w->d);
    for (int attempt = NARROW(guess_is_recorded)(w->guess) ? 0 : 1; attempt < 2 && mask_any(open);
         attempt++) {
        if (attempt == 1)
            NARROW(guess_forget)(w->guess);
        narrow scale = guess_unknowns(w);
        status = choice_where(open, X(newton_solve_where)(w->newton, open, w->data, scale, w->narrow_x, w->x),
                              status);
        open &= mask_not(choice_is(status, NEWTON_CONVERGED));
    }
    if (mask_any(open))
        status = choice_where(open, follow(w, open), status);
    if (mask_any(choice_is(status, NEWTON_CONVERGED))) {
        X(vector_narrow)(w->narrow_x, w->x, w->unknowns);
        NARROW(guess_record)(w->guess, w->narrow_x);
    }
    return status;
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(discrete_action) *w = (struct X(discrete_action) *)stepper;
    choice status = solve(w);
    mask solved = choice_is(status, NEWTON_CONVERGED);

    if (!mask_any(solved))
        return status;
    if (w->before)
        X(vector_copy)(w->before, stepper->carried, stepper->carries);
    X(discrete_action_equations_increment)(w->equations, w->x, w->increment);
    X(scheme_advance)(w->equations->scheme, stepper->carried, w->low, w->increment, 2 * w->d);
    if (w->before)
        X(vector_set_where)(stepper->carried, mask_not(solved), w->before, stepper->carries);
    return status;
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(discrete_action) *w = (const struct X(discrete_action) *)stepper;
    struct newton_counts sum = {0};

    for (size_t lane = 0; lane < REAL_LANES; lane++)
        newton_counts_add(&sum, X(newton_counts)(w->newton) + lane);
    return sum;
}

static void forget(struct X(stepper) *stepper)
{
    struct X(discrete_action) *w = (struct X(discrete_action) *)stepper;

    X(newton_forget)(w->newton);
    NARROW(guess_forget)(w->guess);
}

static void restart(struct X(stepper) *stepper)
{
    struct X(discrete_action) *w = (struct X(discrete_action) *)stepper;

    X(vector_zero)(w->low, 2 * w->d);
    stepper->active = mask_all();
    forget(stepper);
}

static void start(struct X(stepper) *stepper)
{
    struct X(discrete_action) *w = (struct X(discrete_action) *)stepper;

    X(evaluator_run)(w->momentum, 1, (const real *const[]){stepper->q}, (real *const[]){stepper->p});
    restart(stepper);
}

/* -- life -- */

static void destroy(struct X(stepper) *stepper)
{
    struct X(discrete_action) *w = (struct X(discrete_action) *)stepper;
    real *const arrays[] = {stepper->carried, w->data, w->origin, w->x, w->increment, w->before};
    narrow *const narrow_arrays[] = {w->narrow_data, w->narrow_x, w->start};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        X(vector_destroy)(arrays[i]);
    for (size_t i = 0; i < sizeof narrow_arrays / sizeof *narrow_arrays; i++)
        NARROW(vector_destroy)(narrow_arrays[i]);
    X(branch_destroy)(w->branch);
    X(newton_destroy)(w->newton);
    X(evaluator_destroy)(w->momentum);
    NARROW(guess_destroy)(w->guess);
    free(w);
}

static struct X(newton) *create_newton(const struct setup *setup, struct X(discrete_action_equations) *own)
{
    struct DUAL(equations) matrix = DUAL(discrete_action_equations_create)(setup, own->action)->equations;
    X(newton_narrow) *coarse = NULL;

    if (real_precision() > 53)
        coarse = NARROW(newton_create)(
            NARROW(discrete_action_equations_create)(setup, own->action)->equations,
            DUAL(discrete_action_equations_create)(setup, own->action)->equations, NULL);
    return X(newton_create)(own->equations, matrix, coarse);
}

static void allocate(struct X(discrete_action) *w)
{
    struct X(stepper) *stepper = &w->stepper;
    size_t d = w->d;

    stepper->carries = 4 * d;
    stepper->carried = X(vector_create)(4 * d);
    stepper->q = stepper->carried;
    stepper->p = stepper->carried + d;
    w->low = stepper->carried + 2 * d;
    w->data = X(vector_create)(2 * d + 1);
    w->origin = X(vector_create)(2 * d + 1);
    w->x = X(vector_create)(w->unknowns);
    w->increment = X(vector_create)(2 * d);
    w->narrow_data = NARROW(vector_create)(2 * d);
    w->narrow_x = NARROW(vector_create)(w->unknowns);
    w->start = NARROW(vector_create)(w->unknowns);
    if (REAL_LANES > 1)
        w->before = X(vector_create)(stepper->carries);
}

static struct X(stepper) *create(const struct setup *setup, enum discrete_action action)
{
    struct X(discrete_action) *w = memory_create(1, sizeof *w);
    real *h = X(scheme_step)(setup->step);

    w->d = setup->system->dimension;
    w->secular = setup->secular;
    w->equations = X(discrete_action_equations_create)(setup, action);
    w->unknowns = w->equations->equations.unknowns;
    w->newton = create_newton(setup, w->equations);
    X(newton_take_last)(w->newton, setup->rounding.corrected);
    w->branch = X(branch_create)(w->newton, w->unknowns, 2 * w->d + 1);
    w->momentum = X(evaluator_create)(setup->system->degenerate->momentum, 1);
    w->guess = NARROW(guess_create)(setup);
    w->stepper = (struct X(stepper)){
        .dimension = w->d,
        .maps_momentum = true,
        .step = step,
        .start = start,
        .counts = counts,
        .forget = forget,
        .restart = restart,
        .destroy = destroy,
    };
    allocate(w);
    X(vector_copy)(w->data + 2 * w->d, h, 1);
    X(vector_destroy)(h);
    X(vector_set_mpfr)(w->stepper.q, setup->initial, w->d);
    start(&w->stepper);
    return &w->stepper;
}

struct X(stepper) *X(discrete_action_pontryagin_create)(const struct setup *setup)
{
    return create(setup, DISCRETE_ACTION_HAMILTON_PONTRYAGIN);
}

struct X(stepper) *X(discrete_action_augmented_create)(const struct setup *setup)
{
    return create(setup, DISCRETE_ACTION_AUGMENTED);
}
