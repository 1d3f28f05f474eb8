/* The folder of a study's report. */
#ifndef ASSAY_REPORT_FOLDER_H
#define ASSAY_REPORT_FOLDER_H

#include "harness/options.h"
#include "harness/study.h"
#include "measures/results.h"
#include "reports/output.h"

/* --out or out/STUDY, created with its folders and known to be writable before hours of computing; false with
 * a message. */
bool report_folder_prepare(char folder[OUTPUT_PATH], const struct study *study, const struct options *options,
                           struct error *error);
/* Writes the report and says where it is: with --json the document on standard output, else a summary. */
bool report_folder_write(const char *folder, const struct results *results, const struct options *options,
                         struct error *error);

#endif
