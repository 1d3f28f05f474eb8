/* Everything that is written about a study: see report.h. */
#include "reports/report.h"

#include "reports/tables/data.h"
#include "reports/tables/document.h"
#include "reports/figures/figure.h"
#include "reports/output.h"
#include "reports/page/page.h"
#include "reports/tables/table.h"

static bool make_folder(char *path, const char *directory, const char *name, struct error *error)
{
    if ((size_t)snprintf(path, OUTPUT_PATH, "%s/%s", directory, name) >= OUTPUT_PATH)
        return error_set(error, "%.200s...: path is too long", directory);
    return output_make_directory(path, error);
}

static bool write_tables(const struct results *results, const char *directory, struct error *error)
{
    char folder[OUTPUT_PATH];

    if (!make_folder(folder, directory, "tables", error))
        return false;
    for (size_t i = 0; i < results->tables; i++) {
        if (!table_write(results, &results->table[i], folder, error))
            return false;
    }
    return true;
}

static bool write_figures(const struct results *results, const char *directory, struct error *error)
{
    char folder[OUTPUT_PATH];
    struct error trouble;
    bool drawn = true, pdf = true;

    if (!make_folder(folder, directory, "figures", error))
        return false;
    for (size_t i = 0; i < results->figures; i++) {
        if (!figure_write(results, &results->figure[i], folder, error))
            return false;
    }
    for (size_t i = 0; drawn && i < results->figures; i++) {
        drawn = figure_draw(results, &results->figure[i], folder, &pdf, &trouble);
        if (!drawn)
            fprintf(stderr, "figures not drawn: %s\n", trouble.text);
    }
    if (drawn && !pdf)
        fprintf(stderr, "figures not drawn as PDF: gnuplot has no pdfcairo, or its dates cannot be fixed\n");
    return true;
}

static bool write_data(const struct results *results, const char *directory, struct error *error)
{
    char folder[OUTPUT_PATH];

    return make_folder(folder, directory, "data", error) && data_write(results, folder, error);
}

bool report_write(const struct results *results, const char *directory, struct error *error)
{
    return write_tables(results, directory, error) && write_figures(results, directory, error) &&
           write_data(results, directory, error) && page_write(results, directory, error);
}

char *report_text(const struct results *results)
{
    json_t *document = document_create(results);
    char *text = json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(17));

    json_decref(document);
    return text;
}

json_t *report_json(const struct results *results)
{
    return document_create(results);
}
