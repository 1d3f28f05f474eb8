/* Studies one after another, each with a report of its own. */
#ifndef ASSAY_REPORT_SERIES_H
#define ASSAY_REPORT_SERIES_H

#include <jansson.h>

#include "harness/commands/options.h"
#include "harness/run/study_run.h"

struct report_series;

/* An empty series; the options are borrowed. */
struct report_series *report_series_create(const struct options *options);
void report_series_destroy(struct report_series *series);

/* One more study, or the part of it that `focus` names (NULL: all of it), with all refused that can be; false
 * with a message. */
bool report_series_add(struct report_series *series, const char *study, const char *focus,
                       struct error *error);
size_t report_series_count(const struct report_series *series);
struct study_run *report_series_run(const struct report_series *series, size_t index);

/* Where the reports go: `folder`, or with `nested` a folder in it for each study, called after the study.
 * Created before anything is computed; false with a message. */
bool report_series_place(struct report_series *series, const char *folder, bool nested, struct error *error);

/* Measures every study (without `compute` from the store alone), writes its report, and prints what a person
 * reads or, with --json, the document: that of one study, or a list of those of several.  `in_full` is that
 * of report_folder_print.  The worst status of all; a message for each study that is not complete, the last
 * of them in `error`. */
int report_series_write(struct report_series *series, bool compute, bool in_full, struct error *error);
/* The same without printing documents: with --json they are kept in report_series_documents. */
int report_series_measure(struct report_series *series, bool compute, bool in_full, struct error *error);

/* After that: what the study came to (NULL: nothing), whether all of it; the list of all documents.  They are
 * the series' own. */
const struct results *report_series_results(const struct report_series *series, size_t index, bool *complete);
const json_t *report_series_documents(const struct report_series *series);
/* Prints a document as all of them are. */
void report_series_print(const json_t *document);

#endif
