/* The survey of a paper as one HTML page. */
#ifndef ASSAY_SURVEY_PAGE_H
#define ASSAY_SURVEY_PAGE_H

#include "numerics/error.h"
#include "reports/page/survey.h"

/* Writes DIRECTORY/index.html, with the reports of the studies in DIRECTORY/STUDY.  False with one line when
 * it cannot be written. */
bool survey_page_write(const struct survey *survey, const char *directory, struct error *error);

#endif
