/* The history of a cell: see recorder.h.
 *
 * In a checkpoint the history stands behind the state of the trajectory and a '|'. */
#include "measures/run/recorder.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

struct recorder {
    const struct cell_request *request;
    const double *scale;
    size_t observables, intervals, components; /* components of the multiplier */
    struct history *history;
    double *value;                     /* of the channels at a step */
    trajectory_checkpoint *checkpoint; /* of the request */
    void *checkpoint_context;
    char *resume; /* the state of the trajectory alone */
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
    problem_clear(initial, d);
    free(q);
    return history;
}

struct recorder *recorder_create(const struct cell_request *request, size_t intervals, const double *scale)
{
    const struct projection *projection = request->projection;
    struct recorder *own = memory_create(1, sizeof *own);

    own->request = request;
    own->scale = scale;
    own->observables = request->problem->system->observables;
    own->intervals = intervals;
    /* A method without projection has no multiplier, and its history no room for one. */
    own->components = projection && projection_projects(projection) ? request->problem->model->dimension : 0;
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
    free(own->resume);
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

static void keep(void *context, unsigned long n, const char *state)
{
    struct recorder *own = context;
    char *history = history_write(own->history), *line;
    size_t length = strlen(state);

    line = memory_create(length + strlen(history) + 2, 1);
    memcpy(line, state, length);
    line[length] = '|';
    strcpy(line + length + 1, history);
    own->checkpoint(own->checkpoint_context, n, line);
    free(history);
    free(line);
}

/* Whether the history behind the state was taken up; own->resume is then the state before it. */
static bool take_up(struct recorder *own, const char *state)
{
    const char *bar = strchr(state, '|');

    if (!bar || !history_read(own->history, bar + 1))
        return false;
    own->resume = memory_copy_string(state);
    own->resume[bar - state] = '\0';
    return true;
}

struct cell_request recorder_attach(struct recorder *own, const struct cell_request *request)
{
    struct cell_request attached = *request;

    attached.recorder = record;
    attached.recorder_context = own;
    if (request->checkpoint) {
        own->checkpoint = request->checkpoint;
        own->checkpoint_context = request->checkpoint_context;
        attached.checkpoint = keep;
        attached.checkpoint_context = own;
    }
    if (request->resume && !take_up(own, request->resume))
        recorder_restart(own);
    attached.resume = own->resume;
    return attached;
}

void recorder_restart(struct recorder *own)
{
    history_destroy(own->history);
    own->history = start(own);
    free(own->resume);
    own->resume = NULL;
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
