/* A table of the study on the page: what is claimed in one grid, what was measured in another. */
#ifndef ASSAY_PAGE_TABLES_H
#define ASSAY_PAGE_TABLES_H

#include "harness/judge/results.h"

#include <stdio.h>

/* Writes the title, the counts, the formulas claimed by family and projection (where anything is claimed),
 * and for every method and projection the order with its interval and the verdict, linked to its evidence. */
void page_tables_write(FILE *file, const struct results *results, const struct results_table *table);

#endif
