/* What the files of a study at work share: see study_run.h. */
#ifndef ASSAY_STUDY_RUN_PARTS_H
#define ASSAY_STUDY_RUN_PARTS_H

#include <jansson.h>
#include <sys/types.h>

#include "harness/judge/refinement.h"
#include "harness/run/cell_order.h"
#include "harness/run/cells.h"
#include "harness/run/progress.h"
#include "harness/run/references.h"
#include "harness/run/study_run.h"

struct study_run {
    struct study_run_settings settings;
    json_t *starts; /* struct study_start */
    const struct study_run_words *words;
    struct study *study;
    struct focus *focus; /* NULL: the whole study */
    struct grid *grid;
    struct store *store;
    struct cells *cells;
    struct refinement refinement;
    struct panel *panel;
    struct progress progress;
    struct study_run_queue *queue; /* that it is in; NULL: it is alone, and has, too: */
    struct work own_work,
        *work; /* its own, or that of several studies, of which it is to compute at first: */
    double predicted[WORK_KINDS];
    bool current, failed; /* it is at work, or was; its cells could not be computed */
    bool begun, chose;    /* before it is at work: what the store has was looked up; cells were chosen */
    struct references references;
    struct pool_work cells_work;
    size_t done;                    /* cells that were computed */
    size_t at_work;                 /* that have a worker */
    struct cell_order order, waits; /* that wait for a worker; for the same cell of another study */
    bool *chosen;                   /* they wait or are at work */
    bool *own;                      /* curves of this shard: all of them without --shard */
    bool refining, forgets;         /* forgets: study_run_is_reported */
    double total_cost;
    unsigned long jobs;
    struct error failure; /* the first that happened while cells came in */
    study_run_show *show; /* study_run_show_early; NULL: nothing is shown, or it was */
    void *show_context;
    double show_since; /* when cells were first computed; 0: not yet */
    pid_t shows;       /* the process that shows; 0: none */
    struct results *results;
    char hash[17];
};

struct study_run_queue {
    struct study_run *const *run;
    size_t count, *order, current; /* of the runs in this order */
    struct work work;
    struct pool *pool;
    json_t *keys; /* of the cells that this command computes: the number of the run; NULL: of one study */
};

struct provenance study_run_parts_provenance(const struct study_run *run);

/* ---- study_run_parts.c ---- */

/* Shows the results so far, where that is due (study_run_show_early). */
void study_run_parts_show(struct study_run *run);
/* What is written of all results must not be written over by what was there early. */
void study_run_parts_wait(struct study_run *run);

#endif
