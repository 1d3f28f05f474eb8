/* What the step object of a cell is made from, computed and kept together. */
#ifndef ASSAY_CELL_SETUP_H
#define ASSAY_CELL_SETUP_H

#include "measures/run/cell_run.h"

struct cell_setup {
    struct setup setup; /* borrows from the request and from: */
    struct tableau *tableau;
    mpfr_t *initial;
};

/* Of the cell's own step; sets the precision of mpfr where the cell has one.  The request must outlive it;
 * the caller destroys it.  NULL with a message where the method and projection do not go together. */
struct cell_setup *cell_setup_create(const struct cell_request *request, struct error *error);
/* NULL is allowed. */
void cell_setup_destroy(struct cell_setup *own);

#endif
