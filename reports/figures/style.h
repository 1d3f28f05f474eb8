/* The style sheet of the page. */
#ifndef ASSAY_STYLE_H
#define ASSAY_STYLE_H

#include <stdio.h>

void style_write(FILE *file);

#endif
