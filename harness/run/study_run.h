/* A study at work: its cells, taken from the store or computed by workers, and the results made of them. */
#ifndef ASSAY_STUDY_RUN_H
#define ASSAY_STUDY_RUN_H

#include "harness/study/study.h"
#include "harness/judge/results.h"
#include "harness/run/progress.h"

struct study_run;

/* How results are said, for the store and for a person who waits. */
struct study_run_words {
    char *(*document)(const struct results *results); /* the run frees it; NULL: out of memory */
    progress_line *line;
};

/* What is done with the store and the study. */
enum study_run_use {
    STUDY_RUN_COMPUTES,
    STUDY_RUN_REPORTS, /* what the store has; it is not created, and keeps the document where it can be written */
    STUDY_RUN_READS, /* what the store has; nothing is written */
    STUDY_RUN_PLANS  /* the same, and there need not be a store */
};

/* What a run is told beside its study. */
struct study_run_settings {
    const char *command_line; /* for provenance */
    const char *only, *focus; /* the selection, and the part of the study (focus.h); NULL: everything */
    const char *about;        /* an id that is to be explained: grid_create_about; NULL: none */
    const char *store;        /* the path of the file */
    const char *named_store;  /* the same where it was asked for, else NULL */
    enum study_run_use use;
    bool fresh, refine, full;
    bool starts; /* programs are started, though nothing is computed: an audit has started them before */
    bool store_checked;          /* this process has opened the store before, and found no damage */
    bool counts_alone;           /* what is shown while it runs: no line for each fit */
    unsigned long jobs;          /* workers; 0: one for each processor */
    unsigned long shard, shards; /* 1 of 1: everything */
    unsigned long budget;        /* of refinement; 0: that of the study */
    unsigned long time_limit;    /* seconds that a cell may take; 0: any time */
};

/* The study `name`, with all that can be refused refused: the selection, the part, the store.  What `settings` point to
 * and `words` are borrowed.  The caller destroys the result; NULL with a message. */
struct study_run *study_run_create(const char *name, const struct study_run_settings *settings,
                                   const struct study_run_words *words, struct error *error);
void study_run_destroy(struct study_run *run);

/* The studies of a command, which run one after another, those first that are predicted to take the least time, with one
 * pool of workers and one progress.  Workers that a study leaves idle begin with those after it, and a cell that several
 * have is computed once. */
struct study_run_queue;
/* `runs` are borrowed, and measured in the order of the queue before it is destroyed, by the caller.  NULL with a
 * message. */
struct study_run_queue *study_run_queue_create(struct study_run *const *runs, size_t count,
                                               struct error *error);
void study_run_queue_destroy(struct study_run_queue *queue);
/* The number among `runs` of the study at that place. */
size_t study_run_queue_at(const struct study_run_queue *queue, size_t place);

/* Before that: only its report is wanted.  That of a matrix needs no numbers of runs, which are then forgotten. */
void study_run_is_reported(struct study_run *run);
/* Computes what is not in the store (with --fresh: everything), one round after another until no curve needs
 * more steps or a witness; unless it computes only what the store has counts.  *complete is false when cells
 * are missing.  The store keeps the document of the results.  They are owned by the run.  NULL with a
 * message. */
const struct results *study_run_measure(struct study_run *run, bool *complete, struct error *error);
/* Computes the curves of --shard I/N with all that they ask for into the store; a document says how many
 * cells that were (run-shard.txt.lua), and the caller owns it.  The shards of a study, merged, have all that its report takes.
 * NULL with a message. */
json_t *study_run_fill(struct study_run *run, bool *complete, struct error *error);
/* The shards that the study was divided into and that the store does not have: "2/3, 3/3" in `list`; false: none. */
bool study_run_lost_shards(const struct study_run *run, char *list, size_t size);
/* What a run would do, as a document (run-plan.txt.lua); NULL with a message.  The caller owns it.
 *
 *     starts   commands and shared objects, in the order of the study
 *     known    whether the store says what methods they have; if not, there is nothing more in it
 *     cells    {id, cost} of each that is to be computed; stored: how many others the store has; cost: the sum; seconds: what that
 *              usually takes of one processor */
json_t *study_run_plan(struct study_run *run, struct error *error);

/* Of a study whose page is a matrix `show` is called once, in a process of its own, half a minute after the first run began,
 * if it is not done then: with the results so far. */
typedef void study_run_show(void *context, const struct results *results);
void study_run_show_early(struct study_run *run, study_run_show *show, void *context);

const struct study *study_run_study(const struct study_run *run);

/* A part of study_run_create, in study_start.c: what a run begins with. */
struct study_start {
    struct study *study;
    struct focus *focus; /* NULL: the whole study */
    struct store *store; /* NULL: a plan needs none */
    struct grid
        *grid;      /* NULL: of a plan whose methods are not known, since programs have to be started first */
    json_t *starts; /* of a plan: the commands and shared objects that a run starts; else NULL */
};
/* The caller owns what there is then, also where it is false with a message; *start is zero at first. */
bool study_start_read(struct study_start *start, const char *name, const struct study_run_settings *settings,
                      struct error *error);

#endif
