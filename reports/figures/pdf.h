/* The dates inside a PDF file, which a drawing program takes from the clock. */
#ifndef ASSAY_PDF_H
#define ASSAY_PDF_H

#include <stdbool.h>

/* Overwrites, in place, the digits of every creation and modification date by a fixed date.  False when the
 * file cannot be read or written, or holds no creation date in plain text. */
bool pdf_fix_dates(const char *path);

#endif
