/* The fits of a study that runs: see progress.h.
 *
 * Curves that differ in their precision alone form a group, since floors are measured across it: when the
 * last expected cell of a group is done, its fits are made and judged by themselves.  What other fits say
 * (witnesses, comparison classes) may change a verdict later. */
#include "harness/run/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/fits.h"
#include "numerics/memory.h"

enum { LONGEST_LINE = 4096 };

struct progress progress_begin(const struct cells *cells, const struct refinement *refinement,
                               progress_line *line_of)
{
    const size_t curves = cells->grid->curves;
    struct progress progress = {
        .group = cells->grid->group, .cells = cells, .refinement = refinement, .line_of = line_of};

    progress.expected = memory_keep(&progress.kept, curves, sizeof *progress.expected);
    progress.touched = memory_keep(&progress.kept, curves, sizeof *progress.touched);
    progress.printed = memory_keep(&progress.kept, curves, sizeof *progress.printed);
    return progress;
}

void progress_clear(struct progress *progress)
{
    memory_release(progress->kept);
}

static size_t group_of(const struct progress *progress, size_t cell)
{
    return progress->group[grid_cell_of(progress->cells->grid, cell).curve];
}

void progress_expect(struct progress *progress, size_t cell)
{
    size_t group = group_of(progress, cell);

    progress->expected[group]++;
    progress->touched[group] = true;
}

static void print_line(const struct progress *progress, const struct fit *fit)
{
    char line[LONGEST_LINE];

    fprintf(stderr, "%s\n", progress->line_of(fit, line, sizeof line));
}

/* What was measured, whatever is claimed. */
static void print_measured(const struct progress *progress, const struct fit *fit)
{
    struct fit plain = *fit;

    plain.claim = NULL;
    plain.outcome = (struct verdict_outcome){.verdict = VERDICT_NONE};
    print_line(progress, &plain);
}

/* Of each fit its number among those of its curve is `slot`. */
static void show_all(struct progress *progress, const struct results *results, bool last)
{
    size_t slot = 0;

    for (size_t i = 0; i < results->fits && progress->line_of; i++) {
        const struct fit *fit = results->fit + i;
        const size_t curve = fit->curve.index;
        bool *printed;

        slot = i > 0 && results->fit[i - 1].curve.index == curve ? slot + 1 : 0;
        printed = slot < PROGRESS_MEASURES ? &progress->printed[curve][slot] : NULL;
        if (!printed || fit->order.status == FIT_NOT_APPLICABLE)
            continue;
        if (last && progress->touched[progress->group[curve]]) {
            if (fit->outcome.verdict || !*printed)
                print_line(progress, fit);
        } else if (!last && !*printed && !fit->outcome.next &&
                   !refinement_is_due(progress->refinement, results, i)) {
            print_measured(progress, fit);
            *printed = true;
        }
    }
}

struct results *progress_fits(const struct progress *progress, size_t curve)
{
    const struct grid *grid = progress->cells->grid;
    const struct provenance nobody = {.version = ""};
    struct results *results;
    struct error ignored;
    bool *selected;

    if (progress->group[curve] != curve)
        return NULL;
    selected = memory_create(grid->curves, sizeof *selected);
    for (size_t i = 0; i < grid->curves; i++)
        selected[i] = progress->group[i] == curve;
    results =
        fits_create(grid, progress->cells->row, progress->refinement->panel, selected, &nobody, &ignored);
    free(selected);
    return results;
}

struct results *progress_done(struct progress *progress, size_t cell, const struct work *work)
{
    size_t group = group_of(progress, cell);
    struct results *results = --progress->expected[group] > 0 ? NULL : progress_fits(progress, group);

    if (results && work && progress->line_of) {
        work_hide(work);
        show_all(progress, results, false);
    }
    return results;
}

void progress_finish(struct progress *progress, const struct results *results)
{
    show_all(progress, results, true);
}
