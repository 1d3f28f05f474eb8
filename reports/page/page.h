/* The report as one self-contained HTML page. */
#ifndef ASSAY_PAGE_H
#define ASSAY_PAGE_H

#include "harness/judge/results.h"
#include "numerics/error.h"

#include <stdbool.h>

/* Writes DIRECTORY/index.html with the pictures in DIRECTORY/figures inlined; where one is missing the page
 * says so. False with one line when the page cannot be written. */
bool page_write(const struct results *results, const char *directory, struct error *error);

#endif
