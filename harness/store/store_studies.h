/* Which studies a store has results of. */
#ifndef ASSAY_STORE_STUDIES_H
#define ASSAY_STORE_STUDIES_H

#include "harness/store/store.h"

/* A study, and which part of it was reported (NULL: everything). */
struct store_study {
    char *name, *path, *only, *focus;
    bool full;     /* its full version was */
    size_t orders; /* how many of its orders were asked for */
};

/* All studies that were reported, sorted by name, with how many of their orders `names` accepts for `id`.
 * False with a line when the store cannot be read; store_studies_destroy is due in either case. */
bool store_studies_find(struct store *store, bool (*names)(const struct fit *fit, const char *id),
                        const char *id, struct store_study **studies, size_t *count, struct error *error);
void store_studies_destroy(struct store_study *studies, size_t count);

#endif
