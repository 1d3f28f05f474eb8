/* The rules by which a report speaks, in words. */
#ifndef ASSAY_RULES_H
#define ASSAY_RULES_H

#include <stdio.h>

/* Writes the section of the page.  Numbers are those of harness/judge/order_fit.h, verdict.h and noise_floor.h. */
void rules_write(FILE *file);

#endif
