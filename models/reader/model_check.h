/* What can be checked of a model before anybody integrates it. */
#ifndef ASSAY_MODEL_CHECK_H
#define ASSAY_MODEL_CHECK_H

#include "models/reader/model.h"

/* Checks that everything is finite and the symplectic matrix regular at the initial data and that {I, H} = 0
 * for the claimed invariants and that an exact solution is one; adds a sentence for each check.  False with a
 * one-line message. */
bool model_check(struct model *model, struct error *error);

#endif
