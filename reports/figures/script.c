/* What the parts of a gnuplot script share.
 *
 * The PNG picture is PNG_SCALE times as large as that in SVG; the PDF picture has PDF_DENSITY of its pixels
 * to the inch, which makes it as wide as the text of an A4 page.
 *
 * Families are told apart by colour and marker, numbers of stages by dashes.  The colours are those of Okabe
 * and Ito
 * ("Color universal design", 2008), with their yellow, which is too faint for a line on white, replaced by a
 * grey. */
#include "reports/figures/script.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PNG_SCALE = 3, PDF_DENSITY = 108 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Later families are drawn on top of earlier ones with smaller markers, so that both show where they
 * coincide. */
static const struct script_style family_styles[] = {
    {"#0072B2", 7, 6, 0.62, NULL},   {"#000000", 3, 3, 0.75, NULL},   {"#D55E00", 5, 4, 0.56, NULL},
    {"#E69F00", 9, 8, 0.56, NULL},   {"#009E73", 11, 10, 0.52, NULL}, {"#CC79A7", 13, 12, 0.48, NULL},
    {"#56B4E9", 15, 14, 0.38, NULL}, {"#6F6F6F", 2, 2, 0.6, NULL},
};

static const char *const stage_dashes[] = {"(2,3)", "1", "(9,4)", "(14,3,3,3)", "(5,3)", "(14,3,3,3,3,3)"};

static const char *first_initial(const struct results *results, const struct results_figure *figure)
{
    for (size_t i = 0; i < results->fits; i++) {
        if (strcmp(results->fit[i].model, figure->model) == 0)
            return results->fit[i].initial;
    }
    return "";
}

bool script_belongs(const struct results *results, const struct results_figure *figure, const struct fit *fit)
{
    return strcmp(fit->model, figure->model) == 0 && strcmp(fit->precision, figure->precision) == 0 &&
           strcmp(fit->initial, first_initial(results, figure)) == 0;
}

const char *script_shown_initial(const struct results *results, const struct results_figure *figure)
{
    const char *shown = first_initial(results, figure);

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (strcmp(fit->model, figure->model) == 0 && strcmp(fit->initial, shown) != 0)
            return shown;
    }
    return NULL;
}

bool script_is_positive(double value)
{
    return isfinite(value) && value > 0;
}

bool script_is_drawn(const struct fit *fit)
{
    bool any = false;

    for (size_t i = 0; i < fit->points; i++)
        any |= script_is_positive(fit->errors[i]);
    return any && fit->status != FIT_EXACT && fit->status != FIT_NOT_APPLICABLE;
}

const struct fit *script_next_fit(const struct results *results, const struct results_figure *figure,
                                  const char *projection, const char *measure, size_t *i)
{
    while (*i < results->fits) {
        const struct fit *fit = &results->fit[(*i)++];

        if (script_belongs(results, figure, fit) && strcmp(fit->projection, projection) == 0 &&
            strcmp(fit->measure, measure) == 0)
            return fit;
    }
    return NULL;
}

size_t script_family(const struct script *script, const char *method)
{
    struct family family = family_of(method);
    size_t f = 0;

    while (f < script->families && !family_equal(script->family[f], family))
        f++;
    return f;
}

size_t script_stage(const char *method)
{
    long stage = strtol(family_member(family_of(method), method), NULL, 10);

    return stage > 0 && stage < 100 ? (size_t)stage : 1;
}

struct script_style script_style_of(const struct script *script, const char *method)
{
    struct script_style style = family_styles[script_family(script, method) % COUNT(family_styles)];

    style.dashes = stage_dashes[(script_stage(method) - 1) % COUNT(stage_dashes)];
    return style;
}

void script_collect_families(struct script *script)
{
    for (size_t i = 0; i < script->results->fits; i++) {
        const struct fit *fit = &script->results->fit[i];

        if (script_belongs(script->results, script->figure, fit) && script->families < SCRIPT_FAMILIES &&
            script_family(script, fit->method) == script->families)
            script->family[script->families++] = family_of(fit->method);
    }
}

void script_write_string(FILE *file, const char *text)
{
    fputc('\'', file);
    for (; text && *text; text++)
        fputs(*text == '\'' ? "''" : (char[]){(unsigned char)*text < ' ' ? ' ' : *text, '\0'}, file);
    fputc('\'', file);
}

void script_write_place(const struct script *script, double x0, double x1, double y0, double y1)
{
    fprintf(script->file,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
            x0 / SCRIPT_WIDTH, x1 / SCRIPT_WIDTH, 1 - y0 / script->height, 1 - y1 / script->height);
}

void script_write_decades(const struct script *script, double low, double high, bool labelled)
{
    static const double steps[] = {1, 2, 5, 10, 20, 50, 100};
    size_t n = 0;

    while (n + 1 < COUNT(steps) && (high - low) / steps[n] > 8)
        n++;
    fprintf(script->file,
            "set yrange [1e%.0f:1e%.0f]\nunset mytics\nset ytics 1e%.0f,1e%.0f,1e%.0f scale 0.5 offset "
            "0.5,0\nset format y '%s'\n",
            low, high, ceil(low / steps[n]) * steps[n], steps[n], high, labelled ? "10^{%T}" : "");
}

/* PDF only where gnuplot can, with fonts, lines and points as large beside the plots as in SVG. */
void script_write_terminals(const struct script *script, const char *name)
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
    script_write_string(script->file, name);
    fputs(".'.'.kind\n", script->file);
}
