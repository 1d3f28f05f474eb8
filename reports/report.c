/* Everything that is written about a study: see report.h. */
#include "reports/report.h"

#include "numerics/memory.h"
#include "reports/tables/columns.h"
#include "reports/tables/document.h"
#include "reports/figures/chart.h"
#include "reports/figures/gnuplot.h"
#include "reports/figures/pdf.h"
#include "reports/explain.h"
#include "reports/output.h"
#include "reports/suite/suite.h"
#include "reports/template.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { FITS_AT_A_TIME = 4096 }; /* of a matrix, in memory */

/* What a report is made from. */
struct made {
    const struct results *results;
    json_t *document;
    struct template_document *texts;
};

static const char *text_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

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

static bool write_document(const struct results *results, const char *directory, struct error *error)
{
    struct output output;

    if (!output_open(&output, error, directory, "report.json"))
        return false;
    document_write_kept(results, output.file, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    fputc('\n', output.file);
    return output_close(&output, error);
}

/* A table with a row for each fit, of so many fits at a time. */
static bool write_parts(const struct made *made, const char *directory, const char *name, struct error *error)
{
    const struct template_look look = {.width = 100};
    const size_t fits = made->results->fits;
    struct output output;
    bool good = output_open(&output, error, directory, "%s", name);

    if (!good)
        return false;
    for (size_t first = 0; good && (first < fits || !first); first += FITS_AT_A_TIME) {
        const size_t end = first + FITS_AT_A_TIME < fits ? first + FITS_AT_A_TIME : fits;
        json_t *part = document_create_part(made->results, first, end),
               *about = json_pack("{s:b}", "first", first == 0);
        struct template_document *texts = template_open(part, &look, error);

        good = texts && template_fill(output.file, name, texts, about, error);
        template_close(texts);
        json_decref(part);
        json_decref(about);
    }
    return output_close(&output, good ? error : &(struct error){""}) && good;
}

/* Whether a figure draws errors against evaluations. */
static bool has_work(const json_t *document)
{
    const json_t *figures = json_object_get(document, "figures");
    size_t i = 0;

    while (i < json_array_size(figures) && strcmp(text_at(json_array_get(figures, i), "kind"), "work") != 0)
        i++;
    return i < json_array_size(figures);
}

static bool write_data(const struct made *made, const char *directory, struct error *error)
{
    static const char *const names[] = {"fits.csv", "evidence.csv", "claims.csv", "cells.csv", "points.csv"};
    const size_t count = made->results->study->matrix ? 3 : 5; /* no runs and points are kept of a matrix */
    char folder[OUTPUT_PATH];
    bool good = make_folder(folder, directory, "data", error);

    for (size_t i = 0; good && i < count; i++)
        good = made->results->study->matrix && strcmp(names[i], "claims.csv") != 0
                   ? write_parts(made, folder, names[i], error)
                   : write_text(made, folder, names[i], names[i], NULL, error);
    good = good && write_text(made, folder, "timing.csv", "timing.csv", seconds_json(made->results), error);
    if (has_work(made->document))
        good = good && write_text(made, folder, "work_precision.csv", "work_precision.csv", NULL, error);
    return good && write_document(made->results, folder, error);
}

/* ---- Figures ---- */

/* One picture of a figure: of a letter, or of all of them together. */
struct picture {
    size_t figure, letter; /* the figure from 1, as templates count */
    bool whole;            /* of all letters: it has no data of its own */
    char name[300];
};

/* Calls `visit` for every picture that has something to show, as far as it answers true. */
static bool each_picture(const json_t *document, bool visit(const struct picture *picture, void *context),
                         void *context)
{
    const json_t *figures = json_object_get(document, "figures");

    for (size_t i = 0; i < json_array_size(figures); i++) {
        const json_t *figure = json_array_get(figures, i);
        const bool alone = json_is_true(json_object_get(figure, "alone"));
        const size_t letters = document_letters(figure);

        for (size_t letter = 0; letter < letters + !alone; letter++) {
            struct picture picture = {.figure = i + 1, .letter = letter, .whole = letter == letters};

            snprintf(picture.name, sizeof picture.name, "%.250s", text_at(figure, "name"));
            if (!alone && !picture.whole)
                snprintf(picture.name + strlen(picture.name), 2, "%c", (char)('a' + letter));
            if (document_shows(figure, picture.whole ? -1 : (int)letter) && !visit(&picture, context))
                return false;
        }
    }
    return true;
}

/* Where pictures are written, and what became of them. */
struct drawing {
    const struct made *made;
    const char *directory;
    struct error *error;
    bool
        pdf; /* becomes false where there is no PDF, or one whose date cannot be fixed: it would differ from run to run */
};

static bool write_part(const struct drawing *drawing, const struct picture *picture, const char *ending)
{
    char name[310], template[20];

    snprintf(name, sizeof name, "%s.%s", picture->name, ending);
    snprintf(template, sizeof template, "figure.%s", ending);
    return write_text(
        drawing->made, drawing->directory, name, template,
        json_pack("{s:I, s:I}", "figure", (json_int_t)picture->figure, "letter", (json_int_t)picture->letter),
        drawing->error);
}

/* Its script and its data.  A picture of an earlier run must not pass for one of this: it is removed. */
static bool write_picture(const struct picture *picture, void *context)
{
    static const char *const endings[] = {"svg", "png", "pdf"};
    const struct drawing *drawing = context;

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char path[OUTPUT_PATH + 310];

        snprintf(path, sizeof path, "%s/%s.%s", drawing->directory, picture->name, endings[i]);
        unlink(path);
    }
    return write_part(drawing, picture, "gp") && (picture->whole || write_part(drawing, picture, "dat"));
}

/* Draws what write_picture wrote. */
static bool draw_picture(const struct picture *picture, void *context)
{
    struct drawing *drawing = context;
    char path[OUTPUT_PATH + 310];

    if (!gnuplot_run(drawing->directory, picture->name, drawing->error))
        return false;
    snprintf(path, sizeof path, "%s/%s.pdf", drawing->directory, picture->name);
    if (!pdf_fix_dates(path)) {
        unlink(path);
        drawing->pdf = false;
    }
    return true;
}

/* All scripts are written before the first is drawn. */
static bool write_figures(const struct made *made, const char *directory, struct error *error)
{
    char folder[OUTPUT_PATH];
    struct error trouble;
    struct drawing drawing = {made, folder, error, true};

    if (!make_folder(folder, directory, "figures", error) ||
        !each_picture(made->document, write_picture, &drawing))
        return false;
    drawing.error = &trouble;
    if (!each_picture(made->document, draw_picture, &drawing))
        fprintf(stderr, "figures not drawn: %s\n", trouble.text);
    else if (!drawing.pdf)
        fprintf(stderr, "figures not drawn as PDF: gnuplot has no pdfcairo, or its dates cannot be fixed\n");
    return true;
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

/* What is in DIRECTORY/figures. */
struct drawn {
    const char *directory;
    json_t *pictures; /* by their names */
};

static bool read_picture(const struct picture *picture, void *context)
{
    const struct drawn *drawn = context;
    char path[OUTPUT_PATH + 310], *text;

    snprintf(path, sizeof path, "%s/figures/%s.svg", drawn->directory, picture->name);
    text = read_text(path);
    json_object_set_new(drawn->pictures, picture->name, columns_text(text));
    free(text);
    return true;
}

static bool write_page(const struct made *made, const char *directory, struct error *error)
{
    struct drawn drawn = {directory, json_object()};
    json_t *about;

    each_picture(made->document, read_picture, &drawn);
    about = json_pack("{s:o, s:s, s:o}", "charts", charts_json(made->results), "parts", chart_parts(),
                      "pictures", drawn.pictures);
    return write_text(made, directory, "index.html", "study.html", about, error);
}

/* ---- All ---- */

bool report_write_document(const struct results *results, json_t *document, const char *directory,
                           struct error *error)
{
    const struct template_look look = {.width = 100};
    struct made made = {.results = results, .document = document};
    bool good;

    made.texts = template_open(made.document, &look, error);
    good = made.texts && write_tables(&made, directory, error) && write_figures(&made, directory, error) &&
           write_data(&made, directory, error) &&
           (results->study->matrix || write_page(&made, directory, error));
    template_close(made.texts); /* before a matrix, which has as much again */
    good = good && (!results->study->matrix || suite_files_write(results, directory, error));
    return good;
}

bool report_write(const struct results *results, const char *directory, struct error *error)
{
    json_t *document = document_create_told(results);
    const bool good = report_write_document(results, document, directory, error);

    json_decref(document);
    return good;
}

static char *report_text(const struct results *results)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    if (file) {
        document_write_kept(results, file, JSON_COMPACT | JSON_REAL_PRECISION(17));
        fclose(file);
    }
    return text;
}

const struct study_run_words report_words = {report_text, explain_line};
