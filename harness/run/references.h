/* The references of a study's problems: from the store, or computed by workers, once. */
#ifndef ASSAY_REFERENCES_H
#define ASSAY_REFERENCES_H

#include "harness/plan/grid.h"
#include "harness/run/pool.h"
#include "harness/store/store.h"
#include "reference/reference.h"

struct references {
    struct grid *grid; /* its problems get their references */
    struct store *store;
    bool fresh; /* not from the store */
    size_t workers;
};

/* Finds the references of the problems of which something is wanted; with `computing`, those that the store
 * does not have are computed and stored.  False with a message. */
bool references_gather(const struct references *references, bool computing, struct error *error);
/* The reference as one line (JSON) with all its digits, which the caller frees. */
char *references_write(const struct reference *reference);
/* The reference that the line tells of, which the caller owns; NULL when it is not such a line. */
struct reference *references_read(const char *line);
#endif
