/* The document of a study, as the store has it or as a report kept it: what templates, tables and plots are made of. */
#ifndef ASSAY_STUDY_DOCUMENT_H
#define ASSAY_STUDY_DOCUMENT_H

#include <jansson.h>

#include "harness/commands/options.h"

/* The document of what `study` names: a study, of which the store is read and nothing is computed or written, or the file
 * report.json of a report.  Whether all of it is there is in *complete.  The caller owns it; NULL with a message. */
json_t *study_document_create(const struct options *options, const char *study, bool *complete,
                              struct error *error);

/* What the options --rows, --columns, --value, --where, --x, --y, --by and --panel ask of a table or a plot, in that format
 * (NULL: none is said), for its template.  The caller owns it. */
json_t *study_document_request(const struct options *options, const char *format);

/* Writes to standard output what the template makes of the document of each study that the command names; what is asked
 * for is in the document under "request", unless it is NULL.  The exit status, with a message unless it is complete. */
int study_document_print(const struct options *options, const char *template, json_t *request,
                         struct error *error);

#endif
