/* The tables of the page: what is claimed in one grid, what was measured in another; all claims at a glance. */
#ifndef ASSAY_PAGE_TABLES_H
#define ASSAY_PAGE_TABLES_H

#include "harness/judge/results.h"

#include <stdio.h>

/* Writes the title, the counts, the formulas claimed by family and projection (where anything is claimed),
 * and for every method and projection the order with its interval and the verdict, linked to its evidence. */
void page_tables_write(FILE *file, const struct results *results, const struct study_table *table);

/* The section that shows methods x projections at a glance: one matrix for each model and precision with claims, the
 * gravest verdict over all measures. */
void page_tables_write_matrix(FILE *file, const struct results *results);

#endif
