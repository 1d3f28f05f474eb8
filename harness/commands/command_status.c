/* assay status: which shards of studies some stores have, and which they lack. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/command.h"
#include "harness/commands/show/show.h"
#include "harness/store/store.h"
#include "reports/template.h"

/* What is known of all stores: {NAME OF SHARDS: {"study", "shards", "has": [whether, ...]}} */
struct status {
    json_t *studies;
    size_t cells;
};

/* The key of a shard is "NAME I/N", where NAME is that of all shards of the study, and its label the path of the study. */
static void take_shard(void *context, const char *key, const char *label)
{
    struct status *status = context;
    const char *blank = strrchr(key, ' ');
    unsigned long shard, shards;
    char name[200];
    json_t *study;

    if (!blank || sscanf(blank, " %lu/%lu", &shard, &shards) != 2 || shard < 1 || shard > shards)
        return;
    snprintf(name, sizeof name, "%.*s of %lu", (int)(blank - key), key, shards);
    study = json_object_get(status->studies, name);
    if (!study) {
        json_t *has = json_array();

        for (unsigned long i = 0; i < shards; i++)
            json_array_append_new(has, json_false());
        study = json_pack("{s:s, s:I, s:o}", "study", label, "shards", (json_int_t)shards, "has", has);
        json_object_set_new(status->studies, name, study);
    }
    json_array_set_new(json_object_get(study, "has"), shard - 1, json_true());
}

static bool read_store(struct status *status, const char *path, struct error *error)
{
    struct store *store = store_open_other(path, error);
    size_t cells = 0;
    const bool good = store && store_count(store, &cells, error) &&
                      store_list(store, STORE_SHARD, take_shard, status, error);

    status->cells += cells;
    if (store)
        store_close(store);
    return good;
}

/* {"cells", "studies": [{"study", "shards", "done", "lost": [I, ...]}]}; what is lost in *lost. */
static json_t *make_document(const struct status *status, size_t stores, bool *lost)
{
    json_t *studies = json_array(), *study;
    const char *name;

    *lost = false;
    json_object_foreach(status->studies, name, study)
    {
        json_t *missing = json_array(), *has;
        size_t i, shards = 0;

        json_array_foreach(json_object_get(study, "has"), i, has)
        {
            shards++;
            if (!json_is_true(has))
                json_array_append_new(missing, json_integer((json_int_t)i + 1));
        }
        *lost = *lost || json_array_size(missing) > 0;
        json_array_append_new(studies,
                              json_pack("{s:O, s:I, s:I, s:o}", "study", json_object_get(study, "study"),
                                        "shards", (json_int_t)shards, "done",
                                        (json_int_t)(shards - json_array_size(missing)), "lost", missing));
    }
    return json_pack("{s:I, s:I, s:o}", "stores", (json_int_t)stores, "cells", (json_int_t)status->cells,
                     "studies", studies);
}

int command_status(const struct options *options, struct error *error)
{
    const struct template_look look = options_look(options, stdout);
    struct status status = {.studies = json_object()};
    bool good = options->words ||
                error_set(error, "status needs stores; write for example assay status part-*.sqlite");
    bool lost = false;

    for (size_t i = 0; i < options->words && good; i++)
        good = read_store(&status, options->word[i], error);
    if (good) {
        json_t *document = make_document(&status, options->words, &lost);

        if (options->json)
            show_json(options, document);
        else
            good = template_print(stdout, "status.txt", document, &look, error);
        if (!options->json)
            json_decref(document);
    }
    json_decref(status.studies);
    return !good ? STATUS_UNUSABLE : lost ? STATUS_INCOMPLETE : STATUS_COMPLETE;
}
