/* assay verify: the runs of a certificate once more, in a store of their own, and what agrees with it.
 *
 * The checksums say whether the archive is as it was made; they prove nothing, since whoever changes a number can change them,
 * too.  So the studies are run again from the inputs in the archive.  A run, fit or claim agrees to the bit if it is the
 * same in both documents.  If another program, compiler or processor made the certificate, what agrees within floors
 * (reports/comparison.h) is as good; by the same one every bit has to be. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/commands/certificate/archive.h"
#include "harness/commands/command.h"
#include "harness/commands/show/show.h"
#include "harness/commands/study_document.h"
#include "reports/comparison.h"
#include "reports/tables/document.h"
#include "reports/template.h"

enum { LISTS = 3 };
static const char *const lists[LISTS] = {"cells", "fits", "claims"};

struct verification {
    struct options options;                           /* of the runs */
    char folder[OUTPUT_PATH], files[OUTPUT_PATH + 8]; /* temporary, and what was unpacked */
    json_t *certificate, *changed, *before, *after,
        *unequal; /* the documents of the studies; what is not the same */
    json_int_t equal[LISTS], number[LISTS];
    bool same_program;
};

/* ---- what is compared ---- */

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

static const json_t *find(const json_t *list, const char *id)
{
    const json_t *found;
    size_t i;

    json_array_foreach(list, i, found)
    {
        if (strcmp(text_at(found, "id"), id) == 0)
            return found;
    }
    return NULL;
}

/* Of a sample the numbers: its verdict may rest on other runs. */
static bool is_equal(const json_t *row, const json_t *other, bool sample)
{
    static const char *const keys[] = {"step_sizes", "errors", "measures", "status"};
    bool equal = other != NULL;

    for (size_t i = 0; i < sizeof keys / sizeof *keys && sample; i++)
        equal = equal && json_equal(json_object_get(row, keys[i]), json_object_get(other, keys[i])) ==
                             (json_object_get(row, keys[i]) != NULL);
    return sample ? equal : json_equal(row, other);
}

/* Counts what both have; of a sample the claims, which rest on all runs, are left out. */
static void count_equal(struct verification *v, const json_t *before, const json_t *after)
{
    const bool sample = v->options.only != NULL;

    for (size_t l = 0; l < (sample ? LISTS - 1 : LISTS); l++) {
        const json_t *old_list = json_object_get(before, lists[l]),
                     *new_list = json_object_get(after, lists[l]), *row;
        size_t i;

        json_array_foreach(sample ? new_list : old_list, i, row)
        {
            const json_t *other = find(sample ? old_list : new_list, text_at(row, "id"));
            const bool equal = is_equal(row, other, sample);

            if (sample && !other) /* a floor of its own, where the whole study has one already */
                continue;
            v->number[l]++;
            v->equal[l] += equal;
            if (!equal)
                json_array_append_new(v->unequal,
                                      json_pack("{s:O, s:s, s:s}", "study", json_object_get(before, "study"),
                                                "id", text_at(row, "id"), "kind", lists[l]));
        }
    }
}

/* What made the certificate, and what runs now. */
static bool is_same_program(const json_t *before, const json_t *after)
{
    static const char *const keys[] = {"numerics_version", "compiler", "mpfr", "processor"};
    const json_t *old = json_object_get(before, "assay"), *new = json_object_get(after, "assay");
    bool same = true;

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        same = same && json_equal(json_object_get(old, keys[i]), json_object_get(new, keys[i]));
    return same;
}

/* ---- runs ---- */

/* The id of a fit of the document that the seed chooses; the caller owns it.  NULL: it has none. */
static char *choose_fit(const json_t *document, unsigned long seed)
{
    const json_t *fits = json_object_get(document, "fits");
    const size_t count = json_array_size(fits);

    return count ? strdup(text_at(json_array_get(fits, seed % count), "id")) : NULL;
}

/* One study, in the folder of the inputs. */
static bool run_study(struct verification *v, const json_t *study, const json_t *before, struct error *error)
{
    bool complete = true;
    struct study_run *run;
    const struct results *results;
    json_t *document;

    v->options.full = json_is_true(json_object_get(study, "full"));
    v->options.refine = json_is_true(json_object_get(study, "refine"));
    run = options_run(&v->options, text_at(study, "path"), STUDY_RUN_COMPUTES, error);
    results = run ? study_run_measure(run, &complete, error) : NULL;
    document = results ? document_create(results) : NULL;
    if (document) {
        v->same_program = v->same_program && is_same_program(before, document);
        count_equal(v, before, document);
        json_array_append(v->before, (json_t *)before);
        json_array_append_new(v->after, document);
    }
    if (run)
        study_run_destroy(run);
    return document && (complete || error_set(error, "runs did not end; run the command again"));
}

/* A path of the certificate, which may not lead out of the archive. */
static bool is_inside(const char *path)
{
    return *path && *path != '/' && !strstr(path, "..");
}

static bool run_studies(struct verification *v, const struct options *options, struct error *error)
{
    json_t *study, *studies = json_object_get(v->certificate, "studies");
    bool good = json_array_size(studies) > 0 || error_set(error, "the certificate has no study");
    size_t i;

    json_array_foreach(studies, i, study)
    {
        char path[2 * OUTPUT_PATH], *sample = NULL;
        json_t *before = NULL;

        snprintf(path, sizeof path, "%s/%.400s", v->files, text_at(study, "document"));
        good = good && (is_inside(text_at(study, "document")) && is_inside(text_at(study, "path"))
                            ? (before = json_load_file(path, 0, NULL)) != NULL
                            : false);
        if (!good && !*error->text)
            error_set(error, "%.300s: there is no such document in the certificate",
                      text_at(study, "document"));
        if (good && options->sample)
            v->options.only = sample = choose_fit(before, options->seed);
        good = good && (options->sample && !sample ? true : run_study(v, study, before, error));
        v->options.only = NULL;
        free(sample);
        json_decref(before);
    }
    return good;
}

/* ---- the outcome ---- */

static json_t *make_document(const struct verification *v, const char *file, bool sample)
{
    json_t *comparison = comparison_create(v->before, v->after);
    json_t *counts = json_object();

    if (sample) { /* verdicts rest on all runs, and what was not run is not missing */
        json_array_clear(json_object_get(comparison, "verdicts"));
        json_array_clear(json_object_get(comparison, "missing"));
    }
    for (size_t l = 0; l < LISTS; l++)
        json_object_set_new(counts, lists[l],
                            json_pack("{s:I, s:I}", "all", v->number[l], "to_the_bit", v->equal[l]));
    return json_pack("{s:s, s:O, s:b, s:b, s:O, s:o, s:O, s:o, s:b}", "file", file, "made_by",
                     json_object_get(v->certificate, "assay"), "same_program", v->same_program, "sample",
                     sample, "changed_files", v->changed, "counts", counts, "not_to_the_bit", v->unequal,
                     "comparison", comparison, "agrees",
                     json_array_size(v->changed) == 0 && comparison_is_same(comparison) &&
                         (!v->same_program || json_array_size(v->unequal) == 0));
}

static int verify(struct verification *v, const struct options *options, struct error *error)
{
    const struct template_look look = options_look(options, stdout);
    char inputs[OUTPUT_PATH + 20], here[PATH_MAX], path[2 * OUTPUT_PATH];
    json_t *outcome;
    bool good;

    v->changed = archive_changed(v->files, error);
    snprintf(path, sizeof path, "%s/certificate.json", v->files);
    v->certificate = v->changed ? json_load_file(path, 0, NULL) : NULL;
    if (!v->certificate)
        return v->changed
                   ? error_set(error, "%s: it has no certificate.json that can be read", options->word[0])
                   : 0,
               STATUS_UNUSABLE;
    snprintf(inputs, sizeof inputs, "%s/inputs", v->files);
    if (!getcwd(here, sizeof here) || chdir(inputs) != 0)
        return error_set(error, "%s: it has no inputs", options->word[0]), STATUS_UNUSABLE;
    good = run_studies(v, options, error);
    if (chdir(here) != 0 || !good)
        return STATUS_UNUSABLE;
    outcome = make_document(v, options->word[0], options->sample);
    good = json_is_true(json_object_get(outcome, "agrees"));
    json_object_set_new(outcome, "all", json_boolean(options->verbose));
    if (options->json)
        show_json(options, json_incref(outcome));
    else if (!template_print(stdout, "verify.txt", outcome, &look, error))
        good = false;
    json_decref(outcome);
    return *error->text ? STATUS_UNUSABLE : good ? STATUS_COMPLETE : STATUS_DIFFERENT;
}

int command_verify(const struct options *options, struct error *error)
{
    struct verification v = {.options = *options, .same_program = true};
    char store[OUTPUT_PATH + 20];
    int status = STATUS_UNUSABLE;

    if (!options_have_word(options, "verify takes one certificate",
                           "write the file that assay certify made, for example assay verify my-study.tar",
                           error) ||
        !archive_make_folder(v.folder, error))
        return status;
    snprintf(v.files, sizeof v.files, "%s/files", v.folder);
    snprintf(store, sizeof store, "%s/store.sqlite", v.folder);
    v.options.store = store;
    v.before = json_array();
    v.after = json_array();
    v.unequal = json_array();
    if (output_make_directory(v.files, error) && archive_unpack(options->word[0], v.files, error))
        status = verify(&v, options, error);
    json_decref(v.certificate);
    json_decref(v.changed);
    json_decref(v.before);
    json_decref(v.after);
    json_decref(v.unequal);
    archive_remove(v.folder);
    return status;
}
