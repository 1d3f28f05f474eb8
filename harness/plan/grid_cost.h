/* What a cell takes: time and memory, as far as they can be said beforehand. */
#ifndef ASSAY_GRID_COST_H
#define ASSAY_GRID_COST_H

#include "harness/plan/grid.h"

/* In units of about one evaluation in double, ensembles, loops and surfaces included; for comparison only. */
double grid_cost_of(const struct grid *grid, size_t cell);
/* Refuses a cell whose ensemble, loop or surface would not fit into the memory of a machine, with a message that names
 * the cell and what to write smaller. */
bool grid_cost_check(const struct grid *grid, struct error *error);

#endif
