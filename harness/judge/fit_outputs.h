/* The tables and figures that a study asks for. */
#ifndef ASSAY_FIT_OUTPUTS_H
#define ASSAY_FIT_OUTPUTS_H

#include "harness/study/study.h"
#include "harness/judge/results.h"

/* Fills the tables and figures of the results (made by fits_create); the study is borrowed. */
void fit_outputs_fill(struct results *results, const struct study *study);

#endif
