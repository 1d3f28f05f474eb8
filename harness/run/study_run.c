/* A study at work: see study_run.h.
 *
 * What the store has, references, cells; then fits and verdicts, which may ask for more cells.  A curve that
 * is complete may ask at once, so that workers do not wait for others; what it asks for depends on its own
 * fits alone, or the order in which cells come in would matter.  Where there is a budget to be shared, all
 * curves ask together when all are complete. */
#include "harness/run/study_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/cell_order.h"
#include "harness/run/cells.h"
#include "harness/run/progress.h"
#include "harness/judge/fits.h"
#include "harness/plan/grid_key.h"
#include "harness/plan/provenance.h"
#include "harness/run/references.h"
#include "harness/plan/study_check.h"
#include "numerics/error.h"
#include "numerics/memory.h"

enum { MOST_ARGUMENTS = 9, LAST_CELLS = 8 /* for each worker */ };

struct study_run {
    const struct options *options;
    const struct study_run_words *words;
    struct study *study;
    struct focus *focus; /* NULL: the whole study */
    struct grid *grid;
    struct store *store;
    struct cells *cells;
    struct refinement refinement;
    struct progress progress;
    struct progress_counts counts;
    struct cell_order order; /* cells that wait for a worker */
    bool *chosen;            /* they wait or are at work */
    bool refining;
    double total_cost, done_cost;
    unsigned long jobs;
    double time_limit;                         /* seconds that a cell may take; 0: any time */
    unsigned long shard, shards;               /* 1 of 1: everything */
    const char *arguments[MOST_ARGUMENTS + 1]; /* of workers */
    struct error failure;                      /* the first that happened while cells came in */
    struct results *results;
    char hash[17];
};

/* -- cells -- */

static bool in_shard(const struct study_run *run, size_t cell)
{
    char key[CELL_KEY_TEXT], head[9];

    if (run->shards == 1)
        return true;
    grid_key_create(run->grid, cell, key);
    snprintf(head, sizeof head, "%.8s", key);
    return strtoul(head, NULL, 16) % run->shards == run->shard - 1;
}

static char *greet(void *context, size_t k)
{
    return references_greeting(((struct study_run *)context)->grid, k);
}

static char *request_cell(void *context, size_t cell)
{
    struct study_run *run = context;
    size_t waiting = run->order.count + 1; /* the last few get what the others leave idle */

    return cells_request(run->cells, cell, waiting < run->jobs ? run->jobs / waiting : 1);
}

static void save_cell(void *context, size_t cell, const char *note)
{
    struct study_run *run = context;
    struct error error;

    if (!cells_save(run->cells, cell, note, &error) && !run->failure.text[0])
        run->failure = error;
}

/* A problem that was woken while cells are at work gets its reference in the next round. */
static bool has_reference(const struct study_run *run, size_t cell)
{
    const struct grid_problem *p =
        run->grid->problem + run->grid->curve[grid_cell_of(run->grid, cell).curve].problem;

    return p->reference || !grid_problem_needs_reference(p);
}

/* The cells that neither the store nor an earlier round has. */
static void choose_cells(struct study_run *run, bool compute)
{
    for (size_t i = 0; i < run->grid->cells; i++) {
        double cost;

        if (run->chosen[i] || !cells_need(run->cells, i) || !in_shard(run, i) ||
            (compute && !has_reference(run, i)))
            continue;
        cost = cell_order_cost(run->grid, i);
        run->chosen[i] = true;
        run->total_cost += cost;
        run->counts.wanted++;
        progress_expect(&run->progress, i);
        /* What a curve asks for is run before all that waits: it may ask for more. */
        cell_order_add(&run->order, i,
                       run->counts.done && run->order.count > LAST_CELLS * run->jobs ? 0 : cost);
    }
}

/* What the fits of a complete curve ask for. */
static bool refine_curve(struct study_run *run, const struct results *results)
{
    if (!run->refining || run->refinement.budget || !refinement_request(&run->refinement, results))
        return true;
    if (!cells_look_up(run->cells, &run->failure))
        return false;
    choose_cells(run, true);
    return true;
}

static bool next_cell(void *context, size_t *cell)
{
    struct study_run *run = context;

    /* The last few: see cell_order.h. */
    if (run->order.count <= LAST_CELLS * run->jobs)
        return cell_order_take_dearest(&run->order, cell);
    return cell_order_take(&run->order, cell);
}

static bool take_cell(void *context, size_t cell, const char *answer, enum pool_end end)
{
    struct study_run *run = context;
    struct results *complete;
    bool good;

    run->counts.done++;
    run->done_cost += cell_order_cost(run->grid, cell);
    if (end != POOL_DONE)
        cells_lose(run->cells, cell, end == POOL_LATE);
    else if (!cells_take(run->cells, cell, answer, &run->failure))
        return false;
    run->chosen[cell] = false;
    complete = progress_done(&run->progress, cell);
    good = !complete || refine_curve(run, complete);
    fits_destroy(complete);
    return good && run->failure.text[0] == '\0';
}

static void show_progress(void *context)
{
    struct study_run *run = context;

    run->counts.share = run->done_cost / run->total_cost;
    run->counts.stored = run->cells->stored;
    run->counts.broke_down = run->cells->broke_down;
    progress_show(&run->progress, &run->counts);
}

/* Computes cells until none is left.  False with a message when nothing can be computed or stored; cells that
 * crash are counted. */
static bool compute_cells(struct study_run *run, struct error *error)
{
    bool good;

    choose_cells(run, true);
    good = !run->order.count || pool_run(&(struct pool_work){.arguments = (char *const *)run->arguments,
                                                             .time_limit = run->time_limit,
                                                             .greeting = greet,
                                                             .next = next_cell,
                                                             .request = request_cell,
                                                             .note = save_cell,
                                                             .take = take_cell,
                                                             .progress = show_progress,
                                                             .context = run},
                                         run->jobs);
    progress_end(&run->progress);
    if (!good)
        error_set(error, "%s", run->failure.text[0] ? run->failure.text : "no worker could be started");
    return good;
}

/* Whether there are cells that could not be chosen yet. */
static bool needs_more(const struct study_run *run)
{
    for (size_t i = 0; i < run->grid->cells; i++) {
        if (cells_need(run->cells, i) && in_shard(run, i))
            return true;
    }
    return false;
}

/* One round: what the store has, then what has to be computed. */
static bool gather(struct study_run *run, bool compute, struct error *error)
{
    struct references references = {
        .grid = run->grid,
        .store = run->store,
        .fresh = run->options->fresh,
        .arguments = (char *const *)run->arguments,
        .workers = run->jobs,
    };

    return cells_look_up(run->cells, error) && references_gather(&references, compute, error) &&
           (!compute || compute_cells(run, error));
}

/* -- what others call -- */

/* What the report says, into the store. */
static bool put_report(struct study_run *run, struct error *error)
{
    char *document = run->words->document(run->results);
    bool done = document ? store_put_report(run->store,
                                            &(struct store_report){.study = run->results->study,
                                                                   .path = run->results->study_path,
                                                                   .only = run->options->only,
                                                                   .focus = run->options->focus,
                                                                   .document = document},
                                            error)
                         : error_set(error, "out of memory");

    free(document);
    return done;
}

const struct results *study_run_measure(struct study_run *run, bool compute, bool *complete,
                                        struct error *error)
{
    struct provenance provenance = provenance_of(run->options->command_line, run->hash);
    size_t refined;

    run->refining = compute;
    do {
        fits_destroy(run->results);
        run->results = NULL;
        if (!gather(run, compute, error))
            return NULL;
        run->results = fits_create(run->grid, run->cells->row, NULL, &provenance, error);
        refined = run->results ? refinement_request(&run->refinement, run->results) : 0;
    } while (refined || (compute && needs_more(run)));
    *complete = cells_missing(run->cells) == 0;
    if (run->results)
        progress_finish(&run->progress, run->results);
    return run->results && (!(compute || *complete) || put_report(run, error)) ? run->results : NULL;
}

bool study_run_fill(struct study_run *run, bool *complete, struct error *error)
{
    if (!gather(run, true, error))
        return false;
    *complete = run->cells->crashed + run->cells->late == 0;
    printf("shard %lu/%lu: %zu cells computed, %zu were in the store\n", run->shard, run->shards,
           run->counts.done, run->cells->stored);
    return true;
}

bool study_run_plan(struct study_run *run, struct error *error)
{
    size_t count, cell;

    if (!cells_look_up(run->cells, error))
        return false;
    choose_cells(run, false);
    count = run->order.count;
    while (cell_order_take(&run->order, &cell)) {
        char id[512];

        grid_cell_id(run->grid, cell, id, sizeof id);
        printf("%-90s %10.3g\n", id, cell_order_cost(run->grid, cell));
    }
    printf(
        "%zu cells to compute, %zu in the store; predicted cost %.3g (units of one evaluation in double)\n",
        count, run->cells->stored, run->total_cost);
    return true;
}

const struct study *study_run_study(const struct study_run *run)
{
    return run->study;
}

static bool read_shard(struct study_run *run, struct error *error)
{
    const char *text = run->options->shard;
    char after;

    run->shard = run->shards = 1;
    if (!text)
        return true;
    if (strspn(text, "0123456789/") == strlen(text) && strlen(text) <= 18 &&
        sscanf(text, "%lu/%lu%c", &run->shard, &run->shards, &after) == 2 && run->shard >= 1 &&
        run->shard <= run->shards)
        return true;
    return error_set(error, "--shard %.60s is not I/N with I from 1 to N; write for example --shard 1/4",
                     text);
}

static bool open_store(struct study_run *run, struct error *error)
{
    const char *path = run->options->store ? run->options->store : getenv("ASSAY_STORE");

    run->store = store_open(path && *path ? path : "assay.sqlite", error);
    return run->store != NULL;
}

/* assay worker STUDY --only ID --focus PART --refine --full */
static void name_arguments(struct study_run *run)
{
    const struct options *options = run->options;
    size_t n = 0;

    run->arguments[n++] = "assay";
    run->arguments[n++] = "worker";
    run->arguments[n++] = run->study->path;
    if (options->only) {
        run->arguments[n++] = "--only";
        run->arguments[n++] = options->only;
    }
    if (options->focus) {
        run->arguments[n++] = "--focus";
        run->arguments[n++] = options->focus;
    }
    if (options->refine)
        run->arguments[n++] = "--refine";
    if (options->full)
        run->arguments[n++] = "--full";
    run->arguments[n] = NULL;
}

/* The numbers among the options; those of the study stand where nothing is said. */
static bool read_numbers(struct study_run *run, struct error *error)
{
    const struct options *options = run->options;
    unsigned long budget = 0, seconds = 0;

    run->jobs = pool_processors();
    if ((options->jobs && !options_number("jobs", options->jobs, 1, &run->jobs, error)) ||
        (options->budget && !options_number("budget", options->budget, 1, &budget, error)) ||
        (options->time_limit && !options_number("time-limit", options->time_limit, 1, &seconds, error)))
        return false;
    run->time_limit = (double)seconds;
    run->refinement.budget = budget;
    return true;
}

/* Reads the study and multiplies it out. */
static bool read_study(struct study_run *run, const char *name, struct error *error)
{
    const struct options *options = run->options;

    run->study = study_create_full(name, options->full, error);
    if (!run->study)
        return false;
    study_allow_refinement(run->study, options->refine);
    if (!run->refinement.budget)
        run->refinement.budget = run->study->budget;
    run->focus = options->focus ? focus_create(run->study, options->focus, error) : NULL;
    if (options->focus && !run->focus)
        return false;
    run->grid = grid_create(run->study, options->only, run->focus, error);
    return run->grid && study_check(run->grid, error);
}

static bool prepare(struct study_run *run, const char *name, struct error *error)
{
    if (!read_numbers(run, error) || !read_shard(run, error) || !read_study(run, name, error) ||
        !open_store(run, error))
        return false;
    provenance_hash(run->hash, run->study->text);
    run->cells = cells_create(run->grid, run->store, run->options->fresh);
    run->chosen = memory_create(run->grid->cells, sizeof *run->chosen);
    run->refinement.grid = run->grid;
    run->refinement.rows = run->cells->row;
    run->progress = progress_begin(run->cells, &run->refinement, run->words->line);
    name_arguments(run);
    return true;
}

struct study_run *study_run_create(const char *name, const struct options *options,
                                   const struct study_run_words *words, struct error *error)
{
    struct study_run *run = memory_create(1, sizeof *run);

    run->options = options;
    run->words = words;
    if (prepare(run, name, error))
        return run;
    study_run_destroy(run);
    return NULL;
}

void study_run_destroy(struct study_run *run)
{
    if (!run)
        return;
    fits_destroy(run->results);
    progress_clear(&run->progress);
    cells_destroy(run->cells);
    cell_order_clear(&run->order);
    free(run->chosen);
    store_close(run->store);
    grid_destroy(run->grid);
    focus_destroy(run->focus);
    study_destroy(run->study);
    free(run);
}
