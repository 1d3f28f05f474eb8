/* The gnuplot script of a figure, and the data that it reads.
 *
 * Sizes are pixels of the SVG picture, origin at the upper left. */
#ifndef ASSAY_SCRIPT_H
#define ASSAY_SCRIPT_H

#include "reports/figures/panels.h"

#include <stdio.h>

enum {
    SCRIPT_WIDTH = 760,
    SCRIPT_LEFT = 56, /* of the errors */
    SCRIPT_PANEL_LEFT = 58,
    SCRIPT_PANEL_FOOT = 34, /* around a plot of histories */
    SCRIPT_NAME = 128
};

struct script {
    FILE *file;
    const struct panels *panels;
    double height; /* of the picture */
};

/* A panel in the picture. */
struct script_plot {
    const struct panels_panel *panel;
    double x, y, breadth, height;
    bool opens_letter, left_most, lowest; /* of errors: what is written once for several plots */
    double legend;                        /* its breadth; 0: it has none of its own */
};

/* Name of the files of a letter without the extension: fig20a; of all letters together, panels->letters, or of one alone: fig20.
 * Returns the buffer. */
const char *script_name(const struct panels *panels, size_t letter, char *buffer, size_t size);

/* Writes the script that draws NAME.svg, NAME.png and, where gnuplot can, NAME.pdf of the panels of the letter, or of
 * all letters, that have data, from their data files: script_name with the ending .dat. */
void script_write(FILE *file, const struct panels *panels, size_t letter);

/* The data of a letter: a block for every curve that is drawn, in the order in which the script reads them. */
void script_write_data(FILE *file, const struct panels *panels, size_t letter);

/* ---- Parts of script_write ---- */

/* The panel, with its axes, curves and, of histories, its legend. */
void script_plot_write(const struct script *script, const struct script_plot *plot);

/* The legend of all errors of a figure, a line of samples for each family of methods: its height in pixels, and the
 * legend as a plot without axes whose upper edge is at `top`. */
double script_legend_height_of_methods(const struct panels *panels);
void script_legend_write_methods(const struct script *script, double top);

/* The legend of a panel of histories, a sample for each run: its height below a plot of that breadth, and the legend
 * with its upper left corner at (x, y). */
double script_legend_height_of_runs(const struct panels_panel *panel, double breadth);
void script_legend_write_runs(const struct script *script, const struct panels_panel *panel, double x,
                              double y, double breadth);

/* The place of the next plot, in pixels. */
void script_write_place(const struct script *script, double x, double y, double breadth, double height);

#endif
