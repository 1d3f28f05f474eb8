/* The manifold where the constraints of a system hold, at initial data. */
#ifndef ASSAY_KIND_MANIFOLD_H
#define ASSAY_KIND_MANIFOLD_H

#include "models/reader/model_trial.h"

struct kind_manifold {
    expressions gram;                    /* regular where the constraints are independent, and */
    const char *dependent;               /* what is said where it is not */
    expressions matrix;                  /* regular where they determine the multipliers, and likewise */
    const char *key, *singular, *remedy; /* of model_trial_is_regular */
    const char *determined;   /* what is said where it is, behind "the 2 constraints are independent" */
    const char *const *names; /* what each group of constraints is called in messages */
};

/* Whether the constraints of the system, m of which the model file says, are independent, determine the multipliers and
 * hold at the initial data, with two sentences; else false with a message, which offers data where they hold. */
bool kind_manifold_check(struct model_trial *w, const struct model_initial *initial,
                         const struct kind_manifold *manifold);

#endif
