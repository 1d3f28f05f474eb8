/* The axes that hold the points of a panel: see panel_axes.h.
 *
 * Axes hold all that runs drew which completed.  A run that broke down may have gone anywhere before: it
 * extends them by as much as they are wide, or to 10 on a logarithmic axis, and is cut there.  Of errors they hold
 * the points of the fits. */
#include "reports/figures/panel_axes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* What the curves need that completed, or that broke down; `all`: with points that a fit does not use. */
static void find_ranges(const struct panels_panel *panel, bool broken, bool all, struct range *x,
                        struct range *y)
{
    *x = *y = nothing;
    for (size_t c = 0; c < panel->curves; c++) {
        const struct panels_curve *curve = panel->curve + c;

        for (size_t i = 0; panels_broke_down(curve) == broken && i < curve->points; i++) {
            const struct panels_point *point = curve->point + i;

            include(x, point->x);
            if (!all && !point->used)
                continue;
            include(y, point->y);
            if (panel->look == PANELS_SIGNED && curve->has_band) {
                include(y, point->low);
                include(y, point->high);
            }
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
        if (panel->curve[c].history && !panels_broke_down(panel->curve + c))
            end = fmax(end, panels_duration(panel->curve + c));
    }
    return (struct range){0, fmax(end, completed.high)};
}

/* The steps of all fits, or the evaluations, with a factor on either side: those without errors too. */
static struct range step_range(const struct panels *panels)
{
    struct range range = nothing;

    for (size_t p = 0; p < panels->panels; p++) {
        for (size_t c = 0; c < panels->panel[p].curves; c++) {
            const struct fit *fit = panels->panel[p].curve[c].fit;

            for (size_t i = 0; i < fit->points.count; i++)
                include(&range, panels->figure->against_work ? fit->points.evaluations[i]
                                                             : fit->points.step_values[i]);
        }
    }
    return is_empty(range) ? (struct range){0.5, 2} : (struct range){range.low / 1.2, range.high * 1.2};
}

/* Whether their logarithmic axes may be one. */
static bool may_share(const struct panels_panel *a, const struct panels_panel *b)
{
    return a->look == b->look &&
           (a->look == PANELS_ERRORS ? a->letter == b->letter
                                     : strcmp(a->asked->channel, b->asked->channel) == 0);
}

/* The values of all panels that share the axis of this one, or of it alone. */
static struct range find_values(const struct panels *panels, const struct panels_panel *panel, bool alone)
{
    struct range range = nothing;

    for (int all = 0; all <= 1 && !(range.low < range.high); all++) {
        range = nothing;
        for (size_t p = 0; p < panels->panels; p++) {
            struct range x, completed, broken;

            if (alone ? panel != panels->panel + p : !may_share(panel, panels->panel + p))
                continue;
            find_ranges(panels->panel + p, false, all, &x, &completed);
            find_ranges(panels->panel + p, true, all, &x, &broken);
            if (!is_empty(broken))
                broken.high = fmax(fmin(broken.high, 10), broken.low);
            range = join(range, join(completed, broken));
        }
    }
    return range;
}

/* Panels of one axis can be compared; over too many decades nothing is seen in any, and each has its own. */
static struct range find_decades(const struct panels *panels, const struct panels_panel *panel)
{
    const bool errors = panel->look == PANELS_ERRORS;
    const double deepest = errors ? INFINITY : 40; /* what is less is as good as zero */
    const double most = 24;                        /* decades of double precision and some more */
    struct range range = find_values(panels, panel, false);

    if (!errors && !is_empty(range) && log10(range.high / range.low) > most)
        range = find_values(panels, panel, true);
    if (is_empty(range))
        return (struct range){-16, 0};
    range = (struct range){floor(log10(range.low) - 0.1), ceil(log10(range.high) + 0.1)};
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

struct panel_axes panel_axes_of(const struct panels *panels, const struct panels_panel *panel, double aspect)
{
    const bool plane = panels_in_plane(panel->look), errors = panel->look == PANELS_ERRORS;
    struct panel_axes axes = {.logarithmic = errors || panel->look == PANELS_MAGNITUDE};
    struct range completed[2], broken[2], x, y;

    find_ranges(panel, false, true, &completed[0], &completed[1]);
    find_ranges(panel, true, true, &broken[0], &broken[1]);
    x = errors  ? step_range(panels)
        : plane ? widen(extend(completed[0], broken[0]))
                : time_range(panel, completed[0], broken[0]);
    y = axes.logarithmic ? find_decades(panels, panel) : widen(extend(completed[1], broken[1]));
    if (plane && !panel->asked->free)
        make_equal(&x, &y, aspect);
    axes.x_power = errors ? 0 : power_of(x, 5);
    axes.y_power = axes.logarithmic ? 0 : power_of(y, 3);
    axes.x_low = x.low / pow(10, axes.x_power);
    axes.x_high = x.high / pow(10, axes.x_power);
    axes.y_low = y.low / pow(10, axes.y_power);
    axes.y_high = y.high / pow(10, axes.y_power);
    return axes;
}

double panel_axes_tics(double low, double high, double most)
{
    double least = (high - low) / most, power = pow(10, floor(log10(least)));

    return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10);
}

bool panel_axes_end(const struct panels_panel *panel, const struct panels_curve *curve,
                    const struct panel_axes *axes, double *x, double *y)
{
    const struct panels_point *point;
    size_t last = panels_broke_down(curve) && !panels_at_times(panel->look) ? curve->points : 0;

    while (last > 0 && !(isfinite(curve->point[last - 1].x) && isfinite(curve->point[last - 1].y)))
        last--;
    if (last == 0)
        return false;
    point = curve->point + last - 1;
    *x = fmax(axes->x_low, fmin(axes->x_high, point->x / pow(10, axes->x_power)));
    if (axes->logarithmic)
        *y = pow(10, fmax(axes->y_low, fmin(axes->y_high, log10(point->y))));
    else
        *y = fmax(axes->y_low, fmin(axes->y_high, point->y / pow(10, axes->y_power)));
    return true;
}

/* ---- Lines of given order ---- */

/* Adds the line of a fit, or lowers the one that its order has already. */
static size_t add_guide(struct panel_guide *guides, size_t count, const struct fit *fit)
{
    long order = lround(fit->order.value);
    size_t finest = fit->points.count, g = 0;
    double intercept;

    while (finest > 0 && !fit->order.used[finest - 1])
        finest--;
    if (finest == 0 || order < 1 || fabs(fit->order.value - (double)order) > 0.25)
        return count;
    intercept =
        log10(fit->points.errors[finest - 1]) - (double)order * log10(fit->points.step_values[finest - 1]);
    while (g < count && guides[g].order != order)
        g++;
    if (g == PANEL_AXES_GUIDES)
        return count;
    if (g == count)
        guides[count++] = (struct panel_guide){order, intercept, 0};
    guides[g].intercept = fmin(guides[g].intercept, intercept);
    return count;
}

static int compare_labels(const void *a, const void *b)
{
    double x = ((const struct panel_guide *)a)->label, y = ((const struct panel_guide *)b)->label;

    return (x > y) - (x < y);
}

/* Moves labels apart that would print on each other, each pair by the same distance, and back into the range.
 */
static void spread_labels(struct panel_guide *guides, size_t count, const struct panel_axes *axes,
                          double distance)
{
    qsort(guides, count, sizeof *guides, compare_labels);
    for (int sweep = 0; sweep < 200; sweep++) {
        for (size_t g = 0; g < count; g++)
            guides[g].label = fmax(axes->y_low, fmin(axes->y_high, guides[g].label));
        for (size_t g = 0; g + 1 < count; g++) {
            double overlap = distance - (guides[g + 1].label - guides[g].label);

            if (overlap > 0) {
                guides[g].label -= overlap / 2;
                guides[g + 1].label += overlap / 2;
            }
        }
    }
}

size_t panel_axes_guides(const struct panels_panel *panel, const struct panel_axes *axes, double height,
                         struct panel_guide *guides)
{
    const double pixel = (axes->y_high - axes->y_low) / height; /* in decades */
    size_t count = 0;

    for (size_t c = 0; c < panel->curves; c++) {
        const struct fit *fit = panel->curve[c].fit;

        if (fit && fit->order.status == FIT_MEASURED)
            count = add_guide(guides, count, fit);
    }
    for (size_t g = 0; g < count; g++) {
        guides[g].intercept -= 7 * pixel; /* below the data */
        guides[g].label = guides[g].intercept + (double)guides[g].order * log10(axes->x_high);
    }
    spread_labels(guides, count, axes, 10 * pixel);
    return count;
}
