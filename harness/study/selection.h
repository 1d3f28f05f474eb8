/* Which ids a selection such as "gauss-3/symmetric" names. */
#ifndef ASSAY_SELECTION_H
#define ASSAY_SELECTION_H

#include <stdbool.h>
#include <stddef.h>

/* Whether `only` (NULL: everything), globs separated by '/', matches consecutive ones of the `count` parts of
 * an id, one glob for each: "a/b/c" is matched by "a", "b/c" or "?/b", not by "a/c".  A part with slashes of its
 * own, dla:1/3, is matched as it is written and by globs, "dla:1/3", "dla:1/?" or "dla:*". */
bool selection_matches(const char *only, size_t count, const char *const *part);

/* One part of ids: all texts that it may have, or may begin with. */
struct selection_part {
    size_t count;
    const char *const *text;
    bool begins, slashes; /* which may be among them */
};
/* Whether `only` (NULL: everything) may match an id whose parts are among these.  False is certain. */
bool selection_may_match(const char *only, size_t count, const struct selection_part *part);

#endif
