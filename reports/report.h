/* Everything that is written about a study. */
#ifndef ASSAY_REPORT_H
#define ASSAY_REPORT_H

#include "harness/judge/results.h"
#include "harness/run/study_run.h"
#include "numerics/error.h"

#include <jansson.h>
#include <stdbool.h>

/* Writes DIRECTORY/index.html, tables/, figures/ and data/, creating folders.  False with one line when a
 * file cannot be written.  Where gnuplot does not work, or cannot write PDF, the report is complete but
 * for those pictures, and one line on standard error says so. */
bool report_write(const struct results *results, const char *directory, struct error *error);
/* The same from their document, which the caller has. */
bool report_write_document(const struct results *results, json_t *document, const char *directory,
                           struct error *error);

/* What is said of a study while it runs and in its store. */
extern const struct study_run_words report_words;

#endif
