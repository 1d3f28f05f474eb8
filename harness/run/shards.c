/* Shards in a store: see shards.h. */
#include "harness/run/shards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/digest.h"

enum { SHARD_KEY = DIGEST_TEXT + 48 };

/* What the shards of a study have in common. */
static void name_shards(const struct study_run_settings *settings, const char *hash, char name[DIGEST_TEXT])
{
    struct digest digest;

    digest_begin(&digest);
    digest_add_text(&digest, "study", hash);
    digest_add_text(&digest, "only", settings->only ? settings->only : "");
    digest_add_text(&digest, "full", settings->full ? "full" : "");
    digest_add_text(&digest, "refine", settings->refine ? "refine" : "");
    digest_end(&digest, name);
}

static void write_shard(char key[SHARD_KEY], const char *name, unsigned long shard, unsigned long shards)
{
    snprintf(key, SHARD_KEY, "%s %lu/%lu", name, shard, shards);
}

bool shards_put(const struct study_run_settings *settings, const char *hash, const char *path,
                struct store *store, struct error *error)
{
    char name[DIGEST_TEXT], key[SHARD_KEY];

    name_shards(settings, hash, name);
    write_shard(key, name, settings->shard, settings->shards);
    return store_put(store, STORE_SHARD, key, path, "done", error);
}

bool shards_lost(const struct study_run_settings *settings, const char *hash, struct store *store, char *list,
                 size_t size)
{
    char name[DIGEST_TEXT], *last = NULL;
    unsigned long shards = 0;
    struct error ignored;

    name_shards(settings, hash, name);
    *list = '\0';
    if (store_find_last(store, STORE_SHARD, name, &last, &ignored) && last)
        shards = strtoul(strchr(last, '/') + 1, NULL, 10);
    free(last);
    for (unsigned long i = 1; i <= shards; i++) {
        char key[SHARD_KEY], *text = NULL;

        write_shard(key, name, i, shards);
        if (store_find(store, STORE_SHARD, key, &text, &ignored) && !text)
            error_list(list, size, key + strlen(name) + 1);
        free(text);
    }
    return *list != '\0';
}
