/* Everything that is written about a study: see report.h. */
#include "reports/report.h"

#include "numerics/memory.h"
#include "reports/tables/data.h"
#include "reports/tables/document.h"
#include "reports/figures/figure.h"
#include "reports/explain.h"
#include "reports/output.h"
#include "reports/page/page.h"
#include "reports/tables/orders.h"

#include <stdlib.h>

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
        if (!orders_write(results, &results->table[i], folder, error))
            return false;
    }
    return true;
}

/* All scripts are written before the first is drawn. */
static bool write_figures(const struct results *results, const char *directory, struct error *error)
{
    struct panels **panels = memory_create(results->figures + 1, sizeof *panels);
    char folder[OUTPUT_PATH];
    struct error trouble;
    bool good = make_folder(folder, directory, "figures", error), drawn = good, pdf = true;

    for (size_t i = 0; good && i < results->figures; i++) {
        panels[i] = panels_create(results, &results->figure[i]);
        good = figure_write(panels[i], folder, error);
    }
    for (size_t i = 0; good && drawn && i < results->figures; i++) {
        drawn = figure_draw(panels[i], folder, &pdf, &trouble);
        if (!drawn)
            fprintf(stderr, "figures not drawn: %s\n", trouble.text);
    }
    if (drawn && !pdf)
        fprintf(stderr, "figures not drawn as PDF: gnuplot has no pdfcairo, or its dates cannot be fixed\n");
    for (size_t i = 0; i < results->figures; i++)
        panels_destroy(panels[i]);
    free(panels);
    return good;
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

static char *report_text(const struct results *results)
{
    json_t *document = document_create(results);
    char *text = json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(17));

    json_decref(document);
    return text;
}

const struct study_run_words report_words = {report_text, explain_line};

json_t *report_json(const struct results *results)
{
    return document_create(results);
}
