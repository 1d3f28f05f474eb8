/* Which studies of a store were reported in full. */
#ifndef ASSAY_STORE_FULL_H
#define ASSAY_STORE_FULL_H

#include "harness/store/store.h"

/* Within a transaction: notes that the results of the study are, or are not, those of its full version. */
bool store_full_put(struct store *store, const char *study, bool full, struct error *error);
/* Whether they are; false with a line when the store cannot be read. */
bool store_full_find(struct store *store, const char *study, bool *full, struct error *error);

#endif
