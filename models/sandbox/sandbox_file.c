/* Reading text files with suspicion, and a child process with limits and a pipe for its message: see
 * sandbox_file.h. */
#include "models/sandbox/sandbox_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "models/sandbox/sandbox.h"
#include "numerics/memory.h"

static bool check_status(int file, const char *path, struct error *error)
{
    struct stat status;

    if (fstat(file, &status) != 0)
        return error_set(error, "%s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return error_set(error, "%s: is a directory; name a file in it", path);
    if (!S_ISREG(status.st_mode))
        return error_set(error, "%s: is not a plain file; name a text file", path);
    if (status.st_size > SANDBOX_MAXIMAL_FILE)
        return error_set(error, "%s: is larger than %d bytes; write a smaller file", path,
                         SANDBOX_MAXIMAL_FILE);
    return true;
}

/* Up to `size` bytes; -1 on an error of the system. */
static ssize_t read_all(int file, char *text, size_t size)
{
    size_t length = 0;

    while (length < size) {
        ssize_t count = read(file, text + length, size - length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        length += (size_t)count;
    }
    return (ssize_t)length;
}

static bool check_text(const char *text, ssize_t length, const char *path, struct error *error)
{
    if (length < 0)
        return error_set(error, "%s: %s", path, strerror(errno));
    if (length > SANDBOX_MAXIMAL_FILE)
        return error_set(error, "%s: is larger than %d bytes; write a smaller file", path,
                         SANDBOX_MAXIMAL_FILE);
    if (length == 0)
        return error_set(error, "%s: is empty; write a Lua file", path);
    if (memchr(text, '\0', (size_t)length) || text[0] == '\033')
        return error_set(error, "%s: is not text; write a Lua file", path);
    return true;
}

char *sandbox_file_read(const char *path, struct error *error)
{
    /* Opening a pipe that nobody writes to must not wait. */
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

    if (file < 0) {
        error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
        return NULL;
    }
    if (!check_status(file, path, error)) {
        close(file);
        return NULL;
    }
    char *text = memory_create(SANDBOX_MAXIMAL_FILE + 2, 1);
    ssize_t length = read_all(file, text, SANDBOX_MAXIMAL_FILE + 1);
    bool valid = check_text(text, length, path, error);
    close(file);
    if (!valid) {
        free(text);
        return NULL;
    }
    return memory_resize(text, (size_t)length + 1, 1);
}

/* -- the child -- */

/* Address sanitizers reserve more address space than any limit and report on standard error. */
#if defined(__SANITIZE_ADDRESS__)
#define CHILD_IS_INSTRUMENTED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CHILD_IS_INSTRUMENTED 1
#endif
#endif
#ifndef CHILD_IS_INSTRUMENTED
#define CHILD_IS_INSTRUMENTED 0
#endif

enum { SUCCESS = 'y', FAILURE = 'n' };
static const rlim_t ADDRESS_SPACE = (rlim_t)2 << 30;

static void limit(int resource, rlim_t value)
{
    struct rlimit bound;

    if (getrlimit(resource, &bound) == 0 && (bound.rlim_max == RLIM_INFINITY || bound.rlim_max > value)) {
        bound.rlim_cur = bound.rlim_max = value;
        setrlimit(resource, &bound);
    }
}

static void write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t count = write(file, text, length);
        if (count < 0 && errno != EINTR)
            return;
        if (count > 0) {
            text += count;
            length -= (size_t)count;
        }
    }
}

static _Noreturn void be_child(sandbox_work *work, void *context, int output)
{
    struct error error = {""};

    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, SANDBOX_MAXIMAL_SECONDS);
    if (!CHILD_IS_INSTRUMENTED) {
        limit(RLIMIT_AS, ADDRESS_SPACE);
        int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0)
            dup2(nowhere, STDERR_FILENO);
    }
    signal(SIGXCPU, SIG_DFL);
    char answer = work(context, &error) ? SUCCESS : FAILURE;
    write_all(output, &answer, 1);
    write_all(output, error.text, strlen(error.text));
    _exit(0);
}

static size_t read_answer(int input, char *answer, size_t size)
{
    size_t length = 0;

    while (length < size) {
        ssize_t count = read(input, answer + length, size - length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        length += (size_t)count;
    }
    return length;
}

static bool explain_end(int status, const char *path, struct error *error)
{
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
        return error_set(error, "%s: needs more than %d seconds to be read; write a simpler file", path,
                         SANDBOX_MAXIMAL_SECONDS);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT)
        return error_set(error, "%s: needs too much memory to be read; write a simpler file", path);
    if (WIFSIGNALED(status))
        return error_set(error, "%s: ends its reader with signal %d; write a simpler file", path,
                         WTERMSIG(status));
    return error_set(error, "%s: ends its reader; write a simpler file", path);
}

bool sandbox_file_try(sandbox_work *work, void *context, const char *path, struct error *error)
{
    char answer[sizeof error->text + 1];
    int ends[2], status = 0;

    if (pipe(ends) != 0)
        return error_set(error, "%s: cannot be read in a child process: %s", path, strerror(errno));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        be_child(work, context, ends[1]);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return error_set(error, "%s: cannot be read in a child process: %s", path, strerror(errno));
    }
    size_t length = read_answer(ends[0], answer, sizeof answer - 1);
    answer[length] = '\0';
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (length == 0)
        return explain_end(status, path, error);
    if (answer[0] == FAILURE)
        return error_set(error, "%s", answer + 1);
    return true;
}
