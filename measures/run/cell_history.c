/* The history of a cell: see cell_history.h.
 *
 * In a checkpoint the history stands behind the state of the trajectory and a '|'. */
#include "measures/run/cell_history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

struct cell_history {
    const struct cell_request *request;
    const double *scale;
    size_t observables, intervals, components; /* components of the multiplier */
    char **component;                          /* their channels */
    struct history *history;
    double *value;                     /* of the channels at a step */
    trajectory_checkpoint *checkpoint; /* of the request */
    void *checkpoint_context;
    char *resume; /* the state of the trajectory alone */
};

static struct history *start(const struct cell_history *own)
{
    const struct problem *problem = own->request->problem;
    size_t d = problem->model->dimension;
    mpfr_t *initial = problem_initial_values(problem, 128);
    double *q = memory_create(d, sizeof *q);
    struct history *history;

    for (size_t i = 0; i < d; i++)
        q[i] = mpfr_get_d(initial[i], MPFR_RNDN);
    history = history_create(own->request->steps, own->intervals,
                             cell_history_measured(own) + own->components, d, CELL_HISTORY_STABLE, q);
    problem_clear(initial, d);
    free(q);
    return history;
}

/* A method without projection has no multiplier, and its history no room for one. */
static void name_components(struct cell_history *own)
{
    const struct model *model = own->request->problem->model;
    const struct projection *projection = own->request->projection;

    own->components = projection && projection_projects(projection) ? model->dimension : 0;
    own->component = memory_create(own->components + 1, sizeof *own->component);
    for (size_t i = 0; i < own->components; i++) {
        size_t size = strlen(CELL_HISTORY_COMPONENT) + strlen(model->coordinates[i]) + 1;

        own->component[i] = memory_create(size, 1);
        snprintf(own->component[i], size, CELL_HISTORY_COMPONENT "%s", model->coordinates[i]);
    }
}

struct cell_history *cell_history_create(const struct cell_request *request, size_t intervals,
                                         const double *scale)
{
    struct cell_history *own = memory_create(1, sizeof *own);

    own->request = request;
    own->scale = scale;
    own->observables = request->problem->system->observables;
    own->intervals = intervals;
    name_components(own);
    own->value = memory_create(cell_history_measured(own) + own->components, sizeof *own->value);
    own->history = start(own);
    return own;
}

void cell_history_destroy(struct cell_history *own)
{
    if (!own)
        return;
    history_destroy(own->history);
    for (size_t i = 0; i < own->components; i++)
        free(own->component[i]);
    free(own->component);
    free(own->value);
    free(own->resume);
    free(own);
}

static void record(void *context, const struct trajectory_record *step)
{
    struct cell_history *own = context;

    for (size_t i = 0; i < own->observables; i++)
        own->value[i] = step->change[i] / own->scale[i];
    own->value[own->observables] = step->constraint;
    own->value[own->observables + 1] = step->multiplier;
    for (size_t i = 0; step->lambda && i < own->components; i++)
        own->value[cell_history_measured(own) + i] = step->lambda[i];
    history_record(own->history, step->n, own->value, step->q);
}

static void keep(void *context, unsigned long n, const char *state)
{
    struct cell_history *own = context;
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
static bool take_up(struct cell_history *own, const char *state)
{
    const char *bar = strchr(state, '|');

    if (!bar || !history_read(own->history, bar + 1))
        return false;
    own->resume = memory_copy_string(state);
    own->resume[bar - state] = '\0';
    return true;
}

struct cell_request cell_history_attach(struct cell_history *own, const struct cell_request *request)
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
        cell_history_restart(own);
    attached.resume = own->resume;
    return attached;
}

void cell_history_restart(struct cell_history *own)
{
    history_destroy(own->history);
    own->history = start(own);
    free(own->resume);
    own->resume = NULL;
}

const struct history *cell_history_finish(struct cell_history *own)
{
    history_finish(own->history);
    return own->history;
}

const char *cell_history_channel(const struct cell_history *own, size_t k, bool multiplier)
{
    if (k < own->observables)
        return problem_observable_name(own->request->problem, k);
    if (k == own->observables)
        return "constraint";
    if (!multiplier || k >= cell_history_measured(own) + own->components)
        return NULL;
    return k == own->observables + 1 ? "multiplier" : own->component[k - cell_history_measured(own)];
}

size_t cell_history_measured(const struct cell_history *own)
{
    return own->observables + 2;
}
