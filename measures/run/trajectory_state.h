/* The state of a run between two steps, as a line of text: what checkpoints keep.
 *
 *     RUN,n,residuals,evaluations,iterations,matrices,operations,stall,NUMBER,...,NUMBER,CHECKSUM
 *
 * RUN names the run as far as its state depends on it: arithmetic, bits, step, projection, rounding,
 * stages, dimension, sizes, and how often it forgets.  Numbers are hexadecimal, so that every bit comes back
 * (minus zero, nan and inf too); the checksum is FNV-1a, which no single changed character leaves as it was.
 * No blanks, no quotes, no backslashes. */
#ifndef ASSAY_TRAJECTORY_STATE_H
#define ASSAY_TRAJECTORY_STATE_H

#include "integrators/steps/setup.h"
#include "numerics/error.h"
#include "numerics/newton.h"

struct trajectory_state {
    unsigned long n; /* steps done */
    struct newton_counts counts;
    size_t numbers;
    mpfr_ptr number; /* at the working precision */
};

/* What the name of a run says beside its setup. */
struct trajectory_state_sizes {
    const char *arithmetic;
    mpfr_prec_t bits;
    size_t carried, observables;
    unsigned long every; /* steps between checkpoints */
};

/* RUN; the caller frees it. */
char *trajectory_state_run(const struct setup *setup, const struct trajectory_state_sizes *sizes);
/* The line; the caller frees it. */
char *trajectory_state_write(const struct trajectory_state *state, const char *run);
/* Reads a line into `state`, whose `numbers` say how many there must be.  False with a message when the line
 * is damaged, of another run, or of a step that is no checkpoint before the end (a multiple of `every`, at
 * most `steps`). */
bool trajectory_state_read(struct trajectory_state *state, const char *line, const char *run,
                           unsigned long every, unsigned long steps, struct error *error);

#endif
