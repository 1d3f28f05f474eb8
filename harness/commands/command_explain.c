/* assay explain: the evidence behind a verdict.
 *
 * With the id alone the store says which of the studies that were reported has it, and which part of that
 * study was. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/commands/command.h"
#include "harness/commands/show.h"
#include "reports/explain.h"
#include "reports/report.h"
#include "harness/study/selection.h"
#include "harness/store/store.h"
#include "harness/run/study_run.h"
#include "reports/shell.h"
#include "reports/words.h"

/* -- a study and an id -- */

static bool print(const struct results *results, const char *id, bool in_json, struct error *error)
{
    json_t *json;

    if (!in_json)
        return explain_print(results, id, stdout, error);
    json = explain_json(results, id, error);
    if (!json)
        return false;
    show_document(json);
    json_decref(json);
    return true;
}

static int explain(const char *study, const char *id, const struct options *options, struct error *error)
{
    struct study_run *run = options_run(options, study, error);
    const struct results *results = NULL;
    int status = STATUS_UNUSABLE;
    bool complete = false;

    if (run)
        results = study_run_measure(run, false, &complete, error);
    if (results && print(results, id, options->json, error))
        status = complete ? STATUS_COMPLETE : STATUS_INCOMPLETE;
    if (status == STATUS_INCOMPLETE)
        error_set(error, "the store does not have all cells of the study; 'assay run' computes them");
    study_run_destroy(run);
    return status;
}

/* -- an id alone -- */

/* The store of a run before; NULL with a message. */
static struct store *open_store(const struct options *options, struct error *error)
{
    const char *path = options_store(options);

    if (access(path, F_OK) == 0 || errno != ENOENT)
        return store_open(path, error);
    error_set(error,
              "there is no store %.300s, which would say which study has the id; run the study first, or "
              "name it: assay explain STUDY ID",
              path);
    return NULL;
}

/* The id of a fit, a claim of it, or globs for its parts: see results_names. */
static bool names(const char *const name[STORE_NAMES], const char *id)
{
    const char *const part[] = {name[STORE_MODEL],      name[STORE_INITIAL],   name[STORE_METHOD],
                                name[STORE_PROJECTION], name[STORE_PRECISION], name[STORE_MEASURE]};

    return (name[STORE_CLAIM] && strcmp(name[STORE_CLAIM], id) == 0) ||
           selection_names(id, name[STORE_ID], sizeof part / sizeof *part, part);
}

static bool fail_to_find(const char *id, const struct store_study *studies, size_t count, struct error *error)
{
    char buffer[500] = "";
    struct words_text list = {buffer, sizeof buffer, 0};

    for (size_t i = 0; i < count; i++)
        words_append(&list, "%s%s", i ? ", " : "", studies[i].path);
    if (!count)
        return error_set(
            error, "the store has no results of a study; 'assay report STUDY' makes them of cells that are "
                   "there, 'assay run STUDY' computes them");
    return error_set(error,
                     "no study in the store has an order or a claim %.200s; name one of %s: assay explain "
                     "STUDY ID says what comes near",
                     id, buffer);
}

static bool refuse_several(const char *id, const struct store_study *studies, size_t count,
                           struct error *error)
{
    char buffer[500] = "", path[300];
    struct words_text list = {buffer, sizeof buffer, 0};

    for (size_t i = 0; i < count; i++) {
        if (studies[i].fits)
            words_append(&list, "%sassay explain %s '%.200s'", list.length ? ", " : "",
                         shell_word(studies[i].path, path, sizeof path), id);
    }
    return error_set(error, "%.200s is in more than one study; write one of: %s", id, buffer);
}

/* The one study that has the id; NULL with a message. */
static const struct store_study *choose(const char *id, const struct store_study *studies, size_t count,
                                        struct error *error)
{
    const struct store_study *found = NULL;
    size_t owners = 0;

    for (size_t i = 0; i < count; i++) {
        owners += studies[i].fits > 0;
        found = studies[i].fits ? studies + i : found;
    }
    if (owners == 0)
        fail_to_find(id, studies, count, error);
    if (owners > 1)
        refuse_several(id, studies, count, error);
    return owners == 1 ? found : NULL;
}

static int explain_alone(const char *id, const struct options *options, struct error *error)
{
    struct store *store = open_store(options, error);
    struct options part = *options;
    struct store_study *studies = NULL;
    const struct store_study *study = NULL;
    size_t count = 0;
    int status = STATUS_UNUSABLE;

    if (!store)
        return STATUS_UNUSABLE;
    if (store_studies_find(store, names, id, &studies, &count, error))
        study = choose(id, studies, count, error);
    store_close(store);
    if (study && access(study->path, R_OK) != 0) {
        error_set(
            error,
            "the store has %.200s of the study %.300s, which is not there from this folder; write assay "
            "explain STUDY ID with its file",
            id, study->path);
    } else if (study) {
        part.only = study->only;
        part.focus = study->focus;
        part.full |= study->full;
        status = explain(study->path, id, &part, error);
    }
    store_studies_destroy(studies, count);
    return status;
}

static bool is_study_file(const char *word)
{
    size_t length = strlen(word);

    return length > 4 && strcmp(word + length - 4, ".lua") == 0;
}

int command_explain(const struct options *options, struct error *error)
{
    const char *const *word = options->word;

    if (options->words == 2)
        return explain(word[0], word[1], options, error);
    if (options->words == 1 && !is_study_file(word[0]))
        return explain_alone(word[0], options, error);
    if (options->words == 1)
        return error_set(error, "explain needs an id after the study %.300s", word[0]), STATUS_UNUSABLE;
    error_set(error, "explain needs an id, or a study and an id; write for example assay explain "
                     "'gauss-2/symmetric'");
    return STATUS_UNUSABLE;
}
