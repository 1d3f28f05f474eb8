/* The folder of a study's report. */
#ifndef ASSAY_REPORT_FOLDER_H
#define ASSAY_REPORT_FOLDER_H

#include <stdio.h>

#include "harness/judge/results.h"
#include "reports/output.h"

/* Creates the folder with its parts, known to be writable before hours of computing; false with a message. */
bool report_folder_prepare(const char *folder, struct error *error);

/* What a person reads once the report is written: the refuted and the inconclusive, each with its evidence
 * and the next command, the claims, the counts and the files.  With `in_full`, first the tables themselves,
 * and the evidence of every claim. */
void report_folder_print(const char *folder, const struct results *results, bool in_full, FILE *to);

#endif
