/* The survey of a paper as a JSON document. */
#ifndef ASSAY_SURVEY_DOCUMENT_H
#define ASSAY_SURVEY_DOCUMENT_H

#include <jansson.h>

#include "numerics/error.h"
#include "reports/page/survey.h"

/* {"assay", "paper", "title", "source", "full", "claims", "studies"}; the reports of the studies are those
 * given (borrowed), or NULL: their names and titles alone.  The caller owns the result. */
json_t *survey_document_create(const struct survey *survey, const json_t *reports);

/* Writes DIRECTORY/claims.json, without the reports; false with one line when it cannot be written. */
bool survey_document_write(const struct survey *survey, const char *directory, struct error *error);

#endif
