/* Which shards of a study a store has. */
#ifndef ASSAY_SHARDS_H
#define ASSAY_SHARDS_H

#include "harness/run/study_run.h"
#include "harness/store/store.h"

/* The store gets that the shard I/N of the settings is done; `hash` is that of the study, `path` its file.  False with a
 * message. */
bool shards_put(const struct study_run_settings *settings, const char *hash, const char *path,
                struct store *store, struct error *error);
/* The shards that the study was divided into and that the store does not have: "2/3, 3/3" in `list`; false: none. */
bool shards_lost(const struct study_run_settings *settings, const char *hash, struct store *store, char *list,
                 size_t size);

#endif
