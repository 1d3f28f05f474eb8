/* The figures and tables of a paper on the page of its survey. */
#ifndef ASSAY_SURVEY_GALLERY_H
#define ASSAY_SURVEY_GALLERY_H

#include <stdio.h>

#include "reports/page/survey.h"

/* What the style sheet of the page needs beside style.h. */
void survey_gallery_style(FILE *file);

/* Two sections, #figures and #tables: the paper's numbers, with links to what shows each; small pictures of
 * the figures that were drawn in DIRECTORY/STUDY/figures. */
void survey_gallery_write(FILE *file, const struct survey *survey, const char *directory);

#endif
