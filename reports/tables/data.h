/* The rows behind a report: cells.csv, fits.csv, claims.csv, points.csv, timing.csv and report.json. */
#ifndef ASSAY_DATA_H
#define ASSAY_DATA_H

#include "harness/judge/results.h"
#include "numerics/error.h"

#include <stdbool.h>

/* Writes the six files; false with one line when one cannot be written.  Only timing.csv differs between
 * runs. */
bool data_write(const struct results *results, const char *directory, struct error *error);

#endif
