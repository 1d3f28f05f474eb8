/* A figure of the study on the page. */
#ifndef ASSAY_PAGE_FIGURES_H
#define ASSAY_PAGE_FIGURES_H

#include "reports/figures/panels.h"

#include <stdio.h>

/* Writes the title, the source and, of convergence, each panel with its caption; of histories all panels in
 * one picture with a line for each.  The pictures are those that figure_draw left in DIRECTORY/figures; where
 * one is missing, how to draw it. */
void page_figures_write(FILE *file, const struct panels *panels, const char *directory);

#endif
