/* One plot of a figure, with its axes and its curves: see script.h.
 *
 * Errors: plots of one letter stand side by side and share the error axis, so that measures can be compared; full
 * markers are points of the fit, small open ones are not; below the most accurate method of every order p runs a
 * thin grey line c h^p, with p in the right margin; one legend serves all.
 *
 * Histories: each panel has its title, its plot and its legend, one below the other.  Curves carry a few markers,
 * at places that differ from curve to curve, so that colour alone tells nothing.  A run that broke down ends in a
 * cross. */
#include "reports/figures/script.h"

#include "reports/output.h"

#include "reports/figures/panel_axes.h"
#include "reports/words.h"

#include <math.h>
#include <string.h>

enum { MARKERS = 8 }; /* about so many on the curve of a run */

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- Axes ---- */

/* The text between double quotes, without what is markup to gnuplot, with the power of ten in units of which
 * the numbers of the axis are; in two lines where it is longer than `room` pixels. */
static void write_axis_text(FILE *file, const char *text, int power, double room)
{
    const double character = 4.9;
    const char *middle = text + strlen(text) / 2, *fold = NULL;
    char plain[200], *end = plain;

    if (character * ((double)strlen(text) + (power ? 6 : 0)) > room) {
        fold = strchr(middle, ' ');
        for (const char *c = text; (c = strchr(c, ' ')) && c < middle; c++)
            fold = fold && fold - middle < middle - c ? fold : c;
    }
    for (const char *c = text; *c && end < plain + sizeof plain - 1; c++)
        *end++ = c == fold ? '\n' : strchr("'\"`_^{}@&~\\\n", *c) ? ' ' : *c;
    *end = '\0';
    fputc('"', file);
    for (char *line = strtok_r(plain, "\n", &end); line; line = strtok_r(NULL, "\n", &end)) {
        fputs(line > plain ? "\\n" : "", file);
        output_line(file, line);
    }
    if (power != 0)
        fprintf(file, " / 10^{%d}", power);
    fputc('"', file);
}

/* The y axis is named where the widths of its numbers do not matter. */
static void name_axes(const struct script *script, const struct script_plot *plot,
                      const struct panel_axes *axes)
{
    static const char *const before[] = {[PANELS_MAGNITUDE] = "largest ",
                                         [PANELS_SIGNED] = "",
                                         [PANELS_MEANS] = "mean ",
                                         [PANELS_MAXIMA] = "drift of largest "};
    const struct study_panel *asked = plot->panel->asked;
    const bool plane = panels_in_plane(plot->panel->look), pair = asked->axes.count == 2;
    char channel[100], y[160];

    snprintf(y, sizeof y, "%s%s", plane ? "" : before[plot->panel->look],
             plane ? pair ? asked->axes.text[1] : ""
                   : panels_channel(asked->channel, plot->panel->curve->cell->problem->system, channel,
                                    sizeof channel));
    fputs("set xlabel ", script->file);
    write_axis_text(script->file, plane ? pair ? asked->axes.text[0] : "" : "time", axes->x_power,
                    plot->breadth);
    fputs(" font ',7.5' offset 0,0.9\nset label ", script->file);
    write_axis_text(script->file, y, axes->y_power, plot->height);
    fprintf(script->file, " at screen %.5f,%.5f center rotate by 90 font ',7.5'\n",
            (plot->x - SCRIPT_PANEL_LEFT + 12) / SCRIPT_WIDTH,
            1 - (plot->y + plot->height / 2) / script->height);
}

/* Step sizes as given, those of the fit that has most of them, about four of them with a label. */
static void write_steps(const struct script *script, const struct script_plot *plot)
{
    const struct panels *panels = script->panels;
    const struct fit *fit = NULL;

    for (size_t p = 0; p < panels->panels; p++) {
        for (size_t c = 0; c < panels->panel[p].curves; c++) {
            const struct fit *other = panels->panel[p].curve[c].fit;

            fit = !fit || other->points.count > fit->points.count ? other : fit;
        }
    }
    for (size_t n = 0; fit && n < fit->points.count; n++) {
        fputs(n ? ", " : "set xtics (", script->file);
        output_gnuplot(script->file, plot->lowest && n % ((fit->points.count + 3) / 4) == 0
                                         ? fit->points.step_sizes[n]
                                         : "");
        fprintf(script->file, " %.17g", fit->points.step_values[n]);
    }
    if (fit && fit->points.count)
        fputs(") noenhanced scale 0.5 offset 0,0.3\n", script->file);
}

/* With at most about eight tics. */
static void write_decades(const struct script *script, const struct panel_axes *axes, bool labelled)
{
    const double low = axes->y_low, high = axes->y_high, step = fmax(1, panel_axes_tics(low, high, 8));

    fprintf(script->file,
            "set yrange [1e%.0f:1e%.0f]\nunset mytics\nset ytics 1e%.0f,1e%.0f,1e%.0f scale 0.5 offset "
            "0.5,0\nset format y '%s'\nset logscale y\n", /* no range with 0 may be logarithmic */
            low, high, ceil(low / step) * step, step, high, labelled ? "10^{%T}" : "");
}

static void write_axes(const struct script *script, const struct script_plot *plot,
                       const struct panel_axes *axes)
{
    const bool errors = plot->panel->look == PANELS_ERRORS, plane = panels_in_plane(plot->panel->look);
    const bool work = script->panels->figure->against_work;

    fprintf(script->file,
            "unset logscale\nset border 31 linewidth 0.7 linecolor rgb '#404040'\nset xrange [%.17g:%.17g]\n",
            axes->x_low, axes->x_high);
    if (axes->logarithmic)
        write_decades(script, axes, plot->left_most);
    else
        fprintf(script->file,
                "set yrange [%.9g:%.9g]\nset format y '%%g'\nset ytics %.9g scale 0.5 offset 0.5,0\n",
                axes->y_low, axes->y_high,
                panel_axes_tics(axes->y_low, axes->y_high, fmax(2, fmin(8, plot->height / 20))));
    if (errors) {
        fprintf(script->file, "set logscale x\nset xlabel '%s' offset 0,0.8\n",
                !plot->lowest ? ""
                : work        ? "evaluations of the right-hand side"
                              : "step size {/:Italic h}");
        if (work)
            fputs("set format x '%g'\nset xtics autofreq scale 0.5 offset 0,0.3\n", script->file);
        else
            write_steps(script, plot);
        return;
    }
    fprintf(script->file,
            "set format x '%%g'\nset xtics %.9g scale 0.5 offset 0,0.3 font ',7'\nset ytics font ',7'\n",
            panel_axes_tics(axes->x_low, axes->x_high, fmax(2, fmin(8, plot->breadth / (plane ? 35 : 50)))));
    name_axes(script, plot, axes);
}

/* ---- Curves ---- */

/* Columns of the data in units of the axes, as gnuplot writes it: using ($1):($2*1e-3). */
static void write_using(FILE *file, const struct panels_curve *curve, const struct panel_axes *axes,
                        const char *columns)
{
    fprintf(file, ", \\\n     data index %zu", curve->block);
    for (const char *c = columns; *c; c++) {
        const int power = c == columns ? axes->x_power : axes->y_power;

        fprintf(file, "%s($%c", c == columns ? " using " : ":", *c);
        if (power != 0)
            fprintf(file, "*1e%d", -power);
        fputc(')', file);
    }
}

/* The title is that of the element in SVG. */
static void write_line(FILE *file, const struct panels_curve *curve, double width)
{
    fprintf(file, " with lines dashtype %s linewidth %g linecolor rgb '%s' title ", curve->style.dashes,
            width, curve->style.colour);
    output_gnuplot(file, curve->label);
}

static void write_markers(FILE *file, const struct panels_style *style, int type, double size)
{
    fprintf(file, " with points pointtype %d pointsize %.2f linecolor rgb '%s' notitle", type, size,
            style->colour);
}

/* A line, with a marker at every point. */
static void write_errors(FILE *file, const struct panels_curve *curve, const struct panel_axes *axes)
{
    const struct panels_style *style = &curve->style;
    bool has[2] = {false, false};

    for (size_t i = 0; i < curve->points; i++)
        has[curve->point[i].used] |= curve->point[i].y > 0;
    write_using(file, curve, axes, "12");
    write_line(file, curve, 1);
    for (int used = 0; used <= 1; used++) {
        if (!has[used])
            continue;
        fprintf(file, ", '' index %zu using 1:($3 == %d ? $2 : NaN)", curve->block, used);
        write_markers(file, style, used ? style->full : style->open, style->size * (used ? 1 : 0.6));
    }
}

/* Lines with a few markers, thin where there are many; of an orbit in points, all of them as dots. */
static void write_run(FILE *file, const struct panels_panel *panel, size_t number,
                      const struct panel_axes *axes)
{
    const struct panels_curve *curve = panel->curve + number;
    const struct panels_style *style = &curve->style;
    size_t stride = curve->points / MARKERS > 1 ? curve->points / MARKERS : 1;
    double x, y;

    write_using(file, curve, axes, "12");
    if (panel->look == PANELS_POINTS) {
        write_markers(file, style, style->full, style->size * (curve->points > 100 ? 0.6 : 0.9));
    } else {
        write_line(file, curve, panels_at_times(panel->look) ? 0.6 : 1);
        write_using(file, curve, axes, "12");
        fprintf(file, " every %zu::%zu", stride, stride * (number % 5) / 5);
        write_markers(file, style, style->full, style->size);
    }
    if (panel_axes_end(panel, curve, axes, &x, &y))
        fprintf(file,
                ", \\\n     data index %zu every ::0::0 using (%.9g):(%.9g) with points pointtype 2 "
                "pointsize 1 linewidth 2 linecolor rgb '%s' notitle",
                curve->block, x, y, style->colour);
}

static void write_bands(FILE *file, const struct panels_panel *panel, const struct panel_axes *axes)
{
    for (size_t c = 0; panel->look == PANELS_SIGNED && c < panel->curves; c++) {
        const struct panels_curve *curve = panel->curve + c;

        if (!curve->has_band || !curve->points)
            continue;
        write_using(file, curve, axes, "134");
        fprintf(file,
                " with filledcurves fillstyle transparent solid 0.22 noborder fillcolor rgb '%s' notitle",
                curve->style.colour);
    }
}

/* Methods that are missing among the errors, counted in the lower right corner. */
static void write_absent(const struct script *script, const struct panels_panel *panel)
{
    static const struct {
        enum fit_status status;
        const char *words;
    } reasons[] = {
        {FIT_EXACT, "exact"}, {FIT_BROKE_DOWN, "broke down"}, {FIT_NOT_APPLICABLE, "not applicable"}};
    const char *separator = "set label 'not drawn: ";

    for (size_t r = 0; r < COUNT(reasons); r++) {
        size_t count = 0;

        for (size_t c = 0; c < panel->curves; c++)
            count += panel->curve[c].fit->order.status == reasons[r].status && !panel->curve[c].points;
        if (count == 0)
            continue;
        fprintf(script->file, "%s%zu %s", separator, count, reasons[r].words);
        separator = ", ";
    }
    if (separator[0] == ',')
        fputs("' at graph 0.97,0.04 right font ',7' textcolor rgb '#555555'\n", script->file);
}

/* Against work the study's own methods come first and are drawn last, over those that stand beside them. */
static void write_curves(const struct script *script, const struct script_plot *plot,
                         const struct panel_axes *axes)
{
    const struct panels_panel *panel = plot->panel;
    const bool against_work = panel->look == PANELS_ERRORS && script->panels->figure->against_work;
    size_t guides = 0;
    struct panel_guide guide[PANEL_AXES_GUIDES];

    if (panel->look == PANELS_ERRORS) {
        if (!against_work)
            guides = panel_axes_guides(panel, axes, plot->height, guide);
        write_absent(script, panel);
    }
    for (size_t g = 0; g < guides; g++)
        fprintf(script->file,
                "set label '%ld' at graph 1.02,first %.6e left font ',7' textcolor rgb '#555555'\n",
                guide[g].order, pow(10, guide[g].label));
    fputs("plot NaN notitle", script->file);
    for (size_t g = 0; g < guides; g++)
        fprintf(script->file,
                ", \\\n     10**(%.6f + %ld*log10(x)) with lines linewidth 0.6 linecolor rgb '#b8b8b8' title "
                "'slope %ld'",
                guide[g].intercept, guide[g].order, guide[g].order);
    write_bands(script->file, panel, axes);
    for (size_t k = 0; k < panel->curves; k++) {
        const size_t c = against_work ? panel->curves - 1 - k : k;

        if (!panel->curve[c].points)
            continue;
        if (panel->curve[c].fit)
            write_errors(script->file, panel->curve + c, axes);
        else
            write_run(script->file, panel, c, axes);
    }
    fputs("\nunset label\n", script->file);
}

/* ---- Plots ---- */

static void write_heading(const struct script *script, const struct script_plot *plot)
{
    const bool errors = plot->panel->look == PANELS_ERRORS;
    char title[100], text[128], mark[5] = "";

    if (!script->panels->alone)
        snprintf(mark, sizeof mark, "(%c) ", (char)('a' + plot->panel->letter));
    snprintf(text, sizeof text, "%s%.100s", mark,
             errors ? panels_projection(plot->panel->projection, title, sizeof title) : plot->panel->title);
    fputs("set label ", script->file);
    output_gnuplot(script->file, text);
    fprintf(script->file, " at screen %.5f,%.5f left noenhanced font ',%d'\n",
            (plot->x - (errors ? 0 : SCRIPT_PANEL_LEFT - 8)) / SCRIPT_WIDTH,
            1 - (plot->y - (errors ? 28 : 12)) / script->height, errors ? 10 : 9);
}

void script_plot_write(const struct script *script, const struct script_plot *plot)
{
    const struct panel_axes axes = panel_axes_of(script->panels, plot->panel, plot->breadth / plot->height);
    char text[SCRIPT_NAME + 4];

    fputs("\ndata = ", script->file);
    script_name(script->panels, plot->panel->letter, text, SCRIPT_NAME);
    output_gnuplot(script->file, strcat(text, ".dat"));
    fputs("\nset samples 200\nset title ", script->file);
    output_gnuplot(script->file,
                   plot->panel->measure ? words_measure(plot->panel->measure, text, sizeof text) : "");
    fputs(" noenhanced offset 0,-0.6\n", script->file);
    if (plot->opens_letter)
        write_heading(script, plot);
    script_write_place(script, plot->x, plot->y, plot->breadth, plot->height);
    write_axes(script, plot, &axes);
    write_curves(script, plot, &axes);
    if (plot->legend > 0)
        script_legend_write_runs(script, plot->panel, plot->x - SCRIPT_PANEL_LEFT + 12,
                                 plot->y + plot->height + SCRIPT_PANEL_FOOT, plot->legend);
}
