/* The look of the curves of histories, and the legend below each of their plots. */
#ifndef ASSAY_PANEL_LEGEND_H
#define ASSAY_PANEL_LEGEND_H

#include "reports/figures/panels.h"
#include "reports/figures/script.h"

struct panel_style {
    const char *colour, *dashes;
    int marker; /* gnuplot's point type */
    double size;
};

/* The n-th style: neighbours differ in colour and in marker. */
struct panel_style panel_legend_style(size_t n);

/* Its height in pixels below a plot of that breadth. */
double panel_legend_height(const struct panels_panel *panel, double breadth);

/* Writes it as a plot without axes whose upper left corner is at (x, y). */
void panel_legend_write(const struct script *script, const struct panels_panel *panel, double x, double y,
                        double breadth);

#endif
