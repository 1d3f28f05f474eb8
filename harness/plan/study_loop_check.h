/* Whether the loops and surfaces that a study names are those of its models. */
#ifndef ASSAY_STUDY_LOOP_CHECK_H
#define ASSAY_STUDY_LOOP_CHECK_H

#include "harness/plan/grid.h"

/* False with a line that names what there is. */
bool study_loop_check(const struct grid *grid, struct error *error);

#endif
