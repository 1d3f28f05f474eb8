/* Worker processes: jobs out, one line of text each back.
 *
 * A worker that crashes costs the job it was at.  Workers die with their parent. */
#ifndef ASSAY_POOL_H
#define ASSAY_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct pool_work {
    size_t jobs;
    const size_t *order; /* the jobs, first to last; NULL: 0, 1, 2, ... */
    /* In a worker: does the job; returns one line (without a newline) that the pool frees. */
    char *(*run)(void *context, size_t job);
    /* In the parent: takes the line, or NULL when the worker crashed; false: stop. */
    bool (*take)(void *context, size_t job, const char *line);
    /* In the parent, about four times a second. */
    void (*progress)(void *context);
    void *context;
};

/* Runs all jobs in `workers` processes.  False when it was stopped or no worker could be started. */
bool pool_run(const struct pool_work *work, size_t workers);
/* The processors there are to work on. */
size_t pool_processors(void);

#endif
