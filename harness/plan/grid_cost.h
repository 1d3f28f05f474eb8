/* What a cell takes: time and memory, as far as they can be said beforehand. */
#ifndef ASSAY_GRID_COST_H
#define ASSAY_GRID_COST_H

#include "harness/plan/grid.h"

/* What a cell takes beside its steps, in steps of its precision: what is measured of one step, and the tables of the
 * method. */
enum { GRID_COST_BESIDE = 250, GRID_COST_BESIDE_IN_MPFR = 110 };
/* Trajectories of an ensemble that step together in double. */
enum { GRID_COST_LANES = 8 };
/* In units of about one evaluation in double, ensembles, loops and surfaces included.  Loops and surfaces count in full,
 * though they step together: their floors repeat steps in mpfr. */
double grid_cost_of(const struct grid *grid, size_t cell);
/* The place of the cell in the order of work: the cheapest first.  Of a matrix each pair has its turns, so that it fills evenly:
 * the steps in double and the loops, then the long run and the steps in mpfr; of a turn the cheapest first. */
double grid_cost_turn(const struct grid *grid, size_t cell, double cost);
/* Refuses a cell whose ensemble, loop or surface would not fit into the memory of a machine, with a message that names
 * the cell and what to write smaller. */
bool grid_cost_check(const struct grid *grid, struct error *error);

#endif
