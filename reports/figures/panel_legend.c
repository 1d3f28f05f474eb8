/* The legend of a plot of histories: see panel_legend.h.
 *
 * A line for each run, with its sample and how it ended; in several columns where there is room.  Widths of
 * text are estimated: 0.62 of the size of the font for each character. */
#include "reports/figures/panel_legend.h"

#include "reports/figures/panel_points.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 12, SAMPLE = 26, FOOT = 4 };

static const double letter = 4.7; /* pixels of a character */

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Colours of Okabe and Ito but for their yellow, as in script.c; crosses are left to runs that broke down. */
struct panel_style panel_legend_style(size_t n)
{
    static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#000000",
                                          "#CC79A7", "#E69F00", "#56B4E9", "#6F6F6F"};
    static const int markers[] = {7, 4, 9, 12, 5, 10, 13, 6, 11, 8, 15};
    static const char *const dashes[] = {"1", "(9,4)", "(4,3)", "(12,3,3,3)"};

    return (struct panel_style){colours[n % COUNT(colours)], dashes[n / COUNT(colours) % COUNT(dashes)],
                                markers[n % COUNT(markers)], 0.45};
}

static const char *text_of(const struct panels_panel *panel, const struct panels_curve *curve, char *buffer,
                           size_t size)
{
    char end[64];

    panels_end(curve, end, sizeof end);
    snprintf(buffer, size, "%s%s%s%s", curve->label, *end ? ": " : "", end,
             panel_points_vanish(panel, curve) ? ": zero throughout" : "");
    return buffer;
}

static size_t count_columns(const struct panels_panel *panel, double breadth)
{
    size_t longest = 1;
    char text[400];

    for (size_t c = 0; c < panel->curves; c++)
        longest = (size_t)fmax((double)longest,
                               (double)strlen(text_of(panel, panel->curve + c, text, sizeof text)));
    longest = (size_t)(breadth / (SAMPLE + 12 + letter * (double)longest));
    return longest > 1 ? longest : 1;
}

static size_t count_lines(const struct panels_panel *panel, double breadth)
{
    size_t columns = count_columns(panel, breadth);

    return (panel->curves + columns - 1) / columns;
}

double panel_legend_height(const struct panels_panel *panel, double breadth)
{
    return LINE * (double)count_lines(panel, breadth) + FOOT;
}

static void write_labels(const struct script *script, const struct panels_panel *panel,
                         const struct panels_curve *curve, double x, double y)
{
    const struct panel_style style = panel_legend_style(curve->style);
    char text[400];

    if (curve->history)
        fprintf(script->file,
                "set label '' at %.1f,%.1f point pointtype %d pointsize %.2f linecolor rgb '%s' front\n",
                x + 1 + SAMPLE / 2., y, style.marker, style.size * 1.2, style.colour);
    fputs("set label ", script->file);
    script_write_string(script->file, text_of(panel, curve, text, sizeof text));
    fprintf(script->file, " at %.1f,%.1f left font ',7.5' noenhanced%s\n", x + SAMPLE + 4, y,
            curve->history ? "" : " textcolor rgb '#555555'");
}

static void write_sample(const struct script *script, const struct panels_curve *curve, double x, double y)
{
    const struct panel_style style = panel_legend_style(curve->style);

    fprintf(script->file,
            ", \\\n     [%.1f:%.1f] %.1f with lines dashtype %s linewidth 1.2 linecolor rgb '%s'", x,
            x + SAMPLE, y, style.dashes, style.colour);
}

void panel_legend_write(const struct script *script, const struct panels_panel *panel, double x, double y,
                        double breadth)
{
    const size_t lines = count_lines(panel, breadth), columns = count_columns(panel, breadth);
    const double height = panel_legend_height(panel, breadth);

    fputs("set title ''\nset xlabel ''\nset ylabel ''\nunset border\nunset xtics\nunset ytics\nunset "
          "logscale\n",
          script->file);
    script_write_place(script, x, x + breadth, y, y + height);
    fprintf(script->file, "set xrange [0:%.1f]\nset yrange [%.1f:0]\nset samples 2\n", breadth, height);
    for (size_t c = 0; c < panel->curves; c++)
        write_labels(script, panel, panel->curve + c, breadth / (double)columns * (double)(c / lines),
                     LINE * ((double)(c % lines) + 0.5));
    fputs("plot sample [0:1] NaN", script->file);
    for (size_t c = 0; c < panel->curves; c++) {
        if (panel->curve[c].history && panel->look != PANELS_POINTS)
            write_sample(script, panel->curve + c, breadth / (double)columns * (double)(c / lines),
                         LINE * ((double)(c % lines) + 0.5));
    }
    fputs("\nunset label\n", script->file);
}
