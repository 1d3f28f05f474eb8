/* Keepers of foreign processes: see foreign_keeper.h. */
#define _GNU_SOURCE
#include "integrators/foreign/foreign_keeper.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "integrators/foreign/foreign_parting.h"

enum { MOST_ROUNDS = 2000, LONGEST_END = 2 * MOST_ROUNDS /* milliseconds */ };
/* What a keeper ends with, where it is not the status of its process; a shell says OF_SHELL of what was killed. */
enum { NO_ANSWER = 127, CRASHED = 126, LOST = 125, OF_SHELL = 128 + SIGKILL };

#define LITTLE 0.015 /* processor seconds in a second: the tick of one that is asleep and looks about */

static void wait_a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* ---- the keeper ---- */

struct each {
    pid_t keeper; /* whose processes are looked at */
    size_t kept;  /* processes that have been counted */
    double time;  /* that they have taken of processors, in ticks */
    bool active;  /* one of them runs, or waits for a processor or a disk */
};

/* Does it with each number that is the name of a file in the folder. */
static struct each each_number(const char *folder, pid_t keeper, void (*act)(struct each *each, int number))
{
    DIR *files = opendir(folder);
    struct each each = {.keeper = keeper};
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

/* What the system says of a process or one of its threads. */
struct about {
    pid_t parent; /* 0: it is not there */
    char state;
    unsigned long own, of_children; /* ticks of processors */
};

/* The name of a process, in parentheses, may have any letter in it. */
static struct about read_about(const char *path)
{
    struct about about = {.parent = 0};
    unsigned long user, system;
    long user_of_children, system_of_children;
    char text[600];
    const char *rest;
    FILE *file = fopen(path, "r");

    if (!file)
        return about;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    rest = strrchr(text, ')');
    if (!rest || sscanf(rest, ") %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &about.state,
                        &about.parent, &user, &system, &user_of_children, &system_of_children) != 6)
        return (struct about){.parent = 0};
    about.own = user + system;
    about.of_children = (unsigned long)(user_of_children + system_of_children);
    return about;
}

static struct about find_process(pid_t process)
{
    char path[40];

    snprintf(path, sizeof path, "/proc/%d/stat", process);
    return read_about(path);
}

static void kill_child(struct each *each, int process)
{
    if (find_process(process).parent == each->keeper)
        kill(process, SIGKILL);
}

static bool is_kept(pid_t process, pid_t keeper)
{
    while (process > 1 && process != keeper)
        process = find_process(process).parent;
    return process == keeper;
}

static void count_if_kept(struct each *each, int process)
{
    each->kept += is_kept(process, each->keeper);
}

/* Threads other than the first may run while that one waits for them. */
static void look_at_thread(struct each *each, int thread)
{
    char path[60];

    snprintf(path, sizeof path, "/proc/%d/task/%d/stat", thread, thread);
    each->active = each->active || strchr("RD", read_about(path).state) != NULL;
}

/* The keeper itself does nothing that counts, but it inherits the time of those that have ended. */
static void look_at_process(struct each *each, int process)
{
    const struct about about = find_process(process);
    char path[40];

    if (!about.parent || !is_kept(process, each->keeper))
        return;
    each->time += (double)about.of_children;
    if (process == each->keeper)
        return;
    each->time += (double)about.own;
    snprintf(path, sizeof path, "/proc/%d/task", process);
    each->active = each->active || each_number(path, each->keeper, look_at_thread).active;
}

/* Each round makes children of those whose parent it has killed. */
static void end_children(void)
{
    pid_t ended = 0;

    for (int k = 0; k < MOST_ROUNDS && ended >= 0; k++) {
        each_number("/proc", getpid(), kill_child);
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
           each_number("/proc", getpid(), count_if_kept).kept > FOREIGN_KEEPER_MOST;
}

static int status_of(int status)
{
    if (WIFEXITED(status))
        return WEXITSTATUS(status) == OF_SHELL ? LOST : WEXITSTATUS(status);
    return WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGXCPU ? LOST : CRASHED;
}

/* Waits for the end of the child, or to be told, or for too many; returns what it ends with. */
static int wait_for_end(pid_t child, const sigset_t *signals)
{
    const struct timespec second = {.tv_sec = 1};
    const unsigned before = count_all();
    int number, status;
    pid_t ended;

    do {
        while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
            if (ended == child)
                return status_of(status);
        }
        number = sigtimedwait(signals, NULL, &second);
    } while (number != SIGTERM && !are_too_many(before));
    return CRASHED;
}

/* ---- its folder ---- */

/* TMPDIR of the keeper and of its processes: a folder of their own, which the path names; "": there is none. */
static void make_folder(char path[PATH_MAX])
{
    const char *place = getenv("TMPDIR");
    const int length = snprintf(path, PATH_MAX, "%s/assay-XXXXXX", place && *place ? place : "/tmp");

    if (length < PATH_MAX && mkdtemp(path))
        setenv("TMPDIR", path, 1);
    else
        *path = '\0';
}

static int remove_one(const char *path, const struct stat *about, int what, struct FTW *place)
{
    (void)about, (void)what, (void)place;
    remove(path);
    return 0;
}

static void remove_folder(const char *path)
{
    enum { MOST_OPEN = 16 };

    if (*path)
        nftw(path, remove_one, MOST_OPEN, FTW_DEPTH | FTW_PHYS);
}

static void keep(void (*act)(void *context), void *context, pid_t parent)
{
    static const int ours[] = {SIGINT, SIGTERM, SIGHUP, SIGCHLD}; /* what we do at them is not for others */
    const pid_t keeper = getpid();
    char folder[PATH_MAX];
    sigset_t signals, before;
    pid_t child;
    int status = LOST;

    setpgid(0, 0);
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, &before);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        signal(ours[i], SIG_DFL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    make_folder(folder);
    child = getppid() == parent ? fork() : -1;
    if (child == 0) {
        sigprocmask(SIG_SETMASK, &before, NULL);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == keeper)
            act(context);
        _exit(NO_ANSWER);
    }
    prctl(PR_SET_NAME, "assay-keeper");
    foreign_parting_close(NULL, 0); /* who waits for the end of a line would wait for the keeper */
    if (child > 0)
        status = wait_for_end(child, &signals);
    if (waitpid(-1, NULL, WNOHANG) >= 0)
        end_children();
    remove_folder(folder);
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

enum foreign_end foreign_keeper_end(pid_t keeper, long milliseconds, int status)
{
    int found = 0;
    bool by_itself;

    if (keeper <= 0)
        return FOREIGN_LOST;
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
    if (!by_itself || !WIFEXITED(found))
        return FOREIGN_CRASHED;
    return WEXITSTATUS(found) == status ? FOREIGN_ENDED
           : WEXITSTATUS(found) == LOST ? FOREIGN_LOST
                                        : FOREIGN_CRASHED;
}

enum foreign_keeper_wait foreign_keeper_note(struct foreign_keeper_watch *watch, double processor_time,
                                             bool active)
{
    if (!watch->begun)
        *watch =
            (struct foreign_keeper_watch){.begun = true, .first = processor_time, .last = processor_time};
    watch->asleep = active || processor_time - watch->last > LITTLE ? 0 : watch->asleep + 1;
    watch->last = processor_time;
    return processor_time - watch->first > FOREIGN_KEEPER_BUSY ? FOREIGN_BUSY_TOO_LONG
           : watch->asleep > FOREIGN_KEEPER_ASLEEP             ? FOREIGN_ASLEEP_TOO_LONG
                                                               : FOREIGN_WAIT;
}

enum foreign_keeper_wait foreign_keeper_look(struct foreign_keeper_watch *watch, pid_t keeper)
{
    const struct each seen = each_number("/proc", keeper, look_at_process);

    return foreign_keeper_note(watch, seen.time / (double)sysconf(_SC_CLK_TCK), seen.active);
}
