/* The points of a curve of a panel, and the axes that hold them: see panel_points.h.
 *
 * Drift (Kraus 2017, section 5.4): the run is split into ten equal intervals of time; drawn is the largest
 * |value| of each less that of the first.
 *
 * Axes hold all that runs drew which completed.  A run that broke down may have gone anywhere before: it
 * extends them by as much as they are wide, or to 10 on a logarithmic axis, and is cut there. */
#include "reports/figures/panel_points.h"

#include "reports/output.h"
#include "reports/figures/script.h"

#include <math.h>
#include <string.h>

/* ---- Points ---- */

static double value_of(const struct panels_curve *curve, size_t entry, size_t column)
{
    return curve->history->value[(curve->begin + entry) * curve->history->columns + column];
}

static double magnitude_of(const struct panels_curve *curve, size_t entry)
{
    double first = fabs(value_of(curve, entry, curve->first));

    return curve->has_band ? fmax(first, fabs(value_of(curve, entry, curve->second))) : first;
}

static bool broke_down(const struct panels_curve *curve)
{
    return curve->cell->status == CELL_BROKE_DOWN;
}

static double duration(const struct cell *cell)
{
    return (double)cell->steps * cell->step_value;
}

/* The tenth of the run, from 0, whose interval an entry is: the number of intervals of a run that broke down
 * is known from the length of the first. */
static size_t tenth_of(const struct panels_curve *curve, size_t entry)
{
    size_t all = curve->entries, tenth;
    double width = value_of(curve, 0, 0);

    if (broke_down(curve) && width > 0)
        all = (size_t)fmax(1, round(duration(curve->cell) / width));
    tenth = entry * PANEL_POINTS_TENTHS / all;
    return tenth < PANEL_POINTS_TENTHS ? tenth : PANEL_POINTS_TENTHS - 1;
}

/* The largest |value| of a tenth; NaN where it has no entries. */
static double maximum_of(const struct panels_curve *curve, size_t tenth)
{
    double maximum = NAN;

    for (size_t i = 0; i < curve->entries; i++) {
        if (tenth_of(curve, i) == tenth)
            maximum = fmax(maximum, magnitude_of(curve, i));
    }
    return maximum;
}

size_t panel_points_count(const struct panels_panel *panel, const struct panels_curve *curve)
{
    if (!curve->history)
        return 0;
    if (panel->look != PANELS_MAXIMA)
        return curve->entries;
    return tenth_of(curve, curve->entries - 1) + 1;
}

struct panel_point panel_points_get(const struct panels_panel *panel, const struct panels_curve *curve,
                                    size_t i)
{
    struct panel_point point = {0};

    if (panel->look == PANELS_MAXIMA) {
        point.x = duration(curve->cell) * (double)(i + 1) / PANEL_POINTS_TENTHS;
        point.y = point.low = point.high = maximum_of(curve, i) - maximum_of(curve, 0);
        return point;
    }
    point.x = value_of(curve, i, panels_in_plane(panel->look) ? curve->first : 0);
    if (panels_in_plane(panel->look))
        point.y = value_of(curve, i, curve->second);
    else if (panel->look == PANELS_MAGNITUDE)
        point.y = magnitude_of(curve, i);
    else
        point.y = value_of(curve, i, curve->has_band ? curve->third : curve->first);
    point.low = point.high = point.y;
    if (panel->look == PANELS_SIGNED && curve->has_band) {
        point.low = value_of(curve, i, curve->first);
        point.high = value_of(curve, i, curve->second);
    }
    return point;
}

bool panel_points_vanish(const struct panels_panel *panel, const struct panels_curve *curve)
{
    size_t count = panel_points_count(panel, curve), i = 0;

    while (i < count && panel_points_get(panel, curve, i).y == 0)
        i++;
    return panel->look == PANELS_MAGNITUDE && count > 0 && i == count;
}

/* ---- Ranges ---- */

struct range {
    double low, high;
};

static const struct range nothing = {INFINITY, -INFINITY};

static bool is_empty(struct range range)
{
    return !(range.low <= range.high);
}

static void include(struct range *range, double value)
{
    if (isfinite(value)) {
        range->low = fmin(range->low, value);
        range->high = fmax(range->high, value);
    }
}

static struct range join(struct range a, struct range b)
{
    return (struct range){fmin(a.low, b.low), fmax(a.high, b.high)};
}

/* What the curves need that completed, or that broke down. */
static void find_ranges(const struct panels_panel *panel, bool broken, struct range *x, struct range *y)
{
    *x = *y = nothing;
    for (size_t c = 0; c < panel->curves; c++) {
        const struct panels_curve *curve = panel->curve + c;

        for (size_t i = 0; broke_down(curve) == broken && i < panel_points_count(panel, curve); i++) {
            const struct panel_point point = panel_points_get(panel, curve, i);

            include(x, point.x);
            if (panel->look == PANELS_MAGNITUDE && !(point.y > 0))
                continue;
            include(y, point.y);
            include(y, point.low);
            include(y, point.high);
        }
    }
}

/* The range that completed runs need, extended towards those that broke down by at most its width. */
static struct range extend(struct range completed, struct range broken)
{
    double width = completed.high - completed.low;

    if (is_empty(completed))
        return broken;
    return (struct range){fmax(fmin(completed.low, broken.low), completed.low - width),
                          fmin(fmax(completed.high, broken.high), completed.high + width)};
}

/* A margin on both sides; a range without width gets one. */
static struct range widen(struct range range)
{
    double margin = 0.06 * (range.high - range.low);

    if (is_empty(range))
        return (struct range){-1, 1};
    if (!(margin > 1e-12 * fmax(fabs(range.low), fabs(range.high))))
        margin = range.high != 0 ? fabs(range.high) / 2 : 1;
    return (struct range){range.low - margin, range.high + margin};
}

/* The power of ten in units of which a range is written; 0 where its numbers have at most so many digits
 * before the point. */
static int power_of(struct range range, int digits)
{
    double largest = fmax(fabs(range.low), fabs(range.high));
    int power = largest > 0 ? (int)floor(log10(largest)) : 0;

    return power >= -2 && power < digits ? 0 : power;
}

/* From 0 to the end of the runs, or, where all broke down, to shortly after the last of them. */
static struct range time_range(const struct panels_panel *panel, struct range completed, struct range broken)
{
    double end = 0;

    if (is_empty(completed))
        return (struct range){0, 1.1 * (is_empty(broken) ? 1 : broken.high)};
    for (size_t c = 0; c < panel->curves; c++) {
        if (panel->curve[c].history && !broke_down(panel->curve + c))
            end = fmax(end, duration(panel->curve[c].cell));
    }
    return (struct range){0, fmax(end, completed.high)};
}

/* The decades of all panels that draw the magnitude of this channel. */
static struct range find_decades(const struct panels *panels, const char *channel)
{
    const double deepest = 40; /* below the largest value: what is less is as good as zero */
    struct range range = nothing;

    for (size_t p = 0; p < panels->panels; p++) {
        const struct panels_panel *panel = panels->panel + p;
        struct range x, completed, broken;

        if (panel->look != PANELS_MAGNITUDE || strcmp(panel->asked->channel, channel) != 0)
            continue;
        find_ranges(panel, false, &x, &completed);
        find_ranges(panel, true, &x, &broken);
        if (!is_empty(broken))
            broken.high = fmax(fmin(broken.high, 10), broken.low);
        range = join(range, join(completed, broken));
    }
    if (is_empty(range))
        return (struct range){-16, 0};
    range = (struct range){floor(log10(range.low) - 0.05), ceil(log10(range.high) + 0.05)};
    range.low = fmax(range.low, range.high - deepest);
    return range;
}

/* Widens one of two ranges so that both axes of the plot have the same scale. */
static void make_equal(struct range *x, struct range *y, double aspect)
{
    double breadth = x->high - x->low, height = y->high - y->low;
    double missing_x = (height * aspect - breadth) / 2, missing_y = (breadth / aspect - height) / 2;

    if (missing_x > 0) {
        x->low -= missing_x;
        x->high += missing_x;
    } else {
        y->low -= missing_y;
        y->high += missing_y;
    }
}

struct panel_axes panel_points_axes(const struct panels *panels, const struct panels_panel *panel,
                                    double aspect)
{
    const bool plane = panels_in_plane(panel->look);
    struct panel_axes axes = {.logarithmic = panel->look == PANELS_MAGNITUDE};
    struct range completed[2], broken[2], x, y;

    find_ranges(panel, false, &completed[0], &completed[1]);
    find_ranges(panel, true, &broken[0], &broken[1]);
    x = plane ? widen(extend(completed[0], broken[0])) : time_range(panel, completed[0], broken[0]);
    y = axes.logarithmic ? find_decades(panels, panel->asked->channel)
                         : widen(extend(completed[1], broken[1]));
    if (plane && panel->asked->equal)
        make_equal(&x, &y, aspect);
    axes.x_power = power_of(x, 5);
    axes.y_power = axes.logarithmic ? 0 : power_of(y, 3);
    axes.x_low = x.low / pow(10, axes.x_power);
    axes.x_high = x.high / pow(10, axes.x_power);
    axes.y_low = y.low / pow(10, axes.y_power);
    axes.y_high = y.high / pow(10, axes.y_power);
    return axes;
}

bool panel_points_end(const struct panels_panel *panel, const struct panels_curve *curve,
                      const struct panel_axes *axes, double *x, double *y)
{
    size_t count = broke_down(curve) && !panels_at_times(panel->look) ? panel_points_count(panel, curve) : 0;
    struct panel_point point = {NAN, NAN, NAN, NAN};

    while (count > 0 && !(isfinite(point.x) && isfinite(point.y)))
        point = panel_points_get(panel, curve, --count);
    if (!isfinite(point.x) || !isfinite(point.y) || (axes->logarithmic && !(point.y > 0)))
        return false;
    *x = fmax(axes->x_low, fmin(axes->x_high, point.x / pow(10, axes->x_power)));
    if (axes->logarithmic)
        *y = pow(10, fmax(axes->y_low, fmin(axes->y_high, log10(point.y))));
    else
        *y = fmax(axes->y_low, fmin(axes->y_high, point.y / pow(10, axes->y_power)));
    return true;
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

static void write_columns(FILE *file, const struct panels_curve *curve, size_t count, const size_t *column)
{
    fputs("# time", file);
    for (size_t k = 0; k < count; k++)
        fprintf(file, " %s", curve->history->column[column[k]]);
    fputc('\n', file);
    for (size_t i = 0; i < curve->entries; i++) {
        write_number(file, value_of(curve, i, 0), ' ');
        for (size_t k = 0; k < count; k++)
            write_number(file, value_of(curve, i, column[k]), k + 1 < count ? ' ' : '\n');
    }
}

static void write_maxima(FILE *file, const struct panels_panel *panel, const struct panels_curve *curve)
{
    fputs("# time maximum difference\n", file);
    for (size_t i = 0; i < panel_points_count(panel, curve); i++) {
        const struct panel_point point = panel_points_get(panel, curve, i);

        write_number(file, point.x, ' ');
        write_number(file, maximum_of(curve, i), ' ');
        write_number(file, point.y, '\n');
    }
}

void panel_points_write(FILE *file, const struct panels_panel *panel)
{
    const bool plane = panels_in_plane(panel->look);
    char end[128];

    for (size_t c = 0; c < panel->curves; c++) {
        const struct panels_curve *curve = panel->curve + c;
        const size_t column[] = {curve->first, curve->second, curve->third};

        if (!curve->history)
            continue;
        fprintf(file, "# %s %s%s%s\n", curve->cell->id, curve->history->channel,
                *panels_end(curve, end, sizeof end) ? ": " : "", end);
        if (panel->look == PANELS_MAXIMA)
            write_maxima(file, panel, curve);
        else
            write_columns(file, curve, plane ? 2 : curve->has_band ? 3 : 1, column);
        fputs("\n\n", file);
    }
}
