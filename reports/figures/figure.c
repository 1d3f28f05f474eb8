/* The files of a figure, and gnuplot as a child process.  What stands in them: script.c. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "reports/figures/figure.h"

#include "numerics/memory.h"
#include "reports/figures/pdf.h"
#include "reports/figures/script.h"
#include "reports/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

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

static bool write_data(const struct panels *panels, size_t letter, const char *directory, struct error *error)
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
        snprintf(output.path, sizeof output.path, "%s/%s.%s", directory, name, extensions[i]);
        unlink(output.path);
    }
    if (!output_open(&output, error, directory, "%s.gp", name))
        return false;
    script_write(output.file, panels, name, letters, letter);
    return output_close(&output, error);
}

bool figure_write(const struct panels *panels, const char *directory, struct error *error)
{
    size_t count, *letters = find_letters(panels, &count);
    char name[SCRIPT_NAME];
    bool good = true;

    for (size_t i = 0; good && i < count; i++)
        good = write_data(panels, letters[i], directory, error) &&
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

bool figure_draw(const struct panels *panels, const char *directory, bool *pdf, struct error *error)
{
    size_t count, *letters = find_letters(panels, &count);
    char name[SCRIPT_NAME];
    bool good = true;

    for (size_t i = 0; good && i < count; i++)
        good = draw(directory, script_name(panels->figure, letters[i], name, sizeof name), pdf, error);
    free(letters);
    return good && (count == 0 || draw(directory, panels->figure->name, pdf, error));
}
