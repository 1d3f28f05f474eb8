/* What a process that was forked off gives up before it does something for strangers: it has a copy of our memory, which is
 * its own, but descriptors and shared memory would still be ours. */
#ifndef ASSAY_FOREIGN_PARTING_H
#define ASSAY_FOREIGN_PARTING_H

#include <stddef.h>

/* Closes all descriptors but those. */
void foreign_parting_close(const int *kept, size_t count);
/* Gives up all memory that the process shares with others and may write to, but for that at this address (NULL: all). */
void foreign_parting_unmap(const void *kept);

#endif
