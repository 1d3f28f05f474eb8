/* A worker: the program as a study's parent starts it (pool.h), with the study and its selection for
 * arguments.
 *
 * It reads jobs (job.h) from standard input until that ends, and answers each on standard output: "note STEP
 * STATE" whenever a long run has saved its state, then "done ROW" or "done REFERENCE", or "done" with an
 * object that says why not ("refused").  It has never heard of the store. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#include "harness/commands/command.h"
#include "harness/plan/grid_key.h"
#include "harness/run/job.h"
#include "harness/run/references.h"
#include "harness/plan/result_text.h"

static const char CHANGED[] = "the study or a model was changed while it ran; run it again";

static void answer(const char *word, const char *text)
{
    fprintf(stdout, "%s %s\n", word, text);
    fflush(stdout);
}

static void refuse(const char *reason)
{
    char *line = job_reason_write(JOB_REFUSED, reason);

    answer("done", line);
    free(line);
}

static void compute_reference(const struct grid *grid, const struct job *job)
{
    struct grid_problem *p = grid->problem + job->number;
    struct error error = {""};
    char key[DIGEST_TEXT], *line;

    grid_key_of_reference(grid, job->number, key);
    if (strcmp(key, job->key) != 0) {
        refuse(CHANGED);
        return;
    }
    p->reference = reference_create(p->problem->system, p->problem->initial->values, p->until,
                                    grid_reference_digits(grid), &error);
    line = p->reference ? references_write(p->reference) : job_reason_write(JOB_NO_REFERENCE, error.text);
    answer("done", line);
    free(line);
}

static void take_reference(const struct grid *grid, const struct job *job)
{
    struct grid_problem *p = grid->problem + job->number;

    if (!p->reference && job->text)
        p->reference = references_read(job->text);
}

static void save_state(void *context, unsigned long step, const char *state)
{
    (void)context;
    fprintf(stdout, "note %lu %s\n", step, state);
    fflush(stdout);
}

static void run_cell(const struct grid *grid, const struct job *job)
{
    size_t curve = grid_cell_of(grid, job->number).curve;
    char key[CELL_KEY_TEXT], *line;
    struct result result = {.done = false};
    struct result_request request;
    double start = pool_seconds();

    grid->curve[curve].bits = job->bits;
    grid->curve[curve].perturbs = job->perturbs;
    grid_key_create(grid, job->number, key);
    if (strcmp(key, job->key) != 0) {
        refuse(CHANGED);
        return;
    }
    request = grid_request(grid, job->number);
    request.cell.processes = job->processes;
    request.cell.resume = job->text;
    request.cell.checkpoint = save_state;
    request.further = job->further;
    result_measure(&result, &request);
    result.seconds = pool_seconds() - start;
    line = result_text_write(&result);
    answer("done", line);
    result_clear(&result);
    free(line);
}

static bool within(const struct grid *grid, const struct job *job)
{
    return job->number < (job->kind == JOB_CELL ? grid->cells : grid->problems);
}

static void serve(const struct grid *grid)
{
    char *line = NULL;
    size_t size = 0;

    while (getline(&line, &size, stdin) > 0) {
        struct job job;

        if (!job_read(&job, line) || !within(grid, &job))
            refuse("this is not a job of the study; run it again");
        else if (job.kind == JOB_REFERENCE)
            compute_reference(grid, &job);
        else if (job.kind == JOB_GIVEN)
            take_reference(grid, &job);
        else
            run_cell(grid, &job);
        free(job.text);
    }
    free(line);
}

int command_worker(const struct options *options, struct error *error)
{
    struct study *study = options->words == 1 ? study_create(options->word[0], options->full, error) : NULL;
    struct focus *focus = study && options->focus ? focus_create(study, options->focus, error) : NULL;
    struct grid *grid = NULL;

    if (study) {
        study_allow_refinement(study, options->refine);
        grid = grid_create(study, options->only, focus, error);
    }
    prctl(PR_SET_NAME, "assay-worker"); /* what process lists show */
    if (grid)
        serve(grid);
    grid_destroy(grid);
    focus_destroy(focus);
    study_destroy(study);
    return grid ? STATUS_COMPLETE : STATUS_UNUSABLE;
}
