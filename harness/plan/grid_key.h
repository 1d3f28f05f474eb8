/* The key of a cell of a grid. */
#ifndef ASSAY_GRID_KEY_H
#define ASSAY_GRID_KEY_H

#include "harness/plan/cell_key.h"
#include "harness/plan/grid.h"

void grid_key_create(const struct grid *grid, size_t cell, char key[CELL_KEY_TEXT]);

#endif
