/* Which ids a selection names: see selection.h.
 *
 * An id is a row of parts, model/initial/method/projection/precision/measure.  A glob stays inside its part,
 * so that "lotka-?/none" cannot reach from a model to a projection.  A part may contain slashes itself, as the
 * method dla:1/3 does: it is matched by as many pieces of the selection as it has, or by fewer, "dla:*". */
#include "harness/study/selection.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

/* Whether the first `length` letters of the selection are the part, or a glob for it. */
static bool matches_part(const char *only, size_t length, const char *part)
{
    char *glob = memory_copy_string(only);
    bool matches;

    glob[length] = '\0';
    /* data with other parameters, default[A0=2], are named as they are, not as a glob */
    matches = strcmp(glob, part) == 0 || fnmatch(glob, part, 0) == 0;
    free(glob);
    return matches;
}

/* Whether the globs, separated by '/', match the parts from the first on; the parts may go on. */
static bool matches_from(const char *only, size_t count, const char *const *part)
{
    size_t length = strcspn(only, "/");

    for (const char *piece = count ? *part : NULL; piece; length += 1 + strcspn(only + length + 1, "/")) {
        if (matches_part(only, length, *part) &&
            (!only[length] || matches_from(only + length + 1, count - 1, part + 1)))
            return true;
        piece = strchr(piece, '/');
        if (!piece++ || !only[length])
            return false;
    }
    return false;
}

/* Whether the first `length` letters of the selection may match something that begins so. */
static bool may_begin(const char *only, size_t length, const char *begin)
{
    const size_t named = strcspn(only, "*?[\\"), literal = named < length ? named : length,
                 shared = literal < strlen(begin) ? literal : strlen(begin);

    return strncmp(only, begin, shared) == 0 && (named < length || literal >= strlen(begin));
}

static bool may_match_from(const char *only, size_t count, const struct selection_part *part)
{
    size_t length = strcspn(only, "/");

    for (; count; length += 1 + strcspn(only + length + 1, "/")) {
        bool fits = false;

        for (size_t i = 0; i < part->count && !fits; i++)
            fits = part->begins ? may_begin(only, length, part->text[i])
                                : matches_part(only, length, part->text[i]);
        if (fits && (!only[length] || may_match_from(only + length + 1, count - 1, part + 1)))
            return true;
        if (!only[length] || !part->slashes)
            return false;
    }
    return false;
}

bool selection_may_match(const char *only, size_t count, const struct selection_part *part)
{
    for (size_t first = 0; first < count && only; first++) {
        if (may_match_from(only, count - first, part + first))
            return true;
    }
    return !only;
}

bool selection_matches(const char *only, size_t count, const char *const *part)
{
    for (size_t first = 0; first < count && only; first++) {
        if (matches_from(only, count - first, part + first))
            return true;
    }
    return !only;
}
