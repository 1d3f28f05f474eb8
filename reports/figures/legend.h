/* The legend of a figure: a line of samples for each family of methods. */
#ifndef ASSAY_LEGEND_H
#define ASSAY_LEGEND_H

#include "reports/figures/script.h"

/* Its height in pixels. */
double legend_height(const struct script *script);

/* Writes it as a plot without axes whose upper edge is at `top`. */
void legend_write(const struct script *script, double top);

#endif
