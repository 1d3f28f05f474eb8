/* Work divided over processes: forked children that write their results into memory shared with the parent (memory_create_shared).
 *
 * For what is computed on many members alike, such as the trajectories of an ensemble.  Children die with
 * their parent, and none is left when a call returns. */
#ifndef ASSAY_SHARES_H
#define ASSAY_SHARES_H

#include <stdbool.h>
#include <stddef.h>

#include "numerics/error.h"

/* Calls work(context, k) for k = 0, ..., shares - 1, each in a child of its own, and waits for all; where
 * there is but one share, here.  What work writes elsewhere than to shared memory is lost.  False with a
 * message when a child could not be started or did not come to its end; the others are then stopped. */
bool shares_run(size_t shares, void (*work)(void *context, size_t k), void *context, struct error *error);

/* Where share k of `members` starts, in whole groups of `group` (the last one of which may be short). */
size_t shares_first(size_t members, size_t group, size_t shares, size_t k);

#endif
