/* What a parent says to its workers: one line (JSON) each. */
#ifndef ASSAY_JOB_H
#define ASSAY_JOB_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/plan/grid_key.h"
#include "numerics/error.h"

enum job_kind {
    JOB_REFERENCE, /* compute the reference of a problem */
    JOB_GIVEN,     /* here is the reference of a problem; nothing to answer */
    JOB_CELL       /* run a cell */
};

struct job {
    enum job_kind kind;
    size_t number;           /* of the problem or the cell */
    char *text;              /* the reference that is given, or the state to go on from; NULL: none */
    long bits;               /* of the cell's curve */
    size_t processes;        /* over which its ensembles may be spread */
    bool further;            /* only what an earlier run did not measure */
    char key[CELL_KEY_TEXT]; /* of the cell or the reference: of another study it is another */
};

/* The line, which the caller frees. */
char *job_write(const struct job *job);
/* Reads a line; the caller frees job->text.  False when it is not such a line. */
bool job_read(struct job *job, const char *line);

/* The answer of a worker that cannot do its job, which the caller frees; and whether an answer (NULL: none) is
 * one, with its reason in `error`. */
char *job_refuse(const char *reason);
bool job_is_refused(const char *answer, struct error *error);

#endif
