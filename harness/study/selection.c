/* Which ids a selection names: see selection.h.
 *
 * An id is a row of parts, model/initial/method/projection/precision/measure.  A glob stays inside its part,
 * so that "lotka-?/none" cannot reach from a model to a projection. */
#include "harness/study/selection.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

/* Whether the globs, separated by '/', match the parts from the first on; the parts may go on. */
static bool matches_from(const char *only, size_t count, const char *const *part)
{
    char *globs = memory_copy_string(only), *glob = globs;
    bool matches = true;

    for (size_t i = 0; matches && glob; i++) {
        char *slash = strchr(glob, '/');

        if (slash)
            *slash = '\0';
        /* data with other parameters, default[A0=2], are named as they are, not as a glob */
        matches = i < count && (strcmp(glob, part[i]) == 0 || fnmatch(glob, part[i], 0) == 0);
        glob = slash ? slash + 1 : NULL;
    }
    free(globs);
    return matches;
}

bool selection_matches(const char *only, size_t count, const char *const *part)
{
    for (size_t first = 0; first < count && only; first++) {
        if (matches_from(only, count - first, part + first))
            return true;
    }
    return !only;
}

static bool contains_parts(const char *full, const char *id)
{
    const size_t length = strlen(id);

    for (const char *at = full; length > 0 && (at = strstr(at, id)); at++) {
        if ((at == full || at[-1] == '/') && (at[length] == '/' || at[length] == '\0'))
            return true;
    }
    return false;
}

bool selection_names(const char *id, const char *full, size_t count, const char *const *part)
{
    return contains_parts(full, id) || selection_matches(id, count, part);
}
