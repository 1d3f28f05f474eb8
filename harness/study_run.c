/* A study at work: see study_run.h.
 *
 * The parent alone reads and writes the store; workers are handed numbers of cells and answer with lines. */
#include "harness/study_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/cell_key.h"
#include "harness/cell_order.h"
#include "harness/fits.h"
#include "harness/pool.h"
#include "harness/provenance.h"
#include "harness/refinement.h"
#include "harness/store.h"
#include "harness/study_check.h"
#include "numerics/memory.h"

struct study_run {
    const struct options *options;
    struct study *study;
    struct grid *grid;
    struct store *store;
    struct row *rows;
    bool *looked_up; /* the store was asked for the cell */
    double *cost;    /* predicted, per cell */
    double total_cost, done_cost;
    size_t wanted, done, stored, broke_down, crashed;
    unsigned long shard, shards; /* 1 of 1: everything */
    time_t start, shown;
    bool terminal;
    struct error store_error; /* the first that happened while cells came in */
    struct results *results;
    char hash[17];
};

/* -- keys -- */

static void find_key(const struct study_run *run, size_t cell, char key[CELL_KEY_TEXT])
{
    size_t step;
    const struct grid_curve *curve = grid_find(run->grid, cell, &step);
    const struct grid_problem *p = run->grid->problem + curve->problem;
    const struct model *model = p->problem->model;
    struct cell_key_value *values = memory_create(model->parameters + model->dimension, sizeof *values);

    for (size_t i = 0; i < model->parameters; i++)
        values[i] = (struct cell_key_value){model->parameter[i].name, model->parameter[i].text};
    for (size_t i = 0; i < model->dimension; i++)
        values[model->parameters + i] =
            (struct cell_key_value){model->coordinates[i], p->problem->initial->text[i]};
    cell_key_create(
        &(struct cell_key_parts){
            .model = model->text,
            .parameters = model->parameters,
            .parameter = values,
            .initials = model->dimension,
            .initial = values + model->parameters,
            .method = curve->method.name,
            .projection = curve->projection->name,
            .step = p->step[step],
            .steps = p->count[step],
            .bits = run->grid->precision[curve->precision].bits,
            .coefficients = "rounded",
            .reference_digits = grid_reference_digits(run->grid),
            .numerics_version = provenance_of("", NULL).numerics_version,
        },
        key);
    free(values);
}

static bool in_shard(const struct study_run *run, size_t cell)
{
    char key[CELL_KEY_TEXT], head[9];

    if (run->shards == 1)
        return true;
    find_key(run, cell, key);
    snprintf(head, sizeof head, "%.8s", key);
    return strtoul(head, NULL, 16) % run->shards == run->shard - 1;
}

/* -- rows -- */

static void count_row(struct study_run *run, const struct row *row)
{
    if (!row->completed)
        run->broke_down++;
}

/* The rows that the store has of the wanted cells; false when it cannot be read. */
static bool look_up(struct study_run *run, struct error *error)
{
    for (size_t i = 0; i < run->grid->cells; i++) {
        char key[CELL_KEY_TEXT], *line;

        if (!grid_wants(run->grid, i) || run->rows[i].done || run->looked_up[i] || run->options->fresh)
            continue;
        run->looked_up[i] = true;
        find_key(run, i, key);
        if (!store_find_cell(run->store, key, &line, error))
            return false;
        if (line && row_read(run->rows + i, line)) {
            run->stored++;
            count_row(run, run->rows + i);
        }
        free(line);
    }
    return true;
}

static char *run_cell(void *context, size_t cell)
{
    const struct study_run *run = context;

    return row_run(run->grid, cell);
}

static void cell_id(const struct study_run *run, size_t cell, char *id, size_t size)
{
    size_t step, used;
    const struct grid_curve *curve = grid_find(run->grid, cell, &step);

    grid_curve_id(run->grid, curve, id, size);
    used = strlen(id);
    snprintf(id + used, size - used, "/%s", run->grid->problem[curve->problem].step_text[step]);
}

static bool take_row(void *context, size_t cell, const char *line)
{
    struct study_run *run = context;
    struct row *row = run->rows + cell;
    char key[CELL_KEY_TEXT], id[512];

    run->done++;
    run->done_cost += run->cost[cell];
    if (!line || !row_read(row, line)) {
        row->crashed = true;
        run->crashed++;
        return true;
    }
    count_row(run, row);
    find_key(run, cell, key);
    cell_id(run, cell, id, sizeof id);
    return store_put_cell(run->store, key, id, line, &run->store_error);
}

/* One line, rewritten on a terminal; plain, every 30 seconds, elsewhere. */
static void show_progress(void *context)
{
    struct study_run *run = context;
    time_t now = time(NULL);
    double share = run->done_cost / run->total_cost, elapsed = difftime(now, run->start);

    if (difftime(now, run->shown) < (run->terminal ? 1 : 30))
        return;
    run->shown = now;
    fprintf(
        stderr,
        "%s%3.0f %% of the work, %zu of %zu cells (%zu from the store), %zu broke down, about %.0f s left%s",
        run->terminal ? "\r" : "", 100 * share, run->done + run->stored, run->wanted + run->stored,
        run->stored, run->broke_down, share > 0.005 ? elapsed / share - elapsed : 0,
        run->terminal ? "   " : "\n");
    fflush(stderr);
}

/* The cells to compute, cheapest first. */
static size_t *choose_cells(struct study_run *run, size_t *count)
{
    size_t *cells = memory_create(run->grid->cells, sizeof *cells);

    *count = 0;
    for (size_t i = 0; i < run->grid->cells; i++) {
        if (grid_wants(run->grid, i) && !run->rows[i].done && !run->rows[i].crashed && in_shard(run, i)) {
            run->cost[i] = cell_order_cost(run->grid, i);
            run->total_cost += run->cost[i];
            cells[(*count)++] = i;
        }
    }
    cell_order_sort(cells, *count, run->cost);
    return cells;
}

/* Computes the wanted cells that neither the store nor an earlier round has.  False with a message when
 * nothing can be computed or stored; crashed cells are counted. */
static bool compute_cells(struct study_run *run, struct error *error)
{
    unsigned long jobs = pool_processors();
    size_t count, *cells;
    bool good = true;

    cells = choose_cells(run, &count);
    if (run->options->jobs)
        options_number("jobs", run->options->jobs, 1, &jobs, error);
    run->wanted += count;
    if (count && grid_add_references(run->grid, error)) {
        good = pool_run(&(struct pool_work){.jobs = count,
                                            .order = cells,
                                            .run = run_cell,
                                            .take = take_row,
                                            .progress = show_progress,
                                            .context = run},
                        jobs);
        if (run->terminal)
            fprintf(stderr, "\r%-110s\r", "");
        if (!good)
            error_set(error, "%s",
                      run->store_error.text[0] ? run->store_error.text : "no worker could be started");
    } else if (count) {
        good = false;
    }
    free(cells);
    return good;
}

/* One round: what the store has, then what has to be computed. */
static bool gather(struct study_run *run, bool compute, struct error *error)
{
    return look_up(run, error) && (!compute || compute_cells(run, error));
}

static size_t count_missing(const struct study_run *run)
{
    size_t missing = 0;

    for (size_t i = 0; i < run->grid->cells; i++)
        missing += grid_wants(run->grid, i) && !run->rows[i].done;
    return missing;
}

/* -- what others call -- */

const struct results *study_run_measure(struct study_run *run, bool compute, bool *complete,
                                        struct error *error)
{
    struct provenance provenance = provenance_of(run->options->command_line, run->hash);
    size_t refined;

    do {
        fits_destroy(run->results);
        run->results = NULL;
        if (!gather(run, compute, error))
            return NULL;
        run->results = fits_create(run->grid, run->rows, &provenance, error);
        refined = run->results ? refinement_request(run->results, run->grid) : 0;
        if (refined && compute)
            fprintf(stderr, "%zu curves need more steps or a witness\n", refined);
    } while (refined);
    *complete = count_missing(run) == 0;
    if (run->results && !store_put_fits(run->store, run->results, error))
        return NULL;
    return run->results;
}

bool study_run_fill(struct study_run *run, bool *complete, struct error *error)
{
    if (!gather(run, true, error))
        return false;
    *complete = run->crashed == 0;
    printf("shard %lu/%lu: %zu cells computed, %zu were in the store\n", run->shard, run->shards, run->done,
           run->stored);
    return true;
}

bool study_run_plan(struct study_run *run, struct error *error)
{
    size_t count, *cells;

    if (!look_up(run, error))
        return false;
    cells = choose_cells(run, &count);
    for (size_t i = 0; i < count; i++) {
        char id[512];

        cell_id(run, cells[i], id, sizeof id);
        printf("%-90s %10.3g\n", id, run->cost[cells[i]]);
    }
    printf(
        "%zu cells to compute, %zu in the store; predicted cost %.3g (units of one evaluation in double)\n",
        count, run->stored, run->total_cost);
    free(cells);
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

static bool prepare(struct study_run *run, const char *name, struct error *error)
{
    unsigned long jobs;

    if (run->options->jobs && !options_number("jobs", run->options->jobs, 1, &jobs, error))
        return false;
    if (!read_shard(run, error))
        return false;
    run->study = study_create(name, error);
    run->grid = run->study ? grid_create(run->study, run->options->only, error) : NULL;
    if (!run->grid || !study_check(run->grid, error) || !open_store(run, error))
        return false;
    provenance_hash(run->hash, run->study->text);
    run->rows = memory_create(run->grid->cells, sizeof *run->rows);
    run->looked_up = memory_create(run->grid->cells, sizeof *run->looked_up);
    run->cost = memory_create(run->grid->cells, sizeof *run->cost);
    run->start = run->shown = time(NULL);
    run->terminal = isatty(STDERR_FILENO);
    return true;
}

struct study_run *study_run_create(const char *name, const struct options *options, struct error *error)
{
    struct study_run *run = memory_create(1, sizeof *run);

    run->options = options;
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
    for (size_t i = 0; run->rows && i < run->grid->cells; i++)
        row_clear(run->rows + i);
    free(run->rows);
    free(run->looked_up);
    free(run->cost);
    store_close(run->store);
    grid_destroy(run->grid);
    study_destroy(run->study);
    free(run);
}
