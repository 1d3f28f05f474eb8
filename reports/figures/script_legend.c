/* Legends: see script.h.
 *
 * Families stand in one or two columns, their members in the column of their number of stages, or one after
 * the other where a family has more stages than there is room for.  Runs stand in as many columns as their names
 * leave room for, with how they ended; widths of text are estimated: 0.62 of the size of the font for each
 * character. */
#include "reports/figures/script.h"

#include "reports/output.h"

#include <math.h>
#include <string.h>

enum { LINE = 19, FOOT = 34, TITLE = 108, SLOT = 38, SLOTS = 6, SAMPLE = 24 };
enum { RUN_LINE = 12, RUN_FOOT = 4 };

static const double letter = 4.7; /* pixels of a character of a run */

/* What a legend is written in: all labels come before the plot command, all samples into it. */
enum part { LABELS, SAMPLES };

static void write_text(const struct script *script, const char *text, double x, double y, const char *look)
{
    fputs("set label ", script->file);
    output_gnuplot(script->file, text);
    fprintf(script->file, " at %.1f,%.1f left noenhanced font %s\n", x, y, look);
}

/* A line with its marker, and the text behind it, at pixel (x, y) of the legend.  The line is a plotted function:
 * among arrows of one colour the SVG terminal keeps the dashes of the first. */
static void write_sample(const struct script *script, const struct panels_style *style, const char *text,
                         double x, double y, enum part part)
{
    if (part == SAMPLES) {
        fprintf(script->file,
                ", \\\n     [%.1f:%.1f] %.1f with lines dashtype %s linewidth 1 linecolor rgb '%s' notitle",
                x, x + SAMPLE, y, style->dashes, style->colour);
        return;
    }
    fprintf(script->file,
            "set label '' at %.1f,%.1f point pointtype %d pointsize %.2f linecolor rgb '%s' front\n",
            x + SAMPLE / 2., y, style->full, style->size, style->colour);
    write_text(script, text, x + SAMPLE + 3, y, "',7.5'");
}

static void open_legend(const struct script *script, double x, double y, double breadth, double height)
{
    fputs("\nset title ''\nset xlabel ''\nunset border\nunset xtics\nunset ytics\nunset logscale\n",
          script->file);
    script_write_place(script, x, y, breadth, height);
    fprintf(script->file, "set xrange [0:%.1f]\nset yrange [%.1f:0]\nset samples 2\n", breadth, height);
}

/* ---- Methods ---- */

static size_t count_columns(const struct panels *panels)
{
    return panels->families > 4 ? 2 : 1;
}

static size_t count_lines(const struct panels *panels)
{
    return (panels->families + count_columns(panels) - 1) / count_columns(panels);
}

double script_legend_height_of_methods(const struct panels *panels)
{
    return LINE * (double)count_lines(panels) + FOOT;
}

static void write_family(const struct script *script, size_t family, double x, double y, enum part part)
{
    const struct panels *panels = script->panels;
    size_t most = 0, member = 0;
    char title[128];

    for (size_t m = 0; m < panels->methods; m++) {
        if (panels_family(panels, panels->method[m]->label) == family)
            most = (size_t)fmax((double)most, (double)panels_stage(panels->method[m]->label));
    }
    if (part == LABELS)
        write_text(script, family_title(panels->family[family], title, sizeof title), x, y, "',8.5'");
    for (size_t m = 0; m < panels->methods; m++) {
        const struct panels_curve *curve = panels->method[m];
        const size_t slot = most <= SLOTS ? panels_stage(curve->label) - 1 : member;

        if (panels_family(panels, curve->label) != family)
            continue;
        write_sample(script, &curve->style, family_member(panels->family[family], curve->label),
                     x + TITLE + SLOT * (double)slot, y, part);
        member++;
    }
}

static void write_families(const struct script *script, enum part part)
{
    const double breadth = (SCRIPT_WIDTH - SCRIPT_LEFT) / (double)count_columns(script->panels);

    for (size_t f = 0; f < script->panels->families; f++) {
        size_t column = f / count_lines(script->panels), line = f % count_lines(script->panels);

        write_family(script, f, SCRIPT_LEFT + breadth * (double)column, LINE * ((double)line + 0.5), part);
    }
}

/* With how to read the picture, and what of several initial data it shows. */
void script_legend_write_methods(const struct script *script, double top)
{
    const double height = script_legend_height_of_methods(script->panels);
    const char *initial = script->panels->initial;
    char note[400];

    open_legend(script, 0, top, SCRIPT_WIDTH, height);
    write_families(script, LABELS);
    snprintf(note, sizeof note,
             "numbers after the samples: stages; full markers: points of the fit, small open markers: %s"
             "%s%.200s",
             script->panels->figure->against_work ? "not, such as those at the floor"
                                                  : "not; grey: slopes of the orders printed at the right",
             initial ? "; initial data: " : "", initial ? initial : "");
    write_text(script, note, SCRIPT_LEFT, height - FOOT / 2., "',7' textcolor rgb '#555555'");
    fputs("plot sample [0:1] NaN notitle", script->file);
    write_families(script, SAMPLES);
    fputs("\nunset label\n", script->file);
}

/* ---- Runs ---- */

/* Whether all points are zero, which have no place on a logarithmic axis. */
static bool vanishes(const struct panels_panel *panel, const struct panels_curve *curve)
{
    size_t i = 0;

    while (i < curve->points && curve->point[i].low == 0 && curve->point[i].high == 0)
        i++;
    return panel->look == PANELS_MAGNITUDE && i > 0 && i == curve->points;
}

static const char *text_of(const struct panels_panel *panel, const struct panels_curve *curve, char *buffer,
                           size_t size)
{
    char end[64];

    panels_end(curve, end, sizeof end);
    snprintf(buffer, size, "%s%s%s%s", curve->label, *end ? ": " : "", end,
             vanishes(panel, curve) ? ": zero throughout" : "");
    return buffer;
}

static size_t count_run_columns(const struct panels_panel *panel, double breadth)
{
    double longest = 1;
    char text[400];

    for (size_t c = 0; c < panel->curves; c++)
        longest = fmax(longest, (double)strlen(text_of(panel, panel->curve + c, text, sizeof text)));
    return (size_t)fmax(1, breadth / (SAMPLE + 14 + letter * longest));
}

static size_t count_run_lines(const struct panels_panel *panel, double breadth)
{
    size_t columns = count_run_columns(panel, breadth);

    return (panel->curves + columns - 1) / columns;
}

double script_legend_height_of_runs(const struct panels_panel *panel, double breadth)
{
    return RUN_LINE * (double)count_run_lines(panel, breadth) + RUN_FOOT;
}

/* A run that kept nothing has no sample, points of an orbit have no line. */
static void write_runs(const struct script *script, const struct panels_panel *panel, double breadth,
                       enum part part)
{
    const size_t lines = count_run_lines(panel, breadth);
    const double column = breadth / (double)count_run_columns(panel, breadth);
    char text[400];

    for (size_t c = 0; c < panel->curves; c++) {
        const struct panels_curve *curve = panel->curve + c;
        const double x = column * (double)(c / lines), y = RUN_LINE * ((double)(c % lines) + 0.5);

        text_of(panel, curve, text, sizeof text);
        if (curve->history && (part == LABELS || panel->look != PANELS_POINTS))
            write_sample(script, &curve->style, text, x, y, part);
        else if (!curve->history && part == LABELS)
            write_text(script, text, x + SAMPLE + 3, y, "',7.5' textcolor rgb '#555555'");
    }
}

void script_legend_write_runs(const struct script *script, const struct panels_panel *panel, double x,
                              double y, double breadth)
{
    open_legend(script, x, y, breadth, script_legend_height_of_runs(panel, breadth));
    write_runs(script, panel, breadth, LABELS);
    fputs("plot sample [0:1] NaN notitle", script->file);
    write_runs(script, panel, breadth, SAMPLES);
    fputs("\nunset label\n", script->file);
}
