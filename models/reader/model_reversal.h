/* The check of a reversal. */
#ifndef ASSAY_MODEL_REVERSAL_H
#define ASSAY_MODEL_REVERSAL_H

#include "models/reader/model_trial.h"

/* Where the model gives a reversal rho: rho(rho(x)) = x and rho'(x) f(x) = -f(rho(x)) at random points near
 * the initial data, with a sentence that also says whether a theta is reversed with it; false with a
 * message. */
bool model_reversal_check(struct model_trial *w, const struct model_initial *initial);

#endif
