/* The points of a curve of a panel, and the axes that hold them. */
#ifndef ASSAY_PANEL_POINTS_H
#define ASSAY_PANEL_POINTS_H

#include "reports/figures/panels.h"

#include <stdio.h>

enum { PANEL_POINTS_TENTHS = 10 };

struct panel_point {
    double x, y;      /* as drawn, but for the powers of ten of the axes; not finite: it has no place */
    double low, high; /* of the interval; y where there is no band */
};

/* Axes as drawn: linear ones in units of 10^power, a logarithmic one in decades. */
struct panel_axes {
    bool logarithmic; /* the y axis */
    double x_low, x_high, y_low, y_high;
    int x_power, y_power;
};

size_t panel_points_count(const struct panels_panel *panel, const struct panels_curve *curve);
struct panel_point panel_points_get(const struct panels_panel *panel, const struct panels_curve *curve,
                                    size_t i);

/* Whether all points are zero, which have no place on a logarithmic axis. */
bool panel_points_vanish(const struct panels_panel *panel, const struct panels_curve *curve);

/* Whether the run broke down and has a last point, which is put at *x, *y in the units of the axes and, where
 * it is outside, at their edge. */
bool panel_points_end(const struct panels_panel *panel, const struct panels_curve *curve,
                      const struct panel_axes *axes, double *x, double *y);

/* The axes of a panel for a plot whose breadth is `aspect` times its height: those of an orbit with equal
 * scales fill it.  Logarithmic axes of the same channel are the same in all panels. */
struct panel_axes panel_points_axes(const struct panels *panels, const struct panels_panel *panel,
                                    double aspect);

/* Writes a block for each curve with a history, in the order of the curves. */
void panel_points_write(FILE *file, const struct panels_panel *panel);

#endif
