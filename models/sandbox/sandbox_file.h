/* Files that others wrote: reading them, and doing risky work with them in a child process first. */
#ifndef ASSAY_SANDBOX_FILE_H
#define ASSAY_SANDBOX_FILE_H

#include "numerics/error.h"

/* The whole file as a string that the caller frees.  NULL with a message for what is missing, not a plain
 * file, larger than SANDBOX_MAXIMAL_FILE, or not text. */
char *sandbox_file_read(const char *path, struct error *error);

typedef bool sandbox_work(void *context, struct error *error);

/* Does the work in a child with bounds on processor time and memory and forgets its results.  True when it
 * succeeded there: as the work is deterministic, the caller can then do it again without danger.  False with
 * the child's message, or with one that opens with `path` when the child ran into a bound or crashed. */
bool sandbox_file_try(sandbox_work *work, void *context, const char *path, struct error *error);

#endif
