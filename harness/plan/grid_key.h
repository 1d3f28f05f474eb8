/* The key of a cell: a hash of everything that its result depends on. */
#ifndef ASSAY_GRID_KEY_H
#define ASSAY_GRID_KEY_H

#include "harness/plan/digest.h"
#include "harness/plan/grid.h"

enum { CELL_KEY_TEXT = DIGEST_TEXT };

/* Steps that are equal numbers give equal keys (2/4 and 1/2); texts count byte for byte. */
void grid_key_create(const struct grid *grid, size_t cell, char key[CELL_KEY_TEXT]);
/* The same of the reference of a problem. */
void grid_key_of_reference(const struct grid *grid, size_t problem, char key[CELL_KEY_TEXT]);

#endif
