/* A worker of a study: see worker.h. */
#define _GNU_SOURCE
#include "harness/run/worker.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "harness/plan/result_text.h"
#include "harness/run/job.h"
#include "harness/run/pool.h"
#include "harness/run/references.h"
#include "integrators/foreign/foreign_library.h"

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

static void measure(void *context)
{
    const struct asked *cell = context;
    const struct foreign_method *foreign = foreign_method_of(&cell->request.cell.method);
    struct result result = {.done = false};
    double start = pool_seconds();
    char *line;

    result_measure(&result, &cell->request);
    if (foreign && foreign_method_take_lost(foreign))
        result_clear(&result); /* whatever was measured: the cell was not run */
    result.seconds = pool_seconds() - start;
    line = result_text_write(&result);
    if (!foreign || grid_methods_are_unchanged(&cell->grid->methods))
        answer(cell->to, "done", line);
    else
        refuse(cell->to, CHANGED);
    result_clear(&result);
    free(line);
}

/* In a process of its own, which may close what it finds open: FOREIGN_ENDED where an answer came, which is handed on. */
static enum foreign_end measure_apart(const struct asked *asked, const struct foreign_method *foreign)
{
    struct asked apart = *asked;
    enum foreign_end end = FOREIGN_LOST;
    char *line = NULL;
    size_t size = 0;

    apart.to = fdopen(memfd_create("answer", MFD_CLOEXEC), "w+");
    if (apart.to) {
        end = foreign_library_isolate(measure, &apart,
                                      (const char *const[]){foreign->command, foreign->needs, NULL});
        rewind(apart.to);
    }
    if (end == FOREIGN_ENDED && (getline(&line, &size, apart.to) <= 0 || strncmp(line, "done ", 5) != 0))
        end = FOREIGN_CRASHED;
    fputs("\n", asked->to); /* whatever it wrote there itself ends */
    if (end == FOREIGN_ENDED) {
        fputs(line, asked->to);
        fflush(asked->to);
    }
    if (apart.to)
        fclose(apart.to);
    free(line);
    return end;
}

/* A shared object may crash: what is lost then is a process that has measured nothing else.  What was killed has measured
 * nothing at all. */
static void measure_library(struct asked *cell, const struct foreign_method *foreign)
{
    struct foreign_method crashed = *foreign;
    const enum foreign_end end = measure_apart(cell, foreign);
    char *line;

    if (end == FOREIGN_ENDED)
        return;
    if (end == FOREIGN_LOST) {
        fprintf(stderr,
                "assay: %s: its process was killed, took more than %d seconds of processor time for a step, "
                "or did "
                "nothing for %d seconds\n",
                foreign->name, FOREIGN_KEEPER_BUSY, FOREIGN_KEEPER_ASLEEP);
        line = result_text_write(&(struct result){.done = false});
        answer(cell->to, "done", line);
        free(line);
        return;
    }
    crashed.crashed = true;
    cell->request.cell.method.family = cell->request.cell.method.base = &crashed.family;
    cell->request.cell.resume = NULL;
    measure(cell);
}

static void run_cell(FILE *to, const struct grid *grid, const struct job *job)
{
    size_t curve = grid_cell_of(grid, job->number).curve;
    const struct foreign_method *foreign;
    struct asked cell = {.grid = grid, .to = to};

    grid->curve[curve].bits = job->bits;
    grid->curve[curve].perturbs = job->perturbs;
    cell.request = grid_request(grid, job->number);
    cell.request.cell.processes = job->processes;
    cell.request.cell.resume = job->text;
    cell.request.cell.checkpoint = save_state;
    cell.request.cell.checkpoint_context = to;
    cell.request.further = job->further;
    foreign = foreign_method_of(&cell.request.cell.method);
    if (foreign && foreign->library)
        measure_library(&cell, foreign);
    else
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
