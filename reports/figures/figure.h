/* Figures drawn by gnuplot, each panel alone and all panels in one: of convergence with a panel for each
 * projection, and of histories with the panels of the study. */
#ifndef ASSAY_FIGURE_H
#define ASSAY_FIGURE_H

#include "harness/judge/results.h"
#include "numerics/error.h"

#include <stdbool.h>

/* The projection of a panel of convergence: none, standard, symmetric, symplectic, midpoint. */
const char *figure_projection(size_t panel);

/* How many panels a figure can have, with or without anything to show. */
size_t figure_panels(const struct results_figure *figure);

/* Name of a panel's files without the extension: fig20a.  Returns the buffer. */
const char *figure_panel_name(const struct results_figure *figure, size_t panel, char *buffer, size_t size);

/* Whether the panel has anything to show. */
bool figure_has_panel(const struct results *results, const struct results_figure *figure, size_t panel);

/* Writes scripts and data of the panels that have fits and of the overview NAME; removes older pictures of
 * theirs. False with one line when a file cannot be written. */
bool figure_write(const struct results *results, const struct results_figure *figure, const char *directory,
                  struct error *error);

/* Draws what figure_write wrote: NAMEa.svg, .png and .pdf, ..., NAME.svg, .png and .pdf.  False with one line
 * when gnuplot cannot be started or fails.  *pdf becomes false where there is no PDF, or one whose date
 * cannot be fixed, which is removed. */
bool figure_draw(const struct results *results, const struct results_figure *figure, const char *directory,
                 bool *pdf, struct error *error);

#endif
