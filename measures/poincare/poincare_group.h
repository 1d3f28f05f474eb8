/* The trajectories of a loop or a surface in double, in groups that step together (ensemble_group.h), spread
 * over processes. */
#ifndef ASSAY_POINCARE_GROUP_H
#define ASSAY_POINCARE_GROUP_H

#include "measures/poincare/poincare_ensemble.h"
#include "integrators/methods/method.h"

/* The ensemble of poincare_ensemble_create_double, bit for bit: eight at a time where `lanes` has the method,
 * each advance in as many processes as are asked for (at least one).  Borrows the setup. */
struct poincare_ensemble_double *poincare_group_create(const struct setup *setup,
                                                       const struct method_family *family, size_t members,
                                                       mpfr_srcptr start, size_t processes);

#endif
