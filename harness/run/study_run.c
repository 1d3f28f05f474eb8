/* A study at work: see study_run.h.
 *
 * What the store has, references, cells; then fits and verdicts, which may ask for more cells: refinement.h says
 * which, and why the order in which cells come in does not matter.  A group of curves that is complete asks at once,
 * so that workers do not wait for others, unless a budget is to be shared.
 *
 * The studies of a command run one after another with one pool of workers.  Workers that have nothing to do while the last
 * cells of a study are computed begin with the next one: first its references, then its cells.  These are taken as if the
 * study was at work, and nothing is said of them before it is. */
#include "harness/run/study_run.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/run/cells.h"
#include "harness/run/progress.h"
#include "harness/judge/fits.h"
#include "harness/plan/digest.h"
#include "harness/plan/grid_cost.h"
#include "harness/plan/grid_key.h"
#include "harness/plan/provenance.h"
#include "harness/run/references.h"
#include "harness/run/shards.h"
#include "harness/run/study_run_parts.h"
#include "harness/run/worker.h"
#include "numerics/error.h"
#include "numerics/memory.h"

enum { LAST_CELLS = 8 /* for each worker */ };

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

/* The cells from `begin` to `end` that neither the store nor an earlier round has. */
static void choose_between(struct study_run *run, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        double cost;

        if (run->chosen[i] || !cells_need(run->cells, i) || !run->own[grid_cell_of(run->grid, i).curve])
            continue;
        cost = grid_cost_of(run->grid, i);
        run->chosen[i] = true;
        run->total_cost += cost;
        if (run->current)
            work_want(run->work, work_kind_of(run->grid, i), cost);
        progress_expect(&run->progress, i);
        /* What a curve asks for is run before all that waits: it may ask for more. */
        cell_order_add(
            &run->order, i,
            run->done && run->order.count > LAST_CELLS * run->jobs ? 0 : grid_cost_turn(run->grid, i, cost));
    }
}

static void choose_cells(struct study_run *run)
{
    choose_between(run, 0, run->grid->cells);
}

/* What the fits of a complete group ask for: cells of its own. */
static bool refine_group(struct study_run *run, size_t group, const struct results *results)
{
    const struct grid *grid = run->grid;

    if (!run->refining || run->refinement.budget || !refinement_request(&run->refinement, results))
        return true;
    for (size_t i = group; i < grid->curves; i = grid->next[i]) {
        if (!cells_look_up_curve(run->cells, i, &run->failure))
            return false;
        choose_between(run, grid->first_cell[i], grid->first_cell[i + 1]);
    }
    return true;
}

static bool take_next(struct study_run *run, size_t *cell)
{
    /* The last few: see cell_order.h. */
    if (run->order.count <= LAST_CELLS * run->jobs)
        return cell_order_take_dearest(&run->order, cell);
    return cell_order_take(&run->order, cell);
}

/* A cell that was chosen is done, lost, or another study did it. */
static bool close_cell(struct study_run *run, size_t cell)
{
    struct results *complete;
    bool good;

    run->chosen[cell] = false;
    complete = progress_done(&run->progress, cell, run->current ? run->work : NULL);
    good = !complete || refine_group(run, run->grid->group[grid_cell_of(run->grid, cell).curve], complete);
    fits_destroy(complete);
    return good && run->failure.text[0] == '\0';
}

/* The run of this command that computes the cell, or did; NULL: none does. */
static struct study_run *find_other(const struct study_run *run, size_t cell, bool *at_work)
{
    char key[CELL_KEY_TEXT];
    const json_t *known;
    struct study_run *other;

    if (!run->queue || !run->queue->keys)
        return NULL;
    grid_key_create(run->grid, cell, key);
    known = json_object_get(run->queue->keys, key);
    if (!known)
        return NULL;
    other = run->queue->run[json_integer_value(json_array_get(known, 0))];
    *at_work = json_is_true(json_array_get(known, 1));
    return *at_work && other->failed ? NULL : other;
}

/* Says to the others that this run computes the cell, or has; `lost`: it does not, after all. */
static void tell_others(const struct study_run *run, size_t cell, bool at_work, bool lost)
{
    char key[CELL_KEY_TEXT];
    size_t own = 0;

    if (!run->queue || !run->queue->keys)
        return;
    grid_key_create(run->grid, cell, key);
    while (run->queue->run[own] != run)
        own++;
    if (lost)
        json_object_del(run->queue->keys, key);
    else
        json_object_set_new(run->queue->keys, key, json_pack("[I, b]", (json_int_t)own, at_work));
}

/* Takes what another study of this command has computed; false with a message. */
static bool take_over(struct study_run *run, struct study_run *other, size_t cell)
{
    const enum work_kind kind = work_kind_of(run->grid, cell);
    const double cost = grid_cost_of(run->grid, cell);

    if (!store_flush(other->store, 0, &run->failure) || !cells_look_up_one(run->cells, cell, &run->failure))
        return false;
    if (cells_need(run->cells, cell)) /* it has other measures */
        return true;
    if (run->current) {
        work_drop(run->work, kind, cost);
    } else {
        run->predicted[kind] -= cost;
        work_expect(run->work, kind, -cost);
    }
    return close_cell(run, cell);
}

/* The cell that is computed next.  One that another study of this command computes is set aside until it is done. */
static bool next_cell(void *context, size_t *cell)
{
    struct study_run *run = context;
    size_t aside;

    for (size_t i = run->waits.count; i > 0 && cell_order_take(&run->waits, &aside); i--)
        cell_order_add(&run->order, aside, grid_cost_of(run->grid, aside));
    while (!run->failure.text[0] && take_next(run, cell)) {
        bool at_work = false;
        struct study_run *other = find_other(run, *cell, &at_work);

        if (other && at_work) {
            cell_order_add(&run->waits, *cell, 0);
            continue;
        }
        if (other && other != run && (!take_over(run, other, *cell) || !run->chosen[*cell]))
            continue;
        tell_others(run, *cell, true, false);
        run->at_work++;
        return true;
    }
    return false;
}

static bool waits_for_others(void *context)
{
    return ((struct study_run *)context)->waits.count > 0;
}

static bool take_cell(void *context, size_t cell, const char *answer, enum pool_end end)
{
    struct study_run *run = context;
    const enum work_kind kind = work_kind_of(run->grid, cell);
    const double cost = grid_cost_of(run->grid, cell);

    run->done++;
    run->at_work--;
    tell_others(run, cell, false, end != POOL_DONE);
    if (end != POOL_DONE)
        cells_lose(run->cells, cell, end == POOL_LATE);
    else if (!cells_take(run->cells, cell, answer, &run->failure))
        return false;
    if (run->current) {
        run->work->broke_down = run->cells->broke_down;
        work_do(run->work, kind, cost, run->cells->row[cell].seconds, pool_seconds());
    } else {
        run->predicted[kind] -= cost;
        work_do_ahead(run->work, kind, cost, run->cells->row[cell].seconds);
    }
    return close_cell(run, cell);
}

struct provenance study_run_parts_provenance(const struct study_run *run)
{
    struct provenance provenance = provenance_of(run->settings.command_line, run->hash);

    provenance.store = run->settings.named_store;
    provenance.only = run->settings.only;
    provenance.refine = run->settings.refine;
    return provenance;
}

static void show_progress(void *context)
{
    struct study_run *run = context;
    const struct study_run_queue *queue = run->queue;

    store_flush(run->store, STORE_DELAY, &run->failure);
    for (size_t i = queue ? queue->current + 1 : 1; queue && i < queue->count; i++) {
        struct study_run *later = queue->run[queue->order[i]];

        store_flush(later->store, STORE_DELAY, &later->failure);
    }
    work_show(run->work, pool_seconds());
    study_run_parts_show(run);
}

/* What the store has, and what references it lacks. */
static bool begin(struct study_run *run, struct error *error)
{
    run->begun = true;
    return cells_look_up(run->cells, error) && references_look_up(&run->references, error);
}

/* A job of a study that is not yet at work, and its work; NULL: there is none now. */
static const struct pool_work *give_ahead(struct study_run *run, size_t *job)
{
    const struct pool_work *references = &run->references.work;

    if (!run->begun) {
        run->refining = true;
        if (!begin(run, &run->failure))
            return NULL;
    }
    if (run->failure.text[0] || run->references.failure.text[0])
        return NULL;
    if (references_wait(&run->references))
        return references->next(references->context, job) ? references : NULL;
    if (!run->chose) {
        run->chose = true;
        choose_cells(run);
    }
    return next_cell(run, job) ? &run->cells_work : NULL;
}

/* For workers that have nothing to do: what the studies after this one have. */
static const struct pool_work *find_spare(void *context, size_t *job)
{
    const struct study_run *run = context;
    const struct study_run_queue *queue = run->queue;
    const struct pool_work *work = NULL;

    for (size_t i = queue ? queue->current + 1 : 1; queue && i < queue->count && !work; i++) {
        struct study_run *later = queue->run[queue->order[i]];

        work = give_ahead(later, job);
        if (!work && references_wait(&later->references))
            break; /* their cells come before those of the studies after them */
    }
    return work;
}

static bool run_jobs(struct study_run *run, const struct pool_work *work, const struct error *failure,
                     struct error *error)
{
    struct pool *pool = run->queue ? run->queue->pool : pool_create(run->jobs);
    const bool good = pool_run(pool, work);

    if (!run->queue)
        pool_destroy(pool);
    return good ||
           error_set(error, "%s",
                     failure->text[0]
                         ? failure->text
                         : "no worker could be started; write --jobs 1, or allow more processes (ulimit -u)");
}

/* Computes cells until none is left.  False with a message when nothing can be computed or stored; cells that
 * crash are counted. */
static bool compute_cells(struct study_run *run, struct error *error)
{
    struct error flaw = {""};
    bool good;

    choose_cells(run);
    work_start(run->work, pool_seconds());
    good = (!run->order.count && !run->waits.count && !run->at_work) ||
           run_jobs(run, &run->cells_work, &run->failure, error);
    if (!store_flush(run->store, 0, &flaw) && good)
        good = error_set(error, "%s", flaw.text);
    if (good && run->failure.text[0]) /* while another study was at work */
        good = error_set(error, "%s", run->failure.text);
    run->failed = !good;
    work_stop(run->work, pool_seconds());
    work_hide(run->work);
    return good;
}

static bool compute_references(struct study_run *run, struct error *error)
{
    const struct error *failure = &run->references.failure;

    if (failure->text[0])
        return error_set(error, "%s", failure->text);
    return !references_wait(&run->references) || run_jobs(run, &run->references.work, failure, error);
}

/* One round: what the store has, then what has to be computed. */
static bool gather(struct study_run *run, bool compute, struct error *error)
{
    if (!begin(run, error))
        return false;
    if (compute)
        return compute_references(run, error) && compute_cells(run, error);
    references_forget(&run->references);
    return true;
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

/* The study is at work from now on, with what was begun before. */
static void make_current(struct study_run *run)
{
    struct study_run_queue *queue = run->queue;

    run->current = true;
    work_next_study(run->work, run->predicted);
    while (queue && queue->run[queue->order[queue->current]] != run)
        queue->current++;
    for (size_t i = 0; i < run->grid->cells; i++) {
        if (run->chosen[i])
            work_want(run->work, work_kind_of(run->grid, i), grid_cost_of(run->grid, i));
    }
}

/* Rounds until nothing is asked for; `selected`: of which curves there are results, NULL: of all. */
static bool reach_results(struct study_run *run, bool compute, const bool *selected, struct error *error)
{
    const struct provenance provenance = study_run_parts_provenance(run);

    run->refining = compute;
    make_current(run);
    do {
        fits_destroy(run->results);
        run->results = NULL;
        if (!settle(run, compute, error))
            return false;
        run->results = fits_create(run->grid, run->cells->row, run->panel, selected, &provenance, error);
    } while (run->results && refinement_wake(&run->refinement, run->results));
    return run->results != NULL;
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
    const bool reached = reach_results(run, compute, NULL, error);
    struct error ignored; /* the report is made all the same */

    study_run_parts_wait(run);
    if (!reached)
        return NULL;
    *complete = cells_missing(run->cells) == 0;
    if (run->results)
        progress_finish(&run->progress, run->results);
    if (run->results && run->forgets) {
        fits_forget_rows(run->results);
        cells_forget_values(run->cells);
    }
    if (run->results && !compute && *complete && run->settings.use == STUDY_RUN_REPORTS)
        put_report(run, &ignored);
    return run->results && (!compute || put_report(run, error)) ? run->results : NULL;
}

void study_run_is_reported(struct study_run *run)
{
    run->forgets = run->study->matrix;
}

json_t *study_run_fill(struct study_run *run, bool *complete, struct error *error)
{
    if (!reach_results(run, true, run->own, error))
        return NULL;
    *complete = run->cells->crashed + run->cells->late == 0;
    if (*complete && !shards_put(&run->settings, run->hash, run->study->path, run->store, error))
        return NULL;
    return json_pack("{s:s, s:I, s:I, s:I, s:I}", "study", run->study->path, "shard",
                     (json_int_t)run->settings.shard, "shards", (json_int_t)run->settings.shards, "computed",
                     (json_int_t)run->done, "stored", (json_int_t)run->cells->stored);
}

bool study_run_lost_shards(const struct study_run *run, char *list, size_t size)
{
    return shards_lost(&run->settings, run->hash, run->store, list, size);
}

json_t *study_run_plan(struct study_run *run, struct error *error)
{
    json_t *plan, *cells;
    double seconds = 0;
    size_t cell;

    if (!run->grid)
        return json_pack("{s:s, s:O, s:b}", "study", run->study->path, "starts", run->starts, "known", false);
    if (!cells_look_up(run->cells, error))
        return NULL;
    choose_cells(run);
    cells = json_array();
    while (cell_order_take(&run->order, &cell)) {
        const double cost = grid_cost_of(run->grid, cell);
        char id[512];

        grid_cell_id(run->grid, cell, id, sizeof id);
        json_array_append_new(cells, json_pack("{s:s, s:f}", "id", id, "cost", cost));
        seconds += work_usual(work_kind_of(run->grid, cell), cost);
    }
    plan = json_pack("{s:s, s:O, s:b, s:o, s:I, s:f, s:f}", "study", run->study->path, "starts", run->starts,
                     "known", true, "cells", cells, "stored", (json_int_t)run->cells->stored, "cost",
                     run->total_cost, "seconds", seconds);
    return plan;
}

void study_run_show_early(struct study_run *run, study_run_show *show, void *context)
{
    run->show = show;
    run->show_context = context;
}

const struct study *study_run_study(const struct study_run *run)
{
    return run->study;
}

static bool start(struct study_run *run, const char *name, struct error *error)
{
    struct study_start start = {.study = NULL};
    const bool good = study_start_read(&start, name, &run->settings, error);

    run->study = start.study;
    run->focus = start.focus;
    run->store = start.store;
    run->grid = start.grid;
    run->starts = start.starts;
    return good;
}

static bool prepare(struct study_run *run, const char *name, struct error *error)
{
    run->jobs = run->settings.jobs ? run->settings.jobs : pool_processors();
    if (!start(run, name, error))
        return false;
    run->refinement.budget = run->settings.budget ? run->settings.budget : run->study->budget;
    provenance_hash(run->hash, run->study->text);
    if (!run->grid)
        return true;
    run->cells = cells_create(run->grid, run->store, run->settings.fresh || !run->store);
    run->chosen = memory_create(run->grid->cells, sizeof *run->chosen);
    run->refinement.grid = run->grid;
    run->refinement.rows = run->cells->row;
    run->refinement.panel = run->panel = panel_create();
    run->references =
        (struct references){.grid = run->grid, .store = run->store, .fresh = run->settings.fresh};
    run->cells_work = (struct pool_work){.serve = serve,
                                         .keeps = keeps,
                                         .time_limit = (double)run->settings.time_limit,
                                         .next = next_cell,
                                         .request = request_cell,
                                         .note = save_cell,
                                         .take = take_cell,
                                         .progress = show_progress,
                                         .spare = find_spare,
                                         .waits = waits_for_others,
                                         .context = run};
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
    cell_order_clear(&run->waits);
    references_clear(&run->references);
    free(run->chosen);
    free(run->own);
    store_close(run->store);
    json_decref(run->starts);
    grid_destroy(run->grid);
    focus_destroy(run->focus);
    study_destroy(run->study);
    free(run);
}
