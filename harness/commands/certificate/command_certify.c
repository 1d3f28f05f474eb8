/* assay certify: what was found of a study or a paper, with what it was found from, in one archive.
 *
 *     SHA256SUMS        of all that follows
 *     certificate.json  the program, the studies with the verdicts on their claims, and which files are inputs
 *     codecheck.yml     the same as CODECHECK has it, for people
 *     documents/        what `assay report --json` prints of each study
 *     inputs/           the studies, and the files that they name, as they lay beside each other
 *
 * Nothing is computed: the store has the results. */
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/commands/certificate/archive.h"
#include "harness/commands/command.h"
#include "harness/commands/output_file.h"
#include "harness/commands/show/show.h"
#include "harness/commands/study_document.h"
#include "harness/plan/provenance.h"
#include "harness/study/paper.h"
#include "models/reader/data_path.h"
#include "models/sandbox/sandbox_file.h"
#include "models/sandbox/sandbox_include.h"
#include "numerics/memory.h"
#include "reports/template.h"

#define LEDGER "claims.ledger" /* of a paper, beside its studies */

struct certificate {
    const struct options *options;
    char folder[OUTPUT_PATH], files[OUTPUT_PATH + 8]; /* temporary; what is packed is in FOLDER/files */
    json_t *studies, *inputs;
};

/* ---- inputs ---- */

/* The path seen from the root, which is the folder of the study if its path is absolute or leads upwards, and else the folder
 * one is in; NULL: it lies outside. */
static const char *see_from_root(const struct study *study, const char *path)
{
    const bool here = *study->path != '/' && !strstr(study->path, "..");
    const size_t length = here || !study->folder ? 0 : strlen(study->folder);

    if (length > 0)
        path = strncmp(path, study->folder, length) == 0 && path[length] == '/' ? path + length + 1 : "/";
    while (strncmp(path, "./", 2) == 0)
        path += 2;
    return *path == '/' || strstr(path, "..") ? NULL : path;
}

static bool add_included(struct certificate *c, const struct study *study, const char *path,
                         struct error *error);

/* With what it includes */
static bool add_input(struct certificate *c, const struct study *study, const char *path, struct error *error)
{
    const char *name = see_from_root(study, path);
    char to[OUTPUT_PATH + 8];
    size_t i;
    json_t *known;

    if (!name)
        return error_set(
            error,
            "%s: %s lies neither beside the study nor below the folder you are in; certify it in "
            "a folder that has both",
            study->path, path);
    json_array_foreach(c->inputs, i, known)
    {
        if (strcmp(json_string_value(known), name) == 0)
            return true;
    }
    json_array_append_new(c->inputs, json_string(name));
    snprintf(to, sizeof to, "inputs/%s", name);
    return archive_copy(path, c->files, to, error) && add_included(c, study, path, error);
}

static bool add_included(struct certificate *c, const struct study *study, const char *path,
                         struct error *error)
{
    const char *end = strrchr(path, '.');
    char *text = end && strcmp(end, ".lua") == 0 ? sandbox_file_read(path, error) : NULL;
    struct sandbox_includes includes = {0};
    struct memory_kept *kept = NULL;
    bool good = !text || sandbox_includes_read(&includes, &kept, path, text, error);

    for (size_t k = 0; k < includes.count && good; k++)
        good = add_input(c, study, includes.file[k].path, error);
    memory_release(kept);
    free(text);
    return good;
}

/* The files that a name means: that beside the study, or those of a glob; none of what assay brings. */
static bool add_named(struct certificate *c, const struct study *study, const char *kind, const char *name,
                      struct error *error)
{
    const size_t folder = study->folder ? strlen(study->folder) : 0;
    char pattern[PATH_MAX];
    struct error ignored;
    char *path = strpbrk(name, "*?[") ? NULL : data_path_find(name, kind, study->folder, &ignored);
    const bool own =
        path && (data_path_is_file(name) ||
                 (folder > 0 && strncmp(path, study->folder, folder) == 0 && path[folder] == '/'));
    bool good = !own || access(path, F_OK) != 0 || add_input(c, study, path, error);
    glob_t found;

    snprintf(pattern, sizeof pattern, "%s/%s", *name == '/' || !study->folder ? "." : study->folder, name);
    if (!path && strchr(name, '/') && glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc && good; i++)
            good = add_input(c, study, found.gl_pathv[i], error);
        globfree(&found);
    }
    free(path);
    return good;
}

static bool add_inputs(struct certificate *c, const struct study *study, struct error *error)
{
    const struct {
        const char *kind;
        const struct study_strings *names;
    } lists[] = {
        {"models", &study->models}, {"methods", &study->methods}, {"projections", &study->projections}};
    bool good = add_input(c, study, study->path, error);
    char ledger[PATH_MAX];

    snprintf(ledger, sizeof ledger, "%s/" LEDGER, study->folder ? study->folder : ".");
    good = good && (access(ledger, F_OK) != 0 || add_input(c, study, ledger, error));
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (size_t k = 0; k < lists[i].names->count && good; k++)
            good = add_named(c, study, lists[i].kind, lists[i].names->text[k], error);
    }
    for (size_t i = 0; i < study->programs; i++) {
        for (size_t k = 0; k < study->program[i].depends.count && good; k++)
            good = add_input(c, study, study->program[i].depends.text[k], error);
    }
    return good;
}

/* ---- studies ---- */

/* Their verdicts, and how they are judged. */
static json_t *list_claims(const json_t *document)
{
    static const char *const keys[] = {"id", "text", "source", "measured", "verdict", "expected"};
    json_t *claims = json_array(), *claim;
    size_t i;

    json_array_foreach(json_object_get(document, "claims"), i, claim)
    {
        json_t *row = json_object();

        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            json_object_set(row, keys[k], json_object_get(claim, keys[k]));
        json_array_append_new(claims, row);
    }
    return claims;
}

static int add_study(struct certificate *c, const char *name, struct error *error)
{
    struct study *study = study_create(name, c->options->full, error);
    bool complete = true;
    json_t *document = study ? study_document_create(c->options, name, &complete, error) : NULL;
    int status = document && complete ? STATUS_COMPLETE : complete ? STATUS_UNUSABLE : STATUS_INCOMPLETE;

    if (status == STATUS_COMPLETE) {
        char path[3 * OUTPUT_PATH], file[OUTPUT_PATH];

        snprintf(file, sizeof file, "documents/%s.json", study->name);
        snprintf(path, sizeof path, "%s/%s", c->files, file);
        if (!add_inputs(c, study, error) || json_dump_file(document, path, JSON_INDENT(1)) != 0)
            status = STATUS_UNUSABLE;
        else
            json_array_append_new(c->studies,
                                  json_pack("{s:s, s:O, s:s, s:s, s:b, s:b, s:o}", "name", study->name,
                                            "title", json_object_get(document, "title"), "path",
                                            see_from_root(study, study->path), "document", file, "full",
                                            c->options->full, "refine", c->options->refine, "claims",
                                            list_claims(document)));
    }
    json_decref(document);
    study_destroy(study);
    return status;
}

/* The studies of a paper, or the one that is named. */
static int add_studies(struct certificate *c, const char *name, struct error *error)
{
    size_t count = 0;
    struct paper_study *studies = data_path_is_file(name) ? NULL : paper_create(name, &count);
    int status = count > 0 ? STATUS_COMPLETE : add_study(c, name, error);

    for (size_t i = 0; i < count && status == STATUS_COMPLETE; i++)
        status = add_study(c, studies[i].path, error);
    if (studies)
        paper_destroy(studies, count);
    return status;
}

/* ---- the archive ---- */

static bool write_files(const struct certificate *c, json_t *certificate, struct error *error)
{
    char path[2 * OUTPUT_PATH];

    snprintf(path, sizeof path, "%s/codecheck.yml", c->files);
    if (!template_write_path(path, "codecheck.yml", certificate, error))
        return false;
    snprintf(path, sizeof path, "%s/certificate.json", c->files);
    return json_dump_file(certificate, path, JSON_INDENT(1)) == 0 ||
           error_set(error, "%s cannot be written", path);
}

static int make(struct certificate *c, const char *name, struct output_file *file, struct error *error)
{
    const struct provenance provenance = provenance_of(c->options->command_line, NULL);
    const struct template_look look = options_look(c->options, stdout);
    int status = add_studies(c, name, error);
    json_t *certificate;
    bool good;

    if (status != STATUS_COMPLETE)
        return status;
    certificate = json_pack("{s:o, s:s, s:O, s:O}", "assay", provenance_json(&provenance), "certifies", name,
                            "studies", c->studies, "inputs", c->inputs);
    good = write_files(c, certificate, error) &&
           output_file_finish(file, archive_pack(c->files, file->beside, error), error);
    json_object_set_new(certificate, "file", json_string(file->path));
    if (good && c->options->json)
        show_document(certificate);
    else if (good)
        good = template_print(stdout, "certify.txt", certificate, &look, error);
    json_decref(certificate);
    return good ? STATUS_COMPLETE : STATUS_UNUSABLE;
}

int command_certify(const struct options *options, struct error *error)
{
    struct certificate c = {.options = options};
    char own[OUTPUT_PATH], documents[OUTPUT_PATH + 20];
    struct output_file file = {"certify", own, ARCHIVE_SUMS, ""};
    const char *name = options->words ? options->word[0] : "", *base = strrchr(name, '/');
    int status = STATUS_UNUSABLE;

    base = base ? base + 1 : name;
    snprintf(own, sizeof own, "%.*s.certificate.tar",
             (int)(strlen(base) - (strlen(base) > 4 && strcmp(base + strlen(base) - 4, ".lua") == 0 ? 4 : 0)),
             base);
    if (options->words == 2)
        file.path = options->word[1];
    if (options->words != 1 && options->words != 2)
        return error_set(error, "certify needs a study or a paper, and may have the file to write; write for "
                                "example assay certify my-study.lua my-study.tar"),
               status;
    if (!output_file_check(&file, 1, error) || !archive_make_folder(c.folder, error))
        return status;
    snprintf(c.files, sizeof c.files, "%s/files", c.folder);
    snprintf(documents, sizeof documents, "%s/documents", c.files);
    c.studies = json_array();
    c.inputs = json_array();
    if (output_make_directory(c.files, error) && output_make_directory(documents, error))
        status = make(&c, name, &file, error);
    json_decref(c.studies);
    json_decref(c.inputs);
    archive_remove(c.folder);
    return status;
}
