/* A program that speaks the line protocol: started once, asked in lines, and never trusted.
 *
 * Both sides write lines over the program's standard input and output.  It is given so much processor time for the answer to
 * a question, with all that it asks itself, and so many bytes for a line; what answers late, at too great length or not at
 * all has failed, and is asked no more.  It ends with its parent.
 *
 * How long an answer takes by the clock says something of the machine, not of the program.  One that got no answer because
 * it was late, killed or never started is lost: nothing follows from that, and nothing is kept of it. */
#ifndef ASSAY_FOREIGN_PROGRAM_H
#define ASSAY_FOREIGN_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

enum { FOREIGN_PROGRAM_LONGEST_LINE = 1 << 20 };
#define FOREIGN_PROGRAM_MOST_BYTES (2UL << 30) /* of memory */

struct foreign_program;

/* Starts `command` by the shell; where it cannot be started, the program has failed.  The caller owns the
 * result. */
struct foreign_program *foreign_program_create(const char *command);
/* The same with a process that does what is given, with its end of the lines and so many bytes that it shares with us, zero
 * at first.  Of our descriptors it has `kept` as well (< 0: none), and of other memory that we share with anybody nothing. */
struct foreign_program *foreign_program_fork(void (*act)(const void *context, int lines, void *shared),
                                             const void *context, int kept, size_t bytes);
/* The bytes, which the process may write into at any time. */
void *foreign_program_shared(const struct foreign_program *program);
/* Says quit, and stops what does not end by itself. */
void foreign_program_destroy(struct foreign_program *program);

/* Adds to the line that is being written; with foreign_program_send it is sent. */
void foreign_program_say(struct foreign_program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Sends the line, a question: what follows, until the next one, may take as long as foreign_keeper_look says.  False where the
 * program has failed. */
bool foreign_program_send(struct foreign_program *program);
/* Sends the line, an answer to the program, whose time goes on. */
bool foreign_program_reply(struct foreign_program *program);
/* The next line that it writes, without its end; it is the program's until the next call.  NULL where it has failed. */
char *foreign_program_hear(struct foreign_program *program);
/* Nothing is asked of it any more, for this reason, in words. */
void foreign_program_fail(struct foreign_program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Whether a file of that name is a program or what one is made of, by its end: no file of coefficients. */
bool foreign_program_is_source(const char *name);
/* Why it has failed; NULL where it has not. */
const char *foreign_program_failure(const struct foreign_program *program);
/* Whether it failed without a reason of its own: another try may have another end. */
bool foreign_program_is_lost(const struct foreign_program *program);

#endif
