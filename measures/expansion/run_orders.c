/* Orders of runs from expansions: see run_orders.h. */
#include "measures/expansion/run_orders.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "measures/step/local_error.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

enum {
    STATES = 2,
    STEPS = 5,       /* they tell a degree up to 2, and one of 1 from what alternates */
    MORE = 5,        /* where the solution has no error up to the expected order: so many behind twice that */
    BEYOND = 3,      /* powers from the leading one of a step on */
    LATER_BITS = 448 /* to which the later point is known */
};

#define ROUND_OFF 1e-11 /* of differences of numbers in double */

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

/* ---- what one state says ---- */

/* That of n^degree, of n = 1 ... steps; of what alternates every other n counts. */
static double find_leading(const struct expansion_coefficient *c, int steps)
{
    const int apart = c->growth == EXPANSION_ALTERNATES ? 2 : 1;
    double value[EXPANSION_MOST_STEPS] = {0}, largest = 0;

    for (int n = 0; n < steps; n++) {
        value[n] = c->value[n];
        if (fabs(value[n]) > fabs(largest))
            largest = value[n];
    }
    if (c->degree == 0 || c->growth == EXPANSION_OTHER)
        return largest;
    for (int k = 1; k <= c->degree; k++) {
        for (int n = 0; n + k * apart < steps; n++)
            value[n] = (value[n + apart] - value[n]) / (apart * k);
    }
    return value[0];
}

/* That of n in the polynomial through all values, and through 0 at n = 0 (there is no error before the first step):
 * sum_j (-1)^(j + 1) D_j / j, D_j its differences at n = 0.  0 of what alternates. */
static double find_linear(const struct expansion_coefficient *c, int steps)
{
    double value[EXPANSION_MOST_STEPS + 1] = {0}, linear = 0, largest = 0;

    if (c->growth == EXPANSION_ALTERNATES || (c->growth == EXPANSION_POLYNOMIAL && c->degree == 0))
        return 0;
    for (int n = 0; n < steps; n++)
        largest = fmax(largest, fabs(value[n + 1] = c->value[n]));
    for (int k = 1; k <= steps; k++) {
        for (int n = 0; n + k <= steps; n++)
            value[n] = value[n + 1] - value[n];
        linear += (k % 2 ? 1 : -1) * value[0] / k;
    }
    return fabs(linear) > ROUND_OFF * largest ? linear : 0;
}

static bool is_of_channel(const struct expansion_quantity *quantity, const struct system *system,
                          size_t channel)
{
    if (channel < system->observables)
        return quantity->of == EXPANSION_OF_OBSERVABLE && quantity->index == channel;
    switch ((int)(channel - system->observables)) {
    case LOCAL_CONSTRAINT:
        return quantity->of == EXPANSION_OF_CONSTRAINT;
    case LOCAL_SOLUTION:
        return quantity->of == EXPANSION_OF_SOLUTION && quantity->index < system->positions;
    default:
        return false;
    }
}

/* What is left more of: what grows faster with n, or is larger. */
static bool is_more(const struct run_term *a, const struct run_term *b)
{
    return a->degree != b->degree ? a->degree > b->degree : fabs(a->coefficient) > fabs(b->coefficient);
}

static void add_power(struct run_order *found, const struct expansion *expansion, const struct system *system,
                      size_t channel, int state, long k)
{
    struct run_term most = {.degree = RUN_TERM_NO_DEGREE - 1};
    double linear = 0;

    for (size_t i = 0; i < expansion->quantities; i++) {
        const struct expansion_quantity *quantity = expansion->quantity + i;
        const struct expansion_coefficient *c = quantity->coefficient + k;
        struct run_term term = {.state = state, .power = (int)k, .component = quantity->index};

        if (!is_of_channel(quantity, system, channel) || k >= quantity->known || c->growth == EXPANSION_ZERO)
            continue;
        term.degree = c->growth == EXPANSION_OTHER ? RUN_TERM_NO_DEGREE : c->degree;
        term.alternates = c->growth == EXPANSION_ALTERNATES;
        term.coefficient = find_leading(c, quantity->steps);
        term.radius = c->radius;
        linear = fmax(linear, fabs(find_linear(c, quantity->steps)));
        if (is_more(&term, &most))
            most = term;
    }
    most.linear = linear;
    if (most.degree >= RUN_TERM_NO_DEGREE)
        found->term[found->terms++] = most;
}

static void add_state(struct run_order *found, const struct expansion *expansion, const struct system *system,
                      size_t channel, int state)
{
    for (size_t i = 0; i < expansion->quantities; i++) {
        const struct expansion_quantity *quantity = expansion->quantity + i;
        const int order = is_of_channel(quantity, system, channel) ? expansion_order(quantity) : INT_MAX;

        if (!is_of_channel(quantity, system, channel))
            continue;
        found->known = quantity->known < found->known ? quantity->known : found->known;
        if (order < 0)
            found->missing = RUN_ORDER_GROWTH;
        else
            found->order = order < found->order ? order : found->order;
    }
    for (long k = 0; k < EXPANSION_MOST_TERMS; k++)
        add_power(found, expansion, system, channel, state, k);
    for (size_t i = 0; i < found->terms; i++)
        found->power = found->term[i].power < found->power ? found->term[i].power : found->power;
}

static struct run_order find_order(struct expansion *const *expansion, const struct system *system,
                                   size_t channel)
{
    struct run_order found = {.order = INT_MAX, .power = INT_MAX, .known = EXPANSION_MOST_TERMS};

    for (int state = 0; state < STATES; state++) {
        if (expansion[state])
            add_state(&found, expansion[state], system, channel, state);
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

static struct expansion *create_expansion(const struct cell_request *request, mpfr_t *start, long terms)
{
    struct error ignored;

    return expansion_create(&(struct expansion_request){.cell = request,
                                                        .of = EXPANSION_BIT(SOLUTION) |
                                                              EXPANSION_BIT(OBSERVABLE) |
                                                              EXPANSION_BIT(CONSTRAINT),
                                                        .terms = terms,
                                                        .steps = STEPS,
                                                        .start = start},
                            &ignored);
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
static long find_terms(struct expansion *expansion, const struct system *system, long terms, long most)
{
    struct expansion *const alone[STATES] = {expansion};
    const struct run_order solution = find_order(alone, system, system->observables + LOCAL_SOLUTION);
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
    while (expansion &&
           (more = find_terms(expansion, request->problem->system, *terms, 2 * expected + MORE)) != 0) {
        *terms = more;
        expansion_destroy(expansion);
        expansion = expand(request, start, terms, missing);
    }
    return expansion;
}

struct run_order *run_orders_create(const struct cell_request *request)
{
    const struct system *system = request->problem->system;
    const size_t channels = system->observables + LOCAL_CHANNELS;
    struct run_order *found = memory_create(channels, sizeof *found);
    mpfr_t *later = request->method.family->create_series ? create_later(request) : NULL;
    enum run_order_missing missing = later                                   ? RUN_ORDER_FOUND
                                     : request->method.family->create_series ? RUN_ORDER_ANALYTIC
                                                                             : RUN_ORDER_NO_SERIES;
    struct expansion *expansion[STATES] = {NULL, NULL};
    long terms;

    if (later)
        expansion[1] = expand_enough(request, later, &terms, &missing);
    if (expansion[1]) {
        terms -= BEYOND - 1; /* what follows from the leading power on is known by the later point */
        expansion[0] = expand(request, NULL, &terms, &missing);
    }
    for (size_t channel = 0; channel < channels; channel++) {
        if (missing)
            found[channel].missing = missing;
        else
            found[channel] = find_order(expansion, system, channel);
    }
    expansion_destroy(expansion[0]);
    expansion_destroy(expansion[1]);
    number_block_destroy(later);
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
    const bool zero = found->order == INT_MAX;
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
    result_add_double(result, id, zero ? 0 : found->power);
    add_aspect(result, id, MEASURE_RUN, zero ? NAN : (double)found->order);
    add_aspect(result, id, MEASURE_KNOWN, (double)found->known);
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

void run_orders_measure(struct result *result, const struct cell_request *request)
{
    const int channels = (int)request->problem->system->observables + LOCAL_CHANNELS;
    struct run_order *found;

    if (!request->method.family->create_mpfr) {
        measure_in_double(result, request);
        return;
    }
    found = run_orders_create(request);
    for (int i = 0; i < channels; i++) {
        const struct measure_id id = measure_of(request->problem, MEASURE_LOCAL_ORDER, i);

        if (!measure_refusal(id, request->problem, NULL, NULL) && is_measured(found + i))
            add_order(result, id, found + i);
    }
    free(found);
}
