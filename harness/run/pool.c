/* Worker processes: see pool.h.
 *
 * A worker closes all that its parent has open but its own two pipes: the end of its parent is the end of its input,
 * and nothing that it does can reach the store. */
#define _GNU_SOURCE
#include "harness/run/pool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "numerics/memory.h"

enum { MOST_WORKERS = 256, OTHER_DESCRIPTORS = 16, IDLE = -1, CHUNK = 65536 };

struct worker {
    pid_t process;                /* 0: none */
    const struct pool_work *work; /* which it knows, as it was when the worker was started, and */
    bool stale;                   /* whether that was before the run of this work */
    int jobs, lines;              /* descriptors: to it, from it */
    long job;                     /* what it is at; IDLE */
    double start;                 /* when it began */
    char *text;                   /* received and not yet read, ends with a zero */
    size_t length, capacity;
};

struct pool {
    const struct pool_work *work; /* that is run */
    size_t workers;
    bool failed;  /* a worker could not be started */
    bool drained; /* the work had no job when it was asked last */
    struct worker worker[MOST_WORKERS];
};

double pool_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- starting and stopping ---- */

static bool write_line(int to, const char *line)
{
    const char *const parts[] = {line, "\n"};

    for (size_t i = 0; i < 2; i++) {
        const char *rest = parts[i];

        for (size_t left = strlen(rest); left;) {
            ssize_t written = write(to, rest, left);

            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                return false;
            rest += written;
            left -= (size_t)written;
        }
    }
    return true;
}

/* All but standard error, its own and what the work keeps. */
static void close_others(const struct pool_work *work, int jobs, int answers)
{
    DIR *folder = opendir("/proc/self/fd");
    struct dirent *file;

    while (folder && (file = readdir(folder))) {
        char *end;
        const int descriptor = (int)strtol(file->d_name, &end, 10);

        if (end != file->d_name && descriptor > STDERR_FILENO && descriptor != jobs &&
            descriptor != answers && descriptor != dirfd(folder) &&
            !(work->keeps && work->keeps(work->context, descriptor)))
            close(descriptor);
    }
    if (folder)
        closedir(folder);
}

/* What its parent does at these signals is not for a worker; what its parent ignores, it ignores. */
static void forget_interrupts(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action;

        if (sigaction(numbers[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            signal(numbers[i], SIG_DFL);
    }
}

/* What else is printed in a worker, by a shared object for one, goes nowhere, and there is nothing else to read. */
static bool silence(void)
{
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);

    return nowhere >= 0 && dup2(nowhere, STDIN_FILENO) >= 0 && dup2(nowhere, STDOUT_FILENO) >= 0;
}

/* In the new process: the worker, to its end. */
static _Noreturn void be_worker(const struct pool_work *work, pid_t parent, int jobs, int answers)
{
    FILE *in, *out;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* which died before */
        _exit(127);
    prctl(PR_SET_NAME, "assay-worker"); /* what process lists show */
    forget_interrupts();
    close_others(work, jobs, answers);
    in = fdopen(jobs, "r");
    out = fdopen(answers, "w");
    if (silence() && in && out)
        work->serve(work->context, in, out);
    _exit(0);
}

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static bool start_worker(struct worker *worker, const struct pool_work *work)
{
    int to[2], from[2];
    pid_t parent = getpid(), process;

    if (pipe2(to, O_CLOEXEC) != 0)
        return false;
    if (pipe2(from, O_CLOEXEC) != 0) {
        close_both(to);
        return false;
    }
    fflush(NULL);
    process = fork();
    if (process == 0)
        be_worker(work, parent, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    if (process < 0) {
        close(to[1]);
        close(from[0]);
        return false;
    }
    worker->process = process;
    worker->work = work;
    worker->stale = false;
    worker->jobs = to[1];
    worker->lines = from[0];
    worker->job = IDLE;
    worker->length = 0;
    return true;
}

static void stop_worker(struct worker *worker)
{
    if (!worker->process)
        return;
    close(worker->jobs);
    close(worker->lines);
    kill(worker->process, SIGKILL);
    while (waitpid(worker->process, NULL, 0) < 0 && errno == EINTR)
        ;
    worker->process = 0;
}

/* ---- jobs out ---- */

/* Hands the next job to an idle worker, starting it where needed. */
static void feed(struct pool *pool, struct worker *worker)
{
    const struct pool_work *work = pool->work;
    size_t job;
    char *line;

    if (pool->failed)
        return;
    pool->drained = !work->next(work->context, &job);
    if (pool->drained)
        work = work->spare ? work->spare(work->context, &job) : NULL;
    if (!work)
        return;
    if (worker->process && (worker->work != work || worker->stale))
        stop_worker(worker);
    if (!worker->process && !start_worker(worker, work)) {
        pool->failed = true;
        return;
    }
    worker->job = (long)job;
    worker->start = pool_seconds();
    line = work->request(work->context, job);
    write_line(worker->jobs, line); /* a dead worker is noticed by its silence */
    free(line);
}

/* ---- lines back ---- */

/* False when the parent wants to stop; a spare work that does gives no further jobs. */
static bool finish(const struct pool *pool, struct worker *worker, const char *text, enum pool_end end)
{
    const size_t job = (size_t)worker->job;
    const struct pool_work *work = worker->work;

    worker->job = IDLE;
    if (end != POOL_DONE)
        stop_worker(worker);
    return work->take(work->context, job, text, end) || work != pool->work;
}

/* Reads what has come; false when the worker is gone. */
static bool receive(struct worker *worker)
{
    ssize_t count;

    if (worker->length + CHUNK + 1 > worker->capacity) {
        worker->capacity = 2 * worker->capacity + 2 * CHUNK;
        worker->text = memory_resize(worker->text, worker->capacity, 1);
    }
    count = read(worker->lines, worker->text + worker->length, CHUNK);
    if (count < 0 && errno == EINTR)
        return true;
    if (count <= 0)
        return false;
    worker->length += (size_t)count;
    worker->text[worker->length] = '\0';
    return true;
}

/* Hands on the complete lines; false when the parent wants to stop. */
static bool read_lines(const struct pool *pool, struct worker *worker)
{
    char *end;
    bool more = true;

    while (more && worker->job != IDLE && (end = memchr(worker->text, '\n', worker->length))) {
        char *line = memory_create((size_t)(end - worker->text) + 1, 1);

        memcpy(line, worker->text, (size_t)(end - worker->text));
        worker->length -= (size_t)(end + 1 - worker->text);
        memmove(worker->text, end + 1, worker->length + 1);
        if (strncmp(line, "done ", 5) == 0)
            more = finish(pool, worker, line + 5, POOL_DONE);
        else if (strncmp(line, "note ", 5) == 0 && worker->work->note)
            worker->work->note(worker->work->context, (size_t)worker->job, line + 5);
        free(line);
    }
    return more;
}

static bool is_late(const struct worker *worker)
{
    return worker->work->time_limit > 0 && pool_seconds() - worker->start > worker->work->time_limit;
}

/* Waits for lines; false to stop. */
static bool wait_for_lines(struct pool *pool)
{
    struct pollfd waiting[MOST_WORKERS];
    bool more = true;

    for (size_t i = 0; i < pool->workers; i++)
        waiting[i] =
            (struct pollfd){.fd = pool->worker[i].job == IDLE ? -1 : pool->worker[i].lines, .events = POLLIN};
    if (poll(waiting, pool->workers, 250) < 0 && errno != EINTR)
        return false;
    if (pool->work->progress)
        pool->work->progress(pool->work->context);
    for (size_t i = 0; i < pool->workers && more; i++) {
        struct worker *worker = pool->worker + i;

        if (worker->job == IDLE)
            continue;
        if (waiting[i].revents)
            more = receive(worker) ? read_lines(pool, worker) : finish(pool, worker, NULL, POOL_CRASHED);
        if (more && worker->job != IDLE && is_late(worker))
            more = finish(pool, worker, NULL, POOL_LATE);
    }
    return more;
}

/* As many workers as there are descriptors for, two each. */
static size_t limit_workers(size_t workers)
{
    struct rlimit limit = {.rlim_cur = OTHER_DESCRIPTORS + 2};
    size_t most;

    getrlimit(RLIMIT_NOFILE, &limit);
    most = limit.rlim_cur < OTHER_DESCRIPTORS + 2 ? 1 : (limit.rlim_cur - OTHER_DESCRIPTORS) / 2;
    most = most < MOST_WORKERS ? most : MOST_WORKERS;
    return workers < 1 ? 1 : workers > most ? most : workers;
}

struct pool *pool_create(size_t workers)
{
    struct pool *pool = memory_create(1, sizeof *pool);

    signal(SIGPIPE, SIG_IGN);
    pool->workers = limit_workers(workers);
    for (size_t i = 0; i < pool->workers; i++)
        pool->worker[i].job = IDLE;
    return pool;
}

void pool_destroy(struct pool *pool)
{
    if (!pool)
        return;
    for (size_t i = 0; i < pool->workers; i++) {
        stop_worker(pool->worker + i);
        free(pool->worker[i].text);
    }
    free(pool);
}

/* Whether a job of the work is at work, waits for a spare one, or is still to be given: all workers may have spare jobs. */
static bool is_busy(const struct pool *pool)
{
    if (!pool->drained && !pool->failed)
        return true;
    for (size_t i = 0; i < pool->workers; i++) {
        if (pool->worker[i].job != IDLE && pool->worker[i].work == pool->work)
            return true;
    }
    return pool->work->waits && pool->work->waits(pool->work->context);
}

/* Of the workers that know the work those without a job are stopped, and the others as soon as they have none; `all`: all
 * at once. */
static void stop_workers_of(struct pool *pool, const struct pool_work *work, bool all)
{
    for (size_t i = 0; i < pool->workers; i++) {
        struct worker *worker = pool->worker + i;

        if (worker->work != work)
            continue;
        if (all || worker->job == IDLE) {
            stop_worker(worker);
            worker->job = IDLE;
        }
        worker->stale = true;
    }
}

bool pool_run(struct pool *pool, const struct pool_work *work)
{
    bool good = true, busy = true;

    pool->work = work;
    pool->failed = pool->drained = false;
    stop_workers_of(pool, work, false);
    while (good && busy) {
        for (size_t i = 0; i < pool->workers; i++) {
            if (pool->worker[i].job == IDLE)
                feed(pool, pool->worker + i);
        }
        busy = is_busy(pool);
        if (busy)
            good = wait_for_lines(pool);
    }
    good = good && !pool->failed;
    stop_workers_of(pool, work, true);
    return good;
}

size_t pool_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count > 0 ? (size_t)count : 1;
}
