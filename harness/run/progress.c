/* What a person sees while a study runs: see progress.h.
 *
 * Curves that differ in their precision alone form a group, since floors are measured across it: when the
 * last expected cell of a group is done, its fits are made and judged by themselves.  What other fits say
 * (witnesses, comparison classes) may change a verdict later; then its line appears again at the end. */
#include "harness/run/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "harness/judge/fits.h"
#include "numerics/memory.h"

enum { PLAIN_SECONDS = 30, LONGEST_LINE = 4096 };

/* ---- the work ---- */

/* ", about 3 min left" at the end of the line; nothing before there is something to judge by. */
static void add_left(char *line, size_t size, double share, double elapsed)
{
    double left = share > 0.005 ? elapsed / share - elapsed : 0;
    size_t used = strlen(line);

    if (left <= 0)
        return;
    if (left < 120)
        snprintf(line + used, size - used, ", about %.0f s left", left);
    else
        snprintf(line + used, size - used, ", about %.0f min left", left / 60);
}

/* What fits into one line of the terminal: what wraps cannot be overwritten. */
static int find_width(void)
{
    struct winsize window = {.ws_col = 0};

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1 ? window.ws_col - 1 : 79;
}

void progress_show(struct progress *progress, const struct progress_counts *counts)
{
    time_t now = time(NULL);
    char line[256];

    if (difftime(now, progress->shown) < (progress->terminal ? 1 : PLAIN_SECONDS))
        return;
    progress->shown = now;
    snprintf(line, sizeof line, "%3.0f %% of the work, %zu of %zu cells (%zu from the store), %zu broke down",
             100 * counts->share, counts->done, counts->wanted, counts->stored, counts->broke_down);
    add_left(line, sizeof line, counts->share, difftime(now, progress->start));
    if (progress->terminal)
        fprintf(stderr, "\r%.*s\033[K", find_width(), line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
}

void progress_end(const struct progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
}

/* ---- fits ---- */

static size_t find_group(const struct grid *grid, size_t curve)
{
    const struct grid_curve *own = grid->curve + curve;
    size_t i = 0;

    while (grid->curve[i].problem != own->problem || grid->curve[i].projection != own->projection ||
           grid->curve[i].method != own->method)
        i++;
    return i;
}

struct progress progress_begin(const struct cells *cells, const struct refinement *refinement,
                               progress_line *line_of)
{
    const size_t curves = cells->grid->curves;
    const time_t now = time(NULL);
    struct progress progress = {.terminal = isatty(STDERR_FILENO),
                                .start = now,
                                .shown = now,
                                .cells = cells,
                                .refinement = refinement,
                                .line_of = line_of};

    progress.group = memory_keep(&progress.kept, curves, sizeof *progress.group);
    progress.expected = memory_keep(&progress.kept, curves, sizeof *progress.expected);
    progress.touched = memory_keep(&progress.kept, curves, sizeof *progress.touched);
    progress.printed = memory_keep(&progress.kept, curves, sizeof *progress.printed);
    for (size_t i = 0; i < curves; i++)
        progress.group[i] = find_group(cells->grid, i);
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

/* Prints the line of the fit unless it was printed with this verdict; `slot` is its number among those of its
 * curve. */
static void show_fit(struct progress *progress, const struct fit *fit, size_t curve, size_t slot)
{
    const int verdict = (int)fit->outcome.verdict + 1;
    char line[LONGEST_LINE];

    if (!progress->line_of || slot >= PROGRESS_MEASURES || fit->status == FIT_NOT_APPLICABLE ||
        progress->printed[curve][slot] == verdict)
        return;
    progress_end(progress);
    fprintf(stderr, "%s\n", progress->line_of(fit, line, sizeof line));
    progress->printed[curve][slot] = verdict;
}

static void show_all(struct progress *progress, const struct results *results, bool last)
{
    size_t slot = 0;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        size_t curve = results->fit[i].curve;

        slot = i > 0 && results->fit[i - 1].curve == curve ? slot + 1 : 0;
        if (last ? progress->touched[progress->group[curve]]
                 : !fit->outcome.next && !refinement_is_due(progress->refinement, results, i))
            show_fit(progress, fit, curve, slot);
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

struct results *progress_done(struct progress *progress, size_t cell)
{
    size_t group = group_of(progress, cell);
    struct results *results = --progress->expected[group] > 0 ? NULL : progress_fits(progress, group);

    if (results)
        show_all(progress, results, false);
    return results;
}

void progress_finish(struct progress *progress, const struct results *results)
{
    show_all(progress, results, true);
}
