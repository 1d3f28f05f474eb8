/* Files that others wrote: reading them, and doing risky work with them in a child process first. */
#ifndef ASSAY_SANDBOX_FILE_H
#define ASSAY_SANDBOX_FILE_H

#include "numerics/error.h"

/* The whole file as a string that the caller frees.  NULL with a message for what is missing, not a plain
 * file, larger than SANDBOX_MAXIMAL_FILE, or not text. */
char *sandbox_file_read(const char *path, struct error *error);

/* What became of the work; one file is refused because it is of another kind, a study where a model is asked for. */
enum sandbox_file_end { SANDBOX_FILE_REFUSED, SANDBOX_FILE_DONE, SANDBOX_FILE_OTHER_KIND };
typedef enum sandbox_file_end sandbox_work(void *context, struct error *error);

/* Does the work in a child with bounds on processor time and memory and forgets its results.  When it
 * is done there: as the work is deterministic, the caller can then do it again without danger.  Else with the
 * child's message, or with one that opens with `path` when the child ran into a bound or crashed. */
enum sandbox_file_end sandbox_file_try(sandbox_work *work, void *context, const char *path,
                                       struct error *error);

#endif
