/* Values that were accepted: the orders and errors of the fits in mpfr, which do not depend on the machine, and the errors of
 * those in double with their floors, since machines may differ in the last bits of a function.
 *
 * A file of them is JSON, a line for each fit:
 *
 *     {"assay_baseline": {"STUDY": {"FIT": {"order": ORDER, "errors": [ERROR, ...]}, ...}, ...}}
 *
 * with "floors" beside the errors where they are in double.  A file without any of those compares none of them.
 * Errors stand
 * in the order of the steps, coarsest first; null stands for what is no number, a run that broke down, and in mpfr an error within
 * BASELINE_MARGIN of its floor, which the arithmetic does not determine to six digits. */
#ifndef ASSAY_BASELINE_H
#define ASSAY_BASELINE_H

#include <stdio.h>

#include "harness/judge/results.h"
#include "numerics/error.h"

#define BASELINE_HEAD   "{\"assay_baseline\":"
#define BASELINE_MARGIN 1e7
#define BASELINE_FLOORS 100 /* in double a change by more of them is a difference */

struct baseline;

/* What a fit has otherwise than accepted. */
struct baseline_difference {
    enum {
        BASELINE_SAME,
        BASELINE_ORDER,  /* by more than 1e-3 */
        BASELINE_ERROR,  /* by more than 1e-6 of it, in double by more than BASELINE_FLOORS */
        BASELINE_POINTS, /* as many steps */
        BASELINE_NEW,    /* it is not in the file */
        BASELINE_MISSING /* it is there alone */
    } kind;
    const char *step;       /* of the error */
    double accepted, found; /* NaN: no number */
};

/* Reads the file; NULL with a message.  The caller destroys the result. */
struct baseline *baseline_create(const char *path, struct error *error);
void baseline_destroy(struct baseline *baseline);

/* The first value of the fit that is not as accepted. */
struct baseline_difference baseline_compare(const struct baseline *baseline, const struct results *results,
                                            const struct fit *fit);
/* The id of the k-th fit of the study that was accepted and that the results do not have; NULL: no more. */
const char *baseline_missing(const struct baseline *baseline, const struct results *results, size_t k);

/* Whether the values of a fit in double cannot be accepted: one is a number whose floor is not known. */
bool baseline_cannot_have(const struct results *results, const struct fit *fit);
/* Writes the values of the studies; false when they have none. */
bool baseline_write(FILE *file, size_t studies, const struct results *const *results);

#endif
