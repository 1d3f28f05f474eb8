/* Drifts of the energy from expansions: see energy_drift.h. */
#include "measures/expansion/energy_drift.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "measures/run/timescale.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

enum { BITS = 192, CLOSING = 6, LEAST_POINTS = 16, MOST_POINTS = 256, PERIODS_LOOKED_AT = 100 };
static const double CLOSED = 1e-12, CLOSER = 4, ZERO = 1e-12, SETTLED = 1e-8, SEEN = 1e-5;

struct work {
    const struct cell_request *request;
    const struct system *system;
    size_t d;
    mpfr_t *start;
    double period;
    int order;   /* the least of all points */
    long powers; /* d_0 ... d_(powers - 1) */
    double largest[EXPANSION_MOST_TERMS];
};

/* ---- the orbit ---- */

/* z(time) from a state; the caller's.  NULL where it does not come so far. */
static mpfr_t *create_state(const struct work *w, mpfr_t *from, double time)
{
    struct taylor_settings settings = taylor_choose((long)ceil((BITS + 16) * log10(2)));
    mpfr_t *state = number_block_create(w->d, settings.precision), *rounded = NULL;
    struct error ignored;
    mpq_t until;

    mpq_init(until);
    mpq_set_d(until, time);
    number_block_set(*state, *from, w->d);
    if (taylor_integrate(state, w->system->velocity, &settings, until, &ignored)) {
        rounded = number_block_create(w->d, BITS);
        number_block_set(*rounded, *state, w->d);
    }
    mpq_clear(until);
    number_block_destroy(state);
    return rounded;
}

/* How far z(period) is from the start, as a part of the size of the orbit, and by how much the period is too long. */
static double find_gap(const struct work *w, double period, const double *velocity, double *late)
{
    mpfr_t *end = create_state(w, w->start, period);
    double along = 0, speed = 0, apart = 0, size = 0;

    for (size_t i = 0; end && i < w->d; i++) {
        mpfr_sub(end[i], end[i], w->start[i], MPFR_RNDN);
        along += mpfr_get_d(end[i], MPFR_RNDN) * velocity[i];
        speed += velocity[i] * velocity[i];
        apart += pow(mpfr_get_d(end[i], MPFR_RNDN), 2);
        size += pow(mpfr_get_d(w->start[i], MPFR_RNDN), 2) + pow(period * velocity[i], 2);
    }
    *late = along / speed;
    number_block_destroy(end);
    return end ? sqrt(apart / size) : INFINITY;
}

/* Whether the orbit closes; its period. */
static bool close_orbit(struct work *w)
{
    double *point = memory_create(2 * w->d, sizeof *point), *velocity = point + w->d, gap = INFINITY, last,
           late;
    struct evaluator_double *field = evaluator_create_double(w->system->velocity, 1);
    double rate;

    for (size_t i = 0; i < w->d; i++)
        point[i] = mpfr_get_d(w->start[i], MPFR_RNDN);
    evaluator_run_double(field, 1, (const double *const[]){point}, (double *const[]){velocity});
    evaluator_destroy_double(field);
    rate = timescale_measure(w->system, point, 0).rate;
    for (double time = 4 / rate; !(w->period > 0) && time * rate < PERIODS_LOOKED_AT; time *= 4)
        w->period = timescale_measure(w->system, point, time).period;
    for (int k = 0; k < CLOSING && w->period > 0 && !(gap < CLOSED); k++) {
        last = gap;
        gap = find_gap(w, w->period, velocity, &late);
        if (!(gap < last / CLOSER))
            break;
        w->period -= gap < CLOSED ? 0 : late;
    }
    free(point);
    return w->period > 0 && gap < CLOSED;
}

/* ---- one step from a point of it ---- */

/* Adds d_k(z) to sums; false where there is no expansion. */
static bool add_step(struct work *w, mpfr_t *point, double *sum)
{
    struct error ignored;
    struct expansion *step = expansion_create(&(struct expansion_request){.cell = w->request,
                                                                          .of = EXPANSION_BIT(SOLUTION) |
                                                                                EXPANSION_BIT(OBSERVABLE) |
                                                                                EXPANSION_BIT(CONSTRAINT),
                                                                          .terms = w->powers + 1,
                                                                          .steps = 1,
                                                                          .start = point},
                                              &ignored);
    bool found = step && expansion_exists(step);

    for (size_t i = 0; found && i < step->quantities; i++) {
        const struct expansion_quantity *quantity = step->quantity + i;
        long leading;

        found &= quantity->of != EXPANSION_OF_CONSTRAINT || expansion_order(quantity) == INT_MAX;
        if (quantity->of == EXPANSION_OF_SOLUTION && expansion_leading(quantity, &leading) &&
            leading - 1 < w->order)
            w->order = (int)leading - 1;
        if (quantity->of != EXPANSION_OF_OBSERVABLE || quantity->index != 0)
            continue;
        w->powers = quantity->known - 1 < w->powers ? quantity->known - 1 : w->powers;
        for (long k = 0; k < w->powers; k++) {
            sum[k] += quantity->coefficient[k + 1].value[0];
            w->largest[k] = fmax(w->largest[k], fabs(quantity->coefficient[k + 1].value[0]));
        }
    }
    expansion_destroy(step);
    return found;
}

/* The means over n points from z(first) on, a period over n apart. */
static bool average(struct work *w, double first, size_t n, double *mean)
{
    mpfr_t *point = create_state(w, w->start, first);
    bool found = point;

    for (long k = 0; k < EXPANSION_MOST_TERMS; k++)
        mean[k] = 0;
    for (size_t j = 0; j < n && found; j++) {
        mpfr_t *next = j + 1 < n ? create_state(w, point, w->period / (double)n) : NULL;

        found = add_step(w, point, mean) && (next || j + 1 == n);
        number_block_destroy(point);
        point = next;
    }
    number_block_destroy(point);
    for (long k = 0; k < EXPANSION_MOST_TERMS; k++)
        mean[k] /= (double)n;
    return found;
}

/* ---- what the means say ---- */

static bool is_settled(const struct work *w, const double *mean, const double *between)
{
    bool settled = true;

    for (long k = 0; k < w->powers && k < 2 * w->order; k++)
        settled &= fabs(mean[k] - between[k]) <= SETTLED * w->largest[k];
    return settled;
}

/* The first power whose mean is not zero, and how many are known. */
static void read_means(const struct work *w, const double *mean, struct energy_drift *found)
{
    const long most = 2L * w->order < w->powers ? 2L * w->order : w->powers;

    found->leading = INT_MAX;
    for (found->known = 0; found->known < most; found->known++) {
        const double part = fabs(mean[found->known]) / w->largest[found->known];

        if (part > SEEN) {
            found->leading = (int)found->known;
            found->rate = mean[found->known];
            found->error = ZERO / part;
        }
        if (part > ZERO)
            return;
    }
}

static bool is_asked(const struct cell_request *request)
{
    const enum step_space space = method_space(&request->method, request->projection);

    return request->problem->system->has_energy && !request->problem->model->time_dependent &&
           request->method.family->create_series && !request->method.family->remembers &&
           (space == STEP_POSITION || space == STEP_CANONICAL);
}

struct energy_drift energy_drift_find(const struct cell_request *request)
{
    const struct problem *problem = request->problem;
    const long expected = method_expected_order(&request->method);
    struct work w = {.request = request,
                     .system = problem->system,
                     .d = problem->system->dimension,
                     .order = INT_MAX / 2,
                     .powers = 2 * expected < EXPANSION_MOST_TERMS ? 2 * expected : EXPANSION_MOST_TERMS - 1};
    struct energy_drift found = {.status = ENERGY_DRIFT_NO_ORBIT, .points = LEAST_POINTS, .leading = INT_MAX};
    double mean[EXPANSION_MOST_TERMS], between[EXPANSION_MOST_TERMS];
    bool settled = false;

    if (!is_asked(request)) {
        found.status = ENERGY_DRIFT_NOT_ASKED;
        return found;
    }
    w.powers = w.powers + 1 < NEWTON_SERIES_LEAST_TERMS ? NEWTON_SERIES_LEAST_TERMS - 1 : w.powers;
    w.start = problem_initial_values(problem, BITS);
    if (close_orbit(&w)) {
        found.status = average(&w, 0, found.points, mean) ? ENERGY_DRIFT_FOUND : ENERGY_DRIFT_NO_EXPANSION;
        found.period = w.period;
    }
    for (; found.status == ENERGY_DRIFT_FOUND && !settled && found.points < MOST_POINTS; found.points *= 2) {
        if (!average(&w, w.period / (2 * (double)found.points), found.points, between))
            found.status = ENERGY_DRIFT_NO_EXPANSION;
        settled = is_settled(&w, mean, between);
        for (long k = 0; k < EXPANSION_MOST_TERMS; k++)
            mean[k] = (mean[k] + between[k]) / 2;
    }
    found.order = w.order;
    if (found.status == ENERGY_DRIFT_FOUND && settled)
        read_means(&w, mean, &found);
    number_block_destroy(w.start);
    return found;
}
