/* A worker of a study, in a process of its own (pool.h).
 *
 * It answers each job (job.h): "note STEP STATE" whenever a long run has saved its state, then "done ROW" or
 * "done REFERENCE", or "done" with an object that says why not ("refused").  It has never heard of the store. */
#ifndef ASSAY_WORKER_H
#define ASSAY_WORKER_H

#include <stdio.h>

#include "harness/plan/grid.h"

/* Answers the jobs, a line each, until they end. */
void worker_serve(struct grid *grid, FILE *jobs, FILE *answers);
/* Whether it needs the descriptor of its parent: a copy of a shared object. */
bool worker_keeps(const struct grid *grid, int descriptor);

#endif
