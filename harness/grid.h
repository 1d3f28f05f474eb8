/* The grid of a study: its problems, methods, projections, precisions and steps, multiplied out. */
#ifndef ASSAY_GRID_H
#define ASSAY_GRID_H

#include "harness/cell_run.h"
#include "harness/study.h"
#include "reference/reference.h"

struct grid_problem {
    struct problem *problem;
    struct reference *reference;
    double *scale;             /* of the observables */
    size_t steps, first_steps; /* with and without the refinements */
    char **step_text;          /* exact */
    mpq_t *step;
    unsigned long *count; /* steps of each size to the final time */
};

struct grid_precision {
    const char *text;
    long bits;
};

/* One curve: everything but the step. */
struct grid_curve {
    size_t problem, precision;
    struct method method;
    const struct projection *projection;
    bool applies;
    size_t steps;     /* how many of the problem's steps are run: first_steps, or all when refined */
    char reason[256]; /* why it does not */
};

struct grid {
    const struct study *study;
    mpq_t until;
    size_t problems, precisions, curves, cells;
    struct grid_problem *problem;
    struct grid_precision *precision;
    struct grid_curve *curve;
    size_t *first_cell; /* of each curve; curves + 1 entries: cells follow by step */
};

/* Multiplies the study out, with references for all problems.  `only` (NULL: everything) is a glob on
 * model/initial/method/projection/precision or a part METHOD/PROJECTION of it.  The caller owns the result;
 * NULL with a message, also when nothing is selected. */
struct grid *grid_create(const struct study *study, const char *only, struct error *error);
void grid_destroy(struct grid *grid);

/* Whether the cell is among those to be run. */
bool grid_wants(const struct grid *grid, size_t cell);
/* The curve and the step of a cell. */
const struct grid_curve *grid_find(const struct grid *grid, size_t cell, size_t *step);
/* model/initial/method/projection/precision; `size` of at least 400. */
void grid_curve_id(const struct grid *grid, const struct grid_curve *curve, char *id, size_t size);

#endif
