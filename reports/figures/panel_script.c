/* The gnuplot script of a figure of histories: see panel_script.h.
 *
 * Each panel has its title, its plot and its legend, one below the other.  Curves carry a few markers, at
 * places that differ from curve to curve, so that colour alone tells nothing.  A run that broke down ends in
 * a cross.
 *
 * Sizes are pixels of the SVG picture, origin at the upper left. */
#include "reports/figures/panel_script.h"

#include "reports/figures/figure.h"
#include "reports/output.h"
#include "reports/figures/panel_legend.h"
#include "reports/figures/panel_points.h"

#include <math.h>
#include <string.h>

enum { MARKERS = 8 }; /* about so many on a curve */

static const double left = 58, right = 16, head = 26, foot = 34; /* around a plot */

struct grid {
    size_t columns;
    double breadth, plot_height; /* of a column, of the plots */
};

struct box {
    double x, y, breadth, height; /* of a plot */
};

/* ---- Axes ---- */

/* About four tics at multiples of 1, 2 or 5. */
static double tic_distance(double low, double high, double most)
{
    double least = (high - low) / most, power = pow(10, floor(log10(least)));

    return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10);
}

/* The text between double quotes, without what is markup to gnuplot, with the power of ten in units of which
 * the numbers of the axis are; in two lines where it is longer than `room` pixels. */
static void write_axis_text(FILE *file, const char *text, int power, double room)
{
    const double character = 4.9;
    const char *middle = text + strlen(text) / 2, *fold = NULL;

    if (character * ((double)strlen(text) + (power ? 6 : 0)) > room) {
        fold = strchr(middle, ' ');
        for (const char *c = text; (c = strchr(c, ' ')) && c < middle; c++)
            fold = fold && fold - middle < middle - c ? fold : c;
    }
    fputc('"', file);
    for (const char *c = text; *c; c++) {
        if (c == fold)
            fputs("\\n", file);
        else
            fputc(strchr("'\"`_^{}@&~\\", *c) ? ' ' : *c, file);
    }
    if (power != 0)
        fprintf(file, " / 10^{%d}", power);
    fputc('"', file);
}

/* The y axis is named where the widths of its numbers do not matter. */
static void write_axis_names(const struct script *script, const char *x, const char *y,
                             const struct panel_axes *axes, const struct box *box)
{
    fputs("set xlabel ", script->file);
    write_axis_text(script->file, x, axes->x_power, box->breadth);
    fputs(" font ',7.5' offset 0,0.9\nset label ", script->file);
    write_axis_text(script->file, y, axes->y_power, box->height);
    fprintf(script->file, " at screen %.5f,%.5f center rotate by 90 font ',7.5'\n",
            (box->x - left + 12) / SCRIPT_WIDTH, 1 - (box->y + box->height / 2) / script->height);
}

static void name_axes(const struct panels_panel *panel, char *x, char *y, size_t size)
{
    char channel[100];

    panels_channel(panel->asked->channel, channel, sizeof channel);
    snprintf(x, size, "time");
    switch (panel->look) {
    case PANELS_MAGNITUDE:
        snprintf(y, size, "largest %s", channel);
        break;
    case PANELS_MEANS:
        snprintf(y, size, "mean %s", channel);
        break;
    case PANELS_MAXIMA:
        snprintf(y, size, "drift of largest %s", channel);
        break;
    case PANELS_SIGNED:
        snprintf(y, size, "%s", channel);
        break;
    default:
        snprintf(x, size, "%s", panel->asked->axes == 2 ? panel->asked->axis[0] : "");
        snprintf(y, size, "%s", panel->asked->axes == 2 ? panel->asked->axis[1] : "");
    }
}

static void write_axes(const struct script *script, const struct panels_panel *panel,
                       const struct panel_axes *axes, const struct box *box)
{
    char x[160], y[160];

    name_axes(panel, x, y, sizeof x);
    fprintf(
        script->file,
        "unset logscale\nset border 31 linewidth 0.7 linecolor rgb '#404040'\nset xrange [%.9g:%.9g]\nset "
        "format x '%%g'\nset xtics %.9g scale 0.5 offset 0,0.3 font ',7'\n",
        axes->x_low, axes->x_high,
        tic_distance(axes->x_low, axes->x_high, fmax(2, fmin(8, box->breadth / 50))));
    if (axes->logarithmic) {
        script_write_decades(script, axes->y_low, axes->y_high, true);
        fputs("set logscale y\nset ytics font ',7'\n", script->file); /* no range with 0 may be logarithmic */
    } else {
        fprintf(
            script->file,
            "set yrange [%.9g:%.9g]\nset format y '%%g'\nset ytics %.9g scale 0.5 offset 0.5,0 font ',7'\n",
            axes->y_low, axes->y_high,
            tic_distance(axes->y_low, axes->y_high, fmax(2, fmin(8, box->height / 20))));
    }
    write_axis_names(script, x, y, axes, box);
}

/* ---- Curves ---- */

/* A column of the data in units of 10^power. */
static void write_column(FILE *file, int column, int power)
{
    if (power == 0)
        fprintf(file, "$%d", column);
    else
        fprintf(file, "$%d*1e%d", column, -power);
}

/* What is drawn of a block, as gnuplot writes it: (x):(y). */
static void write_using(FILE *file, const struct panels_panel *panel, const struct panels_curve *curve,
                        const struct panel_axes *axes)
{
    int column = 2;

    fputs(" using (", file);
    write_column(file, panels_in_plane(panel->look) ? 2 : 1, axes->x_power);
    fputs("):(", file);
    if (panel->look == PANELS_MAGNITUDE) {
        fputs(curve->has_band ? "positive(larger(abs($2), abs($3))))" : "positive(abs($2)))", file);
        return;
    }
    if (panels_in_plane(panel->look) || panel->look == PANELS_MAXIMA)
        column = 3;
    else if (curve->has_band)
        column = 4;
    write_column(file, column, axes->y_power);
    fputc(')', file);
}

static void write_band(FILE *file, size_t block, const struct panels_curve *curve,
                       const struct panel_axes *axes)
{
    fprintf(file, ", \\\n     data index %zu using (", block);
    write_column(file, 1, axes->x_power);
    fputs("):(", file);
    write_column(file, 2, axes->y_power);
    fputs("):(", file);
    write_column(file, 3, axes->y_power);
    fprintf(file, ") with filledcurves fillstyle transparent solid 0.22 noborder fillcolor rgb '%s'",
            panel_legend_style(curve->style).colour);
}

/* Lines with a few markers, thin where there are many; of an orbit in points, all of them as dots. */
static void write_curve(FILE *file, const struct panels_panel *panel, const struct panels_curve *curve,
                        size_t block, const struct panel_axes *axes)
{
    const struct panel_style style = panel_legend_style(curve->style);
    size_t points = panel_points_count(panel, curve), stride = points / MARKERS > 1 ? points / MARKERS : 1;
    size_t first = stride * (curve->style % 5) / 5;

    fprintf(file, ", \\\n     data index %zu", block);
    write_using(file, panel, curve, axes);
    if (panel->look == PANELS_POINTS) {
        fprintf(file, " with points pointtype %d pointsize %.2f linecolor rgb '%s'", style.marker,
                style.size * (points > 100 ? 0.6 : 0.9), style.colour);
        return;
    }
    fprintf(file,
            " with lines dashtype %s linewidth %g linecolor rgb '%s', \\\n     data index %zu every %zu::%zu",
            style.dashes, panels_at_times(panel->look) ? 0.6 : 1, style.colour, block, stride, first);
    write_using(file, panel, curve, axes);
    fprintf(file, " with points pointtype %d pointsize %.2f linecolor rgb '%s'", style.marker, style.size,
            style.colour);
}

static void write_end(FILE *file, const struct panels_panel *panel, const struct panels_curve *curve,
                      size_t block, const struct panel_axes *axes)
{
    double x, y;

    if (panel_points_end(panel, curve, axes, &x, &y))
        fprintf(
            file,
            ", \\\n     data index %zu every ::0::0 using (%.9g):(%.9g) with points pointtype 2 pointsize 1 "
            "linewidth 2 linecolor rgb '%s'",
            block, x, y, panel_legend_style(curve->style).colour);
}

static void write_plot(const struct script *script, const struct panels_panel *panel,
                       const struct panel_axes *axes)
{
    size_t block[2] = {0, 0};

    fputs("plot NaN", script->file);
    for (size_t c = 0; c < panel->curves && panel->look == PANELS_SIGNED; c++) {
        if (panel->curve[c].history && panel->curve[c].has_band)
            write_band(script->file, block[0], panel->curve + c, axes);
        block[0] += panel->curve[c].history != NULL;
    }
    for (size_t c = 0; c < panel->curves; c++) {
        if (!panel->curve[c].history)
            continue;
        write_curve(script->file, panel, panel->curve + c, block[1], axes);
        write_end(script->file, panel, panel->curve + c, block[1]++, axes);
    }
    fputc('\n', script->file);
}

/* ---- Panels ---- */

/* The legend is as broad as given. */
static void write_panel(const struct script *script, const struct panels *panels,
                        const struct panels_panel *panel, const struct box *box, double breadth)
{
    const struct panel_axes axes = panel_points_axes(panels, panel, box->breadth / box->height);
    char name[128];

    fputs("\ndata = ", script->file);
    figure_panel_name(panels->figure, (size_t)(panel - panels->panel), name, sizeof name);
    strcat(name, ".dat");
    script_write_string(script->file, name);
    fputs("\nset label ", script->file);
    snprintf(name, sizeof name, "(%c) %.100s", panel->letter, panel->asked->title ? panel->asked->title : "");
    script_write_string(script->file, name);
    fprintf(script->file, " at screen %.5f,%.5f left noenhanced font ',9'\n",
            (box->x - left + 8) / SCRIPT_WIDTH, 1 - (box->y - 12) / script->height);
    fputs("set title ''\nset samples 200\n", script->file);
    script_write_place(script, box->x, box->x + box->breadth, box->y, box->y + box->height);
    write_axes(script, panel, &axes, box);
    write_plot(script, panel, &axes);
    fputs("unset label\n", script->file);
    panel_legend_write(script, panel, box->x - left + 12, box->y + box->height + foot, breadth);
}

/* ---- The script ---- */

/* As many columns as titles leave room for, three at most; four panels stand two by two. */
static struct grid find_grid(const struct panels *panels, size_t count, const size_t *shown)
{
    struct grid grid = {count == 4 ? 2 : count < 3 ? count : 3, 0, 0};
    double longest = 0;
    bool plane = false;

    for (size_t i = 0; i < count; i++) {
        const struct panels_panel *panel = panels->panel + shown[i];

        longest = fmax(longest, 6 * (double)strlen(panel->asked->title ? panel->asked->title : "") + 40);
        plane |= panels_in_plane(panel->look);
    }
    while (grid.columns > 1 && longest > SCRIPT_WIDTH / (double)grid.columns)
        grid.columns--;
    grid.breadth = SCRIPT_WIDTH / (double)grid.columns;
    grid.plot_height = grid.columns == 1 ? 250 : 150;
    if (plane)
        grid.plot_height = fmin(grid.breadth - left - right, 420);
    return grid;
}

/* The height of a row: all its legends have the room of the largest. */
static double row_height(const struct panels *panels, const struct grid *grid, size_t count,
                         const size_t *shown, size_t row)
{
    double legend = 0;

    for (size_t i = row * grid->columns; i < (row + 1) * grid->columns && i < count; i++)
        legend = fmax(legend, panel_legend_height(panels->panel + shown[i], grid->breadth - 16));
    return head + grid->plot_height + foot + legend + 8;
}

static void write_head(const struct script *script, const char *name)
{
    output_provenance(script->file, "#", &script->results->provenance);
    fprintf(script->file, "# gnuplot %s.gp draws %s.svg, %s.png and %s.pdf.\nset encoding utf8\n", name, name,
            name, name);
    fputs("positive(x) = x > 0 ? x : NaN\nlarger(a, b) = a > b ? a : b\n", script->file);
    script_write_terminals(script, name);
    fputs("unset key\nset multiplot\n", script->file);
}

void panel_script_write(FILE *file, const struct panels *panels, const char *name, size_t count,
                        const size_t *shown)
{
    const struct grid grid = find_grid(panels, count, shown);
    struct script script = {.file = file, .results = panels->results, .figure = panels->figure};
    double top = 4;

    script.height = top;
    for (size_t row = 0; row * grid.columns < count; row++)
        script.height += row_height(panels, &grid, count, shown, row);
    write_head(&script, name);
    for (size_t i = 0; i < count; i++) {
        const bool square =
            panels_in_plane(panels->panel[shown[i]].look) && panels->panel[shown[i]].asked->equal;
        const struct box box = {grid.breadth * (double)(i % grid.columns) + left, top + head,
                                square ? grid.plot_height : grid.breadth - left - right, grid.plot_height};

        write_panel(&script, panels, panels->panel + shown[i], &box, grid.breadth - 16);
        if (i % grid.columns == grid.columns - 1)
            top += row_height(panels, &grid, count, shown, i / grid.columns);
    }
    fputs("unset multiplot\nunset output\nset border\nreset\nunset key\n}\n", file);
}
