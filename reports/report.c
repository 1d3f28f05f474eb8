/* Everything that is written about a study: see report.h. */
#include "reports/report.h"

#include "numerics/memory.h"
#include "reports/tables/columns.h"
#include "reports/tables/document.h"
#include "reports/figures/chart.h"
#include "reports/figures/gnuplot.h"
#include "reports/figures/pdf.h"
#include "reports/figures/script.h"
#include "reports/explain.h"
#include "reports/output.h"
#include "reports/suite/suite.h"
#include "reports/template.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/* What a report is made from. */
struct made {
    const struct results *results;
    json_t *document;
    struct template_document *texts;
};

static bool make_folder(char *path, const char *directory, const char *name, struct error *error)
{
    if ((size_t)snprintf(path, OUTPUT_PATH, "%s/%s", directory, name) >= OUTPUT_PATH)
        return error_set(error, "%.200s...: path is too long; name a shorter one", directory);
    return output_make_directory(path, error);
}

/* Makes DIRECTORY/NAME by the template, whose part of the document is `about`, which is taken over. */
static bool write_text(const struct made *made, const char *directory, const char *name, const char *template,
                       json_t *about, struct error *error)
{
    char path[OUTPUT_PATH];
    const bool good = (size_t)snprintf(path, sizeof path, "%s/%s", directory, name) < sizeof path
                          ? template_fill_path(path, template, made->texts, about, error)
                          : error_set(error, "%.200s...: path is too long; name a shorter one", directory);

    json_decref(about);
    return good;
}

/* A table of orders in each format. */
static bool write_tables(const struct made *made, const char *directory, struct error *error)
{
    static const char *const formats[] = {"txt", "md", "tex", "csv"};
    char folder[OUTPUT_PATH];
    bool good = make_folder(folder, directory, "tables", error);

    for (size_t i = 0; good && i < made->results->tables; i++) {
        for (size_t f = 0; good && f < sizeof formats / sizeof *formats; f++) {
            char name[300], template[16];

            snprintf(name, sizeof name, "%.250s.%s", made->results->table[i].name, formats[f]);
            snprintf(template, sizeof template, "orders.%s", formats[f]);
            good = write_text(made, folder, name, template,
                              json_pack("{s:I, s:b}", "table", (json_int_t)i + 1, "legend", true), error);
        }
    }
    return good;
}

/* ---- Data ---- */

/* The seconds of the runs, which differ from one time to the next and are no part of the document. */
static json_t *seconds_json(const struct results *results)
{
    json_t *list = json_array();

    for (size_t i = 0; i < results->cells; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "id", columns_text(results->cell[i].id),
                                              "seconds", columns_number(results->cell[i].seconds)));
    return list;
}

/* The fits that a figure draws against evaluations, by their numbers; NULL where there is no such figure. */
static json_t *find_work(const struct results *results)
{
    json_t *numbers = NULL;

    for (size_t k = 0; k < results->figures; k++)
        numbers = results->figure[k].against_work && !numbers ? json_array() : numbers;
    for (size_t i = 0, beside = results->fits; numbers && i < results->fits + results->compared; i++) {
        bool drawn = false;

        for (size_t k = 0; k < results->figures; k++)
            drawn |= results->figure[k].against_work &&
                     panels_draw(results, results->figure + k, results->fit + i);
        if (drawn && !results->fit[i].context.on_witness)
            json_array_append_new(numbers, json_integer((json_int_t)(i < results->fits ? i : beside)));
        beside += drawn && i >= results->fits;
    }
    return numbers;
}

static bool write_document(const json_t *document, const char *directory, struct error *error)
{
    struct output output;

    if (!output_open(&output, error, directory, "report.json"))
        return false;
    json_dumpf(document, output.file, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    fputc('\n', output.file);
    return output_close(&output, error);
}

static bool write_data(const struct made *made, const char *directory, struct error *error)
{
    static const char *const names[] = {"cells.csv", "fits.csv", "evidence.csv", "claims.csv", "points.csv"};
    char folder[OUTPUT_PATH];
    json_t *work = find_work(made->results);
    bool good = make_folder(folder, directory, "data", error);

    for (size_t i = 0; good && i < sizeof names / sizeof *names; i++)
        good = write_text(made, folder, names[i], names[i], NULL, error);
    good = good && write_text(made, folder, "timing.csv", "timing.csv", seconds_json(made->results), error);
    if (good && work)
        good = write_text(made, folder, "work_precision.csv", "work_precision.csv", json_incref(work), error);
    json_decref(work);
    return good && write_document(made->document, folder, error);
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

/* ---- The page ----
 *
 * The template study.html; the pictures of its fits, of which there may be a thousand, and those that gnuplot has drawn are
 * given to it as texts. */

/* A picture for each fit; null where it has no points to show. */
static json_t *charts_json(const struct results *results)
{
    json_t *charts = json_array();

    for (size_t i = 0; i < results->fits; i++) {
        char *text;
        size_t size;
        FILE *file = open_memstream(&text, &size);
        const bool drawn = chart_write(file, results->fit + i);

        fclose(file);
        json_array_append_new(charts, columns_text(drawn ? text : NULL));
        free(text);
    }
    return charts;
}

/* The whole file; NULL where it cannot be read. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;

    if (file && getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

/* The pictures that are in DIRECTORY/figures, by their names. */
static json_t *pictures_json(const struct results *results, const char *directory)
{
    json_t *pictures = json_object();

    for (size_t i = 0; i < results->figures; i++) {
        struct panels *panels = panels_create(results, results->figure + i);

        for (size_t letter = 0; letter < panels_pictures(panels); letter++) {
            char path[OUTPUT_PATH], name[SCRIPT_NAME], *text;

            if (!panels_has_data(panels, letter))
                continue;
            script_name(panels, letter, name, sizeof name);
            snprintf(path, sizeof path, "%s/figures/%s.svg", directory, name);
            text = read_text(path);
            json_object_set_new(pictures, name, columns_text(text));
            free(text);
        }
        panels_destroy(panels);
    }
    return pictures;
}

static bool write_page(const struct made *made, const char *directory, struct error *error)
{
    json_t *about = json_pack("{s:o, s:o}", "charts", charts_json(made->results), "pictures",
                              pictures_json(made->results, directory));

    return write_text(made, directory, "index.html", "study.html", about, error);
}

/* ---- All ---- */

bool report_write(const struct results *results, const char *directory, struct error *error)
{
    const struct template_look look = {.width = 100};
    struct made made = {.results = results, .document = document_create(results)};
    bool good;

    made.texts = template_open(made.document, &look, error);
    good = made.texts && write_tables(&made, directory, error) && write_figures(results, directory, error) &&
           write_data(&made, directory, error) &&
           (results->study->matrix ? suite_files_write(results, directory, error)
                                   : write_page(&made, directory, error));
    template_close(made.texts);
    json_decref(made.document);
    return good;
}

static char *report_text(const struct results *results)
{
    json_t *document = document_create(results);
    char *text = json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(17));

    json_decref(document);
    return text;
}

const struct study_run_words report_words = {report_text, explain_line};
