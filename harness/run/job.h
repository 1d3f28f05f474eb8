/* What a parent says to its workers: one line (JSON) each. */
#ifndef ASSAY_JOB_H
#define ASSAY_JOB_H

#include <stdbool.h>
#include <stddef.h>

#include "numerics/error.h"

enum job_kind {
    JOB_REFERENCE, /* compute the reference of a problem */
    JOB_CELL       /* run a cell */
};

struct job {
    enum job_kind kind;
    size_t number;    /* of the problem or the cell */
    char *text;       /* the state to go on from; NULL: none */
    long bits;        /* of the cell's curve */
    bool perturbs;    /* the same of its repetitions: see grid.h */
    size_t processes; /* over which its ensembles may be spread */
    bool further;     /* only what an earlier run did not measure */
};

/* The line, which the caller frees. */
char *job_write(const struct job *job);
/* Reads a line; the caller frees job->text.  False when it is not such a line. */
bool job_read(struct job *job, const char *line);

/* An answer that is a reason alone: of a worker that cannot do its job, or where a problem has no reference. */
#define JOB_REFUSED      "refused"
#define JOB_NO_REFERENCE "none"

/* Such an answer, which the caller frees; and the reason in one, which the caller frees: NULL where the answer (NULL:
 * there is none) is none of that word. */
char *job_reason_write(const char *word, const char *reason);
char *job_reason_read(const char *word, const char *answer);
/* Whether a worker refused, with its reason in `error`. */
bool job_is_refused(const char *answer, struct error *error);

#endif
