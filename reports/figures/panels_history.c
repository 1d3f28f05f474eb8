/* What a run has kept of a channel, as points of a curve: see panels.h.
 *
 * Drift (Kraus 2017, section 5.4): the run is split into ten equal intervals of time; drawn is the largest
 * |value| of each less that of the first. */
#include "reports/figures/panels.h"

#include "numerics/memory.h"

#include <math.h>
#include <string.h>

/* The columns of a history that a curve draws, and the entries. */
struct columns {
    size_t first, second, third; /* low, high, mean; or value; or the coordinates */
    size_t begin, entries;
};

static bool find_column(const struct cell_history *history, const char *name, size_t *column)
{
    for (*column = 1; *column < history->columns; ++*column) {
        if (strcmp(history->column[*column], name) == 0)
            return true;
    }
    return false;
}

/* Whether the history has what the curve draws. */
static bool find_columns(struct panels_curve *curve, const struct cell_history *history,
                         enum panels_look look, struct columns *columns)
{
    *columns = (struct columns){.entries = history->entries};
    if (history->entries == 0)
        return false;
    if (panels_in_plane(look))
        return find_column(history, curve->axis[0], &columns->first) &&
               find_column(history, curve->axis[1], &columns->second);
    curve->has_band = find_column(history, "low", &columns->first) &&
                      find_column(history, "high", &columns->second) &&
                      find_column(history, "mean", &columns->third);
    return curve->has_band || find_column(history, "value", &columns->first);
}

static void find_history(struct panels_curve *curve, const struct panels_panel *panel,
                         struct columns *columns)
{
    for (size_t i = 0; i < curve->cell->histories && !curve->history; i++) {
        const struct cell_history *history = &curve->cell->history[i];

        if (strcmp(history->channel, panel->asked->channel) == 0 &&
            find_columns(curve, history, panel->look, columns))
            curve->history = history;
    }
}

/* ---- Points of them ---- */

static double value_of(const struct panels_curve *curve, size_t entry, size_t column)
{
    return curve->history->value[entry * curve->history->columns + column];
}

static double magnitude_of(const struct panels_curve *curve, const struct columns *columns, size_t entry)
{
    double first = fabs(value_of(curve, entry, columns->first));

    return curve->has_band ? fmax(first, fabs(value_of(curve, entry, columns->second))) : first;
}

static struct panels_point point_of(const struct panels_curve *curve, const struct columns *columns,
                                    size_t entry, enum panels_look look)
{
    const bool two = curve->has_band || panels_in_plane(look);
    struct panels_point point = {.used = true};

    point.x = value_of(curve, entry, panels_in_plane(look) ? columns->first : 0);
    point.low = value_of(curve, entry, columns->first);
    point.high = value_of(curve, entry, two ? columns->second : columns->first);
    if (look == PANELS_MAGNITUDE)
        point.y = panels_positive(magnitude_of(curve, columns, entry));
    else if (panels_in_plane(look))
        point.y = point.high;
    else
        point.y = value_of(curve, entry, curve->has_band ? columns->third : columns->first);
    return point;
}

/* The largest |value| of each tenth of the run, NaN where it has no entries, less that of the first.  The number of
 * intervals of a run that broke down is known from the length of the first. */
static void find_maxima(struct panels_curve *curve, const struct columns *columns)
{
    const double width = value_of(curve, 0, 0);
    size_t all = columns->entries, last = 0;
    struct panels_point *point = memory_create(PANELS_TENTHS, sizeof *point);

    if (panels_broke_down(curve) && width > 0)
        all = (size_t)fmax(1, round(panels_duration(curve) / width));
    for (size_t k = 0; k < PANELS_TENTHS; k++)
        point[k].high = NAN;
    for (size_t i = 0; i < columns->entries; i++) {
        last = i * PANELS_TENTHS / all < PANELS_TENTHS ? i * PANELS_TENTHS / all : PANELS_TENTHS - 1;
        point[last].high = fmax(point[last].high, magnitude_of(curve, columns, i));
    }
    for (size_t k = 0; k <= last; k++)
        point[k] = (struct panels_point){panels_duration(curve) * (double)(k + 1) / PANELS_TENTHS,
                                         point[k].high - point[0].high, point[k].high, point[k].high, true};
    curve->has_band = true;
    curve->points = last + 1;
    curve->point = point;
}

static void find_points(struct panels_curve *curve, const struct columns *columns, enum panels_look look)
{
    if (look == PANELS_MAXIMA) {
        find_maxima(curve, columns);
        return;
    }
    curve->points = columns->entries;
    curve->point = memory_create(curve->points, sizeof *curve->point);
    for (size_t i = 0; i < curve->points; i++)
        curve->point[i] = point_of(curve, columns, columns->begin + i, look);
}

/* A curve for each time of the history that the panel shows: 0 and those beyond the first tenth, or those in
 * it.  Rows of the same time are one behind the other. */
static void add_times(struct panels_panel *panel, struct panels_curve curve, struct columns columns)
{
    const double tenth = 0.1 * panels_duration(&curve);
    const bool start = panel->look == PANELS_LOOP_START || panel->look == PANELS_SURFACE_START;
    const size_t end = columns.entries;

    for (columns.begin = 0; columns.begin < end; columns.begin += columns.entries) {
        curve.time = value_of(&curve, columns.begin, 0);
        columns.entries = 1;
        while (columns.begin + columns.entries < end &&
               value_of(&curve, columns.begin + columns.entries, 0) == curve.time)
            columns.entries++;
        if (curve.time != 0 && (curve.time <= tenth * (1 + 1e-8)) != start)
            continue;
        find_points(&curve, &columns, panel->look);
        panels_add_curve(panel, &curve);
    }
}

void panels_add_run(struct panels_panel *panel, const struct cell *cell)
{
    const bool plane = panels_in_plane(panel->look);

    for (size_t k = 0; k < (plane ? panel->asked->axes.count / 2 : 1); k++) {
        struct panels_curve curve = {.cell = cell};
        struct columns columns;

        for (size_t a = 0; plane && a < 2; a++)
            curve.axis[a] = panel->asked->axes.text[2 * k + a];
        find_history(&curve, panel, &columns);
        if (curve.history && panels_at_times(panel->look)) {
            add_times(panel, curve, columns);
            continue;
        }
        if (curve.history)
            find_points(&curve, &columns, panel->look);
        panels_add_curve(panel, &curve);
    }
}
