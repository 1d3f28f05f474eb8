/* Shared objects that provide methods: clients/c/assay_method.h.
 *
 * They are never loaded by a process that measures: what one has is listed by a process of its own, and its steps are taken
 * by another (foreign_server.c), which has nothing of ours but the memory in which the steps are asked for. */
#ifndef ASSAY_FOREIGN_LIBRARY_H
#define ASSAY_FOREIGN_LIBRARY_H

#include "integrators/foreign/foreign_program.h"
#include "numerics/error.h"

/* A copy in memory of the file's bytes as they are now: a descriptor, which nobody can write to any more; < 0 with a
 * message.  What is hashed, listed and loaded is the copy, so that the file may be replaced at any time. */
int foreign_library_copy(const char *path, struct error *error);
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

/* For a process that is about to load one, forked off with its copy and its lines alone: what it writes is nobody's, its
 * memory is limited, and walls are raised (foreign_walls.h); what it may read is in these lines, which NULL ends. */
void foreign_library_enter(const char *const *reads);

#endif
