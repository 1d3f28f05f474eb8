/* The axes that hold the points of a panel, and lines of given order on them. */
#ifndef ASSAY_PANEL_AXES_H
#define ASSAY_PANEL_AXES_H

#include "reports/figures/panels.h"

/* Axes as drawn: linear ones in units of 10^power, a logarithmic y axis in decades. */
struct panel_axes {
    bool logarithmic; /* the y axis; of errors both are */
    double x_low, x_high, y_low, y_high;
    int x_power, y_power;
};

/* The axes of a panel for a plot whose breadth is `aspect` times its height: those of an orbit with equal
 * scales fill it.  Logarithmic axes of the same channel are the same in all panels, those of errors in all panels
 * of a letter; their steps are those of the whole figure. */
struct panel_axes panel_axes_of(const struct panels *panels, const struct panels_panel *panel, double aspect);

/* The distance of at most about so many tics, at multiples of 1, 2 or 5 and a power of ten. */
double panel_axes_tics(double low, double high, double most);

/* Whether the run broke down and has a last point, which is put at *x, *y in the units of the axes and, where
 * it is outside, at their edge. */
bool panel_axes_end(const struct panels_panel *panel, const struct panels_curve *curve,
                    const struct panel_axes *axes, double *x, double *y);

/* A line c h^p below the errors of the most accurate method of order p. */
struct panel_guide {
    long order;
    double intercept; /* decimal logarithm of c */
    double label;     /* decade at which the order is printed, beside the plot */
};
enum { PANEL_AXES_GUIDES = 24 };

/* The lines of a plot `height` pixels high, their labels apart from each other.  Returns their number. */
size_t panel_axes_guides(const struct panels_panel *panel, const struct panel_axes *axes, double height,
                         struct panel_guide *guides);

#endif
