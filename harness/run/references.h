/* The references of a study's problems: from the store, or computed by workers, once. */
#ifndef ASSAY_REFERENCES_H
#define ASSAY_REFERENCES_H

#include "harness/plan/digest.h"
#include "harness/plan/grid.h"
#include "harness/run/pool.h"
#include "harness/run/progress.h"
#include "harness/store/store.h"

struct references {
    struct grid *grid; /* its problems get their references */
    struct store *store;
    bool fresh;             /* not from the store */
    char *const *arguments; /* of workers */
    size_t workers;
    const struct progress *progress;
};

/* Finds the references of the problems of which something is wanted; with `computing`, those that the store
 * does not have are computed and stored.  False with a message. */
bool references_gather(const struct references *references, bool computing, struct error *error);
/* The line that gives a worker the k-th reference that there is; NULL: there are no more.  The caller frees
 * it.
 */
char *references_greeting(const struct grid *grid, size_t k);

/* The key of the reference of the problem. */
void references_key(const struct grid *grid, size_t problem, char key[DIGEST_TEXT]);

#endif
