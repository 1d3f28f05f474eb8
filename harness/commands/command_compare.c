/* assay compare: two versions of the same results. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "harness/commands/command.h"
#include "harness/commands/show/show.h"
#include "harness/store/store.h"
#include "reports/comparison.h"
#include "reports/template.h"

#define ACCEPTED "assay_baseline"

static void take_document(void *documents, const char *text)
{
    json_t *document = json_loads(text, 0, NULL);

    if (document)
        json_array_append_new(documents, document);
}

static json_t *read_store(const char *path, struct error *error)
{
    struct store *store = store_open_other(path, error);
    json_t *documents = json_array();
    bool read = store && store_documents(store, take_document, documents, error);

    if (store)
        store_close(store);
    if (read && json_array_size(documents) == 0)
        read = error_set(error, "%s has no reports; write a store in which studies were run", path);
    if (!read)
        json_decref(documents);
    return read ? documents : NULL;
}

/* {STUDY: {FIT: {...}}} as documents of studies. */
static json_t *list_accepted(const json_t *accepted)
{
    json_t *documents = json_array(), *study, *values;
    const char *name, *id;

    json_object_foreach((json_t *)accepted, name, study)
    {
        json_t *fits = json_array();

        json_object_foreach(study, id, values)
        {
            json_object_set_new(values, "id", json_string(id));
            json_array_append(fits, values);
        }
        json_array_append_new(documents, json_pack("{s:s, s:o}", "study", name, "fits", fits));
    }
    return documents;
}

static bool is_study(const json_t *document)
{
    return json_is_string(json_object_get(document, "study")) &&
           json_is_array(json_object_get(document, "fits"));
}

/* One study, several, the studies of a paper, or accepted values. */
static json_t *read_documents(const char *path, FILE *file, struct error *error)
{
    json_error_t wrong;
    json_t *whole = json_loadf(file, 0, &wrong), *documents = NULL;
    const json_t *studies = json_object_get(whole, "studies");

    if (!whole) {
        error_set(error, "%s:%d: %s; write a store, a baseline, or what assay report --json prints", path,
                  wrong.line, wrong.text);
        return NULL;
    }
    if (json_object_get(whole, ACCEPTED))
        documents = list_accepted(json_object_get(whole, ACCEPTED));
    else if (is_study(whole))
        documents = json_pack("[O]", whole);
    else
        documents = json_deep_copy(studies ? studies : whole);
    json_decref(whole);
    for (size_t i = 0; i < json_array_size(documents); i++) {
        if (!is_study(json_array_get(documents, i)))
            json_array_clear(documents);
    }
    if (json_array_size(documents) > 0)
        return documents;
    json_decref(documents);
    error_set(error, "%s has no results; write a store, a baseline, or what assay report --json prints",
              path);
    return NULL;
}

/* The documents of a store or a file. */
static json_t *read_results(const char *path, struct error *error)
{
    static const char database[] = "SQLite format 3";
    char head[sizeof database - 1];
    FILE *file = fopen(path, "rb");
    json_t *documents;
    size_t size;

    if (!file) {
        error_set(error, "%s: %s; write a store, a baseline, or what assay report --json prints", path,
                  strerror(errno));
        return NULL;
    }
    size = fread(head, 1, sizeof head, file);
    rewind(file);
    documents = size == sizeof head && memcmp(head, database, sizeof head) == 0
                    ? read_store(path, error)
                    : read_documents(path, file, error);
    fclose(file);
    return documents;
}

static bool print(const struct options *options, json_t *comparison, struct error *error)
{
    const struct template_look look = options_look(options, stdout);
    bool printed = true;

    json_object_set_new(comparison, "all", json_boolean(options->verbose));
    if (options->json)
        show_json(options, json_incref(comparison));
    else
        printed = template_print(stdout, "compare.txt", comparison, &look, error);
    return printed;
}

int command_compare(const struct options *options, struct error *error)
{
    json_t *before, *after, *comparison = NULL;
    int status = STATUS_UNUSABLE;

    if (options->words != 2)
        return error_set(error, "compare needs two results, the older one first; write for example assay "
                                "compare old.sqlite new.sqlite"),
               STATUS_UNUSABLE;
    before = read_results(options->word[0], error);
    after = before ? read_results(options->word[1], error) : NULL;
    if (after) {
        comparison = comparison_create(before, after);
        if (print(options, comparison, error))
            status = comparison_is_same(comparison) ? STATUS_COMPLETE : STATUS_DIFFERENT;
    }
    json_decref(before);
    json_decref(after);
    json_decref(comparison);
    return status;
}
