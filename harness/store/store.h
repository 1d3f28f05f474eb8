/* The store: the results of cells in one SQLite file, so that nothing is computed twice.
 *
 * A function that returns a bool returns false with one line of text when the store could not be read or
 * written; what was stored before is then still there.  Every change is one transaction.  Only the process
 * that opened the store may use it.  A store that another process has locked is waited for, STORE_PATIENCE
 * milliseconds. */
#ifndef ASSAY_STORE_H
#define ASSAY_STORE_H

#include "harness/plan/row.h"
#include "harness/judge/results.h"
#include "numerics/error.h"

enum { STORE_PATIENCE = 5000 };

struct store;

/* Opens the store, creating it when there is no such file.  NULL with one line when that cannot be done, and
 * for files that are damaged, of another schema, not stores at all, or cannot be written. */
struct store *store_open(const char *path, struct error *error);
void store_close(struct store *store);

/* The line of the cell (as made by row_run), which the caller frees; NULL when it is not there. */
bool store_find_cell(struct store *store, const char *key, char **line, struct error *error);
/* Stores the line and its measures in place of what was there, and drops the checkpoint of that key. */
bool store_put_cell(struct store *store, const char *key, const char *id, const char *line,
                    struct error *error);
/* Further measures of a cell that is there. */
bool store_put_measures(struct store *store, const char *key, size_t measures,
                        const struct row_measure *measure, struct error *error);
/* How many cells there are. */
bool store_count(struct store *store, size_t *cells, struct error *error);

/* References: a text per key, as cells. */
bool store_find_reference(struct store *store, const char *key, char **text, struct error *error);
bool store_put_reference(struct store *store, const char *key, const char *text, struct error *error);

/* Checkpoints: the state after `step` steps; one per key, the last that was put.  The state that is found
 * belongs to the caller, NULL when there is none. */
bool store_find_checkpoint(struct store *store, const char *key, unsigned long *step, void **state,
                           size_t *size, struct error *error);
bool store_put_checkpoint(struct store *store, const char *key, unsigned long step, const void *state,
                          size_t size, struct error *error);
bool store_drop_checkpoint(struct store *store, const char *key, struct error *error);

/* Puts the results in place of those of the study of the same name: what the views cells, fits, claims and
 * points show.  `only` and `focus` (NULL: everything) say which part of the study they are of. */
bool store_put_fits(struct store *store, const struct results *results, const char *only, const char *focus,
                    struct error *error);

/* Takes the cells, measures and references that the store at `path` has and this one has not; *added (unless
 * NULL) says how many cells.  Where both have a key with different results, the first is kept, all others are
 * taken, and the answer is false with a line that says how many and which. */
bool store_merge(struct store *store, const char *path, size_t *added, struct error *error);

#endif
