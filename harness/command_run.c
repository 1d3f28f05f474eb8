/* assay run: all cells of a study in worker processes, then their orders, tables, figures and page. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/command.h"
#include "harness/fits.h"
#include "harness/pool.h"
#include "harness/provenance.h"
#include "harness/study_check.h"
#include "numerics/memory.h"
#include "reports/output.h"
#include "reports/report.h"

struct run {
    const struct options *options;
    struct study *study;
    struct grid *grid;
    struct row *rows;
    double *cost; /* predicted, per cell */
    double total_cost, done_cost;
    size_t wanted, done, broke_down, crashed;
    time_t start, shown;
    bool terminal;
    char folder[OUTPUT_PATH]; /* of the report */
};

/* Residual evaluations times stages squared, more in mpfr: enough to order cells and to tell the time left.
 */
static double predict_cost(const struct grid *grid, size_t cell)
{
    size_t step;
    const struct grid_curve *curve = grid_find(grid, cell, &step);
    const struct grid_problem *p = grid->problem + curve->problem;
    double stages = curve->method.stages ? (double)curve->method.stages : 3,
           d = (double)p->problem->model->dimension;
    bool in_mpfr = grid->precision[curve->precision].bits != CELL_DOUBLE;

    return (double)p->count[step] * (stages + 2) * d * (10 + stages + d) * (in_mpfr ? 12 : 1);
}

struct ordered {
    double cost;
    size_t cell;
};

static int compare_cost(const void *a, const void *b)
{
    const struct ordered *first = a, *second = b;

    if (first->cost != second->cost)
        return first->cost < second->cost ? -1 : 1;
    return (first->cell > second->cell) - (first->cell < second->cell);
}

/* The cells that are wanted and not done, cheapest first; *count says how many. */
static size_t *order_cells(struct run *run, size_t *count)
{
    size_t cells = run->grid->cells, *order = memory_create(cells, sizeof *order);
    struct ordered *ordered = memory_create(cells, sizeof *ordered);

    *count = 0;
    for (size_t i = 0; i < cells; i++) {
        if (!grid_wants(run->grid, i) || run->rows[i].done || run->rows[i].crashed)
            continue;
        run->cost[i] = predict_cost(run->grid, i);
        run->total_cost += run->cost[i];
        ordered[(*count)++] = (struct ordered){run->cost[i], i};
    }
    qsort(ordered, *count, sizeof *ordered, compare_cost);
    for (size_t i = 0; i < *count; i++)
        order[i] = ordered[i].cell;
    free(ordered);
    return order;
}

static char *run_cell(void *context, size_t cell)
{
    const struct run *run = context;

    return row_run(run->grid, cell);
}

static bool take_row(void *context, size_t cell, const char *line)
{
    struct run *run = context;
    struct row *row = run->rows + cell;

    run->done++;
    run->done_cost += run->cost[cell];
    if (!line || !row_read(row, line)) {
        row->crashed = true;
        run->crashed++;
    } else if (!row->completed) {
        run->broke_down++;
    }
    return true;
}

/* One line, rewritten on a terminal; plain, every 30 seconds, elsewhere. */
static void show_progress(void *context)
{
    struct run *run = context;
    time_t now = time(NULL);
    double share = run->done_cost / run->total_cost, elapsed = difftime(now, run->start);

    if (difftime(now, run->shown) < (run->terminal ? 1 : 30))
        return;
    run->shown = now;
    fprintf(stderr, "%s%3.0f %% of the work, %zu of %zu cells, %zu broke down, about %.0f s left%s",
            run->terminal ? "\r" : "", 100 * share, run->done, run->wanted, run->broke_down,
            share > 0.005 ? elapsed / share - elapsed : 0, run->terminal ? "   " : "\n");
    fflush(stderr);
}

/* Runs the wanted cells that are not done; false when some could not be. */
static bool run_cells(struct run *run)
{
    unsigned long jobs = pool_processors();
    struct error error;
    size_t count, *order = order_cells(run, &count);
    bool complete;

    if (run->options->jobs)
        options_number("jobs", run->options->jobs, 1, &jobs, &error);
    run->wanted += count;
    complete = pool_run(&(struct pool_work){.jobs = count,
                                            .order = order,
                                            .run = run_cell,
                                            .take = take_row,
                                            .progress = show_progress,
                                            .context = run},
                        jobs);
    if (run->terminal)
        fprintf(stderr, "\r%-100s\r", "");
    free(order);
    return complete && !run->crashed;
}

/* All cells, those of the refinements last.  NULL with a message when a claim cannot be read. */
static struct results *measure(struct run *run, const struct provenance *provenance, int *status,
                               struct error *error)
{
    struct results *results;
    size_t refined;

    run->rows = memory_create(run->grid->cells, sizeof *run->rows);
    run->cost = memory_create(run->grid->cells, sizeof *run->cost);
    run->start = run->shown = time(NULL);
    run->terminal = isatty(STDERR_FILENO);
    *status = run_cells(run) ? STATUS_COMPLETE : STATUS_INCOMPLETE;
    results = fits_create(run->grid, run->rows, provenance, error);
    refined = results ? fits_refine(results, run->grid) : 0;
    if (!refined)
        return results;
    fits_destroy(results);
    fprintf(stderr, "%zu curves have not settled: %zu halvings more for each\n", refined, run->study->refine);
    if (!run_cells(run))
        *status = STATUS_INCOMPLETE;
    return fits_create(run->grid, run->rows, provenance, error);
}

/* Where the measured order is not the claimed one, with the numbers; then the counts. */
static void print_summary(const struct run *run, const struct results *results)
{
    size_t claimed = 0, agree = 0, undecided = 0;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        bool measured = fit->status == FIT_MEASURED;

        if (!fit->claim || strcmp(fit->precision, "double") == 0)
            continue;
        claimed++;
        if (measured && fabs(fit->order - fit->claim->value) <= 0.1 + (fit->high - fit->low) / 2) {
            agree++;
        } else if (measured) {
            printf("differs  %s: measured %.3f [%.2f, %.2f], claimed %s %s = %g (%s)\n", fit->id, fit->order,
                   fit->low, fit->high, fit->claim->kind, fit->claim->formula, fit->claim->value,
                   fit->claim->source);
        } else {
            undecided++;
            printf("open     %s: %s, claimed %s %s = %g (%s)\n", fit->id,
                   fit->status == FIT_EXACT ? "exact, the error is at the floor at every step" : fit->reason,
                   fit->claim->kind, fit->claim->formula, fit->claim->value, fit->claim->source);
        }
    }
    printf("%zu cells, %zu broke down; %zu fits; %zu orders claimed: %zu agree, %zu differ, %zu open\n",
           results->cells, run->broke_down, results->fits, claimed, agree, claimed - agree - undecided,
           undecided);
}

static bool write_report(const struct run *run, const struct results *results, struct error *error)
{
    const char *folder = run->folder;

    if (!report_write(results, folder, error))
        return false;
    if (run->options->json) {
        json_t *json = report_json(results);

        json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
        printf("\n");
        json_decref(json);
        return true;
    }
    print_summary(run, results);
    for (size_t i = 0; i < results->tables; i++)
        printf("table  %s/tables/%s.txt\n", folder, results->table[i].name);
    for (size_t i = 0; i < results->figures; i++)
        printf("figure %s/figures/%s.svg\n", folder, results->figure[i].name);
    printf("page   %s/index.html\n", folder);
    return true;
}

static bool check_writable(const char *folder, struct error *error)
{
    struct output probe;

    if (!output_make_directory(folder, error) || !output_open(&probe, error, folder, ".writable"))
        return false;
    remove(probe.path);
    return output_close(&probe, error);
}

/* The folders of the report are there and can be written: known before hours of computing. */
static bool prepare_folder(struct run *run, struct error *error)
{
    static const char *const parts[] = {"tables", "figures", "data", "."};
    const char *out = run->options->out;
    int length = out ? snprintf(run->folder, sizeof run->folder, "%s", out)
                     : snprintf(run->folder, sizeof run->folder, "out/%s", run->study->name);

    if (length >= OUTPUT_PATH)
        return error_set(error, "--out %.60s... is too long; write a shorter path", out ? out : run->folder);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char folder[OUTPUT_PATH + 16];
        struct error reason;

        snprintf(folder, sizeof folder, "%s/%s", run->folder, parts[i]);
        if (!check_writable(folder, &reason))
            return error_set(error, "%s; write --out with a folder that can be written", reason.text);
    }
    return true;
}

/* All that can be refused, before anything is run. */
static bool prepare(struct run *run, struct error *error)
{
    unsigned long jobs;

    if (run->options->words != 1)
        return error_set(error, "run needs one study; 'assay list studies' names them");
    if (run->options->jobs && !options_number("jobs", run->options->jobs, 1, &jobs, error))
        return false;
    run->study = study_create(run->options->word[0], error);
    run->grid = run->study ? grid_create(run->study, run->options->only, error) : NULL;
    return run->grid && study_check(run->grid, error) && prepare_folder(run, error) &&
           grid_add_references(run->grid, error);
}

static bool run_study(struct run *run, int *status, struct error *error)
{
    char hash[17];
    struct provenance provenance;
    struct results *results;

    if (!prepare(run, error))
        return false;
    provenance_hash(hash, run->study->text);
    provenance = provenance_of(run->options->command_line, hash);
    results = measure(run, &provenance, status, error);
    if (!results)
        return false;
    if (!write_report(run, results, error))
        *status = STATUS_INCOMPLETE;
    fits_destroy(results);
    return true;
}

int command_run(const struct options *options, struct error *error)
{
    struct run run = {.options = options};
    int status = STATUS_UNUSABLE;

    if (!run_study(&run, &status, error))
        status = STATUS_UNUSABLE;
    for (size_t i = 0; run.rows && i < run.grid->cells; i++)
        row_clear(run.rows + i);
    free(run.rows);
    free(run.cost);
    grid_destroy(run.grid);
    study_destroy(run.study);
    return status;
}
