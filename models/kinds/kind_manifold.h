/* Initial data on the manifold where the constraints of a system hold. */
#ifndef ASSAY_KIND_MANIFOLD_H
#define ASSAY_KIND_MANIFOLD_H

#include "models/reader/model_trial.h"

/* Whether the point, which is at the initial data, satisfies the constraints of the system, with a sentence; else
 * false with a message that offers data that do.  names: what each group of constraints is called there. */
bool kind_manifold_check(struct model_trial *w, const struct model_initial *initial,
                         const char *const *names);

#endif
