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
    /* The rest belongs to references.c. */
    struct pool_work work; /* those that are computed */
    size_t *missing;       /* problems: */
    size_t count, next;    /* how many, and how many of them were given to workers, of which */
    size_t at_work;        /* are not yet back */
    struct error failure;
};

/* Finds in the store the references of the problems of which something is wanted; those that it does not have become jobs
 * of the work, unless some are jobs already.  False with a message. */
bool references_look_up(struct references *references, struct error *error);
/* Whether there are jobs, waiting or at work. */
bool references_wait(const struct references *references);
/* Nothing is computed: there are no jobs. */
void references_forget(struct references *references);
void references_clear(struct references *references);
/* The reference as one line (JSON) with all its digits, which the caller frees. */
char *references_write(const struct reference *reference);
/* The reference that the line tells of, which the caller owns; NULL when it is not such a line. */
struct reference *references_read(const char *line);
#endif
