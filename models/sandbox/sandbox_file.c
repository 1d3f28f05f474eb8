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

static bool check_text(const char *text, size_t length, const char *path, struct error *error)
{
    if (length > SANDBOX_MAXIMAL_FILE)
        return error_set(error, "%s: is larger than %d bytes; write a smaller file", path,
                         SANDBOX_MAXIMAL_FILE);
    if (length == 0)
        return error_set(error, "%s: is empty; write a Lua file", path);
    if (memchr(text, '\0', length) || text[0] == '\033')
        return error_set(error,
                         "%s: is not text; write a Lua file, or 'assay audit FILE.so' for a shared object, "
                         "'assay audit --exec COMMAND' for a program",
                         path);
    return true;
}

char *sandbox_file_read(const char *path, struct error *error)
{
    /* Opening a pipe that nobody writes to must not wait. */
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *stream = file < 0 ? NULL : fdopen(file, "rb");

    if (!stream) {
        error_set(error, "%s: cannot be opened: %s; name a file that can be read", path, strerror(errno));
        return NULL;
    }
    char *text = memory_create(SANDBOX_MAXIMAL_FILE + 2, 1);
    bool valid = check_status(file, path, error);
    size_t length = valid ? fread(text, 1, SANDBOX_MAXIMAL_FILE + 1, stream) : 0;

    if (valid && ferror(stream))
        valid = error_set(error, "%s: %s", path, strerror(errno));
    valid = valid && check_text(text, length, path, error);
    fclose(stream);
    if (valid)
        return memory_resize(text, length + 1, 1);
    free(text);
    return NULL;
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

/* What the child writes, all at once: it fits into what a pipe takes whole. */
struct answer {
    enum sandbox_file_end end;
    struct error error;
};

static const rlim_t ADDRESS_SPACE = (rlim_t)2 << 30;

static void limit(int resource, rlim_t value)
{
    struct rlimit bound;

    if (getrlimit(resource, &bound) == 0 && (bound.rlim_max == RLIM_INFINITY || bound.rlim_max > value)) {
        bound.rlim_cur = bound.rlim_max = value;
        setrlimit(resource, &bound);
    }
}

static _Noreturn void be_child(sandbox_work *work, void *context, int output)
{
    struct answer answer = {SANDBOX_FILE_REFUSED, {.text = ""}};

    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, SANDBOX_MAXIMAL_SECONDS);
    if (!CHILD_IS_INSTRUMENTED) {
        limit(RLIMIT_AS, ADDRESS_SPACE);
        int nowhere = open("/dev/null", O_WRONLY);
        if (nowhere >= 0)
            dup2(nowhere, STDERR_FILENO);
    }
    signal(SIGXCPU, SIG_DFL);
    answer.end = work(context, &answer.error);
    while (write(output, &answer, sizeof answer) < 0 && errno == EINTR)
        ;
    _exit(0);
}

static enum sandbox_file_end explain_end(int status, const char *path, struct error *error)
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

enum sandbox_file_end sandbox_file_try(sandbox_work *work, void *context, const char *path,
                                       struct error *error)
{
    struct answer answer;
    int ends[2], status = 0;
    pid_t child = -1;
    ssize_t length;

    fflush(NULL);
    if (pipe(ends) == 0) {
        child = fork();
        if (child == 0) {
            close(ends[0]);
            be_child(work, context, ends[1]);
        }
        close(ends[1]);
        if (child < 0)
            close(ends[0]);
    }
    if (child < 0)
        return error_set(error, "%s: cannot be read in a child process: %s", path, strerror(errno));
    while ((length = read(ends[0], &answer, sizeof answer)) < 0 && errno == EINTR)
        ;
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (length != (ssize_t)sizeof answer)
        return explain_end(status, path, error);
    if (answer.end != SANDBOX_FILE_DONE)
        *error = answer.error;
    return answer.end;
}
