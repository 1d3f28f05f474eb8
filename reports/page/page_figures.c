/* A figure of the study on the page: see page.h.
 *
 * gnuplot gives the markers of every picture the same identifiers (gpPt0, ...), with sizes of their own.  In
 * one page the first would serve all pictures; so every identifier and every reference to one gets the name
 * of the picture. */

#include "reports/page/page.h"

#include "reports/figures/script.h"
#include "reports/page/html.h"
#include "reports/shell.h"
#include "reports/words.h"

#include <stdlib.h>
#include <string.h>

/* ---- Pictures ---- */

/* What an identifier or a reference to one begins with, up to where the identifier starts. */
static const char *const identifiers[] = {" id=\"", " id='", "href=\"#", "href='#", "url(#", "url('#"};

static size_t identifier_at(const char *text)
{
    for (size_t i = 0; i < sizeof identifiers / sizeof *identifiers; i++) {
        size_t length = strlen(identifiers[i]);

        if (strncmp(text, identifiers[i], length) == 0)
            return length;
    }
    return 0;
}

/* Copies a line, its identifiers prefixed with `name`. */
static void copy_line(FILE *page, const char *line, const char *name)
{
    while (*line) {
        const size_t length = identifier_at(line);

        fprintf(page, "%.*s", (int)(length ? length : 1), line);
        line += length ? length : 1;
        if (length)
            fprintf(page, "%s-", name);
    }
}

/* Copies the <svg> element of a file into `page`, its identifiers prefixed with `name`, so that pictures of
 * one page do not share them, and its links kept inside the element.  False when the file cannot be read or
 * holds none. */
static bool inline_picture(FILE *page, const char *path, const char *name)
{
    FILE *file = fopen(path, "r");
    bool inside = false;
    char *line = NULL;
    size_t size = 0;

    while (file && getline(&line, &size, file) >= 0) {
        const char *begin = inside ? line : strstr(line, "<svg");

        inside |= begin != NULL;
        copy_line(page, begin ? begin : "", name);
    }
    free(line);
    if (file)
        fclose(file);
    return inside;
}

/* Opens the element <figure>. */
static void write_picture(FILE *file, const char *directory, const char *name)
{
    char path[OUTPUT_PATH];

    snprintf(path, sizeof path, "%s/figures/%s.svg", directory, name);
    fputs("<figure><div class=\"scroll\">\n", file);
    if (!inline_picture(file, path, name))
        fprintf(file,
                "<p>The picture was not drawn: run <code>gnuplot %s.gp</code> in the folder figures.</p>\n",
                name);
}

/* ---- Convergence ---- */

static void write_convergence(FILE *file, const struct panels *panels, const char *directory)
{
    char name[SCRIPT_NAME], projection[128];

    if (!panels_has_data(panels, panels->letters))
        fputs("<p>These runs have nothing that it would show.</p>\n", file);
    else if (panels->initial)
        html_print(file, "<p>Drawn are the initial data %s; the others are in the tables and below.</p>\n",
                   panels->initial);
    for (size_t letter = 0; letter < panels->letters; letter++) {
        const struct panels_panel *panel = panels->panel;

        if (!panels_has_data(panels, letter))
            continue;
        while (panel->letter != letter)
            panel++;
        script_name(panels, letter, name, sizeof name);
        write_picture(file, directory, name);
        fputs("</div><figcaption>", file);
        if (!panels->alone)
            fprintf(file, "Panel (%c), ", (char)('a' + letter));
        html_print(
            file, "%s: error against %s. Script and data: figures/%s.gp, %s.dat.</figcaption></figure>\n",
            panels_projection(panel->projection, projection, sizeof projection),
            panels->figure->against_work
                ? "evaluations of the right-hand side, which are those of all stages in all iterations; of a "
                  "program, all that it asks for (data/work_precision.csv)"
                : "step size",
            name, name);
    }
}

/* ---- Histories ---- */

/* What is behind the name of a channel, in a sentence. */
static const char *const looks[] = {
    [PANELS_MAGNITUDE] = ", largest magnitude in each interval of the run",
    [PANELS_SIGNED] = ", from the least to the largest of each interval, with its mean",
    [PANELS_MEANS] = ", mean of each interval of the run",
    [PANELS_MAXIMA] = ", largest magnitude in each tenth of the run less that in the first",
    [PANELS_POINTS] = " at the end of each interval of the run",
    [PANELS_LINES] = " at the end of each interval of the run, joined by lines",
    [PANELS_LOOP] = " at some times of the run",
    [PANELS_LOOP_START] = " at some times of the first tenth of the run",
    [PANELS_SURFACE] = ", its edges and a mesh, at some times of the run",
    [PANELS_SURFACE_START] = ", its edges and a mesh, at some times of the first tenth of the run",
};

/* The first curve with a history: it has the model, data and step of all. */
static const struct panels_curve *first_of(const struct panels_panel *panel)
{
    size_t c = 0;

    while (c + 1 < panel->curves && !panel->curve[c].history)
        c++;
    return panel->curve + c;
}

static void write_data(FILE *file, const struct panels_panel *panel)
{
    const struct cell *cell = first_of(panel)->cell;
    char precision[80], channel[128];

    html_print(file, ": the %s%s; %s from the data %s, h = %s, %lu steps, %s. Data: ",
               panels_channel(panel->asked->channel, cell->problem->system, channel, sizeof channel),
               looks[panel->look], cell->problem->model->name, cell->problem->initial->name, cell->step,
               cell->steps,
               strchr(panel->asked->precision, '*')
                   ? "several precisions"
                   : words_precision(cell->precision->text, precision, sizeof precision));
}

/* Whether one sentence says what is in both panels. */
static bool is_alike(const struct panels *panels, size_t i, size_t k)
{
    const struct panels_panel *a = panels->panel + i, *b = panels->panel + k;
    const bool data = panels_shows(a);
    const struct cell *first, *second;

    if (!data || data != panels_shows(b))
        return data == panels_shows(b);
    first = first_of(a)->cell;
    second = first_of(b)->cell;
    return a->look == b->look && strcmp(a->asked->channel, b->asked->channel) == 0 &&
           strcmp(a->asked->precision, b->asked->precision) == 0 && first->problem == second->problem &&
           strcmp(first->step, second->step) == 0 && first->steps == second->steps;
}

/* A line for the panels from `begin` to before `end`, which are alike. */
static void write_line(FILE *file, const struct panels *panels, size_t begin, size_t end)
{
    const struct panels_panel *panel = panels->panel + begin;
    char name[SCRIPT_NAME];

    for (size_t i = begin; i < end; i++) {
        const char *title = panels->panel[i].title;

        fputs(i > begin ? ", " : "", file);
        if (!panels->alone)
            fprintf(file, "(%c)%s", (char)('a' + panels->panel[i].letter), *title ? " " : "");
        html_print(file, "%s", title);
    }
    if (!panels_shows(panel)) {
        fputs(": no run has kept what it would show.<br>\n", file);
        return;
    }
    write_data(file, panel);
    for (size_t i = begin; i < end; i++) {
        if (i > begin && panels->panel[i].letter == panels->panel[i - 1].letter)
            continue;
        script_name(panels, panels->panel[i].letter, name, sizeof name);
        fprintf(file, "%s%s.dat", i > begin ? ", " : "figures/", name);
    }
    fputs(".<br>\n", file);
}

static void write_lines(FILE *file, const struct panels *panels)
{
    size_t begin = 0;

    for (size_t end = 1; end <= panels->panels; end++) {
        if (end < panels->panels && is_alike(panels, begin, end))
            continue;
        write_line(file, panels, begin, end);
        begin = end;
    }
}

/* The command that makes the figure again: studies/PAPER/NAME.lua is a study of a paper. */
static void write_command(FILE *file, const struct results *results, const struct study_figure *figure)
{
    static const char folder[] = "studies/";
    const char *path = results->study->path ? results->study->path : results->study->name;
    const char *paper = strstr(path, folder), *slash;
    char word[1024], quoted[4099], option[4110];

    paper = paper ? paper + strlen(folder) : path;
    slash = strchr(paper, '/');
    if (slash && paper != path && !strchr(slash + 1, '/')) {
        snprintf(word, sizeof word, "%.*s:%s", (int)(slash - paper), paper, figure->name);
        html_print(file, "Again: <code>assay reproduce %s%s%s</code>",
                   shell_word(word, quoted, sizeof quoted), results->study->in_full ? " --full" : "",
                   shell_store(results->provenance.store, option, sizeof option));
    } else {
        html_print(file, "Again: <code>assay run %s%s%s</code>", shell_word(path, quoted, sizeof quoted),
                   results->study->in_full ? " --full" : "",
                   shell_store(results->provenance.store, option, sizeof option));
    }
}

static void write_histories(FILE *file, const struct panels *panels, const char *directory)
{
    const struct study_figure *figure = panels->figure;
    const bool any = panels_has_data(panels, panels->letters);

    if (any)
        write_picture(file, directory, figure->name);
    else
        fputs("<figure><div><p>No run has kept what it would show.</p>\n", file);
    fputs("</div><figcaption>", file);
    if (any) {
        write_lines(file, panels);
        fprintf(file, "A cross ends a run that broke down. Script: figures/%s.gp. ", figure->name);
    }
    write_command(file, panels->results, figure);
    fputs("</figcaption></figure>\n", file);
}

void page_figures_write(FILE *file, const struct panels *panels, const char *directory)
{
    html_print(file, "<h3>%s</h3>\n<p class=\"source\">%s</p>\n", panels->figure->title,
               panels->figure->source);
    if (panels->figure->panels)
        write_histories(file, panels, directory);
    else
        write_convergence(file, panels, directory);
}
