/* The check of an exact solution. */
#ifndef ASSAY_MODEL_EXACT_H
#define ASSAY_MODEL_EXACT_H

#include "models/reader/model_trial.h"

/* Where the model gives an exact solution x(q0, t): x(q0, 0) = q0 and dx/dt = v(x) at random q0 near the
 * initial data and random times, with a sentence; false with a message. */
bool model_exact_check(struct model_trial *w, const struct model_initial *initial);

#endif
