/* Which ids a selection such as "gauss-3/symmetric" names. */
#ifndef ASSAY_SELECTION_H
#define ASSAY_SELECTION_H

#include <stdbool.h>
#include <stddef.h>

/* Whether `only` (NULL: everything), globs separated by '/', matches consecutive ones of the `count` parts of
 * an id, one glob for each: "a/b/c" is matched by "a", "b/c" or "?/b", not by "a/c". */
bool selection_matches(const char *only, size_t count, const char *const *part);

/* Whether the id names what has the id `full` with these parts: as a piece of it between slashes or ends (names such
 * as dla:1/3 contain a slash, which globs for parts cannot see), or as globs for consecutive parts. */
bool selection_names(const char *id, const char *full, size_t count, const char *const *part);

#endif
