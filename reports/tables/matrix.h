/* The section of the page that shows methods x projections at a glance. */
#ifndef ASSAY_MATRIX_H
#define ASSAY_MATRIX_H

#include "harness/judge/results.h"

#include <stdio.h>

/* One matrix for each model and precision with claims: the gravest verdict over all measures. */
void matrix_write(FILE *file, const struct results *results);

#endif
