/* The panels of a figure: see panels.h.
 *
 * A panel of errors shows the fits of one model, one projection and one measure with the first initial data.  A
 * panel of histories shows the runs of one model with one set of initial data and one step: where it names none,
 * the first of the results.  Methods, projections and precisions are globs; a curve is called after those of them
 * in which the curves of its panel differ.  What a run has kept: panels_history.c. */
#include "reports/figures/panels.h"

#include "integrators/methods/projection.h"
#include "numerics/memory.h"
#include "reports/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

double panels_positive(double value)
{
    return isfinite(value) && value > 0 ? value : NAN;
}

struct panels_curve *panels_add_curve(struct panels_panel *panel, const struct panels_curve *curve)
{
    panel->curve = memory_resize(panel->curve, panel->curves + 1, sizeof *panel->curve);
    panel->curve[panel->curves] = *curve;
    return panel->curve + panel->curves++;
}

/* ---- Errors against step sizes ---- */

/* The first initial data of the model; *several: it has others too. */
static const char *first_initial(const struct panels *panels, bool *several)
{
    const char *first = NULL;

    *several = false;
    for (size_t i = 0; i < panels->results->fits; i++) {
        const struct problem *problem = panels->results->fit[i].curve.problem;

        if (strcmp(problem->model->name, panels->figure->model) != 0)
            continue;
        first = first ? first : problem->initial->name;
        *several |= strcmp(problem->initial->name, first) != 0;
    }
    return first ? first : "";
}

/* A fit is drawn where some error is positive, and the errors are not all round-off. */
static void add_errors(struct panels_panel *panel, const struct fit *fit, bool against_work)
{
    struct panels_curve *curve = panels_add_curve(panel, &(struct panels_curve){.fit = fit});
    bool any = false;

    snprintf(curve->label, sizeof curve->label, "%s", fit->curve.method->name);
    for (size_t i = 0; i < fit->points.count; i++)
        any |= panels_positive(fit->points.errors[i]) > 0;
    if (!any || fit->order.status == FIT_EXACT || fit->order.status == FIT_NOT_APPLICABLE)
        return;
    curve->points = fit->points.count;
    curve->point = memory_create(fit->points.count, sizeof *curve->point);
    for (size_t i = 0; i < fit->points.count; i++) {
        curve->point[i].x = against_work ? fit->points.evaluations[i] : fit->points.step_values[i];
        curve->point[i].y = panels_positive(fit->points.errors[i]);
        curve->point[i].used = fit->order.used[i];
    }
}

/* The projection of a letter: a row of the table, then those of files in the order of the fits.  NULL past the end. */
static const char *projection_of_letter(const struct results *results, size_t letter)
{
    const struct projection *row = projection_table;

    while (row->name && letter--)
        row++;
    if (row->name)
        return row->name;
    for (size_t i = 0; i < results->fits; i++) {
        const char *name = results->fit[i].curve.projection->name;
        size_t before = 0;

        while (strcmp(results->fit[before].curve.projection->name, name) != 0)
            before++;
        if (before == i && !projection_find(name) && letter-- == 0)
            return name;
    }
    return NULL;
}

bool panels_draw(const struct results *results, const struct study_figure *figure, const struct fit *fit)
{
    const bool own = fit < results->fit + results->fits;

    return (own || (!fit->curve.between && study_says(&figure->beside, fit->curve.method->name))) &&
           strcmp(fit->curve.problem->model->name, figure->model) == 0 &&
           strcmp(fit->curve.precision->text, figure->precision) == 0 &&
           study_says(&figure->measures, fit->measure_name);
}

/* By what is written: of what is selected others may be missing. */
static bool has_one_projection(const struct study *study)
{
    return study->projections.count == 1 && !study_says(&study->projections, STUDY_ALL) &&
           !strpbrk(study->projections.text[0], "*?[");
}

/* A panel for each projection and each measure, those of a projection with one letter. */
static void create_errors(struct panels *panels)
{
    const struct study_figure *figure = panels->figure;
    bool several;
    const char *initial = first_initial(panels, &several);
    const size_t fits = panels->results->fits + (figure->against_work ? panels->results->compared : 0);

    while (projection_of_letter(panels->results, panels->letters))
        panels->letters++;
    panels->alone = has_one_projection(panels->results->study);
    panels->panels = panels->letters * figure->measures.count;
    panels->panel = memory_create(panels->panels + 1, sizeof *panels->panel);
    panels->initial = several ? initial : NULL;
    for (size_t p = 0; p < panels->panels; p++) {
        struct panels_panel *panel = panels->panel + p;

        panel->letter = p / figure->measures.count;
        panel->look = PANELS_ERRORS;
        panel->projection = projection_of_letter(panels->results, panel->letter);
        panel->measure = figure->measures.text[p % figure->measures.count];
        for (size_t i = 0; i < fits; i++) {
            const struct fit *fit = panels->results->fit + i;

            if (panels_draw(panels->results, figure, fit) &&
                strcmp(fit->curve.problem->initial->name, initial) == 0 &&
                strcmp(fit->curve.projection->name, panel->projection) == 0 &&
                strcmp(fit->measure_name, panel->measure) == 0)
                add_errors(panel, fit, figure->against_work);
        }
    }
}

/* ---- Which runs ---- */

/* The runs of the panel: those that match and have the initial data and the step of the first that does; not their
 * repetitions from data that differ in the last bits, which would be the same lines again. */
static void add_runs(struct panels_panel *panel, const struct results *results)
{
    const struct study_panel *asked = panel->asked;
    const struct cell *first = NULL;

    for (size_t c = 0; c < results->cells; c++) {
        const struct cell *cell = results->cell + c;

        if (cell->perturbed ||
            !study_panel_shows(asked, cell->problem->model->name, cell->problem->initial->name,
                               cell->method->name, cell->projection->name, cell->precision->text) ||
            (asked->step && strcmp(cell->step, asked->step) != 0))
            continue;
        first = first ? first : cell;
        if (strcmp(cell->problem->initial->name, first->problem->initial->name) == 0 &&
            strcmp(cell->step, first->step) == 0)
            panels_add_run(panel, cell);
    }
}

/* ---- What of them ---- */

static enum panels_look look_of(const struct study_panel *asked)
{
    static const struct {
        enum panel_kind kind; /* PANEL_NONE: any other */
        enum panel_draw draw; /* DRAW_NONE: any other */
        enum panels_look look;
    } looks[] = {{PANEL_ORBIT, DRAW_LINES, PANELS_LINES},
                 {PANEL_ORBIT, DRAW_NONE, PANELS_POINTS},
                 {PANEL_LOOP, DRAW_FIRST_TENTH, PANELS_LOOP_START},
                 {PANEL_LOOP, DRAW_NONE, PANELS_LOOP},
                 {PANEL_SURFACE, DRAW_FIRST_TENTH, PANELS_SURFACE_START},
                 {PANEL_SURFACE, DRAW_NONE, PANELS_SURFACE},
                 {PANEL_MAXIMA, DRAW_NONE, PANELS_MAXIMA},
                 {PANEL_NONE, DRAW_SIGNED, PANELS_SIGNED},
                 {PANEL_NONE, DRAW_MEANS, PANELS_MEANS}};

    for (size_t i = 0; i < COUNT(looks); i++) {
        if ((looks[i].kind == PANEL_NONE || looks[i].kind == asked->kind) &&
            (looks[i].draw == DRAW_NONE || looks[i].draw == asked->draw))
            return looks[i].look;
    }
    return PANELS_MAGNITUDE;
}

bool panels_in_plane(enum panels_look look)
{
    return look >= PANELS_POINTS;
}

bool panels_at_times(enum panels_look look)
{
    return look >= PANELS_LOOP;
}

bool panels_broke_down(const struct panels_curve *curve)
{
    return curve->cell && curve->cell->status == CELL_BROKE_DOWN;
}

double panels_duration(const struct panels_curve *curve)
{
    return (double)curve->cell->steps * curve->cell->step_value;
}

/* ---- Names ---- */

/* The method, and of projection, precision and coordinates those in which the curves of the panel differ. */
static void name_runs(struct panels_panel *panel)
{
    bool projections = false, precisions = false;

    for (size_t i = 1; i < panel->curves; i++) {
        const struct cell *cell = panel->curve[i].cell, *first = panel->curve->cell;

        projections |= strcmp(cell->projection->name, first->projection->name) != 0;
        precisions |= strcmp(cell->precision->text, first->precision->text) != 0;
    }
    for (size_t i = 0; i < panel->curves; i++) {
        struct panels_curve *curve = panel->curve + i;
        char projection[64] = "", pair[64] = "", precision[84] = ", ", time[32] = "";

        if (projections)
            snprintf(projection, sizeof projection, ", %.40s",
                     strcmp(curve->cell->projection->name, projection_table->name) == 0
                         ? "no projection"
                         : curve->cell->projection->name);
        if (panels_in_plane(panel->look) && panel->asked->axes.count > 2)
            snprintf(pair, sizeof pair, " (%.24s, %.24s)", curve->axis[0], curve->axis[1]);
        if (panels_at_times(panel->look) && curve->history)
            snprintf(time, sizeof time, ", t = %.6g", curve->time);
        if (precisions)
            words_precision(curve->cell->precision->text, precision + 2, sizeof precision - 2);
        snprintf(curve->label, sizeof curve->label, "%.40s%s%.32s%s%s", curve->cell->method->name, projection,
                 precisions ? precision : "", pair, time);
    }
}

/* ---- All of them ---- */

static void create_histories(struct panels *panels)
{
    const struct results *results = panels->results;

    panels->panels = panels->figure->panels;
    panels->alone = panels->panels == 1;
    panels->panel = memory_create(panels->panels + 1, sizeof *panels->panel);
    for (size_t i = 0; i < panels->panels; i++) {
        struct panels_panel *panel = panels->panel + i;

        panel->asked = panels->figure->panel + i;
        panels->letters += !(i && panel->asked->joined);
        panel->letter = panels->letters - 1;
        panel->title = panel->asked->title ? panel->asked->title : "";
        panel->look = look_of(panel->asked);
        add_runs(panel, results);
        name_runs(panel);
    }
}

struct panels *panels_create(const struct results *results, const struct study_figure *figure)
{
    struct panels *panels = memory_create(1, sizeof *panels);

    panels->results = results;
    panels->figure = figure;
    if (figure->panels)
        create_histories(panels);
    else
        create_errors(panels);
    return panels;
}

void panels_destroy(struct panels *panels)
{
    if (!panels)
        return;
    for (size_t i = 0; i < panels->panels; i++) {
        for (size_t c = 0; c < panels->panel[i].curves; c++)
            free(panels->panel[i].curve[c].point);
        free(panels->panel[i].curve);
    }
    free(panels->panel);
    free(panels);
}

/* ---- Words ---- */

/* Of the constraints that the system has by their names, else of p = theta(q). */
static const char *name_constraints(const struct system *system, char *buffer, size_t size)
{
    struct words_text text = {buffer, size, 0};

    words_append(&text, "constraint error ");
    if (!system->constraint_groups)
        words_append(&text, "|p − ϑ(q)|");
    for (size_t k = 0; k < system->constraint_groups; k++) {
        const char *name = system->constraint_group[k].name;

        words_append(&text, "%s|%s|", k ? ", " : "",
                     strcmp(name, "psi") == 0   ? "ψ"
                     : strcmp(name, "phi") == 0 ? "φ"
                                                : name);
    }
    return buffer;
}

const char *panels_channel(const char *channel, const struct system *system, char *buffer, size_t size)
{
    static const struct {
        const char *channel, *before, *after;
        bool part; /* of the name, which stands between the two */
    } words[] = {{"energy", "energy error", "", false},
                 {"multiplier", "multiplier |λ|", "", false},
                 {"state", "coordinates", "", false},
                 {"loop", "loop", "", false},
                 {"surface", "surface", "", false},
                 {"multiplier:", "component ", " of the multiplier λ", true},
                 {"poincare_1:", "first Poincaré invariant (", ")", true},
                 {"poincare_2:", "second Poincaré invariant (", ")", true}};

    if (strcmp(channel, "constraint") == 0)
        return name_constraints(system, buffer, size);
    for (size_t i = 0; i < COUNT(words); i++) {
        const size_t length = strlen(words[i].channel);

        if (strncmp(channel, words[i].channel, length + !words[i].part) != 0)
            continue;
        snprintf(buffer, size, "%s%s%s", words[i].before, channel + length, words[i].after);
        return buffer;
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
    if (panels_broke_down(curve))
        snprintf(buffer, size, "breaks down at step %lu", curve->cell->broke_down_at);
    else if (status == CELL_NOT_APPLICABLE)
        snprintf(buffer, size, "does not apply");
    else if (status != CELL_COMPLETED)
        snprintf(buffer, size, "%s", term_word(TERM_CELL, status));
    else if (!curve->history)
        snprintf(buffer, size, "has none");
    return buffer;
}
