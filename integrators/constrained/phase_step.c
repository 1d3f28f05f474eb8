/* Steps in phases: see phase_step.h. */
#include "integrators/constrained/phase_step.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/steps/implicit_step.h"
#include "integrators/formulas/step_formulas.h"
#include "numerics/evaluator.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

/* Unknowns of which the matrix costs one evaluation: it is taken anew in each step. */
enum { MATRIX_IN_ONE = 8 };
/* Where an approximation of the matrix did not serve, it is tried again after so many steps. */
enum { STEPS_WITH_FACTORS = 16 };
/* Steps from which the next one is extrapolated */
enum { RECORDED = 4 };

struct X(phase) {
    struct X(step_equations) own;
    struct X(newton) *newton; /* NULL where nothing is solved for */
    size_t unknowns;
    real *x, *start;            /* the solution; the guess of the equations */
    narrow *guess;              /* where Newton's method starts; it owns the room of */
    narrow *solution[RECORDED]; /* those of the last steps, the latest first */
    real_count evaluations;     /* of phases without unknowns */
};

struct X(phase_step) {
    struct X(stepper) stepper; /* first: a stepper is a phase_step */
    const struct setup *setup;
    size_t phases;
    struct X(phase) *phase;
    size_t advances; /* numbers that a phase advances: x, or (x, p), and what the equations carry: */
    size_t carries;
    unsigned long steps; /* since it forgot; */
    unsigned recorded;   /* up to RECORDED */
    real *low;           /* what compensation owes them: carried */
    real *kept;          /* what the equations keep: carried */
    real *data, *h;      /* (x, h), (x, p, h), or (x, x of the step before, h); what is carried */
    real *previous;      /* d: that one: carried; NULL where no family remembers it */
    struct X(implicit_step_flow)
        *flow; /* what makes it, or the first step, where a run starts; NULL: neither */
    /* Of a run with a first step: what is solved for it, its start on the constraints, and the flow where the model
     * gives it; else NULL. */
    struct X(phase) *first;
    struct X(evaluator) *project, *exact;
    struct X(evaluator) *momentum; /* theta; NULL where the system has no such momenta */
    bool moves_momentum;
    double length;        /* |h| */
    real *increment;      /* as many as it advances */
    real *before;         /* what was carried before the step */
    narrow *narrow_state; /* d */
};

/* The size against which round-off is judged: of the state; of what is not bounded in it h times the size (an angle is
 * rounded before its sine is taken). */
static narrow find_scale(const struct X(phase_step) *w)
{
    narrow scale = narrow_all(0);

    X(vector_narrow)(w->narrow_state, w->data, w->stepper.dimension);
    for (size_t i = 0; i < w->setup->system->model->moved; i++) {
        if (w->setup->secular[i])
            w->narrow_state[i] = w->narrow_state[i] * w->length;
        narrow_raise(&scale, w->narrow_state + i, 1);
    }
    return narrow_select(narrow_less(narrow_all(0), scale), scale, narrow_all(1));
}

/* That of the equations or 0, or the polynomial through the last solutions one step on */
static void place_guess(const struct X(phase_step) *w, const struct X(phase) *phase, unsigned recorded)
{
    static const double weight[RECORDED + 1][RECORDED] = {{0}, {1}, {2, -1}, {3, -3, 1}, {4, -6, 4, -1}};

    if (recorded == 0 && phase->own.guess) {
        phase->own.guess(phase->own.equations.context, w->data, phase->start);
        X(vector_narrow)(phase->guess, phase->start, phase->unknowns);
#if defined ARITHMETIC_SERIES
        X(vector_copy)(phase->x, phase->start, phase->unknowns); /* with its h: newton_series.c */
#endif
        return;
    }
    NARROW(vector_zero)(phase->guess, phase->unknowns);
    for (unsigned k = 0; k < recorded; k++) {
        for (size_t i = 0; i < phase->unknowns; i++)
            phase->guess[i] += weight[recorded][k] * phase->solution[k][i];
    }
}

static X(newton_status) solve(struct X(phase_step) *w, struct X(phase) *phase, mask open)
{
    const narrow scale = find_scale(w);
    choice status = choice_all(NEWTON_NO_CONVERGENCE);

    if (phase->unknowns <= MATRIX_IN_ONE ||
        (phase->own.equations.correct && w->steps % STEPS_WITH_FACTORS == 0))
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
    narrow *oldest = phase->solution[RECORDED - 1];

    for (size_t k = RECORDED - 1; k > 0; k--)
        phase->solution[k] = phase->solution[k - 1];
    phase->solution[0] = oldest;
    X(vector_narrow)(oldest, phase->x, phase->unknowns);
}

static void place_data(struct X(phase_step) *w)
{
    const size_t state = w->advances - w->carries;

    X(vector_copy)(w->data, w->stepper.q, state);
    if (w->previous)
        X(vector_copy)(w->data + state, w->previous, w->stepper.dimension);
    X(vector_copy)(w->h + 1, w->stepper.q + state, w->carries);
}

/* The state moves by the increment where the phase is solved. */
static X(newton_status) make_phase(struct X(phase_step) *w, struct X(phase) *phase, mask open)
{
    choice status;

    place_data(w);
    status = phase->newton ? solve(w, phase, open) : evaluate(w, phase, open);
    if (!mask_any(choice_is(status, NEWTON_CONVERGED)))
        return status;
    phase->own.increment(phase->own.equations.context, phase->x, w->increment);
    X(scheme_advance)(phase->own.scheme, w->stepper.q, w->low, w->increment, w->advances);
    if (phase->own.end)
        phase->own.end(phase->own.equations.context, w->stepper.q, w->kept);
    return status;
}

/* p = theta(q), where the system has such momenta */
static void set_momentum(struct X(phase_step) *w)
{
    if (w->momentum)
        X(evaluator_run)(w->momentum, 1, READS(w->stepper.q), WRITES(w->stepper.p));
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
    open &= X(vector_is_finite)(stepper->q, stepper->dimension);
    status = choice_where(choice_is(status, NEWTON_CONVERGED) & mask_not(open), choice_all(NEWTON_NOT_FINITE),
                          status);
    if (w->previous)
        X(vector_copy)(w->previous, w->before, stepper->dimension);
    if (!w->moves_momentum)
        set_momentum(w);
    if (mask_any(mask_not(open)))
        X(vector_set_where)(stepper->carried, mask_not(open), w->before, stepper->carries);
    w->recorded += w->recorded < RECORDED;
    w->steps++;
    return status;
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(phase_step) *w = (const struct X(phase_step) *)stepper;
    struct newton_counts sum = {0};

    for (size_t k = 0; k < w->phases; k++) {
        const struct X(phase) *phase = w->phase + k;

        X(implicit_step_count)(&sum, &phase->evaluations, phase->own.equations.points,
                               phase->own.equations.operations, phase->newton);
    }
    return sum;
}

static void forget(struct X(stepper) *stepper)
{
    struct X(phase_step) *w = (struct X(phase_step) *)stepper;

    w->recorded = 0;
    w->steps = 0;
    for (size_t k = 0; k < w->phases; k++) {
        if (w->phase[k].newton)
            X(newton_forget)(w->phase[k].newton, mask_all());
    }
}

/* -- where a run starts -- */

/* end = where the flow leads from the state */
static void follow_flow(struct X(phase_step) *w, real *end)
{
    if (w->exact)
        X(evaluator_run)(w->exact, 1, READS(w->stepper.q, w->h), WRITES(end));
    else
        X(implicit_step_flow_follow)(w->flow, w->stepper.q, end);
}

/* What is carried, as a run starts with it */
static void carry(struct X(phase_step) *w)
{
    const struct X(step_equations) *own = &w->phase->own;

    if (own->earlier)
        follow_flow(w, w->increment);
    place_data(w);
    own->carry(own->equations.context, w->data, w->increment, w->stepper.q + w->advances - w->carries);
}

static void restart(struct X(stepper) *stepper)
{
    struct X(phase_step) *w = (struct X(phase_step) *)stepper;

    if (w->previous)
        follow_flow(w, w->previous);
    X(vector_zero)(w->low, w->advances);
    if (w->carries && !stepper->maps_multiplier)
        carry(w);
    if (!w->moves_momentum)
        set_momentum(w);
    stepper->active = mask_all();
    forget(stepper);
}

/* The first step is that of the flow, where the equations of `first` let it: p is chosen so that a step makes it. */
static void begin(struct X(phase_step) *w)
{
    struct X(stepper) *stepper = &w->stepper;
    const struct X(step_equations) *own = &w->phase->own;
    const size_t d = stepper->dimension;
    choice status;

    X(evaluator_run)(w->project, 1, READS(stepper->q), WRITES(w->increment));
    X(vector_copy)(stepper->q, w->increment, d);
    follow_flow(w, stepper->p);
    X(vector_subtract)(stepper->p, stepper->q, d);
    place_data(w);
    status = solve(w, w->first, mask_all());
    X(vector_zero)(stepper->p, d);
    place_data(w);
    own->begin(own->equations.context, w->data, w->first->x, stepper->p, w->kept);
    for (size_t i = 0; i < d; i++) {
        const narrow none = narrow_all(NAN);

        real_set_narrow_where(stepper->p + i, mask_not(choice_is(status, NEWTON_CONVERGED)), &none);
    }
}

static void start(struct X(stepper) *stepper)
{
    struct X(phase_step) *w = (struct X(phase_step) *)stepper;

    forget(stepper);
    set_momentum(w);
    if (w->first)
        begin(w);
    if (stepper->maps_multiplier)
        carry(w);
    restart(stepper);
}

/* -- life -- */

static void create_phase(struct X(phase) *phase, const struct step_family *family, const struct setup *setup)
{
    phase->own = X(step_formulas_equations)(setup, family);
    phase->unknowns = phase->own.equations.unknowns;
    if (phase->unknowns) {
        phase->own.equations.destroy(phase->own.equations.context);
        phase->newton = X(implicit_step_newton)(family, setup, &phase->own);
    }
    phase->x = X(vector_create)(2 * phase->unknowns + 1);
    phase->start = phase->x + phase->unknowns;
    phase->guess = NARROW(vector_create)((RECORDED + 1) * phase->unknowns);
    for (size_t i = 0; i < RECORDED; i++)
        phase->solution[i] = phase->guess + (i + 1) * phase->unknowns;
}

static void destroy_phase(struct X(phase) *phase)
{
    if (phase->newton)
        X(newton_destroy)(phase->newton);
    else
        phase->own.equations.destroy(phase->own.equations.context);
    X(vector_destroy)(phase->x);
    NARROW(vector_destroy)(phase->guess);
}

static void destroy(struct X(stepper) *stepper)
{
    struct X(phase_step) *w = (struct X(phase_step) *)stepper;

    for (size_t k = 0; k < w->phases; k++)
        destroy_phase(w->phase + k);
    if (w->first)
        destroy_phase(w->first);
    X(vector_destroy)(stepper->carried);
    X(evaluator_destroy)(w->project);
    X(evaluator_destroy)(w->exact);
    X(evaluator_destroy)(w->momentum);
    NARROW(vector_destroy)(w->narrow_state);
    X(implicit_step_flow_destroy)(w->flow);
    free(w->phase);
    free(w);
}

/* The room of the state, and of what a step works with, which follows it. */
static void allocate(struct X(phase_step) *w, const struct step_family *family)
{
    struct X(stepper) *stepper = &w->stepper;
    const size_t d = stepper->dimension, keeps = w->phase->own.keeps, previous = family->remembers ? d : 0,
                 follows = w->momentum && !w->moves_momentum ? d : 0; /* p from q */

    w->carries = w->phase->own.carries;
    w->advances = (family->moves_momentum ? 2 * d : d) + w->carries;
    stepper->carries = 2 * w->advances + previous + keeps + follows;
    stepper->q = stepper->carried = X(vector_create)(2 * stepper->carries + 2 * w->advances + previous + 1);
    w->low = stepper->q + w->advances;
    w->previous = family->remembers ? w->low + w->advances : NULL;
    w->kept = w->low + w->advances + previous;
    stepper->p = family->moves_momentum ? stepper->q + d : follows ? w->kept + keeps : NULL;
    stepper->multiplier = stepper->maps_multiplier ? stepper->q + w->advances - w->carries : NULL;
    stepper->observed = keeps ? w->kept : NULL;
    w->before = stepper->q + stepper->carries;
    w->increment = w->before + stepper->carries;
    w->data = w->increment + w->advances;
    w->narrow_state = NARROW(vector_create)(d);
    w->h = w->data + w->advances - w->carries + previous;
    X(scheme_step)(w->h, w->setup->step);
}

struct X(stepper) *X(phase_step_create)(const struct setup *setup)
{
    struct X(phase_step) *w = memory_create(1, sizeof *w);
    const size_t d = setup->system->dimension;
    const struct step_family *family = step_formulas_family(setup, setup->method->family), *phase = family;

    w->setup = setup;
    w->length = fabs(exact_to_double(setup->step));
    w->stepper = (struct X(stepper)){.dimension = d,
                                     .maps_momentum = setup->method->family->space == STEP_CANONICAL ||
                                                      setup->method->family->space == STEP_MOMENTUM,
                                     .maps_multiplier =
                                         setup->projection->steps && projection_continues(setup->projection),
                                     .step = step,
                                     .start = start,
                                     .counts = counts,
                                     .forget = forget,
                                     .restart = restart,
                                     .destroy = destroy};
    if (setup->system->momentum)
        w->momentum = X(evaluator_create)(setup->system->momentum, 1);
    w->moves_momentum = family->moves_momentum;
    for (const struct step_family *next = family; next; next = next->then)
        w->phases++;
    w->phase = memory_create(w->phases + 1, sizeof *w->phase);
    for (size_t k = 0; k < w->phases; k++, phase = phase->then)
        create_phase(w->phase + k, phase, setup);
    if (family->first) {
        w->first = w->phase + w->phases;
        create_phase(w->first, family->first, setup);
        w->project = X(evaluator_create)(setup->system->nonholonomic.project, 1);
        if (setup->system->nonholonomic.exact)
            w->exact = X(evaluator_create)(setup->system->nonholonomic.exact, 1);
        else
            w->flow = X(implicit_step_flow_create_ahead)(setup);
    }
    if (family->remembers || w->phase->own.earlier)
        w->flow = X(implicit_step_flow_create_back)(setup);
    allocate(w, family);
    X(vector_set_mpfr)(w->stepper.q, setup->initial, d);
    start(&w->stepper);
    return &w->stepper;
}
