/* Files that a command is told to write: an earlier one of the same kind is replaced when the new one is whole,
 * and nothing else. */
#ifndef ASSAY_OUTPUT_FILE_H
#define ASSAY_OUTPUT_FILE_H

#include "reports/output.h"

struct output_file {
    const char *option; /* that names it */
    const char *path;   /* NULL: it is not asked for */
    const char *head;   /* with which every file of the kind begins */
    char beside[OUTPUT_PATH + 64];
};

/* Whether there is no such file, an empty one, or one that begins so. */
bool output_file_is_ours(const char *path, const char *head);

/* Sees that every one can be written and is no file of another kind, nor one of the others; false with a
 * message.  Nothing is changed. */
bool output_file_check(struct output_file *files, size_t count, struct error *error);
/* Removes what an earlier command wrote: it must not pass for what this one finds, if it never gets so far. */
void output_file_forget(const struct output_file *files, size_t count);

/* The file is written to file->beside, and then put in its place; false with a message. */
bool output_file_finish(const struct output_file *file, bool written, struct error *error);

#endif
