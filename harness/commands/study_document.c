/* The document of a study: see study_document.h. */
#include "harness/commands/study_document.h"

#include <string.h>

#include "harness/commands/command.h"
#include "reports/tables/columns.h"
#include "reports/tables/document.h"
#include "reports/template.h"
#include "reports/words.h"

static bool is_file_of_json(const char *name)
{
    const size_t length = strlen(name);

    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}

static json_t *read_file(const char *path, struct error *error)
{
    static const char *const lists[] = {"cells", "fits", "claims"};
    json_error_t fault;
    json_t *document = json_load_file(path, 0, &fault);
    bool good = json_is_object(json_object_get(document, "assay"));

    if (!document) {
        error_set(error, "%s:%d: %s; name the data/report.json of a report", path,
                  fault.line > 0 ? fault.line : 1, fault.text);
        return NULL;
    }
    for (size_t i = 0; good && i < sizeof lists / sizeof *lists; i++)
        good = json_is_array(json_object_get(document, lists[i]));
    if (good)
        return document;
    json_decref(document);
    error_set(error, "%s: is not the document of a study; name the data/report.json of a report", path);
    return NULL;
}

static void say_missing(const struct results *results, struct error *error)
{
    char command[700];
    struct words_text text = {command, sizeof command, 0};

    words_append_again(&text, results);
    error_set(error, "the store does not have all cells; '%s' computes them", command);
}

json_t *study_document_create(const struct options *options, const char *study, bool *complete,
                              struct error *error)
{
    struct study_run *run;
    const struct results *results;
    json_t *document = NULL;

    *complete = true;
    if (is_file_of_json(study))
        return read_file(study, error);
    run = options_run(options, study, STUDY_RUN_READS, error);
    results = run ? study_run_measure(run, complete, error) : NULL;
    if (results)
        document = document_create(results);
    if (results && !*complete)
        say_missing(results, error);
    if (run)
        study_run_destroy(run);
    return document;
}

/* ---- what is asked for ---- */

/* The names between the commas of a text; none of NULL. */
static json_t *list_names(const char *text)
{
    json_t *names = json_array();

    for (size_t length; text && *text; text += length + (text[length] == ',')) {
        length = strcspn(text, ",");
        if (length > 0)
            json_array_append_new(names, json_stringn(text, length));
    }
    return names;
}

static json_t *list_conditions(const struct options_pairs *where)
{
    json_t *conditions = json_array();

    for (size_t i = 0; i < where->count; i++)
        json_array_append_new(conditions, json_pack("[o, o]", columns_text(where->pair[i].name),
                                                    columns_text(where->pair[i].value)));
    return conditions;
}

json_t *study_document_request(const struct options *options, const char *format)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "rows", list_names(options->rows),
                     "columns", list_names(options->columns), "value", list_names(options->value), "where",
                     list_conditions(&options->where), "x", columns_text(options->x), "y",
                     columns_text(options->y), "by", list_names(options->by), "panel",
                     list_names(options->panel), "format", columns_text(format));
}

int study_document_print(const struct options *options, const char *template, json_t *request,
                         struct error *error)
{
    const struct template_look look = {.width = template_width(stdout)};
    int worst = STATUS_COMPLETE;

    for (size_t i = 0; i < options->words; i++) {
        bool complete;
        struct error ignored; /* of a table or a plot: what missing cells cause is not said besides */
        json_t *document = study_document_create(options, options->word[i], &complete, error);
        bool made = document != NULL;

        if (made && request)
            json_object_set(document, "request", request);
        made = made &&
               template_print(stdout, template, document, &look, complete || !request ? error : &ignored);
        json_decref(document);
        if (!made && (complete || !request))
            return STATUS_UNUSABLE;
        if (!complete)
            worst = STATUS_INCOMPLETE;
    }
    return worst;
}
