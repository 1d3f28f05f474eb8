/* The folder of a report: written beside it, and put in its place when it is whole.
 *
 * What is in the folder and was not written by this report stays; a report that lacks cells does not take the
 * place of one that has all. */
#ifndef ASSAY_REPORT_FOLDER_H
#define ASSAY_REPORT_FOLDER_H

#include "reports/output.h"

struct report_folder {
    char path[OUTPUT_PATH + 16];   /* where the report will be: the folder, or FOLDER.incomplete */
    char beside[OUTPUT_PATH + 64]; /* where it is written */
    bool complete;
};

/* Creates the folder and sees that it can be written, before anything is computed; false with what to do. */
bool report_folder_prepare(const char *path, struct error *error);

/* Begins a report that is to stand at `path`; it is written to folder->beside.  False with a message. */
bool report_folder_begin(struct report_folder *folder, const char *path, bool complete, struct error *error);
/* Puts what was written in its place; unless it `written` could be, it is removed and what stood there
 * stays.  Returns `written`, or false with a message. */
bool report_folder_end(const struct report_folder *folder, bool written, struct error *error);

#endif
