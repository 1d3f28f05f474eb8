/* Shared objects that provide methods: clients/c/assay_method.h.
 *
 * They are never loaded by the process that keeps the store: what one has is listed by a process of its own, and its steps
 * are taken by workers, so that a crash costs a cell.  A step that takes too long ends its process, too. */
#ifndef ASSAY_FOREIGN_LIBRARY_H
#define ASSAY_FOREIGN_LIBRARY_H

#include <time.h>

#include "integrators/foreign/foreign_keeper.h"
#include "integrators/foreign/foreign_program.h"

/* A copy in memory of the file's bytes as they are now: a descriptor, which nobody can write to any more; < 0: there is none,
 * see errno.  What is hashed, listed and loaded is the copy, so that the file may be replaced at any time. */
int foreign_library_copy(const char *path);
/* Where the copy can be read as a file. */
enum { FOREIGN_LIBRARY_PATH = 40 };
const char *foreign_library_path(int copy, char path[FOREIGN_LIBRARY_PATH]);

/* A process that says what the shared object has: needs PATH, in a line for each other shared object that comes with it, and
 * then methods NAME form ode ..., or unsupported REASON.  `path` is that of the file.  The caller owns it. */
struct foreign_program *foreign_library_list(int copy, const char *path);

/* Whether the argument is one: it ends in .so. */
bool foreign_library_is(const char *name);
/* Loads it for good; NULL where it cannot be loaded any more. */
void *foreign_library_open(int copy);
/* What it has under the name; NULL where there is nothing. */
const void *foreign_library_find(void *library, const char *symbol);

/* Does it in a process of its own, which may take so much memory and no more, and FOREIGN_KEEPER_BUSY seconds of processor
 * time for a step, behind walls (foreign_walls.h): what it may read is in these lines, which NULL ends.  FOREIGN_ENDED: that
 * came to its end. */
enum foreign_end foreign_library_isolate(void (*act)(void *context), void *context, const char *const *reads);
/* The process is killed unless this is called again before it has taken FOREIGN_KEEPER_BUSY seconds of processor time, or
 * foreign_library_rest is.  *watch is zero at first.  Whether this is the first call or the next of so many: what else takes as
 * long as a step may be looked at then, at the same steps on any machine. */
struct foreign_watch {
    unsigned long calls;
    long second;          /* of the clock, when it was looked at */
    unsigned every, left; /* calls between looks */
    timer_t timer;        /* that kills the process, */
    pid_t process;        /* of this one, once it is set */
};
bool foreign_library_watch(struct foreign_watch *watch);
void foreign_library_rest(struct foreign_watch *watch);

#endif
