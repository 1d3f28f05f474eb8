/* The check of claimed invariants. */
#ifndef ASSAY_MODEL_INVARIANT_H
#define ASSAY_MODEL_INVARIANT_H

#include "models/reader/model_trial.h"

/* {I, H} = 0 at random points near the initial data for every claimed invariant I, each with a sentence;
 * false with a message. */
bool model_invariant_check_all(struct model_trial *w, const struct model_initial *initial);

#endif
