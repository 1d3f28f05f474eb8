/* One line on the terminal for every fit: see fit_lines.h.
 *
 * Curves that differ in their precision alone form a group, since floors are measured across it: when the
 * last expected cell of a group is done, its fits are made and judged by themselves.  What other fits say
 * (witnesses, comparison classes) may change a verdict later; then its line appears again at the end. */
#include "harness/run/fit_lines.h"

#include <stdlib.h>
#include <string.h>

#include "harness/judge/fits.h"
#include "numerics/memory.h"

enum { MOST_MEASURES = 32 };

struct fit_lines {
    const struct cells *cells;
    const struct refinement *refinement;
    const struct progress *progress;
    size_t *group;    /* of each curve: the first curve of its group */
    size_t *expected; /* cells, by the first curve of the group */
    bool *touched;    /* by group: a cell was computed in this run */
    int (*shown)
        [MOST_MEASURES]; /* one more than the verdict printed, by curve and number of the fit; 0: none */
};

static size_t find_group(const struct grid *grid, size_t curve)
{
    const struct grid_curve *own = grid->curve + curve;
    size_t i = 0;

    while (grid->curve[i].problem != own->problem || grid->curve[i].projection != own->projection ||
           strcmp(grid->curve[i].method.name, own->method.name) != 0)
        i++;
    return i;
}

struct fit_lines *fit_lines_create(const struct cells *cells, const struct refinement *refinement,
                                   const struct progress *progress)
{
    struct fit_lines *lines = memory_create(1, sizeof *lines);
    size_t curves = cells->grid->curves;

    *lines = (struct fit_lines){.cells = cells, .refinement = refinement, .progress = progress};
    lines->group = memory_create(curves, sizeof *lines->group);
    lines->expected = memory_create(curves, sizeof *lines->expected);
    lines->touched = memory_create(curves, sizeof *lines->touched);
    lines->shown = memory_create(curves, sizeof *lines->shown);
    for (size_t i = 0; i < curves; i++)
        lines->group[i] = find_group(cells->grid, i);
    return lines;
}

void fit_lines_destroy(struct fit_lines *lines)
{
    if (!lines)
        return;
    free(lines->group);
    free(lines->expected);
    free(lines->touched);
    free(lines->shown);
    free(lines);
}

static size_t group_of(const struct fit_lines *lines, size_t cell)
{
    return lines->group[grid_cell_of(lines->cells->grid, cell).curve];
}

void fit_lines_expect(struct fit_lines *lines, size_t cell)
{
    size_t group = group_of(lines, cell);

    lines->expected[group]++;
    lines->touched[group] = true;
}

/* Prints the fit unless it was printed with this verdict; `slot` is its number among those of its curve. */
static void show(struct fit_lines *lines, const struct fit *fit, size_t curve, size_t slot)
{
    const int shown = (int)fit->verdict + 1;

    if (slot >= MOST_MEASURES || fit->status == FIT_NOT_APPLICABLE)
        return;
    if (lines->shown[curve][slot] == shown)
        return;
    progress_fit(lines->progress, fit);
    lines->shown[curve][slot] = shown;
}

static void show_all(struct fit_lines *lines, const struct results *results, bool last)
{
    size_t slot = 0;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        size_t curve = fits_curve(results, i);

        slot = i > 0 && fits_curve(results, i - 1) == curve ? slot + 1 : 0;
        if (last ? lines->touched[lines->group[curve]]
                 : !fit->next && !refinement_is_due(lines->refinement, results, i))
            show(lines, fit, curve, slot);
    }
}

struct results *fit_lines_done(struct fit_lines *lines, size_t cell)
{
    const struct grid *grid = lines->cells->grid;
    size_t group = group_of(lines, cell);
    struct provenance nobody = {.version = ""};
    struct results *results;
    struct error ignored;
    bool *selected;

    if (--lines->expected[group] > 0)
        return NULL;
    selected = memory_create(grid->curves, sizeof *selected);
    for (size_t i = 0; i < grid->curves; i++)
        selected[i] = lines->group[i] == group;
    results = fits_create(grid, lines->cells->row, selected, &nobody, &ignored);
    if (results)
        show_all(lines, results, false);
    free(selected);
    return results;
}

void fit_lines_finish(struct fit_lines *lines, const struct results *results)
{
    show_all(lines, results, true);
}
