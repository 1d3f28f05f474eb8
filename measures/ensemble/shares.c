/* Work divided over processes: see shares.h.
 *
 * A child that ends otherwise than by its own _exit(0) has been lost: killed, crashed, out of memory.  The
 * parent waits for one child after the other and never for anything else, so that it cannot hang on one that
 * is gone. */
#include "measures/ensemble/shares.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "numerics/memory.h"

size_t shares_first(size_t members, size_t group, size_t shares, size_t k)
{
    size_t groups = (members + group - 1) / group, first = groups * k / shares * group;

    return first < members ? first : members;
}

/* 0 in the parent where no child could be started. */
static pid_t start_child(void (*work)(void *context, size_t k), void *context, size_t k)
{
    pid_t parent = getpid(), child = fork();

    if (child != 0)
        return child > 0 ? child : 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* which died before */
        _exit(1);
    work(context, k);
    _exit(0);
}

/* Whether the child came to its end; false with a message. */
static bool wait_for(pid_t child, struct error *error)
{
    int status;

    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return error_set(error, "a process with a share of the work was lost (%s); run it again",
                             strerror(errno));
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFSIGNALED(status))
        return error_set(error, "a process with a share of the work ended by signal %d (%s); run it again",
                         WTERMSIG(status), strsignal(WTERMSIG(status)));
    return error_set(error, "a process with a share of the work ended with status %d; run it again",
                     WEXITSTATUS(status));
}

bool shares_run(size_t shares, void (*work)(void *context, size_t k), void *context, struct error *error)
{
    pid_t *child;
    size_t started = 0;
    bool good = true;

    if (shares == 1) {
        work(context, 0);
        return true;
    }
    child = memory_create(shares, sizeof *child);
    for (; good && started < shares; started += good) {
        child[started] = start_child(work, context, started);
        if (!child[started])
            good = error_set(error, "no process for a share of the work (%s); ask for fewer than %zu",
                             strerror(errno), shares);
    }
    for (size_t k = 0; k < started; k++) {
        struct error late; /* only the first one lost is told of */

        if (!good)
            kill(child[k], SIGKILL);
        good &= wait_for(child[k], good ? error : &late);
    }
    free(child);
    return good;
}
