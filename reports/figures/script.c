/* The gnuplot script of a figure: see script.h.
 *
 * The PNG picture is PNG_SCALE times as large as that in SVG; the PDF picture has PDF_DENSITY of its pixels
 * to the inch, which makes it as wide as the text of an A4 page. */
#include "reports/figures/script.h"

#include "numerics/memory.h"
#include "reports/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PNG_SCALE = 3, PDF_DENSITY = 108 };

const char *script_name(const struct panels *panels, size_t letter, char *buffer, size_t size)
{
    const char ending[] = {letter < panels->letters && !panels->alone ? (char)('a' + letter) : '\0', '\0'};

    snprintf(buffer, size, "%s%s", panels->figure->name, ending);
    return buffer;
}

void script_write_place(const struct script *script, double x, double y, double breadth, double height)
{
    fprintf(script->file,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            x / SCRIPT_WIDTH, (x + breadth) / SCRIPT_WIDTH, 1 - y / script->height,
            1 - (y + height) / script->height);
}

/* ---- Data ---- */

static void write_number(FILE *file, double value, char after)
{
    if (isfinite(value))
        output_number(file, value);
    else
        fputs("NaN", file);
    fputc(after, file);
}

/* What the run is, and how it ended; the names of its columns. */
static void write_run_head(FILE *file, const struct panels_panel *panel, const struct panels_curve *curve)
{
    const bool plane = panels_in_plane(panel->look), maxima = panel->look == PANELS_MAXIMA;
    char end[128];

    panels_end(curve, end, sizeof end);
    output_print(file, output_line, "# %s %s%s%s", curve->cell->id, curve->history->channel, *end ? ": " : "",
                 end);
    if (panels_at_times(panel->look))
        fprintf(file, ", t = %.6g", curve->time);
    fprintf(file, "\n# %s %s%s\n", plane ? curve->axis[0] : "time",
            plane    ? curve->axis[1]
            : maxima ? "drift"
                     : "value",
            maxima            ? " maximum maximum"
            : curve->has_band ? " low high"
                              : "");
}

static void write_block(FILE *file, const struct panels_panel *panel, const struct panels_curve *curve,
                        bool against_work)
{
    if (curve->fit)
        output_print(file, output_line, "# %s %s %s\n# %s error used\n", curve->label, panel->projection,
                     panel->measure, against_work ? "evaluations" : "h");
    else
        write_run_head(file, panel, curve);
    for (size_t i = 0; i < curve->points; i++) {
        const struct panels_point *point = curve->point + i;

        write_number(file, point->x, ' ');
        write_number(file, point->y, curve->fit || curve->has_band ? ' ' : '\n');
        if (curve->fit)
            fprintf(file, "%d\n", point->used);
        if (!curve->has_band)
            continue;
        write_number(file, point->low, ' ');
        write_number(file, point->high, '\n');
    }
    fputs("\n\n", file);
}

void script_write_data(FILE *file, const struct panels *panels, size_t letter)
{
    output_provenance(file, "#", &panels->results->provenance);
    for (size_t p = 0; p < panels->panels; p++) {
        const struct panels_panel *panel = panels->panel + p;

        for (size_t c = 0; panel->letter == letter && c < panel->curves; c++) {
            if (panel->curve[c].points)
                write_block(file, panel, panel->curve + c, panels->figure->against_work);
        }
    }
}

/* ---- Layout ---- */

struct layout {
    size_t plots;
    struct script_plot *plot;
    double height; /* of the picture */
};

/* A row for each letter, its measures side by side; high where there is one letter alone. */
static void lay_out_errors(struct layout *layout, const struct panels *panels)
{
    const double gap = 30, right = 26, head = 40, foot = 40;
    const size_t columns = panels->figure->measures.count;
    const double height = layout->plots == columns ? 250 : 160, n = (double)columns;
    const double breadth = (SCRIPT_WIDTH - SCRIPT_LEFT - right - gap * (n - 1)) / n;

    for (size_t i = 0; i < layout->plots; i++) {
        struct script_plot *plot = layout->plot + i;

        plot->x = SCRIPT_LEFT + (double)(i % columns) * (breadth + gap);
        plot->y = head + (double)(i / columns) * (head + height);
        plot->breadth = breadth;
        plot->height = height;
        plot->opens_letter = plot->left_most = i % columns == 0;
        plot->lowest = i + columns >= layout->plots;
    }
    layout->height = (head + height) * (double)(layout->plots / columns) + foot;
}

/* As many columns as titles leave room for, three at most; four panels stand two by two. */
static size_t count_columns(const struct layout *layout)
{
    size_t columns = layout->plots == 4 ? 2 : layout->plots < 3 ? layout->plots : 3;
    double longest = 0;

    for (size_t i = 0; i < layout->plots; i++)
        longest = fmax(longest, 6 * (double)strlen(layout->plot[i].panel->title) + 40);
    while (columns > 1 && longest > SCRIPT_WIDTH / (double)columns)
        columns--;
    return columns;
}

/* Row by row; the legends of a row have the room of the largest. */
static void lay_out_histories(struct layout *layout)
{
    const double left = SCRIPT_PANEL_LEFT, right = 16, head = 26, foot = SCRIPT_PANEL_FOOT;
    const size_t columns = count_columns(layout);
    const double breadth = SCRIPT_WIDTH / (double)columns;
    double height = columns == 1 ? 250 : 150, legend = 0;

    for (size_t i = 0; i < layout->plots; i++) {
        if (panels_in_plane(layout->plot[i].panel->look))
            height = fmin(breadth - left - right, 420);
    }
    layout->height = 4;
    for (size_t i = 0; i < layout->plots; i++) {
        struct script_plot *plot = layout->plot + i;
        const struct panels_panel *panel = plot->panel;
        const bool square = panels_in_plane(panel->look) && !panel->asked->free;

        *plot = (struct script_plot){panel,
                                     breadth * (double)(i % columns) + left,
                                     layout->height + head,
                                     square ? height : breadth - left - right,
                                     height,
                                     true,
                                     true,
                                     true,
                                     breadth - 16};
        legend = fmax(i % columns ? legend : 0, script_legend_height_of_runs(panel, plot->legend));
        if (i % columns == columns - 1 || i + 1 == layout->plots)
            layout->height += head + height + foot + legend + 8;
    }
}

/* The panels of the letter, or of all that have data; the caller frees the plots. */
static struct layout lay_out(const struct panels *panels, size_t letter)
{
    struct layout layout = {0, memory_create(panels->panels + 1, sizeof *layout.plot), 0};

    for (size_t p = 0; p < panels->panels; p++) {
        const struct panels_panel *panel = panels->panel + p;

        const bool shown =
            panels->figure->panels ? panels_shows(panel) : panels_has_data(panels, panel->letter);

        if ((panel->letter == letter || letter == panels->letters) && shown)
            layout.plot[layout.plots++].panel = panel;
    }
    if (panels->figure->panels)
        lay_out_histories(&layout);
    else
        lay_out_errors(&layout, panels);
    return layout;
}

/* ---- The script ---- */

/* PDF only where gnuplot can, with fonts, lines and points as large beside the plots as in SVG. */
static void write_terminals(const struct script *script, const char *name)
{
    const double width = SCRIPT_WIDTH, height = script->height;

    fputs("kinds = 'svg png'\n"
          "if (strstrt(GPVAL_TERMINALS, 'pdfcairo') > 0) { kinds = kinds.' pdf' }\n"
          "do for [kind in kinds] {\n",
          script->file);
    fprintf(
        script->file,
        "if (kind eq 'svg') { set terminal svg size %.0f,%.0f font 'DejaVu Sans,8' background rgb 'white' }\n"
        "if (kind eq 'png') { set terminal pngcairo size %.0f,%.0f font 'DejaVu Sans,8' fontscale %.1f "
        "linewidth %d pointscale %d background rgb 'white' }\n"
        "if (kind eq 'pdf') { set terminal pdfcairo size %.3fin,%.3fin font 'DejaVu Sans,8' fontscale 0.5 "
        "linewidth 1.33 pointscale 0.67 background rgb 'white' }\n",
        width, height, PNG_SCALE * width, PNG_SCALE * height, 0.8 * PNG_SCALE, PNG_SCALE, PNG_SCALE,
        width / PDF_DENSITY, height / PDF_DENSITY);
    fputs("set output ", script->file);
    output_gnuplot(script->file, name);
    fputs(".'.'.kind\nunset key\nset multiplot\n", script->file);
}

void script_write(FILE *file, const struct panels *panels, size_t letter)
{
    struct layout layout = lay_out(panels, letter);
    struct script script = {file, panels, layout.height};
    char name[SCRIPT_NAME];

    if (!panels->figure->panels)
        script.height += script_legend_height_of_methods(panels);
    script_name(panels, letter, name, sizeof name);
    output_provenance(file, "#", &panels->results->provenance);
    fprintf(file, "# gnuplot %s.gp draws %s.svg, %s.png and %s.pdf.\nset encoding utf8\n", name, name, name,
            name);
    write_terminals(&script, name);
    for (size_t i = 0; i < layout.plots; i++)
        script_plot_write(&script, layout.plot + i);
    if (!panels->figure->panels)
        script_legend_write_methods(&script, layout.height);
    fputs("unset multiplot\nunset output\nset border\nreset\nunset key\n}\n", file);
    free(layout.plot);
}
