/* A worker of a study: see worker.h. */
#include "harness/run/worker.h"

#include <stdlib.h>

#include "harness/plan/result_text.h"
#include "harness/run/job.h"
#include "harness/run/pool.h"
#include "harness/run/references.h"
#include "integrators/foreign/foreign_method.h"

static const char CHANGED[] = "a file of a method was changed while it ran; run it again";

static void answer(FILE *to, const char *word, const char *text)
{
    fprintf(to, "%s %s\n", word, text);
    fflush(to);
}

static void refuse(FILE *to, const char *reason)
{
    char *line = job_reason_write(JOB_REFUSED, reason);

    answer(to, "done", line);
    free(line);
}

static void compute_reference(FILE *to, const struct grid *grid, const struct job *job)
{
    struct grid_problem *p = grid->problem + job->number;
    struct error error = {""};
    char *line;

    p->reference = reference_create(p->problem->system, p->problem->initial->values, p->until,
                                    grid_reference_digits(grid), &error);
    line = p->reference ? references_write(p->reference) : job_reason_write(JOB_NO_REFERENCE, error.text);
    answer(to, "done", line);
    free(line);
}

static void save_state(void *context, unsigned long step, const char *state)
{
    FILE *to = context;

    fprintf(to, "note %lu %s\n", step, state);
    fflush(to);
}

/* A cell, and where its result goes. */
struct asked {
    const struct grid *grid;
    struct result_request request;
    FILE *to;
};

/* Whatever was measured of a method whose process has crashed: none of its steps is believed. */
static void measure_again(struct result *result, const struct result_request *request)
{
    struct result_request crashed = *request;

    result_clear(result);
    *result = (struct result){.done = false};
    crashed.cell.resume = NULL;
    result_measure(result, &crashed);
}

static void measure(const struct asked *cell)
{
    const struct foreign_method *foreign = foreign_method_of(&cell->request.cell.method);
    struct result result = {.done = false};
    double start = pool_seconds();
    char *line;

    result_measure(&result, &cell->request);
    if (foreign && foreign_method_end(foreign) == FOREIGN_CRASHED)
        measure_again(&result, &cell->request);
    if (foreign && foreign_method_end(foreign) == FOREIGN_LOST)
        result_clear(&result); /* the cell was not run */
    if (foreign)
        foreign_method_renew(foreign);
    result.seconds = pool_seconds() - start;
    line = result_text_write(&result);
    if (!foreign || grid_methods_are_unchanged(&cell->grid->methods))
        answer(cell->to, "done", line);
    else
        refuse(cell->to, CHANGED);
    result_clear(&result);
    free(line);
}

static void run_cell(FILE *to, const struct grid *grid, const struct job *job)
{
    size_t curve = grid_cell_of(grid, job->number).curve;
    struct asked cell = {.grid = grid, .to = to};

    grid->curve[curve].bits = job->bits;
    grid->curve[curve].perturbs = job->perturbs;
    cell.request = grid_request(grid, job->number);
    cell.request.cell.processes = job->processes;
    cell.request.cell.resume = job->text;
    cell.request.cell.checkpoint = save_state;
    cell.request.cell.checkpoint_context = to;
    cell.request.further = job->further;
    measure(&cell);
}

static bool within(const struct grid *grid, const struct job *job)
{
    return job->number < (job->kind == JOB_CELL ? grid->cells : grid->problems);
}

void worker_serve(struct grid *grid, FILE *jobs, FILE *answers)
{
    char *line = NULL;
    size_t size = 0;

    grid_methods_part(&grid->methods);
    while (getline(&line, &size, jobs) > 0) {
        struct job job;

        if (!job_read(&job, line) || !within(grid, &job))
            refuse(answers, "this is not a job of the study; run it again");
        else if (job.kind == JOB_REFERENCE)
            compute_reference(answers, grid, &job);
        else
            run_cell(answers, grid, &job);
        free(job.text);
    }
    free(line);
}

bool worker_keeps(const struct grid *grid, int descriptor)
{
    size_t i = 0;

    while (i < grid->methods.programs && grid->methods.program[i]->copy != descriptor)
        i++;
    return i < grid->methods.programs;
}
