/* A table of convergence orders, methods x projections, as text, Markdown, CSV and LaTeX. */
#ifndef ASSAY_ORDERS_H
#define ASSAY_ORDERS_H

#include "harness/judge/results.h"
#include "numerics/error.h"

#include <stdbool.h>

/* Writes DIRECTORY/NAME.txt, .md, .csv and .tex; false with one line when one cannot be written. */
bool orders_write(const struct results *results, const struct study_table *table, const char *directory,
                  struct error *error);

/* What an entry means, in a sentence or two: printed below every table. */
const char *orders_legend(void);

#endif
