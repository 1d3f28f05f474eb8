/* Everything that is written about a study: see report.h. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "reports/report.h"

#include "numerics/memory.h"
#include "reports/tables/data.h"
#include "reports/tables/document.h"
#include "reports/figures/pdf.h"
#include "reports/figures/script.h"
#include "reports/explain.h"
#include "reports/output.h"
#include "reports/page/page.h"
#include "reports/tables/orders.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* ---- Figures, and gnuplot as a child process ---- */

/* The letters with data, in an array that the caller frees. */
static size_t *find_letters(const struct panels *panels, size_t *count)
{
    size_t *letters = memory_create(panels->letters + 1, sizeof *letters);

    *count = 0;
    for (size_t letter = 0; letter < panels->letters; letter++) {
        if (panels_has_data(panels, letter))
            letters[(*count)++] = letter;
    }
    return letters;
}

static bool write_points(const struct panels *panels, size_t letter, const char *directory,
                         struct error *error)
{
    char name[SCRIPT_NAME];
    struct output output;

    script_name(panels->figure, letter, name, sizeof name);
    if (!output_open(&output, error, directory, "%s.dat", name))
        return false;
    script_write_data(output.file, panels, letter);
    return output_close(&output, error);
}

/* A picture of an earlier run must not pass for one of this: it is removed. */
static bool write_script(const struct panels *panels, const char *name, size_t letters, const size_t *letter,
                         const char *directory, struct error *error)
{
    static const char *const extensions[] = {"svg", "png", "pdf"};
    struct output output;

    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        char path[OUTPUT_PATH + SCRIPT_NAME + 8];

        snprintf(path, sizeof path, "%s/%s.%s", directory, name, extensions[i]);
        unlink(path);
    }
    if (!output_open(&output, error, directory, "%s.gp", name))
        return false;
    script_write(output.file, panels, name, letters, letter);
    return output_close(&output, error);
}

/* Writes scripts and data of the letters that have data and of the overview NAME; removes older pictures of
 * theirs. False with one line when a file cannot be written. */
static bool write_figure(const struct panels *panels, const char *directory, struct error *error)
{
    size_t count, *letters = find_letters(panels, &count);
    char name[SCRIPT_NAME];
    bool good = true;

    for (size_t i = 0; good && i < count; i++)
        good = write_points(panels, letters[i], directory, error) &&
               write_script(panels, script_name(panels->figure, letters[i], name, sizeof name), 1,
                            letters + i, directory, error);
    if (good && count > 0)
        good = write_script(panels, panels->figure->name, count, letters, directory, error);
    free(letters);
    return good;
}

/* In the child: no return. */
static void become_gnuplot(const char *directory, const char *script)
{
    int null = open("/dev/null", O_RDWR);

    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
    }
    if (chdir(directory) == 0)
        execlp("gnuplot", "gnuplot", "-d", script, (char *)NULL);
    _exit(127);
}

static bool run_gnuplot(const char *directory, const char *name, struct error *error)
{
    char script[SCRIPT_NAME + 4];
    int status = 0;
    pid_t child;

    snprintf(script, sizeof script, "%s.gp", name);
    child = fork();
    if (child < 0)
        return error_set(error, "%s/%s: cannot start gnuplot: %s", directory, script, strerror(errno));
    if (child == 0)
        become_gnuplot(directory, script);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return true;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return error_set(error, "%s/%s: gnuplot was not found; install it and run `gnuplot %s` there",
                         directory, script, script);
    return error_set(error, "%s/%s: gnuplot failed; run `gnuplot %s` there to see why", directory, script,
                     script);
}

/* Draws one script.  A PDF file that would differ from run to run is worse than none. */
static bool draw(const char *directory, const char *name, bool *pdf, struct error *error)
{
    char path[OUTPUT_PATH];

    if (!run_gnuplot(directory, name, error))
        return false;
    if ((size_t)snprintf(path, sizeof path, "%s/%s.pdf", directory, name) >= sizeof path ||
        !pdf_fix_dates(path)) {
        unlink(path);
        *pdf = false;
    }
    return true;
}

/* Draws what write_figure wrote: NAMEa.svg, .png and .pdf, ..., NAME.svg, .png and .pdf.  False with one line
 * when gnuplot cannot be started or fails.  *pdf becomes false where there is no PDF, or one whose date
 * cannot be fixed, which is removed. */
static bool draw_figure(const struct panels *panels, const char *directory, bool *pdf, struct error *error)
{
    size_t count, *letters = find_letters(panels, &count);
    char name[SCRIPT_NAME];
    bool good = true;

    for (size_t i = 0; good && i < count; i++)
        good = draw(directory, script_name(panels->figure, letters[i], name, sizeof name), pdf, error);
    free(letters);
    return good && (count == 0 || draw(directory, panels->figure->name, pdf, error));
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
