/* Studies read from text.  For files that define _DEFAULT_SOURCE first (mkstemps). */
#ifndef ASSAY_STUDY_FIXTURE_H
#define ASSAY_STUDY_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/study/study.h"

/* The study in a file of its own; NULL with a message. */
static inline struct study *read_text(const char *text, struct error *error)
{
    char path[] = "/tmp/assay-study-XXXXXX.lua";
    int descriptor = mkstemps(path, 4);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    struct study *study;

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    error->text[0] = '\0';
    study = study_create(path, error);
    unlink(path);
    return study;
}

static inline void check_strings(const struct study_strings *strings, const char *expected)
{
    char joined[400] = "";

    for (size_t i = 0; i < strings->count; i++)
        snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s%s", i ? " " : "",
                 strings->text[i]);
    assert_string_equal(joined, expected);
}

/* `good` with the first `from` in it replaced by `to`. */
static inline void study_replace(char *text, size_t size, const char *good, const char *from, const char *to)
{
    const char *at = strstr(good, from);

    assert_non_null(at);
    snprintf(text, size, "%.*s%s%s", (int)(at - good), good, to, at + strlen(from));
}

/* That text is refused in one line, which names the file and says `message`. */
static inline void study_refuse(const char *good, const char *from, const char *to, const char *message)
{
    char text[4000];
    struct error error;
    struct study *study;

    study_replace(text, sizeof text, good, from, to);
    study = read_text(text, &error);
    if (study)
        fail_msg("accepted with '%s'", to);
    if (!strstr(error.text, message) || !strstr(error.text, "/tmp/assay-study-") || strchr(error.text, '\n'))
        fail_msg("'%s' does not say '%s'", error.text, message);
}

#endif
