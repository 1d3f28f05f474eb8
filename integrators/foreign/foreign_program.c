/* Programs that speak the line protocol: see foreign_program.h. */
#define _GNU_SOURCE
#include "integrators/foreign/foreign_program.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "numerics/memory.h"

enum { GRACE_MILLISECONDS = 200, LAST_WORDS = 200 };

struct foreign_program {
    pid_t process;
    int lines;    /* both directions */
    int errors;   /* a file in memory: what it writes to its standard error */
    FILE *writer; /* of the line that is being written */
    char *written;
    size_t written_length;
    char *text; /* received and not yet read */
    size_t length, read;
    bool failed;
    char failure[200 + LAST_WORDS]; /* why */
};

/* ---- starting and stopping ---- */

/* Neither end waits for ever. */
static void limit_time(int lines)
{
    const struct timeval limit = {.tv_sec = FOREIGN_PROGRAM_SECONDS};

    setsockopt(lines, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(lines, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

/* In the new process, a group of its own: what it starts ends with it. */
static void become(void (*act)(const void *context, int lines), const void *context, pid_t parent, int lines,
                   int errors)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent && dup2(errors, STDERR_FILENO) >= 0)
        act(context, lines);
    _exit(127);
}

static void become_command(const void *command, int lines)
{
    const struct rlimit most = {FOREIGN_PROGRAM_MOST_BYTES, FOREIGN_PROGRAM_MOST_BYTES};

    setrlimit(RLIMIT_DATA, &most);
    setrlimit(RLIMIT_FSIZE, &most);
    if (dup2(lines, STDIN_FILENO) >= 0 && dup2(lines, STDOUT_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", (const char *)command, (char *)NULL);
}

struct foreign_program *foreign_program_fork(void (*act)(const void *context, int lines), const void *context)
{
    struct foreign_program *program = memory_create(1, sizeof *program);
    const pid_t parent = getpid();
    int ends[2];

    program->text = memory_create(FOREIGN_PROGRAM_LONGEST_LINE + 1, 1);
    program->writer = open_memstream(&program->written, &program->written_length);
    program->lines = -1;
    program->errors = memfd_create("errors", MFD_CLOEXEC);
    if (program->errors < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        foreign_program_fail(program, "the program cannot be started: %s", strerror(errno));
        return program;
    }
    fflush(NULL);
    program->lines = ends[0];
    limit_time(program->lines);
    program->process = fork();
    if (program->process == 0)
        become(act, context, parent, ends[1], program->errors);
    close(ends[1]);
    if (program->process < 0)
        foreign_program_fail(program, "the program cannot be started: %s", strerror(errno));
    return program;
}

struct foreign_program *foreign_program_create(const char *command)
{
    return foreign_program_fork(become_command, command);
}

/* Gives it a moment to end by itself. */
static void stop(struct foreign_program *program)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    pid_t ended = 0;

    for (int k = 0; k < GRACE_MILLISECONDS && ended == 0; k++) {
        ended = waitpid(program->process, NULL, WNOHANG);
        if (ended == 0)
            nanosleep(&moment, NULL);
    }
    kill(-program->process, SIGKILL); /* what it has started, too */
    while (ended == 0 && (ended = waitpid(program->process, NULL, 0)) < 0 && errno == EINTR)
        ended = 0;
}

void foreign_program_destroy(struct foreign_program *program)
{
    foreign_program_say(program, "quit");
    foreign_program_send(program);
    if (program->lines >= 0)
        close(program->lines);
    if (program->process > 0)
        stop(program);
    if (program->errors >= 0)
        close(program->errors);
    fclose(program->writer);
    free(program->written);
    free(program->text);
    free(program);
}

/* ---- failures ---- */

/* The last line that it wrote to its standard error, behind the reason. */
static void add_last_words(struct foreign_program *program)
{
    const size_t length = strlen(program->failure);
    char words[LAST_WORDS];
    struct stat file;
    ssize_t count = 0;
    const char *line;

    if (program->errors >= 0 && fstat(program->errors, &file) == 0)
        count = pread(program->errors, words, sizeof words - 1,
                      file.st_size < LAST_WORDS ? 0 : file.st_size - (LAST_WORDS - 1));
    while (count > 0 && strchr("\r\n ", words[count - 1]))
        count--;
    if (count <= 0)
        return;
    words[count] = '\0';
    line = strrchr(words, '\n');
    snprintf(program->failure + length, sizeof program->failure - length, "; it wrote: %s",
             line ? line + 1 : words);
}

void foreign_program_fail(struct foreign_program *program, const char *format, ...)
{
    va_list arguments;

    if (program->failed)
        return;
    va_start(arguments, format);
    vsnprintf(program->failure, sizeof program->failure - LAST_WORDS, format, arguments);
    va_end(arguments);
    add_last_words(program);
    program->failed = true;
}

const char *foreign_program_failure(const struct foreign_program *program)
{
    return program->failed ? program->failure : NULL;
}

/* ---- lines ---- */

/* The program has failed at a call that gave `count`, unless that was interrupted. */
static void fail_at(struct foreign_program *program, ssize_t count)
{
    if (count < 0 && errno == EINTR)
        return;
    if (count < 0 && errno == EAGAIN)
        foreign_program_fail(program, "the program gave no answer within %d seconds",
                             FOREIGN_PROGRAM_SECONDS);
    else
        foreign_program_fail(program, "the program ended and gave no answer");
}

void foreign_program_say(struct foreign_program *program, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vfprintf(program->writer, format, arguments);
    va_end(arguments);
}

bool foreign_program_send(struct foreign_program *program)
{
    size_t sent = 0;

    fputc('\n', program->writer);
    fflush(program->writer);
    while (!program->failed && sent < program->written_length) {
        ssize_t count =
            send(program->lines, program->written + sent, program->written_length - sent, MSG_NOSIGNAL);

        if (count > 0)
            sent += (size_t)count;
        else
            fail_at(program, count);
    }
    rewind(program->writer);
    return !program->failed;
}

/* Reads what has come. */
static void receive(struct foreign_program *program)
{
    ssize_t count;

    if (program->length == FOREIGN_PROGRAM_LONGEST_LINE) {
        foreign_program_fail(program, "the program wrote a line of more than %d bytes",
                             FOREIGN_PROGRAM_LONGEST_LINE);
        return;
    }
    count = recv(program->lines, program->text + program->length,
                 FOREIGN_PROGRAM_LONGEST_LINE - program->length, 0);
    if (count > 0)
        program->length += (size_t)count;
    else
        fail_at(program, count);
}

char *foreign_program_hear(struct foreign_program *program)
{
    char *end;

    program->length -= program->read;
    memmove(program->text, program->text + program->read, program->length);
    program->read = 0;
    while (!program->failed && !(end = memchr(program->text, '\n', program->length)))
        receive(program);
    if (program->failed)
        return NULL;
    *end = '\0';
    program->read = (size_t)(end - program->text) + 1;
    return program->text;
}
