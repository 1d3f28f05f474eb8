/* What families of methods claim of themselves, as claims of a study: claims = { families = true }. */
#ifndef ASSAY_FAMILY_CLAIMS_H
#define ASSAY_FAMILY_CLAIMS_H

#include "harness/study/study.h"

/* Adds to the study, where it asks for them, the claims of the families of its methods, and those of the coefficients of
 * methods whose name is a tableau, with each of its projections that keeps what is claimed; the study owns them.  False with
 * a message where its methods or projections cannot be read. */
bool family_claims_add(struct study *study, struct error *error);

#endif
