/* assay table: any column of what a study has measured, with rows and columns that the user names. */
#include "harness/commands/command.h"

#include <string.h>

#include "harness/commands/study_document.h"
#include "reports/tables/columns.h"
#include "reports/template.h"

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

/* NULL with a message where there is none of that name. */
static const char *find_template(const struct options *options, struct error *error)
{
    static const char *const formats[][2] = {{"text", "table.txt"},  {"csv", "table.csv"},
                                             {"md", "table.md"},     {"markdown", "table.md"},
                                             {"latex", "table.tex"}, {"tex", "table.tex"}};

    if (options->json)
        return "table.json";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (!options->format || strcmp(options->format, formats[i][0]) == 0)
            return formats[i][1];
    }
    error_set(error, "--format %.60s is none of a table; write text, csv, md or latex", options->format);
    return NULL;
}

int command_table(const struct options *options, struct error *error)
{
    const char *name = find_template(options, error);
    json_t *request;
    int status;

    if (!name || !options_have_word(options, "table needs a study", "'assay list studies' names them", error))
        return STATUS_UNUSABLE;
    if (!options->rows || !options->value) {
        error_set(error,
                  "table needs --%s; write for example --rows method --columns projection --value order",
                  options->rows ? "value" : "rows");
        return STATUS_UNUSABLE;
    }
    request = json_pack("{s:o, s:o, s:o, s:o}", "rows", list_names(options->rows), "columns",
                        list_names(options->columns), "value", list_names(options->value), "where",
                        list_conditions(&options->where));
    status = study_document_print(options, name, request, error);
    json_decref(request);
    return status;
}
