/* Looking into what was written: how often a text holds another, and the part between two. */
#ifndef ASSAY_TEXT_FIXTURE_H
#define ASSAY_TEXT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static inline size_t count(const char *text, const char *what)
{
    size_t n = 0;

    for (const char *c = text; (c = strstr(c, what)); c += strlen(what))
        n++;
    return n;
}

/* The part of a text from the first `begin` to the next `end`, which the caller frees. */
static inline char *between(const char *text, const char *begin, const char *end)
{
    const char *from = strstr(text, begin), *to;
    char *part;

    if (!from)
        fail_msg("%s is missing", begin);
    to = strstr(from + strlen(begin), end);
    if (!to)
        fail_msg("%s is missing", end);
    part = strndup(from, (size_t)(to - from));
    assert_non_null(part);
    return part;
}

#endif
