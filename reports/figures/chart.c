/* The picture of one fit: errors against step sizes, both on logarithmic axes.
 *
 * A page has a picture for every fit, more than a thousand of them; gnuplot would take a second and 30
 * kilobytes for each.  They are therefore written here, in whole quarters of a pixel, origin at the upper left: the page
 * should stay small.
 *
 * With h the step size and e the error, x is proportional to log h and y to -log e.  An error c h^p is a
 * straight line; the line of the order claimed passes through the finest point of the window.  The error axis
 * spans whole decades that hold all points; it reaches down to the floor only where that is at most as far
 * below the points as these span, since a floor far below would press them together. */
#include "reports/figures/chart.h"

#include "harness/judge/order_fit.h"
#include "reports/output.h"
#include "reports/words.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 1000, HEIGHT = 680, LEFT = 152, RIGHT = 968, TOP = 32, BOTTOM = 600, MARKER = 12 };

struct axes {
    double low, high;   /* decades of the error */
    double first, last; /* logarithms of the finest and the coarsest step, with a margin */
};

static bool has_place(double error)
{
    return isfinite(error) && error > 0;
}

struct chart_points chart_count(const struct fit *fit)
{
    struct chart_points points = {0};

    for (size_t i = 0; i < fit->points.count; i++) {
        if (has_place(fit->points.errors[i]))
            ++*(fit->order.used[i] ? &points.used : &points.unused);
        else
            ++*(fit->points.errors[i] == 0 ? &points.zero : &points.missing);
    }
    return points;
}

/* ---- Axes ---- */

/* The largest and the smallest floor that is a positive number; false where there is none. */
static bool find_floors(const struct fit *fit, double *low, double *high)
{
    *low = INFINITY;
    *high = 0;
    for (size_t i = 0; i < fit->points.count; i++) {
        if (has_place(words_floor(fit, i))) {
            *low = fmin(*low, words_floor(fit, i));
            *high = fmax(*high, words_floor(fit, i));
        }
    }
    return *high > 0;
}

static struct axes find_axes(const struct fit *fit)
{
    struct axes axes = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    double low, high;

    for (size_t i = 0; i < fit->points.count; i++) {
        axes.first = fmin(axes.first, log(fit->points.step_values[i]));
        axes.last = fmax(axes.last, log(fit->points.step_values[i]));
        if (has_place(fit->points.errors[i])) {
            axes.low = fmin(axes.low, log10(fit->points.errors[i]));
            axes.high = fmax(axes.high, log10(fit->points.errors[i]));
        }
    }
    if (find_floors(fit, &low, &high) && log10(high) > axes.low - fmax(axes.high - axes.low, 3))
        axes.low = fmin(axes.low, log10(low) - 0.5);
    axes.low = floor(axes.low - 0.1);
    axes.high = ceil(axes.high + 0.1);
    axes.first -= 0.35;
    axes.last += 0.35;
    return axes;
}

static double across_log(const struct axes *axes, double log_step)
{
    return LEFT + (RIGHT - LEFT) * (log_step - axes->first) / (axes->last - axes->first);
}

static double across(const struct axes *axes, const struct fit *fit, size_t point)
{
    return across_log(axes, log(fit->points.step_values[point]));
}

static double down(const struct axes *axes, double log10_error)
{
    return TOP + (BOTTOM - TOP) * (axes->high - log10_error) / (axes->high - axes->low);
}

/* At least so many decades: 1, 2 or 5 and a power of ten. */
static double stride_of(double least)
{
    const double power = pow(10, floor(log10(least)));

    return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10);
}

static void write_decades(FILE *file, const struct axes *axes)
{
    const double stride = fmax(1, stride_of((axes->high - axes->low) / 3)),
                 first = ceil(axes->low / stride) * stride;

    fputs("<path class=\"grid\" d=\"", file);
    for (double d = first; d <= axes->high; d += stride)
        fprintf(file, "M%d %.0fH%d", LEFT, down(axes, d), RIGHT);
    fputs("\"/><g>", file);
    for (double d = first; d <= axes->high; d += stride)
        fprintf(file, "<text y=\"%.0f\">1e%.0f</text>", down(axes, d), d);
    fputs("</g>", file);
}

/* A step as it was given where there is room. */
static void write_step(FILE *file, const struct fit *fit, size_t point)
{
    if (strlen(fit->points.step_sizes[point]) <= 14)
        output_html(file, fit->points.step_sizes[point]);
    else
        fprintf(file, "%.4g", fit->points.step_values[point]);
}

/* The finest and the coarsest step. */
static void write_steps(FILE *file, const struct fit *fit)
{
    fprintf(file, "<use href=\"#axes\"/><text x=\"%d\" y=\"%d\">", LEFT, HEIGHT - 28);
    if (fit->points.count > 1)
        write_step(file, fit, fit->points.count - 1);
    fprintf(file, "</text><text x=\"%d\" y=\"%d\">h = ", RIGHT, HEIGHT - 28);
    write_step(file, fit, 0);
    fputs("</text>", file);
}

/* ---- Floors ---- */

/* The line through `factor` floors, from the right edge to the left one, not below the picture; points in a row at one height
 * are left out. */
static void write_floor_line(FILE *file, const struct axes *axes, const struct fit *fit, double factor)
{
    double before = NAN, last = RIGHT, drawn = RIGHT; /* the height; how far the points are, and the line */

    for (size_t i = 0; i < fit->points.count; i++) {
        const double floor = words_floor(fit, i), x = across(axes, fit, i),
                     y = round(fmax(TOP, fmin(BOTTOM, down(axes, log10(factor * floor)))));

        if (!has_place(floor))
            continue;
        if (isnan(before))
            fprintf(file, "M%d %.0f", RIGHT, y);
        else if (y != before && last < drawn)
            fprintf(file, "H%.0f", last);
        if (y != before && !isnan(before)) {
            fprintf(file, "L%.0f %.0f", x, y);
            drawn = x;
        }
        before = y;
        last = x;
    }
    fprintf(file, "H%d", LEFT);
}

/* A floor below the picture is named where it would be. */
static void write_floors(FILE *file, const struct axes *axes, const struct fit *fit)
{
    double low, high;

    if (!find_floors(fit, &low, &high))
        return;
    if (log10(high) > axes->low) {
        fputs("<path class=\"floor\" d=\"", file);
        write_floor_line(file, axes, fit, 1);
        fprintf(file, "V%dH%dZ\"/>", BOTTOM, RIGHT);
    } else {
        fprintf(file, "<text x=\"%d\" y=\"%d\">floor %.0e ↓</text>", RIGHT - 8, BOTTOM - 16, high);
    }
    if (log10(ORDER_FIT_FLOORS * high) > axes->low) {
        fputs("<path class=\"limit\" d=\"", file);
        write_floor_line(file, axes, fit, ORDER_FIT_FLOORS);
        fputs("\"/>", file);
    }
}

/* ---- Points ---- */

/* Through which point the line claimed goes: the finest that is used, else the finest that is drawn. */
static size_t find_anchor(const struct fit *fit)
{
    size_t drawn = fit->points.count;

    for (size_t i = fit->points.count; i-- > 0;) {
        if (has_place(fit->points.errors[i]) && fit->order.used[i])
            return i;
        drawn = has_place(fit->points.errors[i]) && drawn == fit->points.count ? i : drawn;
    }
    return drawn;
}

/* The part inside the picture of the line with the slope claimed, and a sample of it with its name. */
static void write_claimed(FILE *file, const struct axes *axes, const struct fit *fit)
{
    const struct claim_on_fit *claim = fit->claim;
    const size_t anchor = find_anchor(fit);
    double slope, from, ends[2] = {axes->first, axes->last};

    if (fit->outcome.subject != SUBJECT_ORDER || !(claim->value >= 0))
        return;
    slope = claim->value / log(10);
    from = log10(fit->points.errors[anchor]) - slope * log(fit->points.step_values[anchor]);
    fputs("<path class=\"claimed\" d=\"", file);
    for (int e = 0; e < 2; e++) {
        if (slope > 0)
            ends[e] = fmax((axes->low - from) / slope, fmin((axes->high - from) / slope, ends[e]));
        fprintf(file, "%c%.0f %.0f", "ML"[e], across_log(axes, ends[e]), down(axes, from + slope * ends[e]));
    }
    fprintf(file, "M%d %dh64\"/><text x=\"%d\" y=\"%d\">slope %s%g claimed</text>", LEFT + 20, TOP + 24,
            LEFT + 96, TOP + 36, claim->kind == CLAIM_AT_LEAST ? "≥ " : "", claim->value);
}

/* The curve, with a gap where an error is missing; if all points are used, with a filled circle at each. */
static void write_curve(FILE *file, const struct axes *axes, const struct fit *fit, bool all)
{
    fprintf(file, "<path class=\"curve%s\" d=\"", all ? " all" : "");
    for (size_t i = 0; i < fit->points.count; i++) {
        if (has_place(fit->points.errors[i]))
            fprintf(file, "%c%.0f %.0f", i > 0 && has_place(fit->points.errors[i - 1]) ? 'L' : 'M',
                    across(axes, fit, i), down(axes, log10(fit->points.errors[i])));
    }
    fputs("\"/>", file);
}

/* Hollow circles for points that are not used, above these filled ones, which are lines of no length with round ends. */
static void write_markers(FILE *file, const struct axes *axes, const struct fit *fit)
{
    const char *before = "<path class=\"used\" d=\"";

    for (size_t i = 0; i < fit->points.count; i++) {
        if (!fit->order.used[i] && has_place(fit->points.errors[i]))
            fprintf(file, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"%d\"/>", across(axes, fit, i),
                    down(axes, log10(fit->points.errors[i])), MARKER);
    }
    for (size_t i = 0; i < fit->points.count; i++) {
        if (!fit->order.used[i] || !has_place(fit->points.errors[i]))
            continue;
        fprintf(file, "%sM%.0f %.0fh0", before, across(axes, fit, i),
                down(axes, log10(fit->points.errors[i])));
        before = "";
    }
    fputs(*before ? "" : "\"/>", file);
}

const char *chart_parts(void)
{
    static const char parts[] =
        "<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
        "<path id=\"axes\" d=\"M152 32V600H968\" style=\"fill:none;stroke:var(--chart);stroke-width:4\"/>"
        "<marker id=\"dot\" markerUnits=\"userSpaceOnUse\" markerWidth=\"28\" markerHeight=\"28\" "
        "viewBox=\"-14 -14 28 28\"><circle r=\"14\" style=\"fill:var(--curve)\"/></marker></defs></svg>";

    return parts;
}

bool chart_write(FILE *file, const struct fit *fit)
{
    const struct chart_points points = chart_count(fit);
    struct axes axes;

    if (points.used + points.unused == 0)
        return false;
    axes = find_axes(fit);
    fprintf(file,
            "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%zu points, %zu used\">",
            WIDTH, HEIGHT, points.used + points.unused, points.used);
    write_decades(file, &axes);
    write_floors(file, &axes, fit);
    write_steps(file, fit);
    write_claimed(file, &axes, fit);
    write_curve(file, &axes, fit, points.unused == 0);
    if (points.unused > 0)
        write_markers(file, &axes, fit);
    fputs("</svg>", file);
    return true;
}
