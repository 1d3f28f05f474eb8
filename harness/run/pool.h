/* Worker processes, forked off the parent: one line of text out for every job, lines back.
 *
 * A worker knows what its parent knows when it starts.  It answers a job with any number of lines "note TEXT" and then
 * one line "done TEXT".  A worker that crashes or takes too long costs the job it was at.  Workers die with their
 * parent. */
#ifndef ASSAY_POOL_H
#define ASSAY_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum pool_end { POOL_DONE, POOL_CRASHED, POOL_LATE };

struct pool_work {
    double time_limit; /* seconds a job may take; 0: any time */
    /* The next two are called in the worker.  It answers the jobs, a line each, until they end; and these descriptors of
     * its parent stay open: the worker closes all others. */
    void (*serve)(void *context, FILE *jobs, FILE *answers);
    bool (*keeps)(void *context, int descriptor);
    /* The others are called in the parent. */
    bool (*next)(void *context,
                 size_t *job); /* the next job; false: none now, but an answer may bring more */
    char *(*request)(void *context, size_t job); /* the line for the job; the pool frees it */
    void (*note)(void *context, size_t job, const char *text);
    /* Takes the answer, NULL unless it is done; false: stop. */
    bool (*take)(void *context, size_t job, const char *text, enum pool_end end);
    void (*progress)(void *context); /* about four times a second */
    void *context;
};

/* Runs jobs in `workers` processes until there is none left and none at work.  False when it was stopped or
 * no worker could be started. */
bool pool_run(const struct pool_work *work, size_t workers);
/* Seconds since some moment, by a clock that nobody sets. */
double pool_seconds(void);
/* The processors there are to work on. */
size_t pool_processors(void);

#endif
