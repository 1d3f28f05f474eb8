/* The results of a study as one JSON document. */
#ifndef ASSAY_DOCUMENT_H
#define ASSAY_DOCUMENT_H

#include "harness/judge/results.h"

#include <jansson.h>
#include <stdio.h>

struct words;

/* All that is written about a study, as docs/report.schema.json says; the caller owns it. */
json_t *document_create(const struct results *results);
/* What of it is kept, in data/report.json and in the store.  Of a study whose page is a matrix, which has tens of thousands of
 * both, the runs are counted ("runs") and of the fits there are those with a verdict, without their points: the page shows
 * the others, and tables are made of the runs.  The caller owns it. */
json_t *document_create_kept(const struct results *results);
/* Writes that, fit by fit, so that they are not in memory together; `flags` as of json_dumpf. */
void document_write_kept(const struct results *results, FILE *to, size_t flags);
/* That of a matrix with the kept ones alone of the fits from `first` on, before `end`. */
json_t *document_create_part(const struct results *results, size_t first, size_t end);
/* Of a matrix what is told first: the fits that disagree with an expansion, or with another fit.  Else what is kept. */
json_t *document_create_told(const struct results *results);
/* Whether the fit is kept. */
bool document_keeps(const struct results *results, const struct fit *fit);
/* Sets what it has beside "cells", "fits" and "claims". */
void document_set_study(json_t *document, const struct results *results, const struct words *words);

/* How many letters one of its "figures" has; whether any panel of the letter, or of all (-1), has something to show: a fit, or a
 * run that has kept what it draws. */
size_t document_letters(const json_t *figure);
bool document_shows(const json_t *figure, int letter);

/* One of its "cells"; the caller owns it. */
json_t *document_cell(const struct cell *cell);
/* One of its "fits"; the caller owns it. */
json_t *document_fit(const struct words *words, const struct results *results, const struct fit *fit);

/* {NAME: the text that was given}; the caller owns it. */
json_t *document_parameters(const struct model_parameter *parameter, size_t count);
/* Initial data as they were given: {"values": {COORDINATE: text}, "time": of a model that depends on it, "parameters": those
 * that belong to these data, "step"}; the caller owns it. */
json_t *document_data(const struct model *model, const struct model_initial *initial);

#endif
