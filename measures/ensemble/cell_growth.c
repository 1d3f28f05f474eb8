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
#include "measures/run/scale.h"
#include "numerics/memory.h"

static const double PERTURBATION = 0x1p-30;

/* Of all members and observables, over the dyadic intervals. */
struct means {
    size_t intervals, interval; /* how many; which one is running */
    const double *scale;
    double *mean; /* observables x members x intervals */
};

static void take_means(void *context, const struct ensemble_point *point)
{
    struct means *means = context;

    if (point->n == 0)
        return;
    for (size_t k = 0; k < point->observables; k++) {
        for (size_t m = 0; m < point->members; m++)
            means->mean[(k * point->members + m) * means->intervals + means->interval] =
                point->mean[m * point->observables + k] / means->scale[k];
    }
    means->interval++;
}

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

            start[m * d + i] = q + (m ? PERTURBATION * size * next_random(&seed) : 0);
        }
    }
    return start;
}

static bool broke_down(const struct ensemble *ensemble)
{
    for (size_t m = 0; m < ensemble->members; m++) {
        if (ensemble->member[m].broke_down_at)
            return true;
    }
    return false;
}

static void fit(const struct means *means, const struct ensemble *ensemble, double length, double *exponent,
                double *slope)
{
    bool broken = broke_down(ensemble);

    for (size_t k = 0; k < ensemble->observables; k++) {
        const double *mean = means->mean + k * ensemble->members * means->intervals;

        exponent[k] = broken ? NAN : growth_of_ensemble(mean, ensemble->members, means->intervals);
        slope[k] = broken ? NAN : growth_slope(mean, ensemble->members, means->intervals, length);
    }
}

static bool run(const struct cell_request *request, struct cell_setup *own, size_t members, double *exponent,
                double *slope, struct error *error)
{
    size_t observables = own->setup.system->observables, intervals = growth_intervals(request->steps);
    double *scale = memory_create(observables, sizeof *scale), *start = create_starts(own, members);
    unsigned long *stop = memory_create(intervals, sizeof *stop);
    struct means means = {.intervals = intervals,
                          .scale = scale,
                          .mean = memory_create(observables * members * intervals, sizeof(double))};
    struct ensemble *ensemble;
    bool ran;

    scale_observables(own->setup.system, own->initial, scale);
    for (size_t k = 0; k < intervals; k++)
        stop[k] = growth_boundary(request->steps, k);
    ensemble = ensemble_run(&own->setup, request->method.family,
                            &(struct ensemble_request){.members = members,
                                                       .initial = start,
                                                       .steps = request->steps,
                                                       .stops = intervals,
                                                       .stop = stop,
                                                       .watches = true,
                                                       .observer = take_means,
                                                       .context = &means,
                                                       .processes = request->processes,
                                                       .error = error});
    ran = ensemble != NULL;
    if (ran)
        fit(&means, ensemble, (double)request->steps * mpq_get_d(request->step), exponent, slope);
    ensemble_destroy(ensemble);
    free(means.mean);
    free(stop);
    free(start);
    free(scale);
    return ran;
}

bool cell_growth(const struct cell_request *request, size_t members, double *exponent, double *slope,
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
    ran = run(request, own, members, exponent, slope, error);
    cell_setup_destroy(own);
    return ran;
}
