/* A study at work: its cells, taken from the store or computed by workers, and the results made of them. */
#ifndef ASSAY_STUDY_RUN_H
#define ASSAY_STUDY_RUN_H

#include "harness/commands/options.h"
#include "harness/study/study.h"
#include "harness/judge/results.h"

struct study_run;

/* The study `name`, with all that can be refused refused: --only, --jobs, --shard, the store (--store,
 * $ASSAY_STORE, or assay.sqlite).  `options` are borrowed.  The caller destroys the result; NULL with a
 * message. */
struct study_run *study_run_create(const char *name, const struct options *options, struct error *error);
void study_run_destroy(struct study_run *run);

/* Computes what is not in the store (with --fresh: everything), one round after another until no curve needs
 * more steps or a witness; without `compute` only what the store has counts.  *complete is false when cells
 * are missing.  The store keeps the text that `document_of` makes of the results, and frees it.  The results
 * are owned by the run.  NULL with a message. */
const struct results *study_run_measure(struct study_run *run, bool compute,
                                        char *(*document_of)(const struct results *results), bool *complete,
                                        struct error *error);
/* Computes the cells of --shard I/N (all of them without it) into the store and says how many. */
bool study_run_fill(struct study_run *run, bool *complete, struct error *error);
/* Prints how many cells there are, how many the store has, and what the others cost. */
bool study_run_plan(struct study_run *run, struct error *error);

const struct study *study_run_study(const struct study_run *run);

#endif
