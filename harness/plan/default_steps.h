/* Steps, final times and precisions for models that nobody has chosen any for. */
#ifndef ASSAY_DEFAULT_STEPS_H
#define ASSAY_DEFAULT_STEPS_H

#include <gmp.h>

#include "measures/run/problem.h"

enum { DEFAULT_STEPS_COUNT = 40 }; /* of size h0, to the final time, or a few less */

/* h0 of the problem, a short decimal, and a final time that is a multiple of it, doubled so often: `steps` of h0, or a few
 * less (default_steps.c says how they are found).  *rate is L, which is found if it is 0.  They do not depend on the last bits of anything.  False with a message when the orbit
 * leaves the domain of the equations too soon. */
bool default_steps_find(const struct problem *problem, double *rate, unsigned doublings, unsigned long steps,
                        mpq_ptr step, mpq_ptr until, struct error *error);

/* The same for a rate L, a period and a time that is reached, as measures/run/timescale.h has them: the step
 * below 0.25/L, and the number of steps to the final time, a multiple of `stride`, `all` or a few less; 0 where that is before
 * the first of these. */
void default_steps_round(double rate, mpq_ptr step);
unsigned long default_steps_count(double step, double period, double reach, unsigned long all,
                                  unsigned long stride);

/* The bits that resolve the errors of methods of order up to `order` at steps down to h0/`halved`:
 * 64 + log2(1/smallest error expected), as a multiple of 64. */
long default_steps_bits(double halved, int order);

#endif
