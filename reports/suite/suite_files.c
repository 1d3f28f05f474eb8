/* The files of a suite: see suite.h. */
#include "reports/suite/suite.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/figures/gnuplot.h"
#include "reports/figures/pdf.h"
#include "reports/output.h"
#include "reports/template.h"

struct folder {
    const char *directory;
    struct error *error;
};

/* A file of the folder as the template makes it of the document, which is released; false with a message. */
static bool write_file(const struct folder *folder, const char *name, const char *template, json_t *document)
{
    struct output output;
    bool written = output_open(&output, folder->error, folder->directory, "%s", name);

    if (written) {
        written = template_write(output.file, template, document, folder->error);
        written = output_close(&output, written ? folder->error : &(struct error){""}) && written;
    }
    json_decref(document);
    return written;
}

static bool make_folder(const struct folder *folder, const char *name)
{
    char path[OUTPUT_PATH];

    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder->directory, name) >= sizeof path)
        return error_set(folder->error, "%.200s...: path is too long; name a shorter one", folder->directory);
    return output_make_directory(path, folder->error);
}

/* "models/kepler.html", as the document names it. */
static bool write_page(const struct folder *folder, const char *part, const char *template, json_t *document,
                       const char *slug)
{
    char name[400];

    snprintf(name, sizeof name, "%s/%s.html", part, slug);
    return write_file(folder, name, template, document);
}

static bool write_models(const struct suite *suite, const struct folder *folder)
{
    bool good = make_folder(folder, "models");

    for (size_t i = 0; good && i < suite->blocks; i++) {
        for (size_t k = 0; good && k < suite->block[i].models; k++) {
            json_t *document = suite_document_of_model(suite, i, k);
            const char *slug = json_string_value(json_object_get(json_object_get(document, "model"), "slug"));

            good = write_page(folder, "models", "suite-model.html", document, slug);
        }
    }
    return good;
}

/* Each once, although several blocks may have it. */
static bool write_pairs(const struct suite *suite, const struct folder *folder)
{
    bool good = make_folder(folder, "pairs");

    for (size_t i = 0; good && i < suite->blocks; i++) {
        for (size_t k = 0; good && k < suite->block[i].pairs; k++) {
            json_t *document = suite_document_of_pair(suite, suite->block[i].pair + k);
            const char *slug = json_string_value(json_object_get(json_object_get(document, "pair"), "slug"));

            good = write_page(folder, "pairs", "suite-pair.html", document, slug);
        }
    }
    return good;
}

/* The matrix as tables; false with a message. */
static bool write_tables(const struct folder *folder, json_t *document)
{
    static const char *const endings[] = {"csv", "md", "tex"};
    bool good = make_folder(folder, "tables");

    for (size_t i = 0; good && i < sizeof endings / sizeof *endings; i++) {
        char name[40], template[20];

        snprintf(name, sizeof name, "tables/suite.%s", endings[i]);
        snprintf(template, sizeof template, "suite.%s", endings[i]);
        good = write_file(folder, name, template, json_incref(document));
    }
    return good;
}

/* Draws figures/NAME.gp, if gnuplot is there; a PDF file whose date cannot be fixed is removed. */
static void draw(const struct folder *folder, const char *name)
{
    static const char *const endings[] = {"svg", "pdf"};
    char figures[OUTPUT_PATH], path[OUTPUT_PATH + 64];
    struct error trouble;

    snprintf(figures, sizeof figures, "%.4000s/figures", folder->directory);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s/%s.%s", figures, name, endings[i]);
        unlink(path);
    }
    if (!gnuplot_run(figures, name, &trouble))
        fprintf(stderr, "figures not drawn: %s\n", trouble.text);
    else if (!pdf_fix_dates(path))
        unlink(path);
}

/* The matrix as pictures: for a sheet of A3, and for the width of two columns. */
static bool write_figures(const struct folder *folder, json_t *document)
{
    static const char *const sheets[] = {"a3", "columns"};
    bool good = make_folder(folder, "figures");

    for (size_t i = 0; good && i < sizeof sheets / sizeof *sheets; i++) {
        char name[40], script[60];

        snprintf(name, sizeof name, "suite-%s", sheets[i]);
        snprintf(script, sizeof script, "figures/%s.gp", name);
        json_object_set_new(document, "sheet", json_string(sheets[i]));
        good = write_file(folder, script, "suite.gp", json_incref(document));
        if (good)
            draw(folder, name);
    }
    return good;
}

bool suite_files_write(const struct results *results, const char *directory, struct error *error)
{
    const struct folder folder = {directory, error};
    struct suite *suite = suite_create(results);
    json_t *document = suite_document(suite);
    const bool good = write_file(&folder, "index.html", "suite.html", json_incref(document)) &&
                      write_models(suite, &folder) && write_pairs(suite, &folder) &&
                      write_tables(&folder, document) && write_figures(&folder, document);

    json_decref(document);
    suite_destroy(suite);
    return good;
}
