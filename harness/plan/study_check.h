/* What a study asks for against what it runs. */
#ifndef ASSAY_STUDY_CHECK_H
#define ASSAY_STUDY_CHECK_H

#include "harness/plan/grid.h"

/* Refuses, with a message that names it and what exists: a measure that no model of the study has, a claim
 * that matches no fit, a claim whose order cannot be read, a table or figure of something that the study does
 * not run.  The whole study counts, not only what is selected of it. */
bool study_check(const struct grid *grid, struct error *error);

#endif
