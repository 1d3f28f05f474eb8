/* Worker processes: see pool.h.
 *
 * A worker reads job numbers from one pipe and writes lines to another; it holds no other descriptor of the
 * pool, so that the end of its parent is the end of its input. */
#define _GNU_SOURCE
#include "harness/pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "numerics/memory.h"

enum { MOST_WORKERS = 256, IDLE = -1 };

struct worker {
    pid_t process;   /* 0: none */
    int jobs, lines; /* descriptors: to it, from it */
    long job;        /* what it is at; IDLE */
    char *line;      /* received so far */
    size_t length, capacity;
};

struct pool {
    const struct pool_work *work;
    size_t workers, next;
    struct worker worker[MOST_WORKERS];
};

static bool write_all(int to, const void *data, size_t size)
{
    const char *rest = data;

    while (size) {
        ssize_t written = write(to, rest, size);

        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        rest += written;
        size -= (size_t)written;
    }
    return true;
}

static void work_for_parent(const struct pool_work *work, int jobs, int lines)
{
    size_t job;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    while (read(jobs, &job, sizeof job) == (ssize_t)sizeof job) {
        char *line = work->run(work->context, job);
        bool sent = write_all(lines, line, strlen(line)) && write_all(lines, "\n", 1);

        free(line);
        if (!sent)
            break;
    }
    _exit(0);
}

/* Closes what a new worker inherited of the others. */
static void close_others(const struct pool *pool)
{
    for (size_t i = 0; i < pool->workers; i++) {
        if (pool->worker[i].process) {
            close(pool->worker[i].jobs);
            close(pool->worker[i].lines);
        }
    }
}

static bool start_worker(struct pool *pool, struct worker *worker)
{
    int to[2], from[2];
    pid_t process;

    if (pipe(to) != 0)
        return false;
    if (pipe(from) != 0) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    fflush(NULL);
    process = fork();
    if (process == 0) {
        close_others(pool);
        close(to[1]);
        close(from[0]);
        work_for_parent(pool->work, to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    if (process < 0) {
        close(to[1]);
        close(from[0]);
        return false;
    }
    worker->process = process;
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

/* Hands the next job to an idle worker, starting it where needed; false when there is nothing left to do. */
static bool feed(struct pool *pool, struct worker *worker)
{
    size_t job;

    if (pool->next == pool->work->jobs)
        return false;
    if (!worker->process && !start_worker(pool, worker))
        return false;
    job = pool->work->order ? pool->work->order[pool->next] : pool->next;
    pool->next++;
    worker->job = (long)job;
    write_all(worker->jobs, &job, sizeof job); /* a dead worker is noticed by its silence */
    return true;
}

/* Reads what has come; true when the line is complete (worker->line) or the worker is gone (length 0). */
static bool receive(struct worker *worker)
{
    ssize_t count;

    if (worker->length + 4096 > worker->capacity) {
        worker->capacity = 2 * worker->capacity + 8192;
        worker->line = memory_resize(worker->line, worker->capacity, 1);
    }
    count = read(worker->lines, worker->line + worker->length, 4095);
    if (count < 0 && errno == EINTR)
        return false;
    if (count <= 0) {
        worker->length = 0;
        return true;
    }
    worker->length += (size_t)count;
    if (worker->line[worker->length - 1] != '\n')
        return false;
    worker->line[worker->length - 1] = '\0';
    return true;
}

/* One finished or crashed job; false when the parent wants to stop. */
static bool collect(struct pool *pool, struct worker *worker)
{
    size_t job = (size_t)worker->job;
    bool crashed = worker->length == 0, more;

    more = pool->work->take(pool->work->context, job, crashed ? NULL : worker->line);
    worker->length = 0;
    worker->job = IDLE;
    if (crashed)
        stop_worker(worker);
    return more;
}

/* Waits for lines; false to stop. */
static bool wait_for_lines(struct pool *pool)
{
    struct pollfd waiting[MOST_WORKERS];

    for (size_t i = 0; i < pool->workers; i++)
        waiting[i] =
            (struct pollfd){.fd = pool->worker[i].job == IDLE ? -1 : pool->worker[i].lines, .events = POLLIN};
    poll(waiting, pool->workers, 250);
    if (pool->work->progress)
        pool->work->progress(pool->work->context);
    for (size_t i = 0; i < pool->workers; i++) {
        struct worker *worker = pool->worker + i;

        if (worker->job != IDLE && waiting[i].revents && receive(worker) && !collect(pool, worker))
            return false;
    }
    return true;
}

bool pool_run(const struct pool_work *work, size_t workers)
{
    struct pool *pool = memory_create(1, sizeof *pool);
    bool good = true, busy = true;

    signal(SIGPIPE, SIG_IGN);
    pool->work = work;
    pool->workers = workers < 1 ? 1 : workers > MOST_WORKERS ? MOST_WORKERS : workers;
    for (size_t i = 0; i < pool->workers; i++)
        pool->worker[i].job = IDLE;
    while (good && busy) {
        busy = false;
        for (size_t i = 0; i < pool->workers; i++)
            busy |= pool->worker[i].job != IDLE || feed(pool, pool->worker + i);
        if (busy)
            good = wait_for_lines(pool);
    }
    good = good && pool->next == work->jobs;
    for (size_t i = 0; i < pool->workers; i++) {
        stop_worker(pool->worker + i);
        free(pool->worker[i].line);
    }
    free(pool);
    return good;
}

size_t pool_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count > 0 ? (size_t)count : 1;
}
