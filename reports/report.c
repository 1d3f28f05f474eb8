/* Everything that is written about a study: see report.h. */
#include "reports/report.h"

#include "numerics/memory.h"
#include "reports/tables/data.h"
#include "reports/tables/document.h"
#include "reports/figures/gnuplot.h"
#include "reports/figures/pdf.h"
#include "reports/figures/script.h"
#include "reports/explain.h"
#include "reports/output.h"
#include "reports/page/page.h"
#include "reports/suite/suite.h"
#include "reports/tables/orders.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static bool make_folder(char *path, const char *directory, const char *name, struct error *error)
{
    if ((size_t)snprintf(path, OUTPUT_PATH, "%s/%s", directory, name) >= OUTPUT_PATH)
        return error_set(error, "%.200s...: path is too long; name a shorter one", directory);
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

/* ---- Figures ---- */

/* A picture of an earlier run must not pass for one of this: it is removed. */
static bool write_script(const struct panels *panels, size_t letter, const char *directory,
                         struct error *error)
{
    static const char *const extensions[] = {"svg", "png", "pdf"};
    struct output output;
    char name[SCRIPT_NAME];

    script_name(panels, letter, name, sizeof name);
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        char path[OUTPUT_PATH + SCRIPT_NAME + 8];

        snprintf(path, sizeof path, "%s/%s.%s", directory, name, extensions[i]);
        unlink(path);
    }
    if (!output_open(&output, error, directory, "%s.gp", name))
        return false;
    script_write(output.file, panels, letter);
    return output_close(&output, error);
}

static bool write_points(const struct panels *panels, size_t letter, const char *directory,
                         struct error *error)
{
    struct output output;
    char name[SCRIPT_NAME];

    if (!output_open(&output, error, directory, "%s.dat", script_name(panels, letter, name, sizeof name)))
        return false;
    script_write_data(output.file, panels, letter);
    return output_close(&output, error);
}

/* The scripts of the letters that have data, with it, and of all letters together. */
static bool write_figure(const struct panels *panels, const char *directory, struct error *error)
{
    bool good = true;

    for (size_t letter = 0; good && letter < panels_pictures(panels); letter++) {
        if (panels_has_data(panels, letter))
            good = write_script(panels, letter, directory, error) &&
                   (letter == panels->letters || write_points(panels, letter, directory, error));
    }
    return good;
}

/* Draws what write_figure wrote.  *pdf becomes false where there is no PDF, or one whose date cannot be fixed: it
 * would differ from run to run, and is removed. */
static bool draw_figure(const struct panels *panels, const char *directory, bool *pdf, struct error *error)
{
    for (size_t letter = 0; letter < panels_pictures(panels); letter++) {
        char path[OUTPUT_PATH + SCRIPT_NAME + 8], name[SCRIPT_NAME];

        if (!panels_has_data(panels, letter))
            continue;
        script_name(panels, letter, name, sizeof name);
        if (!gnuplot_run(directory, name, error))
            return false;
        snprintf(path, sizeof path, "%s/%s.pdf", directory, name);
        if (!pdf_fix_dates(path)) {
            unlink(path);
            *pdf = false;
        }
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
        good = write_figure(panels[i], folder, error);
    }
    for (size_t i = 0; good && drawn && i < results->figures; i++) {
        drawn = draw_figure(panels[i], folder, &pdf, &trouble);
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

/* ---- All ---- */

bool report_write(const struct results *results, const char *directory, struct error *error)
{
    char data[OUTPUT_PATH];

    return write_tables(results, directory, error) && write_figures(results, directory, error) &&
           make_folder(data, directory, "data", error) && data_write(results, data, error) &&
           (results->study->matrix ? suite_files_write : page_write)(results, directory, error);
}

static char *report_text(const struct results *results)
{
    json_t *document = document_create(results);
    char *text = json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(17));

    json_decref(document);
    return text;
}

const struct study_run_words report_words = {report_text, explain_line};
