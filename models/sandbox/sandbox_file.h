/* Reading files that others wrote. */
#ifndef ASSAY_SANDBOX_FILE_H
#define ASSAY_SANDBOX_FILE_H

#include "numerics/error.h"

/* The whole file as a string that the caller frees.  NULL with a message for what is missing, not a plain
 * file, larger than SANDBOX_MAXIMAL_FILE, or not text. */
char *sandbox_file_read(const char *path, struct error *error);

#endif
