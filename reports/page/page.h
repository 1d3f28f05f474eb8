/* The report as one self-contained HTML page, and its sections. */
#ifndef ASSAY_PAGE_H
#define ASSAY_PAGE_H

#include "numerics/error.h"
#include "reports/figures/panels.h"

#include <stdbool.h>
#include <stdio.h>

/* Writes DIRECTORY/index.html with the pictures in DIRECTORY/figures inlined; where one is missing the page
 * says so. False with one line when the page cannot be written. */
bool page_write(const struct results *results, const char *directory, struct error *error);

/* ---- Sections ---- */

/* Writes the title, the counts, the formulas claimed by family and projection (where anything is claimed),
 * and for every method and projection the order with its interval and the verdict, linked to its evidence. */
void page_tables_write(FILE *file, const struct results *results, const struct study_table *table);

/* The section that shows methods x projections at a glance: one matrix for each model and precision with claims, the
 * gravest verdict over all measures. */
void page_tables_write_matrix(FILE *file, const struct results *results);

/* Writes the title, the source and, of convergence, each panel with its caption; of histories all panels in
 * one picture with a line for each.  The pictures are those that gnuplot left in DIRECTORY/figures; where
 * one is missing, how to draw it. */
void page_figures_write(FILE *file, const struct panels *panels, const char *directory);

/* The rules by which a report speaks.  Numbers are those of harness/judge/order_fit.h and verdict.h. */
void page_rules_write(FILE *file, const struct results *results);

#endif
