/* How errors grow: see cell_growth.h, and measures/ensemble/growth.c for what is fitted.
 *
 * Trajectory m starts at
 *
 *     q_i (1 + 2^-30 x_mi),   x_mi in [-1, 1) from a fixed sequence, x_0i = 0
 *
 * (where q_i = 0: at 2^-30 x_mi times the largest |q_j|), with p = theta(q) as every start has it.  2^-30 ~
 * 1e-9 is 2^23 units in the last place: all low bits of the first residuals differ, so that the round-off of
 * the trajectories is independent from the first step on.  And it is far below what changes an orbit: each
 * error is taken against the trajectory's own start, so that what is deterministic (oscillation, drift) is
 * the same in all of them to a part in 1e9, which is how it is told from round-off. */
#include "measures/ensemble/cell_growth.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "measures/run/cell.h"
#include "measures/ensemble/ensemble.h"
#include "measures/ensemble/growth.h"
#include "measures/ensemble/shares.h"
#include "measures/run/scale.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

static const double PERTURBATION = 0x1p-30;

/* splitmix64 (Steele, Lea, Flood 2014) */
static double next_random(uint64_t *seed)
{
    uint64_t bits = *seed += UINT64_C(0x9e3779b97f4a7c15);

    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double)((bits ^ bits >> 31) >> 11) * 0x1p-52 - 1;
}

static double *create_starts(const struct cell_setup *own, size_t members)
{
    size_t d = own->setup.system->dimension;
    double *start = memory_create(members * d, sizeof *start), largest = 0;
    uint64_t seed = 0;

    for (size_t i = 0; i < d; i++)
        largest = fmax(largest, fabs(mpfr_get_d(own->initial[i], MPFR_RNDN)));
    for (size_t m = 0; m < members; m++) {
        for (size_t i = 0; i < d; i++) {
            double q = mpfr_get_d(own->initial[i], MPFR_RNDN), size = q != 0 ? q : largest > 0 ? largest : 1;

            start[m * d + i] =
                q + (m && i < own->setup.system->model->moved ? PERTURBATION * size * next_random(&seed) : 0);
        }
    }
    return start;
}

/* Spread over processes, with the same bits however many: what each leaves behind lies in shared memory. */
struct spread {
    const struct cell_setup *own;
    const struct method_family *family;
    size_t members, observables, intervals, processes;
    unsigned long steps, *stop; /* the ends of the dyadic intervals */
    double *start, *scale;
    double *mean; /* shared: observables x members x intervals */
    bool *broken; /* shared: members */
};

static void run_share(void *context, size_t k)
{
    const struct spread *w = context;
    size_t first = shares_first(w->members, LANES, w->processes, k),
           members = shares_first(w->members, LANES, w->processes, k + 1) - first;
    struct ensemble *ensemble =
        ensemble_run(&w->own->setup, w->family,
                     &(struct ensemble_request){.members = members,
                                                .initial = w->start + first * w->own->setup.system->dimension,
                                                .steps = w->steps,
                                                .stops = w->intervals,
                                                .stop = w->stop,
                                                .watches = true});
    const double *mean = ensemble->mean;

    for (size_t interval = 0; interval < w->intervals; interval++) {
        for (size_t m = first; m < first + members; m++) {
            for (size_t i = 0; i < w->observables; i++)
                w->mean[(i * w->members + m) * w->intervals + interval] = *mean++ / w->scale[i];
        }
    }
    for (size_t m = 0; m < members; m++)
        w->broken[first + m] = ensemble->member[m].broke_down_at > 0;
    ensemble_destroy(ensemble);
}

static void fit(const struct spread *w, struct cell_growth *growth)
{
    const double step = exact_to_double(w->own->setup.step);
    bool broken = false;

    for (size_t m = 0; m < w->members; m++)
        broken |= w->broken[m];
    for (size_t k = 0; k < w->observables; k++) {
        const double *mean = w->mean + k * w->members * w->intervals;

        growth[k] = (struct cell_growth){NAN, NAN, NAN};
        if (broken)
            continue;
        growth[k].exponent = growth_of_ensemble(mean, w->members, w->intervals);
        growth[k].slope = growth_slope(mean, w->members, w->steps, &growth[k].spread) / step;
        growth[k].spread /= step;
    }
}

static bool run(const struct cell_request *request, struct cell_setup *own, size_t members,
                struct cell_growth *growth, struct error *error)
{
    size_t observables = own->setup.system->observables, intervals = growth_intervals(request->steps),
           bytes = observables * members * intervals * sizeof(double);
    struct spread w = {.own = own,
                       .family = request->method.family,
                       .members = members,
                       .observables = observables,
                       .intervals = intervals,
                       .processes = request->processes ? request->processes : 1,
                       .steps = request->steps,
                       .stop = memory_create(intervals, sizeof *w.stop),
                       .start = create_starts(own, members),
                       .scale = memory_create(observables, sizeof *w.scale),
                       .mean = memory_create_shared(bytes),
                       .broken = memory_create_shared(members * sizeof *w.broken)};
    bool ran;

    scale_observables(own->setup.system, own->initial, w.scale);
    for (size_t k = 0; k < intervals; k++)
        w.stop[k] = growth_boundary(request->steps, k);
    ran = shares_run(w.processes, run_share, &w, error);
    if (ran)
        fit(&w, growth);
    memory_destroy_shared(w.mean, bytes);
    memory_destroy_shared(w.broken, members * sizeof *w.broken);
    free(w.stop);
    free(w.start);
    free(w.scale);
    return ran;
}

bool cell_growth(const struct cell_request *request, size_t members, struct cell_growth *growth,
                 struct error *error)
{
    struct cell_setup *own;
    bool ran;

    if (request->bits != CELL_DOUBLE)
        return error_set(error, "growth is found in double, not at %ld bits; write precision = \"double\"",
                         request->bits);
    if (members < GROWTH_LEAST_MEMBERS)
        return error_set(error, "an ensemble of %zu trajectories; write at least %d of them", members,
                         GROWTH_LEAST_MEMBERS);
    own = cell_setup_create(request, error);
    if (!own)
        return false;
    ran = run(request, own, members, growth, error);
    cell_setup_destroy(own);
    return ran;
}
