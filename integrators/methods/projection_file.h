/* Files of projections: a row of the projection table (projection.h) that somebody else writes.
 *
 *     return projection {
 *       name       = "my-projection",
 *       perturb    = { at = "q0", weight = "1" },     -- left out: the start is not perturbed
 *       project    = { at = "q1", weight = "R" },
 *       multiplier = "same",                          -- of the perturbation; or "previous"
 *       claims     = { order = 4, symmetric = true }, -- of methods with it
 *     }
 *
 * T is taken at q0, q1 or qm = (qb + qb1)/2, the weights are 1 and R(infinity), "1" where none is given. */
#ifndef ASSAY_PROJECTION_FILE_H
#define ASSAY_PROJECTION_FILE_H

#include "integrators/methods/file_reader.h"
#include "integrators/methods/method.h"

struct projection_file {
    struct file_reader file; /* first: a projection_file is a file_reader */
    struct projection projection;
    struct method_claim claim[FILE_READER_MOST_CLAIMS + 1]; /* ended by one without a property */
};

/* Reads the file.  The caller owns the result; NULL with a one-line message; *other_kind (NULL: not asked) is whether
 * the file returns something else than a projection. */
struct projection_file *projection_file_create(const char *path, bool *other_kind, struct error *error);
/* NULL is allowed. */
void projection_file_destroy(struct projection_file *file);

/* The projection of that name, or of that file, which is *file then and the caller's (else NULL).  NULL with a message
 * that lists the names. */
const struct projection *projection_file_find(const char *name, struct projection_file **file,
                                              struct error *error);

#endif
