/* Orders of runs from expansions: see run_orders.h. */
#include "measures/expansion/run_orders.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "measures/expansion/energy_drift.h"
#include "measures/run/random_data.h"
#include "measures/step/local_error.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

enum {
    STEPS = 5,       /* they tell a degree up to 2, and one of 1 from what alternates */
    MORE_STEPS = 12, /* where a coefficient that may give the order needs more */
    MORE = 5,        /* where the solution has no error up to the expected order: so many behind twice that */
    BEYOND = 3,      /* powers from the leading one of a step on */
    LATER_BITS = 448, /* to which the later point is known */
    RANDOM_BITS = 2048,
    SEED = 41,
    ALL_STATES_ORDER =
        6 /* up to which defects are expanded at all random states, and not at the first alone */
};

static const enum expansion_of defects[LOCAL_CHANNELS] = {
    [LOCAL_SYMMETRY] = EXPANSION_OF_SYMMETRY,
    [LOCAL_REVERSIBILITY] = EXPANSION_OF_REVERSIBILITY,
    [LOCAL_SYMPLECTIC] = EXPANSION_OF_SYMPLECTIC,
    [LOCAL_AMBIENT] = EXPANSION_OF_AMBIENT,
};

/* The solution one step of the cell later; the caller's.  NULL where it does not come so far. */
static mpfr_t *create_later(const struct cell_request *request)
{
    const struct system *system = request->problem->system;
    struct taylor_settings settings = taylor_choose((long)ceil((LATER_BITS + 16) * log10(2)));
    mpfr_t *point = problem_initial_values(request->problem, settings.precision), *rounded;
    struct error ignored;

    if (!taylor_integrate(point, system->velocity, &settings, request->step, &ignored)) {
        number_block_destroy(point);
        return NULL;
    }
    rounded = number_block_create(system->dimension, LATER_BITS);
    number_block_set(*rounded, *point, system->dimension);
    number_block_destroy(point);
    return rounded;
}

/* A random state by its number from 1 on; the caller's.  NULL where none is found. */
static mpfr_t *create_random(const struct cell_request *request, unsigned long number)
{
    const struct problem *problem = request->problem;
    mpfr_t *point = number_block_create(problem->system->dimension, RANDOM_BITS);

    if (random_data_point(point, problem->model, problem->system, problem->initial, SEED, number))
        return point;
    number_block_destroy(point);
    return NULL;
}

/* ---- what one state says ---- */

/* That of n^degree, from the last of n = 1 ... steps, where what dies out is least; of what alternates every other n counts. */
static double find_leading(const struct expansion_coefficient *c, int steps)
{
    const int apart = c->growth == EXPANSION_ALTERNATES ? 2 : 1, first = steps - 1 - c->degree * apart;
    double value[EXPANSION_MOST_STEPS] = {0}, largest = 0;

    for (int n = 0; n < steps; n++) {
        value[n] = c->value[n];
        if (fabs(value[n]) > fabs(largest))
            largest = value[n];
    }
    if (c->degree == 0 || c->growth == EXPANSION_OTHER || first < 0)
        return largest;
    for (int k = 1; k <= c->degree; k++) {
        for (int n = first; n + k * apart < steps; n++)
            value[n] = (value[n + apart] - value[n]) / (apart * k);
    }
    return value[first];
}

/* Of the part that is linear in n; where that is not known the mean of a step. */
static double find_linear(const struct expansion_coefficient *c, int steps)
{
    return fabs(isnan(c->linear) ? c->value[steps - 1] / steps : c->linear);
}

static bool is_of_step(const struct expansion_quantity *quantity)
{
    return quantity->of >= EXPANSION_OF_SYMMETRY;
}

/* Of a channel behind those of LOCAL_CHANNELS. */
static bool is_of_group(const struct expansion_quantity *quantity, const struct system *system, size_t group)
{
    size_t first = 0;

    for (size_t g = 0; g < group; g++)
        first += system->constraint_group[g].count;
    return quantity->of == EXPANSION_OF_CONSTRAINT && quantity->index >= first &&
           quantity->index < first + system->constraint_group[group].count;
}

/* A p of its own counts with the solution, as p - theta(q) where q converges. */
static bool is_of_channel(const struct expansion_quantity *quantity, const struct cell_request *request,
                          size_t channel)
{
    const struct system *system = request->problem->system;

    if (channel < system->observables)
        return quantity->of == EXPANSION_OF_OBSERVABLE && quantity->index == channel;
    channel -= system->observables;
    if (channel >= LOCAL_CHANNELS)
        return is_of_group(quantity, system, channel - LOCAL_CHANNELS);
    switch ((enum local_channel)channel) {
    case LOCAL_CONSTRAINT:
        return quantity->of == EXPANSION_OF_CONSTRAINT;
    case LOCAL_SOLUTION:
        return (quantity->of == EXPANSION_OF_SOLUTION && quantity->index < system->positions) ||
               (quantity->of == EXPANSION_OF_CONSTRAINT && request->method.family->own_momentum);
    default:
        return quantity->of == defects[channel];
    }
}

/* What is left more of: what grows faster with n, or is larger. */
static bool is_more(const struct run_term *a, const struct run_term *b)
{
    return a->degree != b->degree ? a->degree > b->degree : fabs(a->coefficient) > fabs(b->coefficient);
}

static void add_power(struct run_order *found, const struct expansion *expansion,
                      const struct cell_request *request, size_t channel, int state, long k)
{
    struct run_term most = {.degree = RUN_TERM_NO_DEGREE - 1};
    double linear = 0;

    for (size_t i = 0; i < expansion->quantities; i++) {
        const struct expansion_quantity *quantity = expansion->quantity + i;
        const struct expansion_coefficient *c = quantity->coefficient + k;
        struct run_term term = {.state = state, .power = (int)k, .component = quantity->index};

        if (!is_of_channel(quantity, request, channel) || k >= quantity->known || c->growth == EXPANSION_ZERO)
            continue;
        term.degree = c->growth == EXPANSION_OTHER ? RUN_TERM_NO_DEGREE : c->degree;
        term.alternates = c->growth == EXPANSION_ALTERNATES;
        term.coefficient = find_leading(c, quantity->steps);
        term.radius = c->radius;
        linear = fmax(linear, find_linear(c, quantity->steps));
        if (is_more(&term, &most))
            most = term;
    }
    most.linear = linear;
    if (most.degree >= RUN_TERM_NO_DEGREE)
        found->term[found->terms++] = most;
}

static void add_state(struct run_order *found, const struct expansion *expansion,
                      const struct cell_request *request, size_t channel, int state)
{
    const bool random = state >= RUN_STATE_RANDOM;
    int *least = random ? &found->elsewhere : &found->order;

    found->states += random;
    for (size_t i = 0; i < expansion->quantities; i++) {
        const struct expansion_quantity *quantity = expansion->quantity + i;
        const int order = is_of_channel(quantity, request, channel) ? expansion_order(quantity) : INT_MAX;

        if (!is_of_channel(quantity, request, channel))
            continue;
        found->known = quantity->known < found->known || (is_of_step(quantity) && state != RUN_STATE_INITIAL)
                           ? quantity->known
                           : found->known;
        if (order < 0)
            found->missing = RUN_ORDER_GROWTH;
        else
            *least = order < *least ? order : *least;
    }
    for (long k = 0; k < EXPANSION_MOST_TERMS; k++)
        add_power(found, expansion, request, channel, state, k);
    for (size_t i = 0; i < found->terms; i++)
        found->power = found->term[i].power < found->power ? found->term[i].power : found->power;
}

static struct run_order find_order(struct expansion *const expansion[RUN_STATES],
                                   const struct cell_request *request, size_t channel)
{
    struct run_order found = {
        .order = INT_MAX, .elsewhere = INT_MAX, .power = INT_MAX, .known = EXPANSION_MOST_TERMS};

    for (int state = 0; state < RUN_STATES; state++) {
        if (expansion[state])
            add_state(&found, expansion[state], request, channel, state);
    }
    return found;
}

/* ---- expansions ---- */

static enum run_order_missing why_missing(const struct expansion *expansion)
{
    return !expansion                             ? RUN_ORDER_NO_SERIES
           : expansion_exists(expansion)          ? RUN_ORDER_FOUND
           : expansion->status == NEWTON_SINGULAR ? RUN_ORDER_SINGULAR
                                                  : RUN_ORDER_ANALYTIC;
}

static struct expansion *create_in_steps(const struct cell_request *request, mpfr_t *start, long terms,
                                         int steps)
{
    struct error ignored;

    return expansion_create(&(struct expansion_request){.cell = request,
                                                        .of = EXPANSION_BIT(SOLUTION) |
                                                              EXPANSION_BIT(OBSERVABLE) |
                                                              EXPANSION_BIT(CONSTRAINT),
                                                        .terms = terms,
                                                        .steps = steps,
                                                        .start = start},
                            &ignored);
}

/* Whether so many steps do not tell what a coefficient is that may give the order of a quantity. */
static bool is_open(const struct expansion *expansion)
{
    for (size_t i = 0; i < expansion->quantities; i++) {
        if (expansion_order(expansion->quantity + i) == EXPANSION_OPEN)
            return true;
    }
    return false;
}

static struct expansion *create_expansion(const struct cell_request *request, mpfr_t *start, long terms)
{
    struct expansion *expansion = create_in_steps(request, start, terms, STEPS), *longer;

    if (!expansion || !expansion_exists(expansion) || !is_open(expansion))
        return expansion;
    longer = create_in_steps(request, start, terms, MORE_STEPS);
    expansion_destroy(expansion);
    return longer;
}

/* With so many powers, or as many more as the equations take.  NULL, and why, where there is none. */
static struct expansion *expand(const struct cell_request *request, mpfr_t *start, long *terms,
                                enum run_order_missing *missing)
{
    struct expansion *expansion;

    *terms = *terms < EXPANSION_LEAST_TERMS  ? EXPANSION_LEAST_TERMS
             : *terms > EXPANSION_MOST_TERMS ? EXPANSION_MOST_TERMS
                                             : *terms;
    expansion = create_expansion(request, start, *terms);
    if (expansion && !expansion_exists(expansion) && *terms < NEWTON_SERIES_LEAST_TERMS) {
        expansion_destroy(expansion);
        *terms = NEWTON_SERIES_LEAST_TERMS;
        expansion = create_expansion(request, start, *terms);
    }
    *missing = why_missing(expansion);
    if (*missing == RUN_ORDER_FOUND)
        return expansion;
    expansion_destroy(expansion);
    return NULL;
}

/* How many powers to keep, up to `most`, or 0 where these do: so many that BEYOND of them are known from the leading one
 * of a step on. */
static long find_terms(struct expansion *expansion, const struct cell_request *request, long terms, long most)
{
    struct expansion *const alone[RUN_STATES] = {expansion};
    const struct run_order solution =
        find_order(alone, request, request->problem->system->observables + LOCAL_SOLUTION);
    const long lost = terms - solution.known,
               needed = solution.power == INT_MAX ? terms + terms / 2 : solution.power + BEYOND + lost,
               enough = needed < most ? needed : most;

    return enough > terms && terms < EXPANSION_MOST_TERMS ? enough : 0;
}

/* With as many powers as it takes. */
static struct expansion *expand_enough(const struct cell_request *request, mpfr_t *start, long *terms,
                                       enum run_order_missing *missing)
{
    const long expected = method_expected_order(&request->method);
    struct expansion *expansion;
    long more;

    *terms = expected + 1 + BEYOND;
    expansion = expand(request, start, terms, missing);
    while (expansion && (more = find_terms(expansion, request, *terms, 2 * expected + MORE)) != 0) {
        *terms = more;
        expansion_destroy(expansion);
        expansion = expand(request, start, terms, missing);
    }
    return expansion;
}

/* ---- all states ---- */

struct states {
    const struct cell_request *request;
    mpfr_t *point[RUN_STATES]; /* NULL: the initial data, or there is none */
    bool has_later;
    struct expansion *run[RUN_STATES], *step[RUN_STATES];
    enum run_order_missing run_missing, step_missing;
};

static void find_random(struct states *s)
{
    for (int k = RUN_STATE_RANDOM; k < RUN_STATES; k++)
        s->point[k] = create_random(s->request, (unsigned long)(k - RUN_STATE_RANDOM + 1));
}

/* Once. */
static mpfr_t *find_later(struct states *s)
{
    if (!s->has_later)
        s->point[RUN_STATE_LATER] = create_later(s->request);
    s->has_later = true;
    return s->point[RUN_STATE_LATER];
}

/* Whether what is left at a random state has a lower order than at the data, or no random state tells. */
static bool is_special(const struct states *s)
{
    const struct system *system = s->request->problem->system;
    bool special = false, told = false;

    for (size_t channel = 0; channel < run_orders_channels(system); channel++) {
        const struct run_order found = find_order(s->run, s->request, channel);

        special |= found.elsewhere < found.order;
        told |= found.states > 0;
    }
    return special || !told;
}

/* From the data with so many powers that they show where the leading one leads; from the others with what that takes.  The
 * later point only where the data are special, or no random state tells. */
static void expand_runs(struct states *s)
{
    enum run_order_missing ignored;
    long terms, few;

    s->run[RUN_STATE_INITIAL] = expand_enough(s->request, NULL, &terms, &s->run_missing);
    if (s->run_missing)
        return;
    few = terms - (BEYOND - 1);
    for (int k = RUN_STATE_RANDOM; k < RUN_STATES; k++)
        s->run[k] = s->point[k] ? expand(s->request, s->point[k], &few, &ignored) : NULL;
    if (!is_special(s))
        return;
    if (find_later(s))
        s->run[RUN_STATE_LATER] =
            expand_enough(s->request, s->point[RUN_STATE_LATER], &terms, &s->run_missing);
    else
        s->run_missing = RUN_ORDER_ANALYTIC;
}

/* With so many powers; 0: up to h^(2p + 4). */
static void expand_step(struct states *s, int k, unsigned of, long terms)
{
    struct error ignored;

    s->step[k] = expansion_create(
        &(struct expansion_request){.cell = s->request, .of = of, .terms = terms, .start = s->point[k]},
        &ignored);
    if (k == RUN_STATE_INITIAL)
        s->step_missing = why_missing(s->step[k]);
    if (why_missing(s->step[k])) {
        expansion_destroy(s->step[k]);
        s->step[k] = NULL;
    }
}

/* At one state where nothing vanishes by accident, and with fewer powers at the data. */
static void expand_steps(struct states *s, unsigned of)
{
    long terms = method_expected_order(&s->request->method) + BEYOND;

    terms = terms < NEWTON_SERIES_LEAST_TERMS ? NEWTON_SERIES_LEAST_TERMS : terms;
    expand_step(s, RUN_STATE_INITIAL, of, terms < EXPANSION_MOST_TERMS ? terms : EXPANSION_MOST_TERMS);
    for (int k = RUN_STATE_RANDOM; k < RUN_STATES && !s->step_missing; k++) {
        if (s->point[k])
            expand_step(s, k, of, 0);
        if (s->step[k])
            return;
    }
    if (!s->step_missing && find_later(s))
        expand_step(s, RUN_STATE_LATER, of, 0);
}

/* ---- drifts ---- */

static struct run_order find_drift(const struct cell_request *request)
{
    const struct energy_drift drift = energy_drift_find(request);
    struct run_order found = {.order = INT_MAX, .elsewhere = INT_MAX, .power = INT_MAX, .known = drift.known};

    if (drift.status != ENERGY_DRIFT_FOUND)
        return (struct run_order){.missing = drift.status == ENERGY_DRIFT_NO_EXPANSION ? RUN_ORDER_ANALYTIC
                                                                                       : RUN_ORDER_NO_ORBIT};
    if (drift.leading == INT_MAX)
        return found;
    found.order = found.power = drift.leading;
    found.term[found.terms++] = (struct run_term){.state = RUN_STATE_INITIAL,
                                                  .power = drift.leading,
                                                  .coefficient = drift.rate,
                                                  .radius = log2(fabs(drift.rate) * drift.error)};
    return found;
}

/* ---- all channels ---- */

size_t run_orders_channels(const struct system *system)
{
    return system->observables + LOCAL_CHANNELS + system->constraint_groups;
}

struct run_order *run_orders_create(const struct cell_request *request, unsigned wanted)
{
    const struct system *system = request->problem->system;
    const size_t channels = run_orders_channels(system);
    struct run_order *found = memory_create(channels, sizeof *found);
    struct states s = {
        .request = request, .run_missing = RUN_ORDER_NO_SERIES, .step_missing = RUN_ORDER_NO_SERIES};

    if (request->method.family->create_series) {
        find_random(&s);
        expand_runs(&s);
        if (wanted & ~RUN_DRIFT)
            expand_steps(&s, wanted & ~RUN_DRIFT);
    }
    for (size_t channel = 0; channel < channels; channel++) {
        const bool of_step =
            channel >= system->observables + LOCAL_SYMMETRY && channel < system->observables + LOCAL_CHANNELS;
        const enum run_order_missing missing = of_step ? s.step_missing : s.run_missing;

        if (channel == system->observables + LOCAL_DRIFT) {
            if (wanted & RUN_DRIFT)
                found[channel] = find_drift(request);
        } else if (missing)
            found[channel].missing = missing;
        else
            found[channel] = find_order(of_step ? s.step : s.run, request, channel);
    }
    for (int k = 0; k < RUN_STATES; k++) {
        expansion_destroy(s.run[k]);
        expansion_destroy(s.step[k]);
        number_block_destroy(s.point[k]);
    }
    return found;
}

/* ---- the measure ---- */

/* Whether the channel has anything to measure, or nothing has an expansion. */
static bool is_measured(const struct run_order *found)
{
    return found->missing || found->known < EXPANSION_MOST_TERMS;
}

struct run_term run_orders_read_term(const double column[RUN_TERM_COLUMNS])
{
    return (struct run_term){.state = (int)column[0],
                             .power = (int)column[1],
                             .degree = (int)column[2],
                             .alternates = column[3] != 0,
                             .coefficient = column[4],
                             .linear = column[5],
                             .radius = column[6],
                             .component = (size_t)column[7]};
}

static void add_aspect(struct result *result, struct measure_id id, enum measure_aspect aspect, double value)
{
    id.aspect = aspect;
    result_add_double(result, id, value);
}

static void add_order(struct result *result, struct measure_id id, const struct run_order *found)
{
    double *number;

    if (found->missing) {
        result_add_double(result, id, NAN);
        add_aspect(result, id, MEASURE_MISSING, found->missing);
        return;
    }
    number = result_add_history(result, RESULT_LOCAL, id.channel, found->terms, RUN_TERM_COLUMNS);
    for (size_t i = 0; i < found->terms; i++) {
        const struct run_term *term = found->term + i;

        *number++ = term->state;
        *number++ = term->power;
        *number++ = term->degree;
        *number++ = term->alternates;
        *number++ = term->coefficient;
        *number++ = term->linear;
        *number++ = term->radius;
        *number++ = (double)term->component;
    }
    result_add_double(result, id, found->power == INT_MAX ? 0 : found->power);
    add_aspect(result, id, MEASURE_RUN, found->order == INT_MAX ? NAN : (double)found->order);
    add_aspect(result, id, MEASURE_KNOWN, (double)found->known);
    add_aspect(result, id, MEASURE_ELSEWHERE_STATES, (double)found->states);
    if (found->states)
        add_aspect(result, id, MEASURE_ELSEWHERE,
                   found->elsewhere == INT_MAX ? NAN : (double)found->elsewhere);
}

/* Of a method in double alone: that it is of order 0, or nothing. */
static void measure_in_double(struct result *result, const struct cell_request *request)
{
    const struct measure_id id = measure_of(request->problem, MEASURE_LOCAL_ORDER,
                                            (int)request->problem->system->observables + LOCAL_SOLUTION);

    if (!local_error_is_inconsistent(request))
        return;
    result_add_double(result, id, 1);
    add_aspect(result, id, MEASURE_RUN, 0);
}

/* The defect of one step that a channel is of; 0: none. */
static unsigned defect_of(const struct system *system, int channel)
{
    const int k = channel - (int)system->observables;

    return k == LOCAL_DRIFT ? RUN_DRIFT : k >= LOCAL_SYMMETRY && k < LOCAL_CHANNELS ? 1U << defects[k] : 0;
}

/* Of the measures those defects that are expanded. */
static unsigned find_defects(const struct system *system, size_t measures, const struct measure_id *measure)
{
    unsigned found = 0;

    for (size_t i = 0; i < measures; i++) {
        if (measure[i].measure == measure_table + MEASURE_LOCAL_ORDER)
            found |= defect_of(system, measure[i].channel);
    }
    return found;
}

void run_orders_measure(struct result *result, const struct cell_request *request, size_t measures,
                        const struct measure_id *measure)
{
    const int channels = (int)run_orders_channels(request->problem->system);
    const struct system *system = request->problem->system;
    const unsigned wanted = find_defects(system, measures, measure);
    struct run_order *found;

    if (!request->method.family->create_mpfr) {
        measure_in_double(result, request);
        return;
    }
    found = run_orders_create(request, wanted);
    for (int i = 0; i < channels; i++) {
        const struct measure_id id = measure_of(request->problem, MEASURE_LOCAL_ORDER, i);
        const unsigned of = defect_of(system, i);

        if (!measure_refusal(id, request->problem, &request->method, request->projection) &&
            (!of || of & wanted) && is_measured(found + i))
            add_order(result, id, found + i);
    }
    free(found);
}

/* ---- of terms ---- */

static double size_at(double coefficient, int degree, double time)
{
    return fabs(coefficient) * pow(time, degree);
}

double run_orders_size(const struct run_term *term, double time)
{
    return size_at(term->coefficient, term->degree, time);
}

static struct run_term term_at(const struct result_history *history, size_t k)
{
    return run_orders_read_term(history->number + k * RUN_TERM_COLUMNS);
}

struct run_term run_orders_find_term(const struct result_history *history, double order, int first, int last)
{
    for (size_t k = 0; history && k < history->entries; k++) {
        const struct run_term term = term_at(history, k);

        if (term.state >= first && term.state <= last && term.degree >= 0 &&
            term.power - term.degree == order)
            return term;
    }
    return (struct run_term){.state = -1};
}

/* The step h at which the leading term of the order p is ten times a part of a later one: size h^p = 10 part h^order. */
static double find_meeting(double size, double p, double part, double order)
{
    return order > p && part > 0 ? pow(size / (10 * part), 1 / (order - p)) : INFINITY;
}

double run_orders_lead(const struct result_history *history, const struct run_term *leading, double time)
{
    const double p = leading->power - leading->degree, size = run_orders_size(leading, time);
    double below = INFINITY;

    for (size_t k = 0; k < history->entries; k++) {
        const struct run_term term = term_at(history, k);
        const int degree = term.degree > 0 ? term.degree : 0;

        if (term.state != leading->state)
            continue;
        below =
            fmin(below, find_meeting(size, p, size_at(term.coefficient, degree, time), term.power - degree));
        if (term.degree != 0)
            below = fmin(below, find_meeting(size, p, size_at(term.linear, 1, time), term.power - 1));
    }
    return below;
}
