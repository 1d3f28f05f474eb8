/* Worker processes, forked off the parent: one line of text out for every job, lines back.
 *
 * A worker knows what its parent knows when it starts.  It answers a job with any number of lines "note TEXT" and then
 * one line "done TEXT".  A worker that crashes or takes too long costs the job it was at.  Workers die with their
 * parent.
 *
 * A pool outlives the work that it runs: workers that would be idle while the last jobs of one work are done begin with the
 * next.  A worker knows one work; for another one it is started anew. */
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
    /* Other work for workers that this one has no job for, and a job of it; NULL: there is none, or a worker without a job
     * is idle.  It goes on while this work does, and what is left of it then waits for a run of its own. */
    const struct pool_work *(*spare)(void *context, size_t *job);
    bool (*waits)(void *context); /* a job of this work waits for one of a spare work; NULL: none does */
    void *context;
};

struct pool;

/* The caller destroys the result, which stops all workers. */
struct pool *pool_create(size_t workers);
void pool_destroy(struct pool *pool);
/* Runs jobs of the work until there is none left and none at work, and ends its workers; those of spare works keep their
 * jobs.  The work outlives the pool.  False when it was stopped or no worker could be started. */
bool pool_run(struct pool *pool, const struct pool_work *work);
/* Seconds since some moment, by a clock that nobody sets. */
double pool_seconds(void);
/* The processors there are to work on. */
size_t pool_processors(void);

#endif
