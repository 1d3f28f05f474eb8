/* The states at which what is exact of a step is looked for, beside the initial data: a step may be symmetric there and
 * nowhere else, as one whose length depends on the state.
 *
 * All are states in double: so many of the run in double, which goes on behind the end of the cell if that is near; and
 * random ones, each moved from a state of the run by up to a quarter of what its coordinates change over it, and then to
 * where the constraints hold.  No step there is harder than on the run of the cell: the linearised field has no larger
 * eigenvalue, so that what refutes is no other solution of the equations of the step.
 *
 * A step in double costs next to nothing beside one in mpfr.  So a cell in mpfr asks all of these states in double, and in
 * mpfr those alone at which most is left there; those that are asked nothing in double are chosen evenly. */
#ifndef ASSAY_STEP_STARTS_H
#define ASSAY_STEP_STARTS_H

#include "measures/step/step_measure.h"

enum {
    STEP_STARTS_ALONG = 64,      /* states of the run: of its first steps, or of as many as there are, */
    STEP_STARTS_FOLLOWED = 1024, /* but no more than these */
    STEP_STARTS_RANDOM = 16,
    STEP_STARTS_MOST = STEP_STARTS_ALONG + STEP_STARTS_RANDOM,
    STEP_STARTS_CHOSEN = 3,
    STEP_STARTS_HALVINGS = 4
};

struct step_starts {
    size_t along, count; /* the first `along` of them are states of the run */
    struct cell_start start[STEP_STARTS_MOST];
    mpfr_ptr numbers;
};

/* Of the run of the request, whatever its bits; empty where it cannot be run in double.  The caller destroys it. */
struct step_starts *step_starts_create(const struct cell_request *request);
/* NULL is allowed. */
void step_starts_destroy(struct step_starts *starts);

/* The largest that the measure gives at these states of the cell, in its arithmetic, or in mpfr where it is `finer`; NaN where
 * it gives none. */
void step_starts_take(mpfr_ptr largest, const struct step_starts *starts, const struct cell_request *request,
                      step_measure *measure, bool finer);
/* The state that tells most of a cell in double: of those where the measure gives most the one where it differs least
 * from what it gives over half of its distances. */
struct step_told {
    double value[STEP_STARTS_HALVINGS]; /* with h, h/2, h/4, ...; NaN where there is none */
    double floor;                       /* what the distances leave of the first */
    size_t states;                      /* at how many the measure gives something */
};
/* And the largest of all, as step_starts_take; nothing is told where that is round-off. */
struct step_told step_starts_tell(mpfr_ptr largest, const struct step_starts *starts,
                                  const struct cell_request *request, step_measure *measure);
/* The random ones for runs of the cell, in its arithmetic; the caller destroys them before the others. */
struct step_starts *step_starts_random(const struct step_starts *starts, const struct cell_request *request);

#endif
