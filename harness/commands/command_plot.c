/* assay plot: what a study has measured as curves, with axes, curves and panels that the user names. */
#include "harness/commands/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/commands/study_document.h"
#include "reports/figures/gnuplot.h"
#include "reports/figures/pdf.h"
#include "reports/output.h"
#include "reports/template.h"

static const char TEMPLATE[] = "plot.gp";

/* Copies the file to standard output; false with a message. */
static bool copy(const char *path, struct error *error)
{
    char buffer[1 << 14];
    FILE *file = fopen(path, "rb");
    size_t count;

    if (!file)
        return error_set(error, "%s: %s; see what gnuplot says of the script without --format", path,
                         strerror(errno));
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0)
        fwrite(buffer, 1, count, stdout);
    fclose(file);
    return true;
}

/* The script and the picture are made in a folder of their own, which is removed. */
static bool draw(const json_t *document, const char *format, struct error *error)
{
    const char *place = getenv("TMPDIR");
    char folder[200], script[220], picture[220];
    bool done;

    if (snprintf(folder, sizeof folder, "%s/assay-XXXXXX", place && *place ? place : "/tmp") >=
            (int)sizeof folder ||
        !mkdtemp(folder))
        return error_set(error, "%s: cannot be created: %s; set TMPDIR to a folder that can be written",
                         folder, strerror(errno));
    snprintf(script, sizeof script, "%s/plot.gp", folder);
    snprintf(picture, sizeof picture, "%s/plot.%s", folder, format);
    done = template_write_path(script, TEMPLATE, document, error) && gnuplot_run(folder, "plot", error);
    if (done && strcmp(format, "pdf") == 0)
        pdf_fix_dates(picture); /* two runs give the same bytes where dates can be fixed */
    done = done && copy(picture, error);
    unlink(script);
    unlink(picture);
    rmdir(folder);
    return done;
}

static int draw_study(const struct options *options, json_t *request, struct error *error)
{
    bool complete, done;
    struct error ignored;
    json_t *document = study_document_create(options, options->word[0], &complete, error);

    if (document)
        json_object_set(document, "request", request);
    done = document && draw(document, options->format, complete ? error : &ignored);
    json_decref(document);
    return document && !complete ? STATUS_INCOMPLETE : done ? STATUS_COMPLETE : STATUS_UNUSABLE;
}

/* Whether it is a picture, in *picture; false with a message where it is no format. */
static bool find_format(const char *format, bool *picture, struct error *error)
{
    static const char *const formats[] = {"gnuplot", "svg", "png", "pdf"};
    size_t i = 0;

    while (format && i < sizeof formats / sizeof *formats && strcmp(format, formats[i]) != 0)
        i++;
    if (i == sizeof formats / sizeof *formats)
        return error_set(error, "a plot has no format %.60s; write gnuplot, svg, png or pdf", format);
    *picture = i > 0;
    if (i > 1 && isatty(STDOUT_FILENO))
        return error_set(
            error, "a picture cannot be shown on a terminal; write it to a file: assay plot ... >plot.%s",
            format);
    return true;
}

int command_plot(const struct options *options, struct error *error)
{
    bool picture;
    json_t *request;
    int status;

    if (!find_format(options->format, &picture, error) ||
        !options_have_word(options, "plot needs a study", "'assay list studies' names them", error))
        return STATUS_UNUSABLE;
    if (!options->x || !options->y) {
        error_set(error,
                  "plot needs --%s; write for example --x h --y energy_error --by method --panel model",
                  options->x ? "y" : "x");
        return STATUS_UNUSABLE;
    }
    request = study_document_request(options, picture ? options->format : NULL);
    status = picture ? draw_study(options, request, error)
                     : study_document_print(options, TEMPLATE, request, error);
    json_decref(request);
    return status;
}
