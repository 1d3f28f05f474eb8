/* Keepers of foreign processes: see foreign_keeper.h. */
#define _GNU_SOURCE
#include "integrators/foreign/foreign_keeper.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ROUNDS = 2000, LONGEST_END = 2 * MOST_ROUNDS /* milliseconds */, NO_ANSWER = 127, KILLED = 126 };

static void wait_a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* ---- the keeper ---- */

struct each {
    int folder;  /* its descriptor */
    size_t kept; /* processes that have been counted */
};

/* Does it with each number that is the name of a file in the folder. */
static struct each each_number(const char *folder, void (*act)(struct each *each, int number))
{
    DIR *files = opendir(folder);
    struct each each = {.folder = files ? dirfd(files) : -1};
    struct dirent *file;

    while (files && (file = readdir(files))) {
        char *end;
        const long number = strtol(file->d_name, &end, 10);

        if (end != file->d_name && !*end)
            act(&each, (int)number);
    }
    if (files)
        closedir(files);
    return each;
}

/* It holds no end of any line: who waits for the end of one would wait for the keeper. */
static void close_one(struct each *each, int descriptor)
{
    if (descriptor != each->folder)
        close(descriptor);
}

/* 0: it is not there.  The name of a process, in parentheses, may have any letter in it. */
static pid_t find_parent(pid_t process)
{
    char path[40], text[600];
    const char *rest;
    FILE *file;
    int parent = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", process);
    file = fopen(path, "r");
    if (!file)
        return 0;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    rest = strrchr(text, ')');
    return rest && sscanf(rest, ") %*c %d", &parent) == 1 ? parent : 0;
}

static void kill_child(struct each *each, int process)
{
    (void)each;
    if (find_parent(process) == getpid())
        kill(process, SIGKILL);
}

static void count_if_kept(struct each *each, int process)
{
    while (process > 1 && process != getpid())
        process = find_parent(process);
    each->kept += process == getpid();
}

/* Each round makes children of those whose parent it has killed. */
static void end_children(void)
{
    pid_t ended = 0;

    for (int k = 0; k < MOST_ROUNDS && ended >= 0; k++) {
        each_number("/proc", kill_child);
        wait_a_moment();
        do
            ended = waitpid(-1, NULL, WNOHANG);
        while (ended > 0);
    }
}

static unsigned count_all(void)
{
    struct sysinfo now = {.procs = 0};

    sysinfo(&now);
    return now.procs;
}

/* Whether there are too many; they are looked at where the machine has as many more than `before`. */
static bool are_too_many(unsigned before)
{
    return count_all() > before + FOREIGN_KEEPER_MOST &&
           each_number("/proc", count_if_kept).kept > FOREIGN_KEEPER_MOST;
}

/* Waits for the end of the child, or to be told, or for too many; returns the status of the child, KILLED where it has
 * none. */
static int wait_for_end(pid_t child, const sigset_t *signals)
{
    const struct timespec second = {.tv_sec = 1};
    const unsigned before = count_all();
    int number, status;
    pid_t ended;

    do {
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
            if (ended == child)
                return WIFEXITED(status) ? WEXITSTATUS(status) : KILLED;
        }
        number = sigtimedwait(signals, NULL, &second);
    } while (number != SIGTERM && !are_too_many(before));
    return KILLED;
}

static void keep(void (*act)(void *context), void *context, pid_t parent)
{
    static const int ours[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD}; /* what we do at them is not for others */
    const pid_t keeper = getpid();
    sigset_t signals, before;
    pid_t child;
    int status = KILLED;

    setpgid(0, 0);
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, &before);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        signal(ours[i], SIG_DFL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    child = getppid() == parent ? fork() : -1;
    if (child == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == keeper)
            act(context);
        _exit(NO_ANSWER);
    }
    prctl(PR_SET_NAME, "assay-keeper");
    each_number("/proc/self/fd", close_one);
    if (child > 0)
        status = wait_for_end(child, &signals);
    if (waitpid(-1, NULL, WNOHANG) >= 0)
        end_children();
    _exit(status);
}

/* ---- for others ---- */

pid_t foreign_keeper_start(void (*act)(void *context), void *context)
{
    const pid_t parent = getpid();
    pid_t keeper;

    fflush(NULL);
    keeper = fork();
    if (keeper == 0)
        keep(act, context, parent);
    return keeper;
}

bool foreign_keeper_is_there(pid_t keeper)
{
    siginfo_t ended = {.si_pid = 0};

    return waitid(P_PID, (id_t)keeper, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && !ended.si_pid;
}

/* Waits so long (< 0: for ever) for the keeper, which a hostile process may have stopped; 0 where it goes on. */
static pid_t wait_for(pid_t keeper, long milliseconds, int *status)
{
    pid_t ended = 0;

    for (long k = 0; ended == 0 && (milliseconds < 0 || k < milliseconds); k++) {
        do
            ended = waitpid(keeper, status, WUNTRACED | (milliseconds < 0 ? 0 : WNOHANG));
        while (ended < 0 && errno == EINTR);
        if (ended > 0 && WIFSTOPPED(*status))
            return 0;
        if (ended == 0)
            wait_a_moment();
    }
    return ended;
}

bool foreign_keeper_end(pid_t keeper, long milliseconds, int status)
{
    int found = 0;
    bool by_itself;

    if (keeper <= 0)
        return false;
    by_itself = wait_for(keeper, milliseconds, &found) == keeper;
    if (!by_itself) {
        kill(keeper, SIGTERM);
        kill(keeper, SIGCONT);
        if (wait_for(keeper, LONGEST_END, &found) != keeper) {
            kill(keeper, SIGKILL);
            wait_for(keeper, -1, &found);
        }
    }
    if (WIFSIGNALED(found)) /* somebody has killed it: its group is what is left to be found */
        kill(-keeper, SIGKILL);
    return by_itself && WIFEXITED(found) && WEXITSTATUS(found) == status;
}
