/* SVG pictures inside an HTML page. */
#ifndef ASSAY_PICTURE_H
#define ASSAY_PICTURE_H

#include <stdbool.h>
#include <stdio.h>

/* Copies the <svg> element of a file into `page`, its identifiers prefixed with `name`, so that pictures of
 * one page do not share them, and its links kept inside the element.  False when the file cannot be read or
 * holds none. */
bool picture_inline(FILE *page, const char *path, const char *name);

#endif
