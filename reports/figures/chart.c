/* The picture of one fit: errors against step sizes, both on logarithmic axes.
 *
 * A page has a picture for every fit, more than a thousand of them; gnuplot would take a second and 30
 * kilobytes for each.  They are therefore written here, with coordinates in pixels of the picture, origin at
 * the upper left, rounded to a tenth.
 *
 * With h the step size and e the error, x is proportional to log h and y to -log e.  An error c h^p is a
 * straight line; the line of the order claimed passes through the finest point of the window.  The error axis
 * spans whole decades that hold all points; it reaches down to the floor only where that is at most as far
 * below the points as these span, since a floor far below would press them together. */
#include "reports/figures/chart.h"

#include "harness/judge/order_fit.h"
#include "reports/figures/panel_axes.h"
#include "reports/output.h"
#include "reports/words.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 250, HEIGHT = 170, LEFT = 38, RIGHT = 242, TOP = 8, BOTTOM = 150, MARKER = 3 };

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

static void write_decades(FILE *file, const struct axes *axes)
{
    const double stride = fmax(1, panel_axes_tics(axes->low, axes->high, 5));

    for (double d = ceil(axes->low / stride) * stride; d <= axes->high; d += stride)
        fprintf(file,
                "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">1e%.0f</text>\n",
                LEFT, down(axes, d), RIGHT, LEFT - 3, down(axes, d) + 3, d);
}

/* A tick for every step; the coarsest and the finest are named, as given where there is room. */
static void write_steps(FILE *file, const struct axes *axes, const struct fit *fit)
{
    fputs("<path class=\"axis\" d=\"", file);
    for (size_t i = 0; i < fit->points.count; i++)
        fprintf(file, "M%.1f %dv4", across(axes, fit, i), BOTTOM);
    fprintf(file, "M%d %dV%dH%d\"/>", LEFT, TOP, BOTTOM, RIGHT);
    for (size_t end = 0; end < (fit->points.count > 1 ? 2 : 1); end++) {
        const size_t i = end ? fit->points.count - 1 : 0;

        fprintf(file, "<text x=\"%d\" y=\"%d\"%s>", end ? LEFT : RIGHT, HEIGHT - 7,
                end ? "" : " text-anchor=\"end\"");
        if (strlen(fit->points.step_sizes[i]) <= 14)
            output_html(file, fit->points.step_sizes[i]);
        else
            fprintf(file, "%.4g", fit->points.step_values[i]);
        fputs("</text>", file);
    }
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">h</text>\n", (LEFT + RIGHT) / 2,
            HEIGHT - 7);
}

/* ---- Floors ---- */

/* The line through `factor` floors, from the right edge to the left one, not below the picture. */
static void write_floor_line(FILE *file, const struct axes *axes, const struct fit *fit, double factor)
{
    bool any = false;

    for (size_t i = 0; i < fit->points.count; i++) {
        const double floor = words_floor(fit, i),
                     y = fmax(TOP, fmin(BOTTOM, down(axes, log10(factor * floor))));

        if (!has_place(floor))
            continue;
        if (!any)
            fprintf(file, "M%d %.1f", RIGHT, y);
        fprintf(file, "L%.1f %.1f", across(axes, fit, i), y);
        any = true;
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
        fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">floor %.0e ↓</text>\n", RIGHT - 2,
                BOTTOM - 4, high);
    }
    if (log10(ORDER_FIT_FLOORS * high) > axes->low) {
        fputs("<path class=\"limit\" d=\"", file);
        write_floor_line(file, axes, fit, ORDER_FIT_FLOORS);
        fputs("\"/>\n", file);
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
        fprintf(file, "%c%.1f %.1f", "ML"[e], across_log(axes, ends[e]), down(axes, from + slope * ends[e]));
    }
    fprintf(file, "M%d %dh16\"/><text x=\"%d\" y=\"%d\">slope %s%g claimed</text>\n", LEFT + 5, TOP + 6,
            LEFT + 24, TOP + 9, claim->kind == CLAIM_AT_LEAST ? "≥ " : "", claim->value);
}

/* The curve, with a gap where an error is missing, and the markers. */
static void write_points(FILE *file, const struct axes *axes, const struct fit *fit)
{
    fputs("<path class=\"curve\" d=\"", file);
    for (size_t i = 0; i < fit->points.count; i++) {
        if (has_place(fit->points.errors[i]))
            fprintf(file, "%c%.1f %.1f", i > 0 && has_place(fit->points.errors[i - 1]) ? 'L' : 'M',
                    across(axes, fit, i), down(axes, log10(fit->points.errors[i])));
    }
    fputs("\"/>\n", file);
    for (size_t i = 0; i < fit->points.count; i++) {
        if (has_place(fit->points.errors[i]))
            fprintf(file, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/>",
                    fit->order.used[i] ? "used" : "unused", across(axes, fit, i),
                    down(axes, log10(fit->points.errors[i])), MARKER);
    }
}

bool chart_write(FILE *file, const struct fit *fit)
{
    const struct chart_points points = chart_count(fit);
    struct axes axes;

    if (points.used + points.unused == 0)
        return false;
    axes = find_axes(fit);
    fprintf(file,
            "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"error against step size, "
            "%zu points, %zu used\">\n",
            WIDTH, HEIGHT, points.used + points.unused, points.used);
    write_decades(file, &axes);
    write_floors(file, &axes, fit);
    write_steps(file, &axes, fit);
    write_claimed(file, &axes, fit);
    write_points(file, &axes, fit);
    fputs("\n</svg>\n", file);
    return true;
}
