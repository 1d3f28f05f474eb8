/* Figures drawn by gnuplot, each letter alone and all in one. */
#ifndef ASSAY_FIGURE_H
#define ASSAY_FIGURE_H

#include "numerics/error.h"
#include "reports/figures/panels.h"

#include <stdbool.h>

/* Writes scripts and data of the letters that have data and of the overview NAME; removes older pictures of
 * theirs. False with one line when a file cannot be written. */
bool figure_write(const struct panels *panels, const char *directory, struct error *error);

/* Draws what figure_write wrote: NAMEa.svg, .png and .pdf, ..., NAME.svg, .png and .pdf.  False with one line
 * when gnuplot cannot be started or fails.  *pdf becomes false where there is no PDF, or one whose date
 * cannot be fixed, which is removed. */
bool figure_draw(const struct panels *panels, const char *directory, bool *pdf, struct error *error);

#endif
