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

bool suite_files_write(const struct results *results, const char *directory, struct error *error)
{
    const struct folder folder = {directory, error};
    struct suite *suite = suite_create(results);
    const bool good = write_file(&folder, "index.html", "suite.html", suite_document(suite)) &&
                      write_models(suite, &folder) && write_pairs(suite, &folder);

    suite_destroy(suite);
    return good;
}
