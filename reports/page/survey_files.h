/* The claims of a survey as files: Markdown, CSV and LaTeX, and the lines that are printed. */
#ifndef ASSAY_SURVEY_FILES_H
#define ASSAY_SURVEY_FILES_H

#include <stdio.h>

#include "numerics/error.h"
#include "reports/page/survey.h"

/* Writes DIRECTORY/claims.md, claims.csv and claims.tex; false with one line when one cannot be written. */
bool survey_files_write(const struct survey *survey, const char *directory, struct error *error);

/* A line for every claim: its verdict, and what it rests on; then where the page is. */
void survey_files_print(const struct survey *survey, const char *directory, FILE *to);

#endif
