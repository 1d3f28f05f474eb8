/* The legend of a figure.
 *
 * Families stand in one or two columns, their members in the column of their number of stages, or one after
 * the other where a family has more stages than there is room for. */
#include "reports/figures/legend.h"

#include <string.h>

enum { LINE = 19, FOOT = 34, TITLE = 108, SLOT = 38, SLOTS = 6, SAMPLE = 24 };

static size_t count_columns(const struct script *script)
{
    return script->families > 4 ? 2 : 1;
}

static size_t count_lines(const struct script *script)
{
    return (script->families + count_columns(script) - 1) / count_columns(script);
}

/* What the legend is written in: all labels come before the plot command, all samples into it. */
enum part { LABELS, SAMPLES };

/* A line with its marker, and the number of stages behind it, at pixel (x, y) of the legend.  The line is a
 * plotted function: among arrows of one colour the SVG terminal keeps the dashes of the first. */
static void write_sample(const struct script *script, const char *method, double x, double y, enum part part)
{
    const struct script_style style = script_style_of(script, method);

    if (part == SAMPLES) {
        fprintf(script->file,
                ", \\\n     [%.1f:%.1f] %.1f with lines dashtype %s linewidth 1 linecolor rgb '%s'", x,
                x + SAMPLE, y, style.dashes, style.colour);
        return;
    }
    fprintf(script->file,
            "set label '' at %.1f,%.1f point pointtype %d pointsize %.2f linecolor rgb '%s' front\n",
            x + SAMPLE / 2., y, style.full, style.size, style.colour);
    fputs("set label ", script->file);
    script_write_string(script->file, family_member(family_of(method), method));
    fprintf(script->file, " at %.1f,%.1f left font ',7.5' noenhanced\n", x + SAMPLE + 3, y);
}

/* Whether a fit before the i-th of the figure has the same method. */
static bool is_repeated(const struct script *script, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (script_belongs(script->results, script->figure, &script->results->fit[k]) &&
            strcmp(script->results->fit[k].method, script->results->fit[i].method) == 0)
            return true;
    }
    return false;
}

/* Whether the i-th fit is the first of a method of this family. */
static bool opens_method(const struct script *script, size_t family, size_t i)
{
    const struct fit *fit = &script->results->fit[i];

    return script_belongs(script->results, script->figure, fit) &&
           script_family(script, fit->method) == family && !is_repeated(script, i);
}

static size_t most_stages(const struct script *script, size_t family)
{
    size_t most = 0;

    for (size_t i = 0; i < script->results->fits; i++) {
        size_t stages = opens_method(script, family, i) ? script_stage(script->results->fit[i].method) : 0;

        most = stages > most ? stages : most;
    }
    return most;
}

static void write_family(const struct script *script, size_t family, double x, double y, enum part part)
{
    const bool by_stage = most_stages(script, family) <= SLOTS;
    size_t member = 0;
    char title[128];

    if (part == LABELS) {
        fputs("set label ", script->file);
        script_write_string(script->file, family_title(script->family[family], title, sizeof title));
        fprintf(script->file, " at %.1f,%.1f left font ',8.5' noenhanced\n", x, y);
    }
    for (size_t i = 0; i < script->results->fits; i++) {
        const char *method = script->results->fit[i].method;

        if (!opens_method(script, family, i))
            continue;
        write_sample(script, method,
                     x + TITLE + SLOT * (double)(by_stage ? script_stage(method) - 1 : member), y, part);
        member++;
    }
}

static void write_families(const struct script *script, enum part part)
{
    const double breadth = (SCRIPT_WIDTH - SCRIPT_LEFT) / (double)count_columns(script);

    for (size_t f = 0; f < script->families; f++) {
        size_t column = f / count_lines(script), line = f % count_lines(script);

        write_family(script, f, SCRIPT_LEFT + breadth * (double)column, LINE * ((double)line + 0.5), part);
    }
}

double legend_height(const struct script *script)
{
    return LINE * (double)count_lines(script) + FOOT;
}

/* How to read the picture, and what of several initial data it shows. */
static void write_note(const struct script *script, double y)
{
    const char *initial = script_shown_initial(script->results, script->figure);
    char note[400];

    snprintf(note, sizeof note,
             "numbers after the samples: stages; full markers: points of the fit, small open markers: not; "
             "grey: slopes of the orders printed at the right%s%.200s",
             initial ? "; initial data: " : "", initial ? initial : "");
    fputs("set label ", script->file);
    script_write_string(script->file, note);
    fprintf(script->file, " at %.1f,%.1f left noenhanced font ',7' textcolor rgb '#555555'\n",
            (double)SCRIPT_LEFT, y);
}

void legend_write(const struct script *script, double top)
{
    const double height = legend_height(script);

    fputs("\nset title ''\nset xlabel ''\nunset border\nunset xtics\nunset ytics\nunset logscale\n",
          script->file);
    script_write_place(script, 0, SCRIPT_WIDTH, top, top + height);
    fprintf(script->file, "set xrange [0:%.1f]\nset yrange [%.1f:0]\nset samples 2\n", (double)SCRIPT_WIDTH,
            height);
    write_families(script, LABELS);
    write_note(script, height - FOOT / 2.);
    fputs("plot sample [0:1] NaN", script->file);
    write_families(script, SAMPLES);
    fputs("\nunset label\n", script->file);
}
