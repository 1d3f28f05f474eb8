/* Keepers of foreign processes: what a foreign process starts ends with it, and what it kills is no more than its keeper.
 *
 *     we  ->  keeper  ->  the process, which starts others
 *
 * A keeper does nothing but wait.  Processes that lose their parent become its children, whatever groups or sessions they
 * have made of themselves; it ends all of them when the process has ended, when it is told to, when there are too many, or when we end.
 *
 * The processes have a folder of their own for temporary files, TMPDIR, which it makes first and removes last. */
#ifndef ASSAY_FOREIGN_KEEPER_H
#define ASSAY_FOREIGN_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

enum {
    FOREIGN_KEEPER_MOST = 512, /* processes */
    FOREIGN_KEEPER_BUSY = 60,  /* seconds of processor time that what is waited for may take */
    FOREIGN_KEEPER_ASLEEP =
        30, /* seconds for which none of the processes may do anything while it is waited for */
};

/* How the process of a keeper came to its end.  LOST is nothing that the process did, as far as anybody knows: it was
 * killed (SIGKILL, by us, a limit, or a machine without memory), or it was never started.  No result follows from it. */
enum foreign_end { FOREIGN_ENDED, FOREIGN_CRASHED, FOREIGN_LOST };

/* A process that does it and ends by itself with exit, or else with status 127.  Returns its keeper; < 0: none, see errno. */
pid_t foreign_keeper_start(void (*act)(void *context), void *context);
/* Whether it is still there. */
bool foreign_keeper_is_there(pid_t keeper);
/* Waits for the end of the process, for so many milliseconds (< 0: for ever), then ends it.  FOREIGN_ENDED: by itself, with the
 * status. */
enum foreign_end foreign_keeper_end(pid_t keeper, long milliseconds, int status);

/* What the processes of a keeper do, to be looked at once a second while an answer is waited for.  The machine may be as
 * busy as it likes: time in which they run, or wait for a processor or a disk, is not the time of the clock. */
struct foreign_keeper_watch {
    bool begun;
    double first, last; /* seconds of processor time, at the first look and at the last one */
    int asleep;         /* looks, one after the other, at which none of them did anything */
};
enum foreign_keeper_wait { FOREIGN_WAIT, FOREIGN_BUSY_TOO_LONG, FOREIGN_ASLEEP_TOO_LONG };
/* Whether to wait on.  *watch is zero when the question is asked. */
enum foreign_keeper_wait foreign_keeper_look(struct foreign_keeper_watch *watch, pid_t keeper);
/* The same of what was seen: so much processor time so far, and whether one of them runs or waits for the machine. */
enum foreign_keeper_wait foreign_keeper_note(struct foreign_keeper_watch *watch, double processor_time,
                                             bool active);

#endif
