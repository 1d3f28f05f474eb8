/* The evidence behind every fit: its picture, what was claimed and found, the command that explains it. */
#ifndef ASSAY_EVIDENCE_H
#define ASSAY_EVIDENCE_H

#include "harness/judge/results.h"

#include <stdio.h>

/* Writes href='#fit-N', the place of the fit in the section, for any element that takes it. */
void evidence_write_link(FILE *file, const struct results *results, const struct fit *fit);

/* Writes the section.  What needs attention comes first, all else by model and method in parts that open on
 * demand; a fit that the list of attention names is linked with its entry there. */
void evidence_write(FILE *file, const struct results *results);

#endif
