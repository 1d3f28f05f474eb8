/* The cells of a study: which are done, what the store has of them, what is left to compute.
 *
 * The parent alone reads and writes the store. */
#ifndef ASSAY_CELLS_H
#define ASSAY_CELLS_H

#include "harness/plan/grid_key.h"
#include "harness/plan/grid.h"
#include "harness/store/store.h"

/* How far a cell has come in this run. */
struct cells_state {
    bool computed, asked; /* asked: the store was, at these bits */
    long bits;
};

struct cells {
    const struct grid *grid;
    struct store *store;
    bool fresh;         /* nothing is taken from the store */
    struct result *row; /* one per cell */
    struct cells_state *state;
    size_t stored; /* taken from the store */
    size_t broke_down, crashed, late;
};

/* No cell is done.  `grid` and `store` are borrowed.  The caller destroys the result. */
struct cells *cells_create(const struct grid *grid, struct store *store, bool fresh);
void cells_destroy(struct cells *cells);
/* The values and histories of all rows; how their runs ended stays. */
void cells_forget_values(struct cells *cells);

/* Takes the rows that the store has of the wanted cells; false with a message when it cannot be read. */
bool cells_look_up(struct cells *cells, struct error *error);
/* The same of the cells of one curve. */
bool cells_look_up_curve(struct cells *cells, size_t curve, struct error *error);
/* Takes the row of one wanted cell, which another study of this command computed, also with --fresh. */
bool cells_look_up_one(struct cells *cells, size_t cell, struct error *error);
/* The store is asked again for what it did not have. */
void cells_forget_asked(struct cells *cells);
/* Whether the cell is wanted and there is something to compute: all of it, or further measures. */
bool cells_need(const struct cells *cells, size_t cell);
/* How many wanted cells are not done, or lost what they were run again for. */
size_t cells_missing(const struct cells *cells);

/* The line that asks a worker for the cell, whose ensembles may be spread over so many processes.  The caller
 * frees it. */
char *cells_request(struct cells *cells, size_t cell, size_t processes);
/* Takes the answer into the rows and the store; no bits are added to a curve while one of its cells is at work.  False
 * with a message when the store cannot take it or the worker refused. */
bool cells_take(struct cells *cells, size_t cell, const char *answer, struct error *error);
/* The cell crashed, or was too slow. */
void cells_lose(struct cells *cells, size_t cell, bool late);
/* Keeps the state that a long run has reached: "STEP STATE". */
bool cells_save(struct cells *cells, size_t cell, const char *note, struct error *error);

#endif
