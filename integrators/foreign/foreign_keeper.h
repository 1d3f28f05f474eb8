/* Keepers of foreign processes: what a foreign process starts ends with it, and what it kills is no more than its keeper.
 *
 *     we  ->  keeper  ->  the process, which starts others
 *
 * A keeper does nothing but wait.  Processes that lose their parent become its children, whatever groups or sessions they
 * have made of themselves; it ends all of them when the process has ended, when it is told to, when there are too many, or when we end. */
#ifndef ASSAY_FOREIGN_KEEPER_H
#define ASSAY_FOREIGN_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

enum { FOREIGN_KEEPER_MOST = 512 /* processes */ };

/* A process that does it and ends by itself with exit, or else with status 127.  Returns its keeper; < 0: none, see errno. */
pid_t foreign_keeper_start(void (*act)(void *context), void *context);
/* Whether it is still there. */
bool foreign_keeper_is_there(pid_t keeper);
/* Waits for the end of the process, for so many milliseconds (< 0: for ever), then ends it.  Whether it ended by itself with
 * the status. */
bool foreign_keeper_end(pid_t keeper, long milliseconds, int status);

#endif
