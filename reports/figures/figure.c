/* The files of a figure, and gnuplot as a child process.  What stands in them: plot.c, panel_script.c. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "reports/figures/figure.h"

#include "numerics/memory.h"
#include "reports/output.h"
#include "reports/figures/panel_points.h"
#include "reports/figures/panel_script.h"
#include "reports/figures/panels.h"
#include "reports/figures/pdf.h"
#include "reports/figures/plot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROJECTIONS = 5 };

static const char *const projections[PROJECTIONS] = {"none", "standard", "symmetric", "symplectic",
                                                     "midpoint"};

enum { NAME = 128 };

const char *figure_projection(size_t panel)
{
    return projections[panel];
}

const char *figure_panel_name(const struct results_figure *figure, size_t panel, char *buffer, size_t size)
{
    snprintf(buffer, size, "%s%c", figure->name, (char)('a' + panel));
    return buffer;
}

size_t figure_panels(const struct results_figure *figure)
{
    return figure->panels ? figure->panels : PROJECTIONS;
}

bool figure_has_panel(const struct results *results, const struct results_figure *figure, size_t panel)
{
    if (figure->panels) {
        struct panels *panels = panels_create(results, figure);
        bool has = panels_has_data(panels->panel + panel);

        panels_destroy(panels);
        return has;
    }
    return plot_has_projection(results, figure, projections[panel]);
}

/* A picture of an earlier run must not pass for one of this run. */
static void remove_pictures(const char *directory, const char *name)
{
    static const char *const extensions[] = {"svg", "png", "pdf"};
    char path[OUTPUT_PATH];

    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        snprintf(path, sizeof path, "%s/%s.%s", directory, name, extensions[i]);
        unlink(path);
    }
}

static bool write_script(const struct results *results, const struct results_figure *figure,
                         const char *directory, const char *name, size_t rows, const struct plot_row *row,
                         struct error *error)
{
    struct output output;

    remove_pictures(directory, name);
    if (!output_open(&output, error, directory, "%s.gp", name))
        return false;
    plot_write_script(output.file, results, figure, name, rows, row);
    return output_close(&output, error);
}

static bool write_panel_data(const struct panels *panels, size_t panel, const char *name,
                             const char *directory, struct error *error)
{
    struct output output;

    if (!output_open(&output, error, directory, "%s.dat", name))
        return false;
    output_provenance(output.file, "#", &panels->results->provenance);
    panel_points_write(output.file, panels->panel + panel);
    return output_close(&output, error);
}

static bool write_panel_script(const struct panels *panels, const char *name, size_t count,
                               const size_t *shown, const char *directory, struct error *error)
{
    struct output output;

    remove_pictures(directory, name);
    if (!output_open(&output, error, directory, "%s.gp", name))
        return false;
    panel_script_write(output.file, panels, name, count, shown);
    return output_close(&output, error);
}

static bool write_panels(const struct panels *panels, const char *directory, struct error *error)
{
    size_t *shown = memory_create(panels->panels + 1, sizeof *shown), count = 0;
    char name[NAME];
    bool good = true;

    for (size_t panel = 0; good && panel < panels->panels; panel++) {
        if (!panels_has_data(panels->panel + panel))
            continue;
        figure_panel_name(panels->figure, panel, name, sizeof name);
        good = write_panel_data(panels, panel, name, directory, error) &&
               write_panel_script(panels, name, 1, &panel, directory, error);
        shown[count++] = panel;
    }
    if (good && count > 0)
        good = write_panel_script(panels, panels->figure->name, count, shown, directory, error);
    free(shown);
    return good;
}

/* Errors against step sizes. */
static bool write_convergence(const struct results *results, const struct results_figure *figure,
                              const char *directory, struct error *error)
{
    struct plot_row rows[PROJECTIONS];
    char names[PROJECTIONS][NAME], data[PROJECTIONS][NAME + 4];
    struct output output;
    size_t count = 0;

    for (size_t panel = 0; panel < PROJECTIONS; panel++) {
        if (!figure_has_panel(results, figure, panel))
            continue;
        figure_panel_name(figure, panel, names[count], NAME);
        snprintf(data[count], sizeof data[count], "%s.dat", names[count]);
        rows[count] = (struct plot_row){projections[panel], (char)('a' + panel), data[count]};
        if (!output_open(&output, error, directory, "%s", data[count]))
            return false;
        plot_write_data(output.file, results, figure, projections[panel]);
        if (!output_close(&output, error) ||
            !write_script(results, figure, directory, names[count], 1, &rows[count], error))
            return false;
        count++;
    }
    return count == 0 || write_script(results, figure, directory, figure->name, count, rows, error);
}

bool figure_write(const struct results *results, const struct results_figure *figure, const char *directory,
                  struct error *error)
{
    struct panels *panels;
    bool good;

    if (!figure->panels)
        return write_convergence(results, figure, directory, error);
    panels = panels_create(results, figure);
    good = write_panels(panels, directory, error);
    panels_destroy(panels);
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
    char script[NAME + 4];
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

bool figure_draw(const struct results *results, const struct results_figure *figure, const char *directory,
                 bool *pdf, struct error *error)
{
    char name[NAME];
    size_t count = 0;

    for (size_t panel = 0; panel < figure_panels(figure); panel++) {
        if (!figure_has_panel(results, figure, panel))
            continue;
        if (!draw(directory, figure_panel_name(figure, panel, name, sizeof name), pdf, error))
            return false;
        count++;
    }
    return count == 0 || draw(directory, figure->name, pdf, error);
}
