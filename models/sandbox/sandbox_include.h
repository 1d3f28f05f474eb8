/* Files that another one includes: `include "common.lua"` gives what the file of this name beside it returns.
 *
 * They are read before the file runs, by the names that stand in its text: what runs in a sandbox reads nothing. */
#ifndef ASSAY_SANDBOX_INCLUDE_H
#define ASSAY_SANDBOX_INCLUDE_H

#include <stddef.h>

#include "numerics/error.h"

struct memory_kept;

enum { SANDBOX_MOST_INCLUDES = 16, SANDBOX_INCLUDE_NAME = 100 };

struct sandbox_includes {
    size_t count;
    struct {
        const char *name, *path, *text;
    } file[SANDBOX_MOST_INCLUDES];
};

/* Reads those of the text, which is that of the file at `path`, and those of these; `kept` owns what is read.  False with a
 * message. */
bool sandbox_includes_read(struct sandbox_includes *includes, struct memory_kept **kept, const char *path,
                           const char *text, struct error *error);
/* The text and all theirs, which `kept` owns. */
char *sandbox_includes_text(const struct sandbox_includes *includes, struct memory_kept **kept,
                            const char *text);
/* The place among them of the file of a name; `count` where there is none. */
size_t sandbox_includes_find(const struct sandbox_includes *includes, const char *name);

#endif
