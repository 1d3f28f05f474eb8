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
#include "reports/output.h"
#include "reports/words.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 250, HEIGHT = 170, LEFT = 38, RIGHT = 242, TOP = 8, BOTTOM = 150, MARKER = 3 };

struct axes {
    double low, high;   /* decades of the error */
    double first, last; /* logarithms of the finest and the coarsest step, with a margin */
};

struct place {
    double x, y;
};

static bool has_place(double error)
{
    return isfinite(error) && error > 0;
}

struct chart_points chart_count(const struct fit *fit)
{
    struct chart_points points = {0};

    for (size_t i = 0; i < fit->points; i++) {
        if (has_place(fit->errors[i]))
            ++*(fit->used[i] ? &points.used : &points.unused);
        else
            ++*(fit->errors[i] == 0 ? &points.zero : &points.missing);
    }
    return points;
}

/* ---- Axes ---- */

/* The largest and the smallest floor that is a positive number; false where there is none. */
static bool find_floors(const struct fit *fit, double *low, double *high)
{
    *low = INFINITY;
    *high = 0;
    for (size_t i = 0; i < fit->points; i++) {
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

    for (size_t i = 0; i < fit->points; i++) {
        axes.first = fmin(axes.first, log(fit->step_values[i]));
        axes.last = fmax(axes.last, log(fit->step_values[i]));
        if (has_place(fit->errors[i])) {
            axes.low = fmin(axes.low, log10(fit->errors[i]));
            axes.high = fmax(axes.high, log10(fit->errors[i]));
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

static double across(const struct axes *axes, double log_step)
{
    return LEFT + (RIGHT - LEFT) * (log_step - axes->first) / (axes->last - axes->first);
}

static double down(const struct axes *axes, double log10_error)
{
    return TOP + (BOTTOM - TOP) * (axes->high - log10_error) / (axes->high - axes->low);
}

static struct place place_of(const struct axes *axes, const struct fit *fit, size_t point, double error)
{
    return (struct place){across(axes, log(fit->step_values[point])), down(axes, log10(error))};
}

/* A tenth of a pixel; "12" for 12.0. */
static void write_coordinate(FILE *file, double value)
{
    long tenths = lround(10 * value);

    fprintf(file, tenths % 10 ? "%.1f" : "%.0f", (double)tenths / 10);
}

static void write_place(FILE *file, const char *before, struct place place)
{
    fputs(before, file);
    write_coordinate(file, place.x);
    fputc(' ', file);
    write_coordinate(file, place.y);
}

static void write_decades(FILE *file, const struct axes *axes)
{
    static const int strides[] = {1, 2, 5, 10, 20, 50, 100};
    size_t s = 0;

    while (s + 1 < sizeof strides / sizeof *strides && axes->high - axes->low > 5 * strides[s])
        s++;
    for (double d = ceil(axes->low / strides[s]) * strides[s]; d <= axes->high; d += strides[s]) {
        double y = down(axes, d);

        write_place(file, "<path class=\"grid\" d=\"M", (struct place){LEFT, y});
        fprintf(file, "H%d\"/><text x=\"%d\" y=\"", RIGHT, LEFT - 3);
        write_coordinate(file, y + 3);
        fprintf(file, "\" text-anchor=\"end\">1e%.0f</text>\n", d);
    }
}

/* A tick for every step; the coarsest and the finest are named, as given where there is room. */
static void write_steps(FILE *file, const struct axes *axes, const struct fit *fit)
{
    fputs("<path class=\"axis\" d=\"", file);
    for (size_t i = 0; i < fit->points; i++) {
        write_place(file, "M", (struct place){across(axes, log(fit->step_values[i])), BOTTOM});
        fputs("v4", file);
    }
    fprintf(file, "M%d %dV%dH%d\"/>", LEFT, TOP, BOTTOM, RIGHT);
    for (size_t i = 0; i<fit->points; i += fit->points> 1 ? fit->points - 1 : 1) {
        bool finest = i > 0;

        fprintf(file, "<text x=\"%d\" y=\"%d\"%s>", finest ? LEFT : RIGHT, HEIGHT - 7,
                finest ? "" : " text-anchor=\"end\"");
        if (strlen(fit->step_sizes[i]) <= 14)
            output_html(file, fit->step_sizes[i]);
        else
            fprintf(file, "%.4g", fit->step_values[i]);
        fputs("</text>", file);
    }
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">h</text>\n", (LEFT + RIGHT) / 2,
            HEIGHT - 7);
}

/* ---- Floors ---- */

/* The line through `factor` floors, from the left edge to the right one, not below the picture. */
static void write_floor_line(FILE *file, const struct axes *axes, const struct fit *fit, double factor)
{
    struct place place = {RIGHT, BOTTOM};
    const char *before = "M";

    for (size_t i = 0; i < fit->points; i++) { /* from right to left */
        if (!has_place(words_floor(fit, i)))
            continue;
        place = place_of(axes, fit, i, factor * words_floor(fit, i));
        place.y = fmax(TOP, fmin(BOTTOM, place.y));
        if (before[0] == 'M') {
            write_place(file, before, (struct place){RIGHT, place.y});
            before = "L";
        }
        write_place(file, before, place);
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

/* The part inside the picture of the line with the slope claimed, and a sample of it with its name. */
static void write_claimed(FILE *file, const struct axes *axes, const struct fit *fit)
{
    size_t anchor = fit->points;
    double slope, from, to, ends[2];

    if (!fit->claim || verdict_is_exact(fit->claim) || verdict_is_number(fit->claim) ||
        !(fit->claim->value >= 0))
        return;
    while (anchor > 0 && !(has_place(fit->errors[anchor - 1]) && fit->used[anchor - 1]))
        anchor--;
    for (size_t i = fit->points; i > 0 && anchor == 0; i--)
        anchor = has_place(fit->errors[i - 1]) ? i : 0;
    slope = fit->claim->value / log(10);
    from = log10(fit->errors[anchor - 1]) - slope * log(fit->step_values[anchor - 1]);
    ends[0] = axes->first;
    ends[1] = axes->last;
    for (int e = 0; e < 2 && fit->claim->value > 0; e++)
        ends[e] = fmax((axes->low - from) / slope, fmin((axes->high - from) / slope, ends[e]));
    to = from + slope * ends[1];
    from += slope * ends[0];
    write_place(file, "<path class=\"claimed\" d=\"M",
                (struct place){across(axes, ends[0]), down(axes, from)});
    write_place(file, "L", (struct place){across(axes, ends[1]), down(axes, to)});
    fprintf(file, "M%d %dh16\"/><text x=\"%d\" y=\"%d\">slope %s%g claimed</text>\n", LEFT + 5, TOP + 6,
            LEFT + 24, TOP + 9, fit->claim->kind == CLAIM_AT_LEAST ? "≥ " : "", fit->claim->value);
}

static void write_curve(FILE *file, const struct axes *axes, const struct fit *fit)
{
    const char *before = "M";

    fputs("<path class=\"curve\" d=\"", file);
    for (size_t i = 0; i < fit->points; i++) {
        bool here = has_place(fit->errors[i]);

        if (here)
            write_place(file, before, place_of(axes, fit, i, fit->errors[i]));
        before = here ? "L" : "M"; /* a gap where an error is missing */
    }
    fputs("\"/>\n", file);
}

static void write_markers(FILE *file, const struct axes *axes, const struct fit *fit)
{
    for (size_t i = 0; i < fit->points; i++) {
        struct place place;

        if (!has_place(fit->errors[i]))
            continue;
        place = place_of(axes, fit, i, fit->errors[i]);
        fprintf(file, "<circle class=\"%s\" cx=\"", fit->used[i] ? "used" : "unused");
        write_coordinate(file, place.x);
        fputs("\" cy=\"", file);
        write_coordinate(file, place.y);
        fprintf(file, "\" r=\"%d\"/>", MARKER);
    }
    fputc('\n', file);
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
    write_curve(file, &axes, fit);
    write_markers(file, &axes, fit);
    fputs("</svg>\n", file);
    return true;
}
