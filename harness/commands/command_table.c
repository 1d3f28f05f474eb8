/* assay table: any column of what a study has measured, with rows and columns that the user names. */
#include "harness/commands/command.h"

#include <string.h>

#include "harness/commands/study_document.h"

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
    error_set(error, "a table has no format %.60s; write text, csv, md or latex", options->format);
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
    request = study_document_request(options, NULL);
    status = study_document_print(options, name, request, error);
    json_decref(request);
    return status;
}
