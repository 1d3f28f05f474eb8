/* The gnuplot script of a figure of histories. */
#ifndef ASSAY_PANEL_SCRIPT_H
#define ASSAY_PANEL_SCRIPT_H

#include "reports/figures/panels.h"

#include <stdio.h>

/* Writes the script that draws NAME.svg, NAME.png and, where gnuplot can, NAME.pdf of those panels, side by
 * side, from their data, files of figure_panel_name with the ending .dat.  `shown` are indices of panels with
 * data. */
void panel_script_write(FILE *file, const struct panels *panels, const char *name, size_t count,
                        const size_t *shown);

#endif
