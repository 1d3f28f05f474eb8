/* Programs that speak the line protocol: see foreign_program.h. */
#define _GNU_SOURCE
#include "integrators/foreign/foreign_program.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "integrators/foreign/foreign_keeper.h"
#include "integrators/foreign/foreign_parting.h"
#include "integrators/foreign/foreign_walls.h"
#include "numerics/memory.h"
#include "numerics/text.h"

enum { GRACE_MILLISECONDS = 200, LAST_WORDS = 200, NO_STATUS = -1 };

struct foreign_program {
    pid_t keeper; /* of its process */
    int lines;    /* both directions */
    int errors;   /* a file in memory: what it writes to its standard error */
    void *shared; /* with it, so many bytes; NULL: none */
    size_t bytes;
    FILE *writer; /* of the line that is being written */
    char *written;
    size_t written_length;
    char *text; /* received and not yet read */
    size_t length, read;
    time_t looked; /* at what it does, by a clock that only says when to look again */
    struct foreign_keeper_watch watch;
    bool failed, lost;
    char failure[200 + LAST_WORDS]; /* why */
};

/* ---- starting and stopping ---- */

static time_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/* No call waits for longer than it takes to look. */
static void limit_time(int lines)
{
    const struct timeval limit = {.tv_sec = 1};

    setsockopt(lines, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(lines, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

/* What the new process does. */
struct start {
    void (*act)(const void *context, int lines, void *shared);
    const void *context;
    int lines, errors, kept;
    void *shared;
};

static void become(void *context)
{
    const struct start *start = context;

    if (dup2(start->errors, STDERR_FILENO) < 0)
        return;
    foreign_parting_close(
        (const int[]){STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, start->lines, start->kept}, 5);
    foreign_parting_unmap(start->shared);
    start->act(start->context, start->lines, start->shared);
}

static void become_command(const void *command, int lines, void *shared)
{
    const struct rlimit most = {FOREIGN_PROGRAM_MOST_BYTES, FOREIGN_PROGRAM_MOST_BYTES};

    (void)shared;
    setrlimit(RLIMIT_DATA, &most);
    setrlimit(RLIMIT_FSIZE, &most);
    foreign_walls_raise((const char *const[]){command, NULL});
    if (dup2(lines, STDIN_FILENO) >= 0 && dup2(lines, STDOUT_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", (const char *)command, (char *)NULL);
}

static void fail_to_start(struct foreign_program *program)
{
    foreign_program_fail(program, "the program cannot be started: %s", strerror(errno));
    program->lost = true;
}

struct foreign_program *foreign_program_fork(void (*act)(const void *context, int lines, void *shared),
                                             const void *context, int kept, size_t bytes)
{
    struct foreign_program *program = memory_create(1, sizeof *program);
    struct start start = {.act = act, .context = context, .kept = kept};
    int ends[2];

    program->text = memory_create(FOREIGN_PROGRAM_LONGEST_LINE + 1, 1);
    program->writer = open_memstream(&program->written, &program->written_length);
    program->lines = -1;
    program->looked = now();
    program->errors = memfd_create("errors", MFD_CLOEXEC);
    if (program->errors < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        fail_to_start(program);
        return program;
    }
    program->lines = ends[0];
    limit_time(program->lines);
    program->bytes = bytes;
    program->shared = bytes ? memory_create_shared(bytes) : NULL;
    start.shared = program->shared;
    start.lines = ends[1];
    start.errors = program->errors;
    program->keeper = foreign_keeper_start(become, &start);
    close(ends[1]);
    if (program->keeper < 0)
        fail_to_start(program);
    return program;
}

struct foreign_program *foreign_program_create(const char *command)
{
    return foreign_program_fork(become_command, command, -1, 0);
}

void *foreign_program_shared(const struct foreign_program *program)
{
    return program->shared;
}

void foreign_program_destroy(struct foreign_program *program)
{
    foreign_program_say(program, "quit");
    foreign_program_send(program);
    if (program->lines >= 0)
        close(program->lines);
    foreign_keeper_end(program->keeper, GRACE_MILLISECONDS, 0);
    if (program->errors >= 0)
        close(program->errors);
    memory_destroy_shared(program->shared, program->bytes);
    fclose(program->writer);
    free(program->written);
    free(program->text);
    free(program);
}

/* ---- failures ---- */

/* What is no character of UTF-8 that a document may have, such as an escape of a terminal, becomes '?'. */
static void make_plain(char *text)
{
    size_t length;

    for (; *text; text += length) {
        uint32_t number;

        length = text_character(text, &number);
        if (length == 0 || (number < ' ' && number != '\n')) {
            *text = '?';
            length = 1;
        }
    }
}

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
    make_plain(words);
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

bool foreign_program_is_lost(const struct foreign_program *program)
{
    return program->lost;
}

/* ---- lines ---- */

/* Whether it has not failed, and may go on: looked at when a second has gone. */
static bool may_go_on(struct foreign_program *program)
{
    enum foreign_keeper_wait wait = FOREIGN_WAIT;
    const time_t time = now();

    if (time != program->looked)
        wait = foreign_keeper_look(&program->watch, program->keeper);
    program->looked = time;
    if (wait == FOREIGN_BUSY_TOO_LONG)
        foreign_program_fail(
            program, "the program gave no answer within %d seconds of processor time; let a step do less",
            FOREIGN_KEEPER_BUSY);
    else if (wait == FOREIGN_ASLEEP_TOO_LONG)
        foreign_program_fail(program, "the program gave no answer and did nothing for %d seconds",
                             FOREIGN_KEEPER_ASLEEP);
    program->lost = program->lost || wait != FOREIGN_WAIT;
    return !program->failed;
}

/* It has ended, or closed its lines and is about to: how it ends says whether it was killed. */
static void fail_at_end(struct foreign_program *program)
{
    while (foreign_keeper_is_there(program->keeper) && may_go_on(program))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (program->failed)
        return;
    program->lost = foreign_keeper_end(program->keeper, -1, NO_STATUS) == FOREIGN_LOST;
    program->keeper = 0;
    foreign_program_fail(program, program->lost ? "the program was killed and gave no answer"
                                                : "the program ended and gave no answer");
}

/* The program has failed at a call that gave `count`, unless that was interrupted or has waited for long enough to look. */
static void fail_at(struct foreign_program *program, ssize_t count)
{
    if (count >= 0 || (errno != EINTR && errno != EAGAIN))
        fail_at_end(program);
}

void foreign_program_say(struct foreign_program *program, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vfprintf(program->writer, format, arguments);
    va_end(arguments);
}

bool foreign_program_reply(struct foreign_program *program)
{
    size_t sent = 0;

    fputc('\n', program->writer);
    fflush(program->writer);
    while (sent < program->written_length && may_go_on(program)) {
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

bool foreign_program_send(struct foreign_program *program)
{
    program->watch.begun = false;
    if (!program->failed && !foreign_keeper_is_there(program->keeper))
        fail_at_end(program);
    return foreign_program_reply(program);
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
    while (!(end = memchr(program->text, '\n', program->length)) && may_go_on(program))
        receive(program);
    if (!end || program->failed)
        return NULL;
    *end = '\0';
    if (strlen(program->text) < (size_t)(end - program->text)) {
        foreign_program_fail(program, "the program wrote a line with a zero byte");
        return NULL;
    }
    program->watch.asleep = 0;
    program->read = (size_t)(end - program->text) + 1;
    return program->text;
}

bool foreign_program_is_source(const char *name)
{
    static const char *const ends[] = {".py", ".m", ".js", ".jl", ".R", ".sh", ".c", ".cpp", ".f90", ".rs"};
    const char *end = strrchr(name, '.');
    size_t k = 0;

    while (end && k < sizeof ends / sizeof *ends && strcmp(end, ends[k]) != 0)
        k++;
    return end && k < sizeof ends / sizeof *ends;
}
