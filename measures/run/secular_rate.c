/* The rate at which an observable drifts: see secular_rate.h. */
#include "measures/run/secular_rate.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/exact.h"
#include "numerics/memory.h"

#define PI        3.14159265358979323846
#define ROUND_OFF 4.0 /* of a step */

enum { WHOLE, FLATTER, FIRST, LAST, WINDOWS };

/* From `start` to `end` of the time, which is 1: sin^(2 power), 0 elsewhere. */
struct window {
    double start, end;
    int power;
};

static const struct window windows[WINDOWS] = {
    [WHOLE] = {0, 1, 8}, [FLATTER] = {0, 1, 4}, [FIRST] = {0, 0.75, 8}, [LAST] = {0.25, 1, 8}};

struct sums {
    size_t observables;
    double steps, weight[WINDOWS];
    double *before; /* I(z_(n-1)) - I(z_0), */
    double *most;   /* the largest such change */
    double *sum;    /* observables x WINDOWS */
};

static double weight_at(const struct window *window, double time)
{
    const double inside = (time - window->start) / (window->end - window->start);

    return inside > 0 && inside < 1 ? pow(sin(PI * inside), 2 * window->power) : 0;
}

static void add_step(void *context, const struct trajectory_record *record)
{
    struct sums *w = context;

    for (size_t k = 0; k < WINDOWS; k++) {
        const double weight = weight_at(windows + k, ((double)record->n - 0.5) / w->steps);

        w->weight[k] += weight;
        for (size_t i = 0; i < w->observables; i++)
            w->sum[i * WINDOWS + k] += weight * (record->change[i] - w->before[i]);
    }
    for (size_t i = 0; i < w->observables; i++) {
        w->before[i] = record->change[i];
        w->most[i] = fmax(w->most[i], fabs(record->change[i]));
    }
}

static struct secular_rate conclude(const struct sums *w, size_t i, double step, double scale)
{
    const double walk = ROUND_OFF * 0x1p-53 * sqrt(w->steps), round_off = walk / (step * w->steps);
    double mean[WINDOWS], floor;

    for (size_t k = 0; k < WINDOWS; k++)
        mean[k] = w->sum[i * WINDOWS + k] / (w->weight[k] * step * scale);
    floor = fabs(mean[WHOLE] - mean[FLATTER]) + fabs(mean[FIRST] - mean[LAST]) + round_off;
    return (struct secular_rate){.value = fabs(mean[WHOLE]),
                                 .early = w->most[i] / scale > walk ? fabs(mean[FIRST]) : NAN,
                                 .floor = floor <= SECULAR_RATE_LARGEST_FLOOR ? floor : NAN};
}

static unsigned long count_steps(unsigned long own)
{
    const unsigned long most = own > SECULAR_RATE_STEPS ? own : SECULAR_RATE_STEPS;

    return own > most / SECULAR_RATE_RUNS ? most : own * SECULAR_RATE_RUNS;
}

bool secular_rate_measure(struct secular_rate *rate, const struct cell_request *cell, const double *scale,
                          bool halved, struct error *error)
{
    const size_t observables = cell->problem->system->observables;
    struct cell_request run = *cell;
    struct sums w = {.observables = observables};
    struct trajectory *trajectory;
    bool completed;
    mpq_t step;

    mpq_init(step);
    mpq_div_2exp(step, cell->step, halved);
    run.step = step;
    run.steps = count_steps(cell->steps << halved);
    run.every = 0;
    run.recorder = add_step;
    run.recorder_context = &w;
    run.recorded_numbers = 0;
    run.checkpoint = NULL;
    run.resume = NULL;
    w.steps = (double)run.steps;
    w.before = memory_create(observables * (2 + WINDOWS), sizeof *w.before);
    w.most = w.before + observables;
    w.sum = w.most + observables;
    trajectory = cell_run(&run, error);
    completed = trajectory && trajectory->status == TRAJECTORY_COMPLETED;
    for (size_t i = 0; i < observables; i++)
        rate[i] = completed ? conclude(&w, i, exact_to_double(step), scale[i])
                            : (struct secular_rate){NAN, NAN, NAN};
    free(w.before);
    mpq_clear(step);
    trajectory_destroy(trajectory);
    return trajectory != NULL;
}
