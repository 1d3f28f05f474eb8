/* The history of a cell: see recorder.h. */
#include "measures/run/recorder.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

struct recorder {
    const struct cell_request *request;
    const double *scale;
    size_t observables, intervals, components; /* components of the multiplier */
    struct history *history;
    double *value; /* of the channels at a step */
};

static struct history *start(const struct recorder *own)
{
    const struct problem *problem = own->request->problem;
    size_t d = problem->model->dimension;
    mpfr_t *initial = problem_initial_values(problem, 128);
    double *q = memory_create(d, sizeof *q);
    struct history *history;

    for (size_t i = 0; i < d; i++)
        q[i] = mpfr_get_d(initial[i], MPFR_RNDN);
    history = history_create(own->request->steps, own->intervals, recorder_measured(own) + own->components, d,
                             RECORDER_STABLE, q);
    number_block_destroy(initial);
    free(q);
    return history;
}

struct recorder *recorder_create(const struct cell_request *request, size_t intervals, const double *scale)
{
    struct recorder *own = memory_create(1, sizeof *own);

    own->request = request;
    own->scale = scale;
    own->observables = request->problem->system->observables;
    own->intervals = intervals;
    /* Without constraints that say it a method has no multiplier unless it projects, and its history no room. */
    own->components = request->problem->system->reactions ||
                              (request->projection && projection_projects(request->projection))
                          ? problem_multipliers(request->problem)
                          : 0;
    own->value = memory_create(recorder_measured(own) + own->components, sizeof *own->value);
    own->history = start(own);
    return own;
}

void recorder_destroy(struct recorder *own)
{
    if (!own)
        return;
    history_destroy(own->history);
    free(own->value);
    free(own);
}

static void record(void *context, const struct trajectory_record *step)
{
    struct recorder *own = context;

    for (size_t i = 0; i < own->observables; i++)
        own->value[i] = step->change[i] / own->scale[i];
    own->value[own->observables] = step->constraint;
    own->value[own->observables + 1] = step->multiplier;
    for (size_t i = 0; step->lambda && i < own->components; i++)
        own->value[recorder_measured(own) + i] = step->lambda[i];
    history_record(own->history, step->n, own->value, step->q);
}

struct cell_request recorder_attach(struct recorder *own, const struct cell_request *request)
{
    struct cell_request attached = *request;

    attached.recorder = record;
    attached.recorder_context = own;
    attached.recorded = own->history->number;
    attached.recorded_numbers = own->history->numbers;
    return attached;
}

const struct history *recorder_finish(struct recorder *own)
{
    history_finish(own->history);
    return own->history;
}

size_t recorder_measured(const struct recorder *own)
{
    return own->observables + 2;
}
