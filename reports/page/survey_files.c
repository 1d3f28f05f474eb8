/* The files of a survey, all made from its document: see survey.h. */
#include "reports/page/survey.h"

#include "reports/output.h"
#include "reports/template.h"

static bool write_json(const json_t *document, const char *directory, struct error *error)
{
    struct output output;

    if (!output_open(&output, error, directory, "claims.json"))
        return false;
    json_dumpf(document, output.file, JSON_INDENT(1));
    fputc('\n', output.file);
    return output_close(&output, error);
}

bool survey_files_write(const json_t *document, const char *directory, struct error *error)
{
    static const struct {
        const char *name, *template;
    } files[] = {{"index.html", "survey.html"},
                 {"claims.md", "survey.md"},
                 {"claims.csv", "survey.csv"},
                 {"claims.tex", "survey.tex"}};
    char path[OUTPUT_PATH];

    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%.4000s/%s", directory, files[i].name);
        if (!template_write_path(path, files[i].template, document, error))
            return false;
    }
    return write_json(document, directory, error);
}
