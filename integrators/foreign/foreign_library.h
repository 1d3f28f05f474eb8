/* Shared objects that provide methods: clients/c/assay_method.h.
 *
 * They are never loaded by the process that keeps the store: what one has is listed by a process of its own, and its steps
 * are taken by workers, so that a crash costs a cell.  A step that takes too long ends its process, too. */
#ifndef ASSAY_FOREIGN_LIBRARY_H
#define ASSAY_FOREIGN_LIBRARY_H

#include <time.h>

#include "integrators/foreign/foreign_program.h"

/* A process that says, in one line, what the shared object has: methods NAME form ode ..., or unsupported REASON.
 * The caller owns it. */
struct foreign_program *foreign_library_list(const char *path);

/* Whether the argument is one: it ends in .so. */
bool foreign_library_is(const char *name);
/* Loads it for good; NULL where it cannot be loaded any more. */
void *foreign_library_open(const char *path);
/* What it has under the name; NULL where there is nothing. */
const void *foreign_library_find(void *library, const char *symbol);

/* Does it in a process of its own, which may take so much memory and no more; false where that came to no end. */
bool foreign_library_isolate(void (*act)(void *context), void *context);
/* The process ends unless this is called again within FOREIGN_PROGRAM_SECONDS, or foreign_library_rest is.  *watch is zero
 * at first.  Whether it looked at the clock, as it does at the first call and at one of so many: what else takes as long as
 * a step may be looked at then. */
struct foreign_watch {
    long second;          /* of the clock, when it was looked at */
    unsigned every, left; /* calls between looks */
    timer_t timer;        /* that ends the process, once it is set */
    bool set;
};
bool foreign_library_watch(struct foreign_watch *watch);
void foreign_library_rest(struct foreign_watch *watch);

#endif
