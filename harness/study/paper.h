/* The studies that names mean, and the papers among their folders. */
#ifndef ASSAY_PAPER_H
#define ASSAY_PAPER_H

#include "harness/study/study.h"

/* A study in $ASSAY_PATH or in the installed data. */
struct paper_study {
    char *name;          /* kraus2017/convergence; ci in no folder */
    char *path;          /* what commands are given for it */
    struct study *study; /* NULL: it cannot be read */
    struct error error;  /* why */
};

/* The studies of a paper, sorted by name, *count of them; all that there are where `paper` is NULL.  Only
 * reading them fails, each for itself.  paper_destroy is due. */
struct paper_study *paper_create(const char *paper, size_t *count);
void paper_destroy(struct paper_study *studies, size_t count);

/* The names of the folders that have studies, sorted, each once.  The caller frees each name and the array.
 */
char **paper_list(size_t *count);

#endif
