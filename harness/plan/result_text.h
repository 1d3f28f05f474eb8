/* The result of a cell as one line of text: between worker and parent, and in the store. */
#ifndef ASSAY_RESULT_TEXT_H
#define ASSAY_RESULT_TEXT_H

#include "measures/result.h"

/* The line, which the caller frees. */
char *result_text_write(const struct result *result);
/* Reads the line into an empty result, or adds the measures of a further run to it; false when it is not such
 * a line, or one of a cell that could not be run. */
bool result_text_read(struct result *result, const struct problem *problem, const char *line);
/* The line with the measures of a further run added, which the caller frees; NULL when one is not a line. */
char *result_text_join(const char *line, const char *further);

#endif
