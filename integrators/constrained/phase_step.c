/* Steps in phases: see phase_step.h. */
#include "integrators/constrained/phase_step.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/methods/method.h"
#include "integrators/steps/implicit_step.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

/* Unknowns of which the matrix costs one evaluation: it is taken anew in each step. */
enum { MATRIX_IN_ONE = 8 };

struct X(phase) {
    struct X(step_equations) own;
    struct X(newton) *newton; /* NULL where nothing is solved for */
    size_t unknowns;
    real *x;
    narrow *guess, *last, *before; /* where Newton's method starts; the solutions of the last two steps */
    real_count evaluations;        /* of phases without unknowns */
};

/* The state one step before the start, by a step of Gauss's method with many stages backwards: an exact solution for
 * any method of low order. */
struct X(back) {
    struct method method;
    struct setup setup;
    mpq_t step;
    struct X(stepper) *stepper;
};

struct X(phase_step) {
    struct X(stepper) stepper; /* first: a stepper is a phase_step */
    const struct setup *setup;
    size_t phases;
    struct X(phase) *phase;
    unsigned recorded;    /* steps since it forgot, up to 2 */
    real *low;            /* what compensation owes the state: carried */
    real *data;           /* (x, h), or (x, x of the step before, h) */
    real *previous;       /* d: that one: carried; NULL where no family remembers it */
    struct X(back) *back; /* what makes it where a run starts */
    real *increment;      /* d */
    real *before;         /* what was carried before the step */
    narrow *narrow_state; /* d */
};

/* The size against which round-off is judged. */
static narrow find_scale(const struct X(phase_step) *w)
{
    narrow scale = narrow_all(0);

    X(vector_narrow)(w->narrow_state, w->data, w->stepper.dimension);
    for (size_t i = 0; i < w->stepper.dimension; i++) {
        if (!w->setup->secular[i])
            narrow_raise(&scale, w->narrow_state + i, 1);
    }
    return narrow_select(narrow_less(narrow_all(0), scale), scale, narrow_all(1));
}

/* That of the equations or 0, the last solution, or 2 last - before */
static void place_guess(const struct X(phase_step) *w, const struct X(phase) *phase, unsigned recorded)
{
    if (recorded == 0 && phase->own.guess) {
        phase->own.guess(phase->own.equations.context, w->data, phase->x);
        X(vector_narrow)(phase->guess, phase->x, phase->unknowns);
        return;
    }
    for (size_t i = 0; i < phase->unknowns; i++)
        phase->guess[i] = recorded == 0   ? narrow_all(0)
                          : recorded == 1 ? phase->last[i]
                                          : phase->last[i] + (phase->last[i] - phase->before[i]);
}

static X(newton_status) solve(struct X(phase_step) *w, struct X(phase) *phase, mask open)
{
    const narrow scale = find_scale(w);
    choice status = choice_all(NEWTON_NO_CONVERGENCE);

    if (phase->unknowns <= MATRIX_IN_ONE)
        X(newton_forget)(phase->newton, open);
    for (unsigned from = w->recorded; mask_any(open); from = 0) {
        place_guess(w, phase, from);
        status = choice_where(
            open, X(newton_solve)(phase->newton, open, w->data, scale, phase->guess, phase->x), status);
        open &= mask_not(choice_is(status, NEWTON_CONVERGED));
        if (from == 0)
            break;
        X(newton_forget)(phase->newton, open);
    }
    return status;
}

static X(newton_status) evaluate(struct X(phase_step) *w, struct X(phase) *phase, mask open)
{
    if (phase->own.equations.prepare)
        phase->own.equations.prepare(phase->own.equations.context, w->data);
    phase->own.equations.residual(phase->own.equations.context, w->data, phase->x, phase->x);
    real_count_add(&phase->evaluations, open);
    return choice_where(open, choice_all(NEWTON_CONVERGED), choice_all(NEWTON_NO_CONVERGENCE));
}

static void record(struct X(phase) *phase)
{
    narrow *oldest = phase->before;

    phase->before = phase->last;
    phase->last = oldest;
    X(vector_narrow)(phase->last, phase->x, phase->unknowns);
}

/* The state moves by the increment where the phase is solved. */
static X(newton_status) make_phase(struct X(phase_step) *w, struct X(phase) *phase, mask open)
{
    const size_t d = w->stepper.dimension;
    choice status;

    X(vector_copy)(w->data, w->stepper.q, d);
    if (w->previous)
        X(vector_copy)(w->data + d, w->previous, d);
    status = phase->newton ? solve(w, phase, open) : evaluate(w, phase, open);
    if (!mask_any(choice_is(status, NEWTON_CONVERGED)))
        return status;
    phase->own.increment(phase->own.equations.context, phase->x, w->increment);
    X(scheme_advance)(phase->own.scheme, w->stepper.q, w->low, w->increment, d);
    return choice_where(X(vector_is_finite)(w->stepper.q, d), status, choice_all(NEWTON_NOT_FINITE));
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(phase_step) *w = (struct X(phase_step) *)stepper;
    mask open = stepper->active;
    choice status = choice_all(NEWTON_NO_CONVERGENCE);

    X(vector_copy)(w->before, stepper->carried, stepper->carries);
    for (size_t k = 0; k < w->phases && mask_any(open); k++) {
        status = choice_where(open, make_phase(w, w->phase + k, open), status);
        open &= choice_is(status, NEWTON_CONVERGED);
        record(w->phase + k);
    }
    if (w->previous)
        X(vector_copy)(w->previous, w->before, stepper->dimension);
    X(vector_set_where)(stepper->carried, mask_not(open), w->before, stepper->carries);
    w->recorded += w->recorded < 2;
    return status;
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(phase_step) *w = (const struct X(phase_step) *)stepper;
    struct newton_counts sum = {0};

    for (size_t k = 0; k < w->phases; k++) {
        const struct X(phase) *phase = w->phase + k;

        for (size_t lane = 0; lane < REAL_LANES; lane++) {
            unsigned long evaluations = real_count_lane(&phase->evaluations, lane);

            sum.residual_evaluations += evaluations;
            sum.operations += evaluations * phase->own.equations.operations;
            if (phase->newton) {
                struct newton_counts counted = X(newton_counts)(phase->newton, lane);

                newton_counts_add(&sum, &counted);
            }
        }
    }
    return sum;
}

static void forget(struct X(stepper) *stepper)
{
    struct X(phase_step) *w = (struct X(phase_step) *)stepper;

    w->recorded = 0;
    for (size_t k = 0; k < w->phases; k++) {
        if (w->phase[k].newton)
            X(newton_forget)(w->phase[k].newton, mask_all());
    }
}

static struct X(back) *create_back(const struct setup *setup)
{
    struct X(back) *back = memory_create(1, sizeof *back);
    struct error ignored;

    mpq_init(back->step);
    mpq_neg(back->step, setup->step);
    back->setup = *setup;
    back->setup.method = &back->method;
    back->setup.step = back->step;
    method_find("runge-kutta:gauss-8", &back->method, &ignored);
    back->setup.tableau = tableau_create("gauss-8", 2 * (mpfr_prec_t)real_precision(), &ignored);
    back->stepper = X(implicit_step_create)(&back->setup);
    return back;
}

static void destroy_back(struct X(back) *back)
{
    if (!back)
        return;
    back->stepper->destroy(back->stepper);
    tableau_destroy(back->setup.tableau);
    mpq_clear(back->step);
    free(back);
}

/* Where that is not solved it is infinite, and so is the first step. */
static void find_previous(struct X(phase_step) *w)
{
    struct X(stepper) *back = w->back->stepper;
    const size_t d = w->stepper.dimension;
    mask solved;

    X(vector_copy)(back->q, w->stepper.q, d);
    back->start(back);
    solved = choice_is(back->step(back), NEWTON_CONVERGED);
    for (size_t i = 0; i < d; i++)
        real_set_double(w->previous + i, INFINITY);
    X(vector_set_where)(w->previous, solved, back->q, d);
}

static void restart(struct X(stepper) *stepper)
{
    struct X(phase_step) *w = (struct X(phase_step) *)stepper;

    if (w->back)
        find_previous(w);
    X(vector_zero)(w->low, stepper->dimension);
    stepper->active = mask_all();
    forget(stepper);
}

/* -- life -- */

static void destroy(struct X(stepper) *stepper)
{
    struct X(phase_step) *w = (struct X(phase_step) *)stepper;

    for (size_t k = 0; k < w->phases; k++) {
        struct X(phase) *phase = w->phase + k;

        if (phase->newton)
            X(newton_destroy)(phase->newton);
        else
            phase->own.equations.destroy(phase->own.equations.context);
        X(vector_destroy)(phase->x);
        NARROW(vector_destroy)(phase->guess);
        NARROW(vector_destroy)(phase->last);
        NARROW(vector_destroy)(phase->before);
    }
    X(vector_destroy)(stepper->carried);
    X(vector_destroy)(w->data);
    destroy_back(w->back);
    X(vector_destroy)(w->increment);
    X(vector_destroy)(w->before);
    NARROW(vector_destroy)(w->narrow_state);
    free(w->phase);
    free(w);
}

static void create_phase(struct X(phase) *phase, const struct step_family *family, const struct setup *setup)
{
    phase->own = family->X(create)(setup);
    phase->unknowns = phase->own.equations.unknowns;
    if (phase->unknowns) {
        phase->own.equations.destroy(phase->own.equations.context);
        phase->newton = X(implicit_step_newton)(family, setup, &phase->own);
    }
    phase->x = X(vector_create)(phase->unknowns + 1);
    phase->guess = NARROW(vector_create)(phase->unknowns + 1);
    phase->last = NARROW(vector_create)(phase->unknowns + 1);
    phase->before = NARROW(vector_create)(phase->unknowns + 1);
}

struct X(stepper) *X(phase_step_create)(const struct setup *setup)
{
    struct X(phase_step) *w = memory_create(1, sizeof *w);
    const size_t d = setup->system->dimension;
    const struct step_family *first = setup->method->family->steps;
    const size_t states = first->remembers ? 2 : 1;

    for (const struct step_family *family = first; family; family = family->then)
        w->phases++;
    w->phase = memory_create(w->phases, sizeof *w->phase);
    for (struct X(phase) *phase = w->phase; first; first = first->then)
        create_phase(phase++, first, setup);
    w->setup = setup;
    w->stepper = (struct X(stepper)){.dimension = d,
                                     .step = step,
                                     .start = restart,
                                     .counts = counts,
                                     .forget = forget,
                                     .restart = restart,
                                     .destroy = destroy,
                                     .carries = (1 + states) * d};
    w->stepper.q = w->stepper.carried = X(vector_create)(w->stepper.carries);
    w->low = w->stepper.q + d;
    w->data = X(vector_create)(states * d + 1);
    if (states == 2) {
        w->previous = w->low + d;
        w->back = create_back(setup);
    }
    w->increment = X(vector_create)(d);
    w->before = X(vector_create)(w->stepper.carries);
    w->narrow_state = NARROW(vector_create)(d);
    X(scheme_step)(w->data + states * d, setup->step);
    X(vector_set_mpfr)(w->stepper.q, setup->initial, d);
    restart(&w->stepper);
    return &w->stepper;
}
