/* The steps of a foreign method: a stepper that asks a program or a shared object for each.
 *
 * A step is a function of (t, h, z) alone, unless the method says that it remembers (`session`): what such a method has of
 * the steps before is its own, and is made again from the start of the trajectory where a run goes on from elsewhere.
 *
 * What a method says of itself is tried when it is created: the same step is asked for twice, with others in between;
 * of a session the same steps after two resets; several steps in one call against as many calls. */
#include "integrators/foreign/foreign_caller.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "integrators/steps/stepper.h"
#include "numerics/exact.h"
#include "numerics/evaluator.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum { TRIED = 3, POINTS = 8 }; /* steps of a session */
enum { FEW = 3, SHORT_POWER = 3 };
static const unsigned long together[] = {1, 2, 3, 7,
                                         64}; /* steps in one call, the first FEW also of the run */
static const double SAME =
    1e-6; /* of the increment: what an iteration may leave that starts from the step before */

struct X(foreign_step) {
    struct X(stepper) stepper; /* first: a stepper is a foreign_step */
    const struct foreign_method *method;
    struct X(foreign_caller) *caller;
    struct X(foreign_state) *state; /* NULL: the method takes it as it is */
    struct X(evaluator) *momentum;
    enum newton_status trial;   /* NEWTON_CONVERGED, or why no step is believed */
    size_t d, first_size;       /* of the state of a step, without the time; with it, */
    size_t n;                   /* of its positions; d where it has no others */
    struct foreign_width width; /* of what it has ended steps with */
    bool timed, apart;          /* the time is the last coordinate of q, or apart; p stands behind it */
    real *t;                    /* carried, as are, of a session: */
    real *period, *before;      /* d each, 0: none; where a step began; NULL: no coordinate has a period */
    real *taken, *first;        /* the steps of the trajectory so far, where it started, d; else NULL */
    real *room, *h, *time, *end, *next, *reached; /* times; d each: a state, where the session is */
};

/* ---- steps ---- */

/* z = the state, without the time */
static void get_state(const struct X(foreign_step) *w, real *z)
{
    const size_t d = w->apart ? w->d / 2 : w->d;

    X(vector_copy)(z, w->stepper.q, d);
    X(vector_copy)(z + d, w->stepper.p, w->d - d);
}

static void set_state(struct X(foreign_step) *w, const real *z)
{
    const size_t d = w->apart ? w->d / 2 : w->d;

    X(vector_copy)(w->stepper.q, z, d);
    X(vector_copy)(w->stepper.p, z + d, w->d - d);
}

static void set_momentum(struct X(foreign_step) *w)
{
    if (w->momentum)
        X(evaluator_run)(w->momentum, 1, READS(w->stepper.q), WRITES(w->stepper.p));
}

/* Coordinates that are known up to multiples of a period: z = that which is nearest to where the step began, whatever range
 * the method brings them to, so that all that is measured of a run is modulo the period. */
static void unwrap(struct X(foreign_step) *w, const real *began, real *z)
{
    for (size_t i = 0; w->period && i < w->d; i++) {
        const double period = real_to_double(w->period + i),
                     turns = round((real_to_double(began + i) - real_to_double(z + i)) / period);

        if (!(period > 0) || !isfinite(turns) || turns == 0)
            continue;
        real_set_double(w->end, turns);
        real_multiply(w->end, w->end, w->period + i);
        real_add(z + i, z + i, w->end);
    }
}

/* A step from (t, z) by h: z = its end.  Steps ahead of it start from such ends as they are. */
static enum newton_status advance(struct X(foreign_step) *w, unsigned long n, const real *t, const real *h,
                                  real *z)
{
    enum newton_status status;

    if (w->period)
        X(vector_copy)(w->before, z, w->d);
    if (w->state)
        X(foreign_state_enter)(w->state, t, h, z);
    if (n > 1 || w->state || (w->period && w->method->remembers))
        w->caller->ahead = (struct stepper_ahead){0};
    status = w->caller->advance(w->caller, n, t, h, z);
    w->caller->ahead = (struct stepper_ahead){0};
    for (size_t i = 0; i < w->d && status == NEWTON_CONVERGED && w->width.undecided > 0; i++)
        foreign_width_note(&w->width, i, real_to_double(z + i));
    if (status == NEWTON_CONVERGED && w->state) {
        real_set_double(w->end, (double)n);
        real_multiply(w->end, w->end, h);
        real_add(w->end, w->end, t);
        if (!X(foreign_state_leave)(w->state, w->end, h, z))
            status = NEWTON_NO_CONVERGENCE;
    }
    if (status == NEWTON_CONVERGED)
        unwrap(w, w->before, z);
    return status != NEWTON_CONVERGED || mask_any(X(vector_is_finite)(z, w->d)) ? status : NEWTON_NOT_FINITE;
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(foreign_step) *w = (struct X(foreign_step) *)stepper;
    const size_t d = w->d;
    enum newton_status status = w->trial;

    get_state(w, w->next);
    w->caller->ahead = stepper->ahead;
    stepper->ahead = (struct stepper_ahead){0};
    if (status == NEWTON_CONVERGED)
        status = advance(w, 1, w->t, w->h, w->next);
    if (status != NEWTON_CONVERGED)
        return choice_all(status);
    set_state(w, w->next);
    real_add(w->t, w->t, w->h);
    if (w->taken) {
        X(vector_copy)(w->reached, w->next, d);
        real_set_double(w->taken, real_to_double(w->taken) + 1);
    }
    if (w->method->form != FOREIGN_DEGENERATE)
        set_momentum(w);
    return choice_all(NEWTON_CONVERGED);
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const unsigned long evaluations = ((const struct X(foreign_step) *)stepper)->caller->evaluations;

    return (struct newton_counts){.residual_evaluations = evaluations, .evaluations = (double)evaluations};
}

static struct stepper_width find_width(const struct X(stepper) *stepper)
{
    return foreign_width_find(&((const struct X(foreign_step) *)stepper)->width);
}

static bool is_there(const struct X(foreign_step) *w)
{
    size_t i = 0;

    get_state(w, w->next);
    while (i < w->d && real_compare(w->reached + i, w->next + i) == 0)
        i++;
    return i == w->d;
}

/* A session is what it was unless the state is another one: then it takes all steps again. */
static void forget(struct X(stepper) *stepper)
{
    struct X(foreign_step) *w = (struct X(foreign_step) *)stepper;
    const unsigned long taken = w->taken ? (unsigned long)real_to_double(w->taken) : 0;
    const enum newton_status trial = w->trial;

    if (w->taken && is_there(w))
        return;
    w->caller->reset(w->caller);
    if (!taken)
        return;
    X(vector_copy)(stepper->q, w->first, w->first_size);
    if (!w->timed)
        X(vector_zero)(w->t, 1);
    X(vector_zero)(w->taken, 1);
    for (unsigned long n = 0; n < taken && trial == NEWTON_CONVERGED; n++) {
        stepper->ahead.steps = taken - n - 1;
        if (!mask_any(choice_is(step(stepper), NEWTON_CONVERGED)))
            w->trial = NEWTON_NO_ANSWER;
    }
}

static void restart(struct X(stepper) *stepper)
{
    struct X(foreign_step) *w = (struct X(foreign_step) *)stepper;

    if (!stepper->maps_momentum)
        set_momentum(w);
    stepper->active = mask_all();
    if (w->taken) {
        X(vector_zero)(w->taken, 1);
        X(vector_copy)(w->first, stepper->q, w->first_size);
    }
    w->caller->reset(w->caller);
    get_state(w, w->reached);
}

static void start(struct X(stepper) *stepper)
{
    struct X(foreign_step) *w = (struct X(foreign_step) *)stepper;

    if (!w->timed)
        X(vector_zero)(w->t, 1);
    set_momentum(w);
    restart(stepper);
}

/* ---- what the method says of itself ---- */

/* n steps from the start, one by one: z = their end. */
static enum newton_status take(struct X(foreign_step) *w, unsigned long n, real *z)
{
    enum newton_status status = NEWTON_CONVERGED;

    get_state(w, z);
    X(vector_copy)(w->time, w->t, 1);
    for (unsigned long k = 0; k < n && status == NEWTON_CONVERGED; k++) {
        w->caller->ahead.steps = n - k - 1;
        status = advance(w, 1, w->time, w->h, z);
        real_add(w->time, w->time, w->h);
    }
    return status;
}

/* sum |x_i - y_i| of the coordinates of a kind; y = NULL: of zero */
static double sum_of_kind(const struct X(foreign_step) *w, bool momenta, const real *x, const real *y)
{
    double sum = 0;

    for (size_t i = momenta ? w->n : 0; i < (momenta ? w->d : w->n); i++)
        sum += fabs(real_to_double(x + i) - (y ? real_to_double(y + i) : 0));
    return sum;
}

/* Whether the ends are the same, but for what is small beside the way to them.  Positions and momenta have units of
 * their own. */
static bool are_same(const struct X(foreign_step) *w, const real *x, const real *y)
{
    const real *start = w->stepper.q;
    bool same = true;

    for (int kind = 0; kind < 2; kind++)
        same = same && sum_of_kind(w, kind, x, y) <= SAME * sum_of_kind(w, kind, x, start) +
                                                         0x1p-48 * sum_of_kind(w, kind, start, NULL);
    return same;
}

/* Other steps: one backwards, one beyond the end of the first.  Those that fail say nothing. */
static void distract(struct X(foreign_step) *w)
{
    const size_t d = w->d;

    get_state(w, w->reached);
    real_negate(w->h, w->h);
    advance(w, 1, w->t, w->h, w->reached);
    real_negate(w->h, w->h);
    X(vector_copy)(w->reached, w->next, d);
    advance(w, 1, w->t, w->h, w->reached);
}

static enum newton_status try_again(struct X(foreign_step) *w, real *again)
{
    const unsigned long n = w->taken ? TRIED : 1;
    enum newton_status status = take(w, n, w->next);

    if (status != NEWTON_CONVERGED)
        return status;
    distract(w);
    if (w->taken)
        w->caller->reset(w->caller);
    status = take(w, n, again);
    return status == NEWTON_CONVERGED && !are_same(w, w->next, again) ? NEWTON_REMEMBERS : status;
}

/* The states after so many steps of h from the start, one by one, as long as they are made; how many. */
static size_t take_apart(struct X(foreign_step) *w, size_t counts, const real *h, real *ends)
{
    real *z = w->next;
    size_t k = 0;

    w->caller->reset(w->caller);
    get_state(w, z);
    X(vector_copy)(w->time, w->t, 1);
    for (unsigned long n = 1; k < counts; n++) {
        w->caller->ahead.steps = together[counts - 1] - n;
        if (advance(w, 1, w->time, h, z) != NEWTON_CONVERGED)
            break;
        real_add(w->time, w->time, h);
        if (n == together[k])
            X(vector_copy)(ends + k++ * w->d, z, w->d);
    }
    return k;
}

/* Whether as many of them in one call end there. */
static enum newton_status try_together(struct X(foreign_step) *w, size_t counts, const real *h)
{
    real *ends = X(vector_create)(counts * w->d), *z = w->next;
    enum newton_status status = NEWTON_CONVERGED;

    counts = take_apart(w, counts, h, ends);
    w->caller->in_one_call = true;
    for (size_t k = 0; k < counts && status == NEWTON_CONVERGED; k++) {
        w->caller->reset(w->caller);
        get_state(w, z);
        status = advance(w, together[k], w->t, h, z);
        unwrap(w, ends + k * w->d, z);
        if (status == NEWTON_FOREIGN_FAILED || status == NEWTON_NOT_FINITE ||
            (status == NEWTON_CONVERGED && !are_same(w, ends + k * w->d, z)))
            status = NEWTON_CALLS_DIFFER;
    }
    w->caller->in_one_call = false;
    X(vector_destroy)(ends);
    return status;
}

/* In few steps of the run, and in many that are short: an eighth of those that go with the model, where it has one, so that
 * what they find does not depend on the step of a run. */
static enum newton_status try_calls(struct X(foreign_step) *w, const struct setup *setup)
{
    const char *step = setup->system->model->step;
    enum newton_status status = try_together(w, FEW, w->h);
    real *h = X(vector_create)(1);
    struct error ignored;
    mpq_t length;

    mpq_init(length);
    if (!step || !exact_parse(length, step, &ignored))
        mpq_set(length, setup->step);
    mpq_div_2exp(length, length, SHORT_POWER);
    X(scheme_step)(h, length);
    if (status == NEWTON_CONVERGED)
        status = try_together(w, sizeof together / sizeof *together, h);
    mpq_clear(length);
    X(vector_destroy)(h);
    return status;
}

/* z becomes a point around it: each coordinate is moved by up to an eighth of itself, and by a share of `size`, that of its
 * kind, as drawn by x = 69069 x + 1 (mod 2^32). */
static void scatter(const struct X(foreign_step) *w, const double size[2], uint32_t *x, real *z)
{
    for (size_t i = 0; i < w->d; i++) {
        *x = 69069 * *x + 1;
        real_set_double(w->end, 1 + ((double)*x / 0x1p32 - 0.5) / 4);
        real_multiply(z + i, z + i, w->end);
        real_set_double(w->end, size[i >= w->n] * ((double)*x / 0x1p32 - 0.5) / 64);
        real_add(z + i, z + i, w->end);
    }
}

/* Whether the right-hand sides are the same at a point, but for what changes it by round-off in a step. */
static bool is_same_model(const struct X(foreign_step) *w, const real *z, const real *ours,
                          const real *theirs)
{
    const double h = fabs(real_to_double(w->h));
    bool same = true;

    for (int kind = 0; kind < 2; kind++)
        same = same && h * sum_of_kind(w, kind, ours, theirs) <= SAME * h * sum_of_kind(w, kind, ours, NULL) +
                                                                     0x1p-48 * sum_of_kind(w, kind, z, NULL);
    return same;
}

/* Whether the model that the method brings with it is ours: at the start and at points around it. */
static enum newton_status try_model(struct X(foreign_step) *w, real *theirs)
{
    real *ours = w->reached, *z = w->next;
    enum newton_status status = w->caller->rhs ? NEWTON_CONVERGED : NEWTON_NO_ANSWER;
    double size[2] = {0, 0}; /* of positions and momenta, or of what a step adds to them */
    uint32_t x = 1;

    for (int k = 0; k < POINTS && status == NEWTON_CONVERGED; k++) {
        get_state(w, z);
        if (k > 0)
            scatter(w, size, &x, z);
        X(foreign_state_rhs)(w->state, w->t, z, ours);
        for (int kind = 0; kind < 2 && k == 0; kind++)
            size[kind] = fmax(sum_of_kind(w, kind, z, NULL),
                              fabs(real_to_double(w->h)) * sum_of_kind(w, kind, ours, NULL));
        real_set_double(w->end, 0);
        X(foreign_state_enter)(w->state, w->t, w->end, z);
        status = w->caller->rhs(w->caller, w->t, z, theirs);
        if (status == NEWTON_CONVERGED && !is_same_model(w, z, ours, theirs))
            status = NEWTON_OTHER_MODEL;
    }
    return status;
}

/* Steps that cannot be made are left to the run, which says at which step. */
static void try(struct X(foreign_step) *w, const struct setup *setup)
{
    real *again = X(vector_create)(w->d);
    enum newton_status status = w->method->own ? try_model(w, again) : NEWTON_CONVERGED;

    if (status == NEWTON_CONVERGED)
        status = try_again(w, again);
    if (status == NEWTON_CONVERGED && w->method->together)
        status = try_calls(w, setup);
    if (status == NEWTON_REMEMBERS || status == NEWTON_CALLS_DIFFER || status == NEWTON_OTHER_MODEL ||
        status == NEWTON_ENVIRONMENT)
        w->trial = status;
    X(vector_destroy)(again);
}

/* ---- life ---- */

static void destroy(struct X(stepper) *stepper)
{
    struct X(foreign_step) *w = (struct X(foreign_step) *)stepper;

    w->caller->destroy(w->caller);
    X(foreign_state_destroy)(w->state);
    X(evaluator_destroy)(w->momentum);
    X(vector_destroy)(stepper->carried);
    X(vector_destroy)(w->room);
    if (w->period)
        X(vector_destroy)(w->period);
    foreign_width_destroy(&w->width);
    free(w);
}

/* carried: q, p where there is one, t unless it is in q; of a session: taken, first. */
static void make_room(struct X(foreign_step) *w, bool momentum)
{
    struct X(stepper) *stepper = &w->stepper;
    const size_t d = stepper->dimension, states = momentum ? 2 : 1;

    w->first_size = w->apart ? states * d : w->d + w->timed;
    stepper->carries = states * d + !w->timed + (w->method->remembers ? 1 + w->first_size : 0);
    stepper->carried = X(vector_create)(stepper->carries);
    stepper->q = stepper->carried;
    stepper->p = momentum ? stepper->q + d : NULL;
    w->t = w->timed ? stepper->q + d - 1 : stepper->q + states * d;
    if (w->method->remembers) {
        w->taken = stepper->q + states * d + !w->timed;
        w->first = w->taken + 1;
    }
    w->room = X(vector_create)(3 + 2 * w->d);
    w->h = w->room;
    w->time = w->h + 1;
    w->end = w->time + 1;
    w->next = w->end + 1;
    w->reached = w->next + w->d;
}

static void set_periods(struct X(foreign_step) *w, const struct model *model)
{
    mpfr_t value;

    if (!model->periodic || w->method->form == FOREIGN_DEGENERATE)
        return;
    w->period = X(vector_create)(2 * w->d);
    w->before = w->period + w->d;
    mpfr_init2(value, real_precision());
    for (size_t i = 0; i < model->moved; i++) {
        if (!model->period[i])
            continue;
        graph_value(value, model->period[i], NULL);
        real_set_mpfr(w->period + i, value);
    }
    mpfr_clear(value);
}

struct X(stepper) *X(foreign_step_create)(const struct setup *setup)
{
    struct X(foreign_step) *w = memory_create(1, sizeof *w);
    const struct system *system = setup->system;

    w->stepper = (struct X(stepper)){.dimension = system->dimension,
                                     .step = step,
                                     .start = start,
                                     .counts = counts,
                                     .width = find_width,
                                     .forget = forget,
                                     .restart = restart,
                                     .destroy = destroy};
    w->method = foreign_method_of(setup->method);
    w->d = foreign_method_size(setup);
    w->n = system->model->positions                        ? system->model->positions
           : w->method->velocities || w->method->offset[0] ? w->d / 2
                                                           : w->d;
    w->stepper.maps_momentum = w->method->family.space == STEP_MOMENTUM;
    w->state = X(foreign_state_create)(setup);
    w->timed = system->model->time_dependent;
    w->apart = w->timed && w->method->form == FOREIGN_DEGENERATE;
    w->width = foreign_width_create(w->d);
    make_room(w, system->momentum != NULL);
    set_periods(w, system->model);
    X(scheme_step)(w->h, setup->step);
    if (system->momentum)
        w->momentum = X(evaluator_create)(system->momentum, 1);
    w->caller = w->method->library ? X(foreign_server_create)(setup) : X(foreign_lines_create)(setup);
    X(vector_set_mpfr)(w->stepper.q, setup->initial, system->dimension);
    start(&w->stepper);
    if (!setup->untried)
        try(w, setup);
    w->caller->evaluations = 0;
    start(&w->stepper);
    return &w->stepper;
}
