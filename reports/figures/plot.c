/* The gnuplot script and the data of a figure.
 *
 * Plots of one row share the error axis, so that measures can be compared.  Full markers
 * are points of the fit, small open ones are not.
 *
 * Below the most accurate method of every order p runs a thin grey line c h^p, with p in the right margin.
 *
 * Sizes are pixels of the SVG picture, origin at the upper left. */
#include "reports/figures/plot.h"

#include "reports/figures/legend.h"
#include "reports/output.h"
#include "reports/figures/script.h"
#include "reports/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ORDERS = 24 };

static const double right = 26, gap = 30, row_head = 40, row_foot = 40;
static const double single_row = 250, one_of_rows = 160; /* heights of a row alone and of one of several */

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct range {
    double low, high; /* decades */
};

bool plot_has_projection(const struct results *results, const struct results_figure *figure,
                         const char *projection)
{
    for (size_t m = 0; m < figure->measures; m++) {
        size_t i = 0;

        if (script_next_fit(results, figure, projection, figure->measure[m], &i))
            return true;
    }
    return false;
}

/* ---- Data ---- */

static void write_block(FILE *file, const struct fit *fit)
{
    fprintf(file, "# %s %s %s\n# h error used\n", fit->method, fit->projection, fit->measure);
    for (size_t i = 0; i < fit->points; i++) {
        output_number(file, fit->step_values[i]);
        fputc(' ', file);
        if (script_is_positive(fit->errors[i]))
            output_number(file, fit->errors[i]);
        else
            fputs("NaN", file);
        fprintf(file, " %d\n", fit->used[i]);
    }
    fputs("\n\n", file);
}

void plot_write_data(FILE *file, const struct results *results, const struct results_figure *figure,
                     const char *projection)
{
    output_provenance(file, "#", &results->provenance);
    for (size_t m = 0; m < figure->measures; m++) {
        const struct fit *fit;

        for (size_t i = 0; (fit = script_next_fit(results, figure, projection, figure->measure[m], &i));) {
            if (script_is_drawn(fit))
                write_block(file, fit);
        }
    }
}

/* ---- Axes ---- */

/* The steps of all fits of the figure, with a margin on either side. */
static void find_steps(struct script *script)
{
    double low = INFINITY, high = 0;

    for (size_t i = 0; i < script->results->fits; i++) {
        const struct fit *fit = &script->results->fit[i];

        for (size_t n = 0; script_belongs(script->results, script->figure, fit) && n < fit->points; n++) {
            low = fmin(low, fit->step_values[n]);
            high = fmax(high, fit->step_values[n]);
        }
    }
    script->h_low = isfinite(low) ? low / 1.2 : 0.5;
    script->h_high = isfinite(low) ? high * 1.2 : 2;
}

static void extend_range(struct range *range, const struct fit *fit, bool all)
{
    for (size_t i = 0; i < fit->points; i++) {
        if (script_is_positive(fit->errors[i]) && (all || fit->used[i])) {
            range->low = fmin(range->low, floor(log10(fit->errors[i]) - 0.1));
            range->high = fmax(range->high, ceil(log10(fit->errors[i]) + 0.1));
        }
    }
}

/* The decades that hold the points of the fits of a row; of all points where no fit has any. */
static struct range find_range(const struct script *script, const char *projection)
{
    struct range range = {INFINITY, -INFINITY};

    for (int all = 0; all <= 1 && !(range.low < range.high); all++) {
        for (size_t m = 0; m < script->figure->measures; m++) {
            const struct fit *fit;
            size_t i = 0;

            while ((fit = script_next_fit(script->results, script->figure, projection,
                                          script->figure->measure[m], &i))) {
                if (script_is_drawn(fit))
                    extend_range(&range, fit, all);
            }
        }
    }
    return range.low < range.high ? range : (struct range){-16, 0};
}

/* Step sizes as given, about four of them with a label. */
static void write_step_tics(const struct script *script, bool labelled)
{
    const char *separator = "set xtics (";

    for (size_t i = 0; i < script->results->fits; i++) {
        const struct fit *fit = &script->results->fit[i];
        size_t stride = (fit->points + 3) / 4;

        if (!script_belongs(script->results, script->figure, fit) || fit->points == 0)
            continue;
        for (size_t n = 0; n < fit->points; n++) {
            fputs(separator, script->file);
            script_write_string(script->file, labelled && n % stride == 0 ? fit->step_sizes[n] : "");
            fprintf(script->file, " %.17g", fit->step_values[n]);
            separator = ", ";
        }
        fputs(") noenhanced scale 0.5 offset 0,0.3\n", script->file);
        return;
    }
}

static void write_axes(const struct script *script, struct range range, bool left_most, bool lowest)
{
    fprintf(script->file, "set xrange [%.17g:%.17g]\n", script->h_low, script->h_high);
    script_write_decades(script, range.low, range.high, left_most);
    write_step_tics(script, lowest);
}

/* ---- Lines of given order ---- */

struct guide {
    long order;
    double intercept; /* decimal logarithm of c in c h^p */
    double label;     /* decade at which the order is printed */
};

/* Adds the line of a fit, or lowers the one that its order has already. */
static size_t add_guide(struct guide *guides, size_t count, const struct fit *fit)
{
    long order = lround(fit->order);
    size_t finest = fit->points, g = 0;
    double intercept;

    while (finest > 0 && !fit->used[finest - 1])
        finest--;
    if (finest == 0 || order < 1 || fabs(fit->order - (double)order) > 0.25)
        return count;
    intercept = log10(fit->errors[finest - 1]) - (double)order * log10(fit->step_values[finest - 1]);
    while (g < count && guides[g].order != order)
        g++;
    if (g == MOST_ORDERS)
        return count;
    if (g == count)
        guides[count++] = (struct guide){order, intercept, 0};
    guides[g].intercept = fmin(guides[g].intercept, intercept);
    return count;
}

static int compare_labels(const void *a, const void *b)
{
    double x = ((const struct guide *)a)->label, y = ((const struct guide *)b)->label;

    return (x > y) - (x < y);
}

/* Moves labels apart that would print on each other, each pair by the same distance, and back into the range.
 */
static void spread_labels(struct guide *guides, size_t count, struct range range, double distance)
{
    qsort(guides, count, sizeof *guides, compare_labels);
    for (int sweep = 0; sweep < 200; sweep++) {
        for (size_t g = 0; g < count; g++)
            guides[g].label = fmax(range.low, fmin(range.high, guides[g].label));
        for (size_t g = 0; g + 1 < count; g++) {
            double overlap = distance - (guides[g + 1].label - guides[g].label);

            if (overlap > 0) {
                guides[g].label -= overlap / 2;
                guides[g + 1].label += overlap / 2;
            }
        }
    }
}

static size_t find_guides(const struct script *script, const char *projection, const char *measure,
                          struct range range, struct guide *guides)
{
    const double pixel = (range.high - range.low) / script->row_height; /* in decades */
    const struct fit *fit;
    size_t count = 0;

    for (size_t i = 0; (fit = script_next_fit(script->results, script->figure, projection, measure, &i));) {
        if (fit->status == FIT_MEASURED)
            count = add_guide(guides, count, fit);
    }
    for (size_t g = 0; g < count; g++) {
        guides[g].intercept -= 7 * pixel; /* below the data */
        guides[g].label = guides[g].intercept + (double)guides[g].order * log10(script->h_high);
    }
    spread_labels(guides, count, range, 10 * pixel);
    return count;
}

/* ---- One plot ---- */

static void write_curve(const struct script *script, const struct fit *fit, const char *data, size_t block)
{
    const struct script_style style = script_style_of(script, fit->method);
    bool has[2] = {false, false};

    for (size_t i = 0; i < fit->points; i++)
        has[fit->used[i]] |= script_is_positive(fit->errors[i]);
    fputs(", \\\n     ", script->file);
    script_write_string(script->file, data);
    fprintf(script->file, " index %zu using 1:2 with lines dashtype %s linewidth 1 linecolor rgb '%s'", block,
            style.dashes, style.colour);
    for (int used = 0; used <= 1; used++) {
        if (has[used])
            fprintf(script->file,
                    ", '' index %zu using 1:($3 == %d ? $2 : NaN) with points pointtype %d pointsize %.2f "
                    "linecolor rgb '%s'",
                    block, used, used ? style.full : style.open, style.size * (used ? 1 : 0.6), style.colour);
    }
}

/* Methods that are missing in a plot, counted in its lower right corner. */
static void write_absent(const struct script *script, const char *projection, const char *measure)
{
    static const struct {
        enum fit_status status;
        const char *words;
    } reasons[] = {
        {FIT_EXACT, "exact"}, {FIT_BROKE_DOWN, "broke down"}, {FIT_NOT_APPLICABLE, "not applicable"}};
    const char *separator = "set label 'not drawn: ";
    const struct fit *fit;

    for (size_t r = 0; r < COUNT(reasons); r++) {
        size_t count = 0;

        for (size_t i = 0; (fit = script_next_fit(script->results, script->figure, projection, measure, &i));)
            count += fit->status == reasons[r].status && !script_is_drawn(fit);
        if (count == 0)
            continue;
        fprintf(script->file, "%s%zu %s", separator, count, reasons[r].words);
        separator = ", ";
    }
    if (separator[0] == ',')
        fputs("' at graph 0.97,0.04 right font ',7' textcolor rgb '#555555'\n", script->file);
}

static void write_guide_labels(const struct script *script, const struct guide *guides, size_t count)
{
    for (size_t g = 0; g < count; g++)
        fprintf(script->file,
                "set label '%ld' at graph 1.02,first %.6e left font ',7' textcolor rgb '#555555'\n",
                guides[g].order, pow(10, guides[g].label));
}

static size_t write_plot(const struct script *script, const struct plot_row *row, const char *measure,
                         struct range range, size_t block)
{
    struct guide guides[MOST_ORDERS];
    size_t count = find_guides(script, row->projection, measure, range, guides);
    const struct fit *fit;

    write_guide_labels(script, guides, count);
    write_absent(script, row->projection, measure);
    fputs("plot NaN", script->file);
    for (size_t g = 0; g < count; g++)
        fprintf(script->file,
                ", \\\n     10**(%.6f + %ld*log10(x)) with lines linewidth 0.6 linecolor rgb '#b8b8b8'",
                guides[g].intercept, guides[g].order);
    for (size_t i = 0;
         (fit = script_next_fit(script->results, script->figure, row->projection, measure, &i));) {
        if (script_is_drawn(fit))
            write_curve(script, fit, row->data, block++);
    }
    fputs("\nunset label\n", script->file);
    return block;
}

static void write_row(const struct script *script, const struct plot_row *row, double top, bool last)
{
    const struct range range = find_range(script, row->projection);
    const double n = (double)script->figure->measures;
    const double breadth = (SCRIPT_WIDTH - SCRIPT_LEFT - right - gap * (n - 1)) / n;
    size_t block = 0;
    char text[128];

    fprintf(script->file, "\nset label '(%c) %s%s' at screen %.5f,%.5f left font ',10'\n", row->letter,
            strcmp(row->projection, "none") == 0 ? "no" : row->projection, " projection",
            (double)SCRIPT_LEFT / SCRIPT_WIDTH, 1 - (top + 12) / script->height);
    for (size_t m = 0; m < script->figure->measures; m++) {
        double x = SCRIPT_LEFT + (double)m * (breadth + gap);

        script_write_place(script, x, x + breadth, top + row_head, top + row_head + script->row_height);
        write_axes(script, range, m == 0, last);
        fputs("set title ", script->file);
        script_write_string(script->file, words_measure(script->figure->measure[m], text, sizeof text));
        fputs(" noenhanced offset 0,-0.6\n", script->file);
        fprintf(script->file, "set xlabel '%s' offset 0,0.8\n", last ? "step size {/:Italic h}" : "");
        block = write_plot(script, row, script->figure->measure[m], range, block);
    }
}

/* ---- The script ---- */

void plot_write_script(FILE *file, const struct results *results, const struct results_figure *figure,
                       const char *name, size_t rows, const struct plot_row *row)
{
    struct script script = {.file = file,
                            .results = results,
                            .figure = figure,
                            .row_height = rows == 1 ? single_row : one_of_rows};
    double legend; /* its upper edge */

    script_collect_families(&script);
    find_steps(&script);
    legend = (row_head + script.row_height) * (double)rows + row_foot;
    script.height = legend + legend_height(&script);

    output_provenance(file, "#", &results->provenance);
    fprintf(file, "# gnuplot %s.gp draws %s.svg, %s.png and %s.pdf.\nset encoding utf8\n", name, name, name,
            name);
    script_write_terminals(&script, name);
    fputs("set samples 200\nunset key\nset border 31 linewidth 0.7 linecolor rgb '#404040'\nset logscale "
          "xy\nset multiplot\n",
          file);
    for (size_t r = 0; r < rows; r++)
        write_row(&script, &row[r], (row_head + script.row_height) * (double)r, r + 1 == rows);
    legend_write(&script, legend);
    fputs("unset multiplot\nunset output\nset border\nreset\nunset key\n}\n", file);
}
