/* The states at which what is exact of a step is looked for: see step_starts.h. */
#include "measures/run/step_starts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "measures/run/timescale.h"
#include "measures/step/step_state.h"
#include "models/reader/model_trial.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

/* TRIES: at a random state, each half as far from the run as the one before.  LEFT: bits above the last in which a
 * point is known to lie where the constraints hold. */
enum { TRIES = 6, PROJECTIONS = 20, LEFT = 10 };

static const double RADIUS = 0.25, ROUND_OFF = 0x1p-40;

struct scatter {
    const struct system *system;
    size_t d;
    double *size, *point; /* d each */
    double rate;          /* the largest on the run of the cell */
};

/* Different steps from 1 on; returns how many. */
static size_t choose_steps(unsigned long step[STEP_STARTS_ALONG], unsigned long steps)
{
    const unsigned long least = steps > STEP_STARTS_ALONG ? steps : STEP_STARTS_ALONG,
                        last = least < STEP_STARTS_FOLLOWED ? least : STEP_STARTS_FOLLOWED;

    for (size_t k = 0; k < STEP_STARTS_ALONG; k++)
        step[k] = (k + 1) * last / STEP_STARTS_ALONG;
    return STEP_STARTS_ALONG;
}

/* ---- random ones ---- */

/* The largest eigenvalue of the linearised field there. */
static double find_rate(struct scatter *w, mpfr_t *state)
{
    for (size_t i = 0; i < w->d; i++)
        w->point[i] = mpfr_get_d(state[i], MPFR_RNDN);
    return timescale_measure(w->system, w->point, 0).rate;
}

/* What each coordinate changes over the run, and the rate on that of the cell, which has `within` of the states. */
static void measure_run(struct scatter *w, const struct step_starts *starts, size_t within, mpfr_t *initial)
{
    const size_t n = w->system->model->positions;
    double largest[2] = {0, 0}; /* of positions, or all; of momenta */

    w->rate = find_rate(w, initial);
    for (size_t k = 0; k < starts->along; k++) {
        mpfr_t *state = starts->start[k].state;

        if (k < within)
            w->rate = fmax(w->rate, find_rate(w, state));
        for (size_t i = 0; i < w->d; i++)
            w->size[i] =
                fmax(w->size[i], fabs(mpfr_get_d(state[i], MPFR_RNDN) - mpfr_get_d(initial[i], MPFR_RNDN)));
    }
    for (size_t i = 0; i < w->d; i++)
        largest[n && i >= n] = fmax(largest[n && i >= n], w->size[i]);
    for (size_t i = 0; i < w->d; i++)
        w->size[i] = w->size[i] > 0 ? w->size[i] : largest[n && i >= n];
}

/* Coordinates that are moved: of a body its momentum alone, since its attitude would leave its group. */
static size_t count_moved(const struct model *model)
{
    return model->body.n ? model->body.n * (model->body.n - 1) / 2 : model->moved;
}

/* |x - y| in units of the last place, as a power of 2, of the largest coordinate of x */
static long find_change(mpfr_t *x, mpfr_t *y, size_t d, mpfr_prec_t precision)
{
    mpfr_exp_t size = mpfr_get_emin(), change = mpfr_get_emin();
    mpfr_t difference;

    mpfr_init2(difference, precision);
    for (size_t i = 0; i < d; i++) {
        mpfr_sub(difference, x[i], y[i], MPFR_RNDN);
        if (mpfr_regular_p(x[i]) && mpfr_get_exp(x[i]) > size)
            size = mpfr_get_exp(x[i]);
        if (mpfr_regular_p(difference) && mpfr_get_exp(difference) > change)
            change = mpfr_get_exp(difference);
    }
    mpfr_clear(difference);
    return change - size + precision;
}

/* Newton's method; false where it does not come to rest. */
static bool project(const struct system *system, mpfr_t *state)
{
    const size_t d = system->dimension;
    const mpfr_prec_t precision = mpfr_get_prec(*state);
    const expression *shift = system_nearer(system);
    mpfr_t *nearer = number_block_create(d, precision);
    bool rests = !shift;

    for (int k = 0; k < PROJECTIONS && !rests; k++) {
        graph_value_all(nearer, d, shift, (mpfr_t *const[]){state});
        rests = find_change(nearer, state, d, precision) <= LEFT;
        number_block_set(*state, *nearer, d);
    }
    number_block_destroy(nearer);
    return rests;
}

/* Moves the state; false where no try finds one at which a step is as easy as on the run. */
static bool move(struct scatter *w, mpfr_t *state, mpfr_t *center, uint64_t seed)
{
    double radius = RADIUS;

    for (int k = 0; k < TRIES; k++, radius /= 2) {
        uint64_t random = seed;

        model_trial_random(&random); /* neighbouring seeds are no neighbours any more */
        number_block_set(*state, *center, w->d);
        for (size_t i = 0; i < count_moved(w->system->model); i++)
            mpfr_add_d(state[i], state[i], radius * w->size[i] * model_trial_random(&random), MPFR_RNDN);
        if (project(w->system, state) && find_rate(w, state) <= w->rate)
            return true;
    }
    return false;
}

/* Leaves out states behind the run of the cell at which a step is harder than on it. */
static void keep_easy(struct step_starts *starts, struct scatter *w, size_t within)
{
    size_t kept = within;

    for (size_t k = within; k < starts->along; k++) {
        if (find_rate(w, starts->start[k].state) <= w->rate)
            starts->start[kept++] = starts->start[k];
    }
    starts->along = starts->count = kept;
}

static void add_random(struct step_starts *starts, struct scatter *w, mpfr_t *initial)
{
    mpfr_ptr numbers = starts->numbers + STEP_STARTS_ALONG * 3 * w->d;

    for (size_t k = 0; k < STEP_STARTS_RANDOM; k++) {
        const size_t from = k * (starts->along + 1) / STEP_STARTS_RANDOM;
        struct cell_start start = {(mpfr_t *)(numbers + k * 3 * w->d), .whole = false};

        if (move(w, start.state, from ? starts->start[from - 1].state : initial, k + 1))
            starts->start[starts->count++] = start;
    }
}

/* ---- all of them ---- */

/* In double whatever the bits of the cell. */
static struct cell_request in_double(const struct cell_request *request)
{
    struct cell_request cell = *request;

    cell.bits = CELL_DOUBLE;
    cell.starts = NULL;
    return cell;
}

static void find_states(struct step_starts *starts, const struct cell_request *request,
                        const struct setup *setup)
{
    const size_t d = setup->system->dimension;
    unsigned long step[STEP_STARTS_ALONG];
    const size_t chosen = choose_steps(step, request->steps);
    struct stepper_double *stepper = setup->method->family->create_double(setup);
    struct scatter w = {.system = setup->system, .d = d, .size = memory_create(2 * d, sizeof *w.size)};
    size_t within = 0;

    w.point = w.size + d;
    starts->numbers = number_block_create(STEP_STARTS_MOST * 3 * d, CELL_LEAST_BITS);
    starts->along = step_state_follow_double(starts->numbers, stepper, chosen, step);
    stepper->destroy(stepper);
    for (size_t k = 0; k < starts->along; k++) {
        starts->start[k] = (struct cell_start){(mpfr_t *)(starts->numbers + k * 3 * d), .whole = true};
        within += step[k] <= request->steps;
    }
    measure_run(&w, starts, within, setup->initial);
    keep_easy(starts, &w, within);
    add_random(starts, &w, setup->initial);
    free(w.size);
}

struct step_starts *step_starts_create(const struct cell_request *request)
{
    const struct cell_request cell = in_double(request);
    struct step_starts *starts = memory_create(1, sizeof *starts);
    struct error ignored;
    struct cell_setup *own =
        request->method.family->create_double ? cell_setup_create(&cell, &ignored) : NULL;

    if (own)
        find_states(starts, &cell, &own->setup);
    cell_setup_destroy(own);
    return starts;
}

void step_starts_destroy(struct step_starts *starts)
{
    if (!starts)
        return;
    number_block_destroy(starts->numbers);
    free(starts);
}

/* ---- what is found there ---- */

/* The numbers of the states at which most is left in double; where nothing is asked in double they lie evenly. */
static size_t choose(size_t chosen[STEP_STARTS_CHOSEN], const struct step_starts *starts, double *found)
{
    const size_t wanted = starts->count < STEP_STARTS_CHOSEN ? starts->count : STEP_STARTS_CHOSEN;

    for (size_t k = 0; k < wanted; k++) {
        chosen[k] = (k + 1) * starts->count / wanted - 1;
        for (size_t i = 0; i < starts->count && found; i++) {
            if (found[i] > found[chosen[k]] || isnan(found[chosen[k]]))
                chosen[k] = i;
        }
        if (found)
            found[chosen[k]] = NAN;
    }
    return wanted;
}

/* Asks all states in double; NaN is largest where nothing is found.  The caller frees what is. */
static double *screen(mpfr_ptr largest, const struct step_starts *starts, const struct cell_request *request,
                      step_measure *take)
{
    struct cell_request cell = in_double(request);
    double *found = memory_create(starts->count, sizeof *found);
    const struct cell_starts all = {starts->count, starts->start, found};
    struct error ignored;

    for (size_t k = 0; k < starts->count; k++)
        found[k] = NAN;
    cell.starts = &all;
    if (!starts->count || !take(&cell, largest, &ignored))
        mpfr_set_nan(largest);
    return found;
}

/* Those states in mpfr, with the constraints to its last bit; none where no point with them is found. */
static struct step_starts *refine(const struct step_starts *starts, const struct cell_request *request,
                                  const size_t *chosen, size_t wanted)
{
    const size_t width = 3 * request->problem->system->dimension;
    struct step_starts *fine = memory_create(1, sizeof *fine);

    fine->numbers = number_block_create(
        wanted * width, request->bits == CELL_DOUBLE ? STEP_MEASURE_BITS_OF_DOUBLE : request->bits);
    for (size_t k = 0; k < wanted; k++) {
        mpfr_t *state = (mpfr_t *)(fine->numbers + k * width);

        number_block_set(*state, *starts->start[chosen[k]].state, width);
        if (project(request->problem->system, state))
            fine->start[fine->count++] = (struct cell_start){state, starts->start[chosen[k]].whole};
    }
    return fine;
}

static void take(mpfr_ptr largest, const struct step_starts *starts, const struct cell_request *request,
                 step_measure *measure)
{
    const struct cell_starts list = {.count = starts->count, .start = starts->start};
    struct cell_request cell = *request;
    struct error ignored;

    cell.starts = &list;
    if (!list.count || !measure(&cell, largest, &ignored))
        mpfr_set_nan(largest);
}

void step_starts_take(mpfr_ptr largest, const struct step_starts *starts, const struct cell_request *request,
                      step_measure *measure, bool finer)
{
    size_t chosen[STEP_STARTS_CHOSEN];
    struct step_starts *fine;
    double *found;

    if (!starts->count || (request->bits == CELL_DOUBLE && !finer)) {
        take(largest, starts, request, measure);
        return;
    }
    found = finer ? NULL : screen(largest, starts, request, measure);
    fine = refine(starts, request, chosen, choose(chosen, starts, found));
    take(largest, fine, request, measure);
    step_starts_destroy(fine);
    free(found);
}

/* Of one state, with the step over 2^halvings. */
static double find_at(const struct cell_start *start, const struct cell_request *request,
                      step_measure *measure, unsigned halvings, bool nearer)
{
    const struct cell_starts one = {.count = 1, .start = start, .nearer = nearer};
    struct cell_request cell = *request;
    struct error ignored;
    double found = NAN;
    mpfr_t value;
    mpq_t step;

    mpq_init(step);
    mpq_div_2exp(step, request->step, halvings);
    mpfr_init2(value, CELL_LEAST_BITS);
    cell.starts = &one;
    cell.step = step;
    if (measure(&cell, value, &ignored))
        found = mpfr_get_d(value, MPFR_RNDN);
    mpfr_clear(value);
    mpq_clear(step);
    return found;
}

struct step_told step_starts_tell(mpfr_ptr largest, const struct step_starts *starts,
                                  const struct cell_request *request, step_measure *measure)
{
    struct step_told told = {.value = {NAN, NAN, NAN, NAN}, .floor = NAN};
    size_t chosen[STEP_STARTS_CHOSEN];
    double *found = screen(largest, starts, request, measure), most = 0;
    const struct cell_start *best = NULL;
    size_t wanted;

    for (size_t k = 0; k < starts->count; k++)
        told.states += isnan(found[k]) ? 0 : 1;
    wanted = choose(chosen, starts, found);
    for (size_t k = 0; k < wanted && mpfr_get_d(largest, MPFR_RNDN) > ROUND_OFF; k++) {
        const struct cell_start *start = starts->start + chosen[k];
        const double value = find_at(start, request, measure, 0, false),
                     floor = 2 * fabs(value - find_at(start, request, measure, 0, true));

        if (value - floor > most) {
            most = value - floor;
            best = start;
            told.value[0] = value;
            told.floor = floor;
        }
    }
    for (unsigned k = 1; k < STEP_STARTS_HALVINGS && best; k++)
        told.value[k] = find_at(best, request, measure, k, false);
    free(found);
    return told;
}

struct step_starts *step_starts_random(const struct step_starts *starts, const struct cell_request *request)
{
    struct step_starts *random = memory_create(1, sizeof *random);
    size_t chosen[STEP_STARTS_CHOSEN], wanted = 0;

    if (request->bits != CELL_DOUBLE) {
        free(random);
        for (size_t k = starts->along; k < starts->count && wanted < STEP_STARTS_CHOSEN; k++)
            chosen[wanted++] = k;
        return refine(starts, request, chosen, wanted);
    }
    for (size_t k = starts->along; k < starts->count; k++)
        random->start[random->count++] = starts->start[k];
    return random;
}
