/* What a report was made from, and how to cite it. */
#ifndef ASSAY_CITATION_H
#define ASSAY_CITATION_H

#include "harness/judge/results.h"

#include <stdio.h>

/* Writes the sections "Provenance" and "How to cite" of the page. */
void citation_write(FILE *file, const struct results *results);

#endif
