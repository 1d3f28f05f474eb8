/* The panels of a figure of histories: see panels.h.
 *
 * A panel shows the runs of one model with one set of initial data and one step: where it names none, the
 * first of the results.  Methods, projections and precisions are globs; a curve is called after those of them
 * in which the curves of its panel differ. */
#include "reports/figures/panels.h"

#include "numerics/memory.h"
#include "reports/words.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Which runs ---- */

static bool matches_any(const struct results_panel *asked, const char *method)
{
    for (size_t i = 0; i < asked->methods; i++) {
        if (fnmatch(asked->method[i], method, 0) == 0)
            return true;
    }
    return false;
}

static bool matches(const struct results_panel *asked, const struct cell *cell)
{
    return strcmp(cell->model, asked->model) == 0 && matches_any(asked, cell->method) &&
           fnmatch(asked->projection, cell->projection, 0) == 0 &&
           fnmatch(asked->precision, cell->precision, 0) == 0 &&
           (!asked->initial || strcmp(cell->initial, asked->initial) == 0) &&
           (!asked->step || strcmp(cell->step, asked->step) == 0);
}

/* The panel with the initial data and the step of its first run where it names none. */
static struct results_panel complete(const struct results *results, const struct results_panel *asked)
{
    struct results_panel panel = *asked;

    for (size_t i = 0; i < results->cells; i++) {
        if (!matches(&panel, &results->cell[i]))
            continue;
        panel.initial = results->cell[i].initial;
        panel.step = results->cell[i].step;
        break;
    }
    return panel;
}

/* ---- What of them ---- */

double panels_time(const struct panels_curve *curve)
{
    return curve->history->value[curve->begin * curve->history->columns];
}

static enum panels_look look_of(const struct results_panel *asked)
{
    const bool start = asked->draw == DRAW_FIRST_TENTH;

    switch (asked->kind) {
    case PANEL_ORBIT:
        return asked->draw == DRAW_LINES ? PANELS_LINES : PANELS_POINTS;
    case PANEL_LOOP:
        return start ? PANELS_LOOP_START : PANELS_LOOP;
    case PANEL_SURFACE:
        return start ? PANELS_SURFACE_START : PANELS_SURFACE;
    case PANEL_MAXIMA:
        return PANELS_MAXIMA;
    case PANEL_HISTORY:
    case PANEL_NONE:
        break;
    }
    return asked->draw == DRAW_SIGNED  ? PANELS_SIGNED
           : asked->draw == DRAW_MEANS ? PANELS_MEANS
                                       : PANELS_MAGNITUDE;
}

bool panels_in_plane(enum panels_look look)
{
    return look == PANELS_POINTS || look == PANELS_LINES || panels_at_times(look);
}

bool panels_at_times(enum panels_look look)
{
    return look >= PANELS_LOOP;
}

static bool find_column(const struct cell_history *history, const char *name, size_t *column)
{
    for (*column = 1; *column < history->columns; ++*column) {
        if (strcmp(history->column[*column], name) == 0)
            return true;
    }
    return false;
}

/* Whether the history has the columns that the curve draws, which are then found. */
static bool find_columns(struct panels_curve *curve, const struct cell_history *history,
                         enum panels_look look)
{
    if (history->entries == 0)
        return false;
    if (panels_in_plane(look))
        return find_column(history, curve->axis[0], &curve->first) &&
               find_column(history, curve->axis[1], &curve->second);
    curve->has_band = find_column(history, "low", &curve->first) &&
                      find_column(history, "high", &curve->second) &&
                      find_column(history, "mean", &curve->third);
    return curve->has_band || find_column(history, "value", &curve->first);
}

static void find_history(struct panels_curve *curve, const struct results_panel *asked, enum panels_look look)
{
    for (size_t i = 0; i < curve->cell->histories; i++) {
        const struct cell_history *history = &curve->cell->history[i];

        if (strcmp(history->channel, asked->channel) == 0 && find_columns(curve, history, look)) {
            curve->history = history;
            curve->entries = history->entries;
            return;
        }
    }
}

static void add_curve(struct panels_panel *panel, const struct panels_curve *curve)
{
    panel->curve = memory_resize(panel->curve, panel->curves + 1, sizeof *panel->curve);
    panel->curve[panel->curves++] = *curve;
}

/* A curve for each time of the history that the panel shows: 0 and those beyond the first tenth, or those in
 * it.  Rows of the same time are one behind the other. */
static void add_times(struct panels_panel *panel, const struct panels_curve *whole)
{
    const struct cell_history *history = whole->history;
    const double tenth = 0.1 * (double)whole->cell->steps * whole->cell->step_value;
    const bool start = panel->look == PANELS_LOOP_START || panel->look == PANELS_SURFACE_START;
    struct panels_curve curve = *whole;

    for (curve.begin = 0; curve.begin < history->entries; curve.begin += curve.entries) {
        double time = panels_time(&curve);

        curve.entries = 1;
        while (curve.begin + curve.entries < history->entries &&
               history->value[(curve.begin + curve.entries) * history->columns] == time)
            curve.entries++;
        if (time == 0 || (time <= tenth * (1 + 1e-8)) == start)
            add_curve(panel, &curve);
    }
}

static void add_curves(struct panels_panel *panel, const struct cell *cell)
{
    const size_t pairs = panels_in_plane(panel->look) ? panel->asked->axes / 2 : 1;

    for (size_t k = 0; k < pairs; k++) {
        struct panels_curve curve = {.cell = cell};

        for (size_t a = 0; panels_in_plane(panel->look) && a < 2; a++)
            curve.axis[a] = panel->asked->axis[2 * k + a];
        find_history(&curve, panel->asked, panel->look);
        if (curve.history && panels_at_times(panel->look))
            add_times(panel, &curve);
        else
            add_curve(panel, &curve);
    }
}

/* ---- Names ---- */

static bool differ(const char *a, const char *b)
{
    return strcmp(a, b) != 0;
}

/* The method, and of projection, precision and coordinates those in which the curves of the panel differ. */
static void name_curves(struct panels_panel *panel)
{
    bool projections = false, precisions = false;

    for (size_t i = 1; i < panel->curves; i++) {
        projections |= differ(panel->curve[i].cell->projection, panel->curve->cell->projection);
        precisions |= differ(panel->curve[i].cell->precision, panel->curve->cell->precision);
    }
    for (size_t i = 0; i < panel->curves; i++) {
        struct panels_curve *curve = panel->curve + i;
        const char *projection = curve->cell->projection;
        char pair[64] = "", precision[64] = "", time[32] = "";

        if (panels_in_plane(panel->look) && panel->asked->axes > 2)
            snprintf(pair, sizeof pair, " (%.24s, %.24s)", curve->axis[0], curve->axis[1]);
        if (panels_at_times(panel->look) && curve->history)
            snprintf(time, sizeof time, ", t = %.6g", panels_time(curve));
        if (precisions)
            words_precision(curve->cell->precision, precision, sizeof precision);
        snprintf(curve->label, sizeof curve->label, "%.40s%s%.20s%s%.30s%s%s", curve->cell->method,
                 projections ? ", " : "",
                 projections ? strcmp(projection, "none") == 0 ? "no projection" : projection : "",
                 precisions ? ", " : "", precision, pair, time);
    }
}

/* Curves of the same name look the same; styles are counted in the order in which names appear.  Times are
 * those of one panel alone, and counted there. */
static void give_styles(struct panels *panels)
{
    size_t styles = 0;

    for (size_t p = 0; p < panels->panels; p++) {
        for (size_t c = 0; c < panels->panel[p].curves; c++) {
            struct panels_curve *curve = panels->panel[p].curve + c;

            curve->style = panels_at_times(panels->panel[p].look) ? c : styles;
            if (panels_at_times(panels->panel[p].look))
                continue;
            for (size_t q = 0; q <= p; q++) {
                const struct panels_panel *other = panels->panel + q;

                for (size_t d = 0; d < (q < p ? other->curves : c); d++) {
                    if (strcmp(other->curve[d].label, curve->label) == 0)
                        curve->style = other->curve[d].style;
                }
            }
            styles += curve->style == styles;
        }
    }
}

struct panels *panels_create(const struct results *results, const struct results_figure *figure)
{
    struct panels *panels = memory_create(1, sizeof *panels);

    *panels = (struct panels){results, figure, figure->panels,
                              memory_create(figure->panels + 1, sizeof *panels->panel)};
    for (size_t i = 0; i < figure->panels; i++) {
        const struct results_panel asked = complete(results, figure->panel + i);
        struct panels_panel *panel = panels->panel + i;

        panel->asked = figure->panel + i;
        panel->look = look_of(&asked);
        panel->letter = (char)('a' + i);
        for (size_t c = 0; c < results->cells; c++) {
            if (matches(&asked, &results->cell[c]))
                add_curves(panel, &results->cell[c]);
        }
        name_curves(panel);
    }
    give_styles(panels);
    return panels;
}

void panels_destroy(struct panels *panels)
{
    if (!panels)
        return;
    for (size_t i = 0; i < panels->panels; i++)
        free(panels->panel[i].curve);
    free(panels->panel);
    free(panels);
}

bool panels_has_data(const struct panels_panel *panel)
{
    for (size_t i = 0; i < panel->curves; i++) {
        if (panel->curve[i].history)
            return true;
    }
    return false;
}

/* ---- Words ---- */

/* The rest of the name behind `prefix`; NULL where the name begins otherwise. */
static const char *after(const char *name, const char *prefix)
{
    return strncmp(name, prefix, strlen(prefix)) == 0 ? name + strlen(prefix) : NULL;
}

const char *panels_channel(const char *channel, char *buffer, size_t size)
{
    static const char *const words[][2] = {{"energy", "energy error"},
                                           {"constraint", "constraint error |p − ϑ(q)|"},
                                           {"multiplier", "multiplier |λ|"},
                                           {"state", "coordinates"},
                                           {"loop", "loop"},
                                           {"surface", "surface"}};
    static const char *const integrals[][2] = {{"poincare_1:", "first"}, {"poincare_2:", "second"}};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(channel, words[i][0]) == 0) {
            snprintf(buffer, size, "%s", words[i][1]);
            return buffer;
        }
    }
    if (after(channel, "multiplier:")) {
        snprintf(buffer, size, "component %s of the multiplier λ", after(channel, "multiplier:"));
        return buffer;
    }
    for (size_t i = 0; i < sizeof integrals / sizeof *integrals; i++) {
        const char *form = after(channel, integrals[i][0]);

        if (form) {
            snprintf(buffer, size, "%s Poincaré invariant (%s)", integrals[i][1], form);
            return buffer;
        }
    }
    snprintf(buffer, size, "%s error", channel);
    for (char *c = buffer; *c; c++)
        *c = strchr("-_", *c) ? ' ' : *c;
    return buffer;
}

const char *panels_end(const struct panels_curve *curve, char *buffer, size_t size)
{
    const enum cell_status status = curve->cell->status;

    buffer[0] = '\0';
    if (status == CELL_BROKE_DOWN)
        snprintf(buffer, size, "breaks down at step %lu", curve->cell->broke_down_at);
    else if (status == CELL_NOT_APPLICABLE)
        snprintf(buffer, size, "does not apply");
    else if (status != CELL_COMPLETED)
        snprintf(buffer, size, "%s", term_word(TERM_CELL, status));
    else if (!curve->history)
        snprintf(buffer, size, "has none");
    return buffer;
}
