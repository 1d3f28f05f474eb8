/* Studies one after another, each with a report of its own. */
#ifndef ASSAY_REPORT_SERIES_H
#define ASSAY_REPORT_SERIES_H

#include <jansson.h>

#include "harness/commands/options.h"
#include "harness/run/study_run.h"
#include "reports/output.h"

struct report_entry {
    struct options options; /* of this study: the part of it that is asked for */
    struct study_run *run;
    char folder[OUTPUT_PATH];
    const struct results *results; /* what it came to, once it is measured; NULL: nothing */
    bool complete;                 /* whether all of it */
    int status;
    struct error reason; /* why it is not complete */
    json_t *document;    /* of its report; NULL: there is none */
    json_t *printed;     /* this, and what of the report a person is told; NULL: nothing is printed */
    bool beside;         /* its report is in FOLDER.incomplete: the folder keeps a complete one */
};

struct report_series {
    const struct options *options; /* borrowed */
    enum study_run_use use;
    size_t count;
    struct report_entry **entry;
    /* Prints what stands before the report of each, unless that is NULL; not with --json. */
    void (*open)(const void *context, const struct results *results);
    const void *context;
    bool silent;       /* of its reports: nothing is printed, and there are no documents */
    double start;      /* when it began: pool_seconds */
    json_t *documents; /* with --json, of the studies that were reported */
};

/* Gives back what a series has. */
void report_series_clear(struct report_series *series);

/* One more study, or the part of it that `focus` names (NULL: all of it), with all refused that can be; false
 * with a message. */
bool report_series_add(struct report_series *series, const char *study, const char *focus,
                       struct error *error);

/* Where the reports go: `folder`, or with `nested` a folder in it for each study, called after the study.
 * Created before anything is computed; false with a message. */
bool report_series_place(struct report_series *series, const char *folder, bool nested, struct error *error);

/* Measures every study (as `use` says), those first that take the least time, and writes its report.  Then, in the order in
 * which they were added: prints its tables if `in_full`, with -v all that is known of it, or with --json keeps its
 * document.  The worst status of all; a message for each study that is not complete, the last of them in `error`. */
int report_series_measure(struct report_series *series, bool in_full, struct error *error);
/* The same, and prints the answer on all of them, or with --json the document: that of one study, or a list of those of
 * several. */
int report_series_write(struct report_series *series, bool in_full, struct error *error);

#endif
