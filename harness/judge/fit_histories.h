/* The histories of a row as those of a cell of the results. */
#ifndef ASSAY_FIT_HISTORIES_H
#define ASSAY_FIT_HISTORIES_H

#include "harness/judge/fits.h"

/* Gives the cell the histories of the row; the coordinates of the problem name the columns of its states.
 * What they point to lives as long as the results, but for the names of coordinates and channels, which are
 * those of the problem and the row. */
void fit_histories_fill(struct results *results, struct cell *cell, const struct row *row,
                        const struct grid_problem *p);

#endif
