/* The gnuplot script and the data of a figure: error against step size, one line per method. */
#ifndef ASSAY_PLOT_H
#define ASSAY_PLOT_H

#include "harness/judge/results.h"

#include <stdbool.h>
#include <stdio.h>

/* One row of plots: a projection, with the figure's measures side by side. */
struct plot_row {
    const char *projection;
    char letter;      /* of the panel: a, b, ... */
    const char *data; /* name of its data file, as the script shall read it */
};

/* Whether any fit of the figure has this projection. */
bool plot_has_projection(const struct results *results, const struct results_figure *figure,
                         const char *projection);

/* The data of one row: a block per line, `h error used`, in the order in which the script reads them. */
void plot_write_data(FILE *file, const struct results *results, const struct results_figure *figure,
                     const char *projection);

/* The script that draws NAME.svg, NAME.png and, where gnuplot can, NAME.pdf from the data files of its rows.
 */
void plot_write_script(FILE *file, const struct results *results, const struct results_figure *figure,
                       const char *name, size_t rows, const struct plot_row *row);

#endif
