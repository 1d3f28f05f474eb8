/* A study at work: see study_run.h.
 *
 * What the store has, references, cells; then fits and verdicts, which may ask for more cells: refinement.h says
 * which, and why the order in which cells come in does not matter.  A group of curves that is complete asks at once,
 * so that workers do not wait for others, unless a budget is to be shared. */
#include "harness/run/study_run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/run/cell_order.h"
#include "harness/run/cells.h"
#include "harness/run/progress.h"
#include "harness/judge/fits.h"
#include "harness/plan/digest.h"
#include "harness/plan/grid_cost.h"
#include "harness/plan/grid_key.h"
#include "harness/plan/provenance.h"
#include "harness/run/references.h"
#include "harness/run/worker.h"
#include "harness/plan/study_check.h"
#include "numerics/error.h"
#include "numerics/memory.h"

enum { LAST_CELLS = 8 /* for each worker */, SHARD_KEY = DIGEST_TEXT + 48 };

struct study_run {
    struct study_run_settings settings;
    const struct study_run_words *words;
    struct study *study;
    struct focus *focus; /* NULL: the whole study */
    struct grid *grid;
    struct store *store;
    struct cells *cells;
    struct refinement refinement;
    struct panel *panel;
    struct progress progress;
    struct work own_work,
        *work; /* its own, or that of several studies, of which it is to compute at first: */
    double predicted[WORK_KINDS];
    size_t done;             /* cells that were computed */
    struct cell_order order; /* cells that wait for a worker */
    bool *chosen;            /* they wait or are at work */
    bool *own;               /* curves of this shard: all of them without --shard */
    bool refining;
    double total_cost;
    unsigned long jobs;
    struct error failure; /* the first that happened while cells came in */
    struct results *results;
    char hash[17];
};

/* -- cells -- */

/* A shard has whole groups of curves (refinement.h), in turn, so that it knows what these ask for.  Curves without steps
 * run where a curve of the shard asks for them: two shards may compute the same ones, with the same results. */
static void choose_curves(struct study_run *run)
{
    const unsigned long shards = run->settings.shards;
    unsigned long turn = 0;

    run->own = memory_create(run->grid->curves, sizeof *run->own);
    for (size_t i = 0; i < run->grid->curves; i++) {
        const size_t group = run->progress.group[i];
        const bool waits = !run->grid->curve[i].steps;

        run->own[i] = waits || (group == i ? turn++ % shards == run->settings.shard - 1 : run->own[group]);
    }
    run->refinement.partial = shards > 1;
}

static void serve(void *context, FILE *jobs, FILE *answers)
{
    worker_serve(((struct study_run *)context)->grid, jobs, answers);
}

static bool keeps(void *context, int descriptor)
{
    return worker_keeps(((struct study_run *)context)->grid, descriptor);
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

/* The cells that neither the store nor an earlier round has. */
static void choose_cells(struct study_run *run)
{
    for (size_t i = 0; i < run->grid->cells; i++) {
        double cost;

        if (run->chosen[i] || !cells_need(run->cells, i) || !run->own[grid_cell_of(run->grid, i).curve])
            continue;
        cost = grid_cost_of(run->grid, i);
        run->chosen[i] = true;
        run->total_cost += cost;
        work_want(run->work, work_kind_of(run->grid, i), cost);
        progress_expect(&run->progress, i);
        /* What a curve asks for is run before all that waits: it may ask for more. */
        cell_order_add(&run->order, i, run->done && run->order.count > LAST_CELLS * run->jobs ? 0 : cost);
    }
}

/* What the fits of a complete group ask for. */
static bool refine_group(struct study_run *run, const struct results *results)
{
    if (!run->refining || run->refinement.budget || !refinement_request(&run->refinement, results))
        return true;
    if (!cells_look_up(run->cells, &run->failure))
        return false;
    choose_cells(run);
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

    run->done++;
    if (end != POOL_DONE)
        cells_lose(run->cells, cell, end == POOL_LATE);
    else if (!cells_take(run->cells, cell, answer, &run->failure))
        return false;
    run->chosen[cell] = false;
    run->work->broke_down = run->cells->broke_down;
    work_do(run->work, work_kind_of(run->grid, cell), grid_cost_of(run->grid, cell),
            run->cells->row[cell].seconds, pool_seconds());
    complete = progress_done(&run->progress, cell, run->work);
    good = !complete || refine_group(run, complete);
    fits_destroy(complete);
    return good && run->failure.text[0] == '\0';
}

static void show_progress(void *context)
{
    struct study_run *run = context;

    store_flush(run->store, STORE_DELAY, &run->failure);
    work_show(run->work, pool_seconds());
}

/* Computes cells until none is left.  False with a message when nothing can be computed or stored; cells that
 * crash are counted. */
static bool compute_cells(struct study_run *run, struct error *error)
{
    bool good;

    choose_cells(run);
    work_start(run->work, pool_seconds());
    good = !run->order.count || pool_run(&(struct pool_work){.serve = serve,
                                                             .keeps = keeps,
                                                             .time_limit = (double)run->settings.time_limit,
                                                             .next = next_cell,
                                                             .request = request_cell,
                                                             .note = save_cell,
                                                             .take = take_cell,
                                                             .progress = show_progress,
                                                             .context = run},
                                         run->jobs);
    good = store_flush(run->store, 0, &run->failure) && good;
    work_stop(run->work, pool_seconds());
    work_hide(run->work);
    if (!good)
        error_set(error, "%s",
                  run->failure.text[0]
                      ? run->failure.text
                      : "no worker could be started; write --jobs 1, or allow more processes (ulimit -u)");
    return good;
}

/* One round: what the store has, then what has to be computed. */
static bool gather(struct study_run *run, bool compute, struct error *error)
{
    struct references references = {
        .grid = run->grid,
        .store = run->store,
        .fresh = run->settings.fresh,
        .workers = run->jobs,
    };

    return cells_look_up(run->cells, error) && references_gather(&references, compute, error) &&
           (!compute || compute_cells(run, error));
}

/* Rounds until no group of curves asks for anything. */
static bool settle(struct study_run *run, bool compute, struct error *error)
{
    size_t asked;

    do {
        asked = 0;
        if (!gather(run, compute, error))
            return false;
        for (size_t i = 0; i < run->grid->curves; i++) {
            struct results *results = run->own[i] ? progress_fits(&run->progress, i) : NULL;

            asked += results ? refinement_request(&run->refinement, results) : 0;
            fits_destroy(results);
        }
    } while (asked);
    return true;
}

/* Rounds until nothing is asked for; `selected`: of which curves there are results, NULL: of all. */
static bool reach_results(struct study_run *run, bool compute, const bool *selected, struct error *error)
{
    struct provenance provenance = provenance_of(run->settings.command_line, run->hash);

    provenance.store = run->settings.named_store;
    provenance.only = run->settings.only;
    provenance.refine = run->settings.refine;
    run->refining = compute;
    work_next_study(run->work, run->predicted);
    do {
        fits_destroy(run->results);
        run->results = NULL;
        if (!settle(run, compute, error))
            return false;
        run->results = fits_create(run->grid, run->cells->row, run->panel, selected, &provenance, error);
    } while (run->results && refinement_wake(&run->refinement, run->results));
    return run->results != NULL;
}

/* -- shards -- */

/* What the shards of a study have in common. */
static void name_shards(const struct study_run *run, char name[DIGEST_TEXT])
{
    const struct study_run_settings *settings = &run->settings;
    struct digest digest;

    digest_begin(&digest);
    digest_add_text(&digest, "study", run->hash);
    digest_add_text(&digest, "only", settings->only ? settings->only : "");
    digest_add_text(&digest, "full", settings->full ? "full" : "");
    digest_add_text(&digest, "refine", settings->refine ? "refine" : "");
    digest_end(&digest, name);
}

static void write_shard(char key[SHARD_KEY], const char *name, unsigned long shard, unsigned long shards)
{
    snprintf(key, SHARD_KEY, "%s %lu/%lu", name, shard, shards);
}

static bool put_shard(struct study_run *run, struct error *error)
{
    char name[DIGEST_TEXT], key[SHARD_KEY];

    name_shards(run, name);
    write_shard(key, name, run->settings.shard, run->settings.shards);
    return store_put(run->store, STORE_SHARD, key, run->study->path, "done", error);
}

bool study_run_lost_shards(const struct study_run *run, char *list, size_t size)
{
    char name[DIGEST_TEXT], *last = NULL;
    unsigned long shards = 0;
    struct error ignored;

    name_shards(run, name);
    *list = '\0';
    if (store_find_last(run->store, STORE_SHARD, name, &last, &ignored) && last)
        shards = strtoul(strchr(last, '/') + 1, NULL, 10);
    free(last);
    for (unsigned long i = 1; i <= shards; i++) {
        char key[SHARD_KEY], *text = NULL;

        write_shard(key, name, i, shards);
        if (store_find(run->store, STORE_SHARD, key, &text, &ignored) && !text)
            error_list(list, size, key + strlen(name) + 1);
        free(text);
    }
    return *list != '\0';
}

/* -- what others call -- */

/* What the report says, into the store. */
static bool put_report(struct study_run *run, struct error *error)
{
    char *document = run->words->document(run->results);
    bool done = document ? store_put_report(run->store,
                                            &(struct store_report){.study = run->results->study->name,
                                                                   .path = run->results->study->path,
                                                                   .only = run->settings.only,
                                                                   .focus = run->settings.focus,
                                                                   .document = document},
                                            error)
                         : error_set(error, "out of memory");

    free(document);
    return done;
}

const struct results *study_run_measure(struct study_run *run, bool *complete, struct error *error)
{
    const bool compute = run->settings.use == STUDY_RUN_COMPUTES;
    struct error ignored; /* the report is made all the same */

    if (!reach_results(run, compute, NULL, error))
        return NULL;
    *complete = cells_missing(run->cells) == 0;
    if (run->results)
        progress_finish(&run->progress, run->results);
    if (run->results && !compute && *complete && run->settings.use == STUDY_RUN_REPORTS)
        put_report(run, &ignored);
    return run->results && (!compute || put_report(run, error)) ? run->results : NULL;
}

bool study_run_fill(struct study_run *run, bool *complete, struct error *error)
{
    if (!reach_results(run, true, run->own, error))
        return false;
    *complete = run->cells->crashed + run->cells->late == 0;
    if (*complete && !put_shard(run, error))
        return false;
    printf("shard %lu/%lu: %zu cells computed, %zu were in the store\n", run->settings.shard,
           run->settings.shards, run->done, run->cells->stored);
    return true;
}

/* Adds what the study is predicted to compute to `work`, and gives the seconds that this usually takes. */
static bool join(struct study_run *run, struct work *work, double *seconds, struct error *error)
{
    *seconds = 0;
    run->work = work;
    if (!cells_look_up(run->cells, error))
        return false;
    for (size_t i = 0; i < run->grid->cells; i++) {
        const enum work_kind kind = work_kind_of(run->grid, i);
        const double cost = grid_cost_of(run->grid, i);

        if (!cells_need(run->cells, i) || !run->own[grid_cell_of(run->grid, i).curve])
            continue;
        run->predicted[kind] += cost;
        work_expect(work, kind, cost);
        *seconds += work_usual(kind, cost);
    }
    cells_forget_asked(run->cells); /* a study before it may compute some of them */
    return true;
}

bool study_run_order(struct study_run *const *runs, size_t count, size_t *order, struct work *work,
                     struct error *error)
{
    double *seconds = memory_create(count + 1, sizeof *seconds);
    bool good = true;

    *work = work_begin(count, isatty(STDERR_FILENO), pool_seconds());
    for (size_t i = 0; i < count && good; i++) {
        size_t k = i;

        good = join(runs[i], work, seconds + i, error);
        for (; k > 0 && seconds[order[k - 1]] > seconds[i]; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    free(seconds);
    return good;
}

bool study_run_plan(struct study_run *run, struct error *error)
{
    size_t count, cell;

    if (!cells_look_up(run->cells, error))
        return false;
    choose_cells(run);
    count = run->order.count;
    while (cell_order_take(&run->order, &cell)) {
        char id[512];

        grid_cell_id(run->grid, cell, id, sizeof id);
        printf("%-90s %10.3g\n", id, grid_cost_of(run->grid, cell));
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

/* Reads the study and multiplies it out. */
static bool read_study(struct study_run *run, const char *name, struct error *error)
{
    const struct study_run_settings *settings = &run->settings;

    run->study = study_create(name, settings->full, error);
    if (!run->study)
        return false;
    if (study_programs_missing(run->study))
        return error_set(
            error,
            "%.300s needs the program %.80s, which is not installed; install it, or leave out the study",
            run->study->path, study_programs_missing(run->study));
    study_allow_refinement(run->study, settings->refine);
    if (settings->budget && !run->study->refine)
        return error_set(error,
                         "--budget is what --refine may cost; write --refine --budget %zu, or leave it out",
                         (size_t)settings->budget);
    run->refinement.budget = settings->budget ? settings->budget : run->study->budget;
    run->focus = settings->focus ? focus_create(run->study, settings->focus, error) : NULL;
    if (settings->focus && !run->focus)
        return false;
    run->grid = grid_create(run->study, settings->only, run->focus, error);
    return run->grid && study_check(run->grid, error);
}

/* A plan is of all cells where there is no store. */
static bool open_store(struct study_run *run, struct error *error)
{
    const struct study_run_settings *settings = &run->settings;

    if (settings->use == STUDY_RUN_PLANS && access(settings->store, F_OK) != 0 && errno == ENOENT)
        return true;
    run->store = settings->use == STUDY_RUN_COMPUTES ? store_open(settings->store, error)
                                                     : store_open_other(settings->store, error);
    return run->store != NULL;
}

static bool prepare(struct study_run *run, const char *name, struct error *error)
{
    run->jobs = run->settings.jobs ? run->settings.jobs : pool_processors();
    if (!read_study(run, name, error))
        return false;
    if (!open_store(run, error))
        return false;
    provenance_hash(run->hash, run->study->text);
    run->cells = cells_create(run->grid, run->store, run->settings.fresh || !run->store);
    run->chosen = memory_create(run->grid->cells, sizeof *run->chosen);
    run->refinement.grid = run->grid;
    run->refinement.rows = run->cells->row;
    run->refinement.panel = run->panel = panel_create();
    run->own_work = work_begin(1, isatty(STDERR_FILENO), pool_seconds());
    run->work = &run->own_work;
    run->progress =
        progress_begin(run->cells, &run->refinement, run->settings.counts_alone ? NULL : run->words->line);
    choose_curves(run);
    return true;
}

struct study_run *study_run_create(const char *name, const struct study_run_settings *settings,
                                   const struct study_run_words *words, struct error *error)
{
    struct study_run *run = memory_create(1, sizeof *run);

    run->settings = *settings;
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
    panel_destroy(run->panel);
    progress_clear(&run->progress);
    cells_destroy(run->cells);
    cell_order_clear(&run->order);
    free(run->chosen);
    free(run->own);
    store_close(run->store);
    grid_destroy(run->grid);
    focus_destroy(run->focus);
    study_destroy(run->study);
    free(run);
}
