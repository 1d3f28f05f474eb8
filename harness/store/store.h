/* The store: what was computed and reported, in one SQLite file, so that nothing is computed twice.
 *
 * A function that returns a bool returns false with one line of text when the store could not be read or
 * written; what was stored before is then still there.  Every change is one transaction.  Only the process
 * that opened the store may use it.  A store that another process has locked is waited for, STORE_PATIENCE
 * milliseconds. */
#ifndef ASSAY_STORE_H
#define ASSAY_STORE_H

#include <stdbool.h>
#include <stddef.h>

#include "numerics/error.h"
#include "numerics/memory.h"

enum { STORE_PATIENCE = 5000, STORE_DELAY = 250 /* of what is written by and by */ };

struct store;

/* Opens the store, creating it when there is no such file.  NULL with one line when that cannot be done, and
 * for files that are damaged, of another schema, not stores at all, or cannot be written. */
struct store *store_open(const char *path, struct error *error);
/* Opens a store to read from it alone: it is not created, and may be read-only. */
struct store *store_open_other(const char *path, struct error *error);
/* The same of one that this process has opened before: its pages are not looked through again. */
struct store *store_open_again(const char *path, struct error *error);
/* What waits is written, if it can be. */
void store_close(struct store *store);

/* ---- records: texts by key ---- */

enum store_kind {
    STORE_CELL,       /* the line of a cell, labelled with its id; drops the checkpoint of its key */
    STORE_REFERENCE,  /* a reference solution */
    STORE_CHECKPOINT, /* the state of a cell that is not done, labelled with the steps it has done */
    STORE_SHARD,      /* a shard of a study that was computed, labelled with the study's path */
    STORE_METHODS /* what a program or a shared object has said of its methods, labelled with its command */
};

/* The text of that kind and key, which the caller frees; NULL when there is none. */
bool store_find(struct store *store, enum store_kind kind, const char *key, char **text, struct error *error);
/* The last key of that kind that begins with `head`, which the caller frees; NULL when there is none. */
bool store_find_last(struct store *store, enum store_kind kind, const char *head, char **key,
                     struct error *error);
/* Puts the text in place of what was there. */
bool store_put(struct store *store, enum store_kind kind, const char *key, const char *label,
               const char *text, struct error *error);
/* The same, written with what comes after it in one transaction, by store_flush; until then it is found here
 * alone, and a process that is killed loses all of it. */
void store_put_later(struct store *store, enum store_kind kind, const char *key, const char *label,
                     const char *text);
/* Writes what waits, if the first of it has waited for so many milliseconds. */
bool store_flush(struct store *store, long milliseconds, struct error *error);
/* Gives `take` the key and the label of each record of that kind, sorted by the key. */
bool store_list(struct store *store, enum store_kind kind,
                void (*take)(void *context, const char *key, const char *label), void *context,
                struct error *error);
/* How many cells there are. */
bool store_count(struct store *store, size_t *cells, struct error *error);

/* Takes the cells, references and shards that the store at `path` has and this one has not; *added (unless NULL) says
 * how many cells.  Where both have a key with different results, the first is kept, all others are taken, and
 * the answer is false with a line that says how many and which. */
bool store_merge(struct store *store, const char *path, size_t *added, struct error *error);

/* ---- reports: one for each part of a study ---- */

/* What the report of a study says: the views cells, fits, claims and points show it. */
struct store_report {
    const char *study;
    const char *path;         /* of the study's file; NULL: it has none */
    const char *only, *focus; /* which part of the study it is of; NULL: everything */
    const char *document;     /* that of `assay report --json` */
};

/* Puts the report in place of that of the study of the same name, in the views; that of another part is kept. */
bool store_put_report(struct store *store, const struct store_report *report, struct error *error);

/* Gives `take` the document of each study, sorted by its name. */
bool store_documents(struct store *store, void (*take)(void *context, const char *document), void *context,
                     struct error *error);

/* A study that was reported, and which part of it (NULL: everything). */
struct store_study {
    char *name, *path, *only, *focus;
    bool full;   /* its full version was */
    size_t fits; /* how many of its fits were asked for */
};

/* What a fit is called: the columns of the view fits. */
enum {
    STORE_ID,
    STORE_MODEL,
    STORE_INITIAL,
    STORE_METHOD,
    STORE_PROJECTION,
    STORE_PRECISION,
    STORE_MEASURE,
    STORE_CLAIM,
    STORE_NAMES
};

/* All studies with a file that were reported, sorted by name, each with the part that answers for `id`, and how
 * many of its fits `names` accepts: all of the study or the part of that name, else that with most fits, else the last; the claim's name is NULL where there is none.  Their texts join the blocks in *kept; the caller frees the
 * array, also where the answer is false with a line: the store cannot be read. */
bool store_studies_find(struct store *store,
                        bool (*names)(const char *const name[STORE_NAMES], const char *id), const char *id,
                        struct memory_kept **kept, struct store_study **studies, size_t *count,
                        struct error *error);

#endif
