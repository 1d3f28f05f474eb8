/* Doing risky work in a child process first. */
#ifndef ASSAY_SANDBOX_CHILD_H
#define ASSAY_SANDBOX_CHILD_H

#include "numerics/error.h"

typedef bool sandbox_work(void *context, struct error *error);

/* Does the work in a child with bounds on processor time and memory and forgets its results.  True when it
 * succeeded there: as the work is deterministic, the caller can then do it again without danger.  False with
 * the child's message, or with one that opens with `path` when the child ran into a bound or crashed. */
bool sandbox_child_try(sandbox_work *work, void *context, const char *path, struct error *error);

#endif
