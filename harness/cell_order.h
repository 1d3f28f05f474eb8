/* What cells cost, and the order in which they are run. */
#ifndef ASSAY_CELL_ORDER_H
#define ASSAY_CELL_ORDER_H

#include "harness/grid.h"

/* Roughly: operations in double.  Enough to order cells and to tell the time left. */
double cell_order_cost(const struct grid *grid, size_t cell);
/* Sorts the cells by cost (indexed by cell), cheapest first. */
void cell_order_sort(size_t *cells, size_t count, const double *cost);

#endif
