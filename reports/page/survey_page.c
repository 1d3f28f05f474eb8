/* The survey of a paper as a page: see survey.h.
 *
 * Order of the page: the counts, the claims in the order of the paper (each with its parts below it), the
 * figures and the tables by the paper's numbers, so that what is missing is seen, the studies, provenance.  Links are
 * relative, so that the folder can be opened from a disk or moved; pictures are files beside the page. */
#include "reports/page/survey.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reports/output.h"
#include "reports/figures/panels.h"
#include "reports/page/html.h"

enum { MOST_LINKS = 3 }; /* fits that are named for a part of a claim */

struct page {
    FILE *file;
    const struct survey *survey;
    const char *place; /* the folder that has those of the studies */
};

static const char *name_of(const struct page *page, size_t study)
{
    return page->survey->study[study].study->name;
}

/* The path of the file with that ending, where it is there; else NULL. */
static const char *find_file(const struct page *page, const struct survey_output *output,
                             enum survey_kind kind, const char *ending, char *buffer, size_t size)
{
    char path[OUTPUT_PATH];

    survey_outputs_path(page->survey, output, kind, ending, buffer, size);
    snprintf(path, sizeof path, "%s/%.600s", page->place, buffer);
    return access(path, R_OK) == 0 ? buffer : NULL;
}

/* Whether the runs of its study have what the figure shows; else files of it are those of an earlier run. */
static bool is_shown(const struct page *page, const struct survey_output *output)
{
    const struct results *results = page->survey->study[output->study].results;

    for (size_t i = 0; i < results->figures; i++) {
        if (strcmp(results->figure[i].name, output->name) == 0)
            return panels_of_figure_show(results, results->figure + i);
    }
    return false;
}

/* -- claims -- */

/* Links to the first fits that decide the part, on the page of its study. */
static void write_fits(FILE *file, const struct page *page, const struct survey_part *part)
{
    const struct results *results = page->survey->study[part->study].results;
    size_t found = 0;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!results_decides(fit, part->claim) || found++ >= MOST_LINKS)
            continue;
        fputs(found == 1 ? "<div class=\"note\">" : ", ", file);
        html_print(file, "<a href='%s/index.html#fit-%zu'>%s</a>", name_of(page, part->study), i + 1,
                   fit->id);
    }
    if (found > MOST_LINKS)
        fprintf(file, " and %zu more", found - MOST_LINKS);
    fputs(found ? "</div>" : "", file);
}

/* Figures, tables, and the studies with the claim.  Where a picture was not drawn its script stands for it. */
static void write_shown(FILE *file, const struct page *page, const struct survey_claim *claim)
{
    for (enum survey_kind kind = 0; kind < SURVEY_KINDS; kind++) {
        const struct survey_outputs *outputs = &claim->shown[kind];
        size_t named = 0;

        for (size_t i = 0; i < outputs->count; i++) {
            const struct survey_output *output = outputs->output + i;
            char path[512];

            if (kind == SURVEY_FIGURES && !is_shown(page, output))
                continue;
            if (kind == SURVEY_TABLES || !find_file(page, output, kind, "svg", path, sizeof path))
                survey_outputs_path(page->survey, output, kind, kind == SURVEY_TABLES ? "txt" : "gp", path,
                                    sizeof path);
            fputs(named ? "," : "<div class=\"note\">", file);
            html_print(file, "%s <a href='%s'>%s</a>", named++ ? "" : survey_outputs_folder(kind), path,
                       output->name);
        }
        fputs(named ? "</div>" : "", file);
    }
    for (size_t i = 0; i < page->survey->studies; i++) {
        if (survey_examines(page->survey, claim, i))
            html_print(file, "<div class=\"note\">study <a href='%s/index.html#claims'>%s</a></div>",
                       name_of(page, i), name_of(page, i));
    }
}

static void write_command(FILE *file, const char *label, const char *command)
{
    if (command)
        html_print(file, "<div class=\"note\">%s<code>%s</code></div>", label, command);
}

/* Adds the row, with links to what it rests on; `claim` NULL: of a part. */
static void add_row(struct table *table, const struct page *page, const struct survey_claim *claim,
                    const struct survey_part *part)
{
    const struct words_statement *row = claim ? &claim->row : &part->row;
    size_t size;
    char *markup;
    FILE *file = open_memstream(&markup, &size);

    if (part)
        write_fits(file, page, part);
    if (claim)
        write_shown(file, page, claim);
    write_command(file, "", row->command);
    write_command(file, "next: ", row->next);
    fclose(file);
    claims_add_shown(table, row, markup);
    free(markup);
    table_name_row(table, claim ? row->id : NULL, !claim ? "part" : row->command ? "claim" : "claim absent");
}

/* A part has a row of its own where there are several, or it has another name. */
static void write_claims(const struct page *page)
{
    struct table *table = table_create("id", CLAIMS_SHOWN, claims_shown);

    html_heading(page->file, "claims", "Claims");
    for (size_t i = 0; i < page->survey->claims; i++) {
        const struct survey_claim *claim = page->survey->claim + i;
        const bool alone = claim->parts == 1 && strcmp(claim->part->row.id, claim->row.id) == 0;

        add_row(table, page, claim, alone ? claim->part : NULL);
        for (size_t k = 0; !alone && k < claim->parts; k++)
            add_row(table, page, NULL, claim->part + k);
    }
    table_write_html(page->file, table, "folds claims survey", TABLE_FOLDS);
    table_destroy(table);
    html_element(page->file, "p",
                 "The verdict on a claim is the worst that a study gives it or one of its parts, which stand "
                 "below it. Not examined: no study of the paper has the claim.");
}

/* -- figures and tables -- */

/* "Figures of the paper that its claims speak of: 3, 8; shown by no study: 9, 10.", those that are shown as links to
 * their first place below. */
static void write_numbers(FILE *file, const struct survey_numbers *all, const char *title, const char *word)
{
    const char *before = "";

    if (!all->count)
        return;
    fprintf(file, "<p>%s of the paper that its claims speak of: ", title);
    for (size_t i = 0; i < all->count; i++) {
        if (!all->number[i].shown.count)
            continue;
        fprintf(file, "%s<a href='#%s-%u'>%u</a>", before, word, all->number[i].number,
                all->number[i].number);
        before = ", ";
    }
    before = *before ? "; shown by no study: " : "none; shown by no study: ";
    for (size_t i = 0; i < all->count; i++) {
        if (all->number[i].shown.count)
            continue;
        fprintf(file, "%s%u", before, all->number[i].number);
        before = ", ";
    }
    fputs(".</p>\n", file);
}

static void write_caption(const struct page *page, const struct survey_output *output, enum survey_kind kind,
                          unsigned number)
{
    const char *study = name_of(page, output->study);

    if (number)
        fprintf(page->file, "<b>%s %u.</b> ", kind == SURVEY_FIGURES ? "Figure" : "Table", number);
    html_print(page->file, "%s (<a href='%s/index.html#%s'>%s</a>)", output->title, study,
               survey_outputs_folder(kind), study);
}

static void write_picture(const struct page *page, const struct survey_output *output)
{
    char path[512];

    if (!is_shown(page, output))
        fputs("<p class=\"nothing\">The runs have nothing that it would show.</p>", page->file);
    else if (find_file(page, output, SURVEY_FIGURES, "svg", path, sizeof path))
        html_print(page->file, "<a href='%s'><img loading=\"lazy\" src='%s' alt='%s'></a>", path, path,
                   output->title);
    else
        html_print(page->file,
                   "<p class=\"nothing\">The picture was not drawn: <a href='%s'>gnuplot draws it</a>.</p>",
                   survey_outputs_path(page->survey, output, SURVEY_FIGURES, "gp", path, sizeof path));
}

static void write_formats(const struct page *page, const struct survey_output *output)
{
    static const char *const endings[] = {"txt", "md", "csv", "tex"};
    char path[512];

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (find_file(page, output, SURVEY_TABLES, endings[i], path, sizeof path))
            html_print(page->file, ", <a href='%s'>%s</a>", path, endings[i]);
    }
}

/* A figure with its small picture, or a table in a line; `number` 0: none of the paper's.  The first of a number can be
 * linked to. */
static void write_output(const struct page *page, const struct survey_output *output, enum survey_kind kind,
                         unsigned number, bool first)
{
    const bool figure = kind == SURVEY_FIGURES;

    fputs(figure ? "<figure" : "<li", page->file);
    if (first && number)
        fprintf(page->file, " id=\"%s-%u\"", figure ? "figure" : "table", number);
    fputc('>', page->file);
    if (figure) {
        write_picture(page, output);
        fputs("<figcaption>", page->file);
    }
    write_caption(page, output, kind, number);
    if (!figure)
        write_formats(page, output);
    fputs(figure ? "</figcaption></figure>\n" : "</li>\n", page->file);
}

static bool has_gallery(const struct survey *survey, enum survey_kind kind)
{
    return survey->numbers[kind].count || survey->numbers[kind].others.count;
}

static void write_gallery(const struct page *page, enum survey_kind kind)
{
    const struct survey_numbers *all = &page->survey->numbers[kind];
    const bool figures = kind == SURVEY_FIGURES;
    const char *title = figures ? "Figures" : "Tables";

    if (!has_gallery(page->survey, kind))
        return;
    html_heading(page->file, survey_outputs_folder(kind), title);
    write_numbers(page->file, all, title, figures ? "figure" : "table");
    fputs(figures ? "<div class=\"gallery\">\n" : "<ul class=\"rules\">\n", page->file);
    for (size_t i = 0; i < all->count; i++) {
        for (size_t k = 0; k < all->number[i].shown.count; k++)
            write_output(page, all->number[i].shown.output + k, kind, all->number[i].number, k == 0);
    }
    for (size_t i = 0; i < all->others.count; i++)
        write_output(page, all->others.output + i, kind, 0, false);
    fputs(figures ? "</div>\n" : "</ul>\n", page->file);
}

/* -- studies and provenance -- */

static void write_studies(FILE *file, const struct survey *survey)
{
    html_heading(file, "studies", "Studies");
    fputs("<ul class=\"rules\">\n", file);
    for (size_t i = 0; i < survey->studies; i++) {
        const struct study *study = survey->study[i].study;
        const struct results *results = survey->study[i].results;

        if (results)
            html_print(file, "<li><a href='%s/index.html'>%s</a>: %zu runs, %zu curves, %zu claim%s%s",
                       study->name, study->title, results->cells, results->fits, results->claims,
                       results->claims == 1 ? "" : "s", results->study->in_full ? ", the full version" : "");
        else
            html_print(file, "<li>%s: no results", study->title);
        html_print(file, "%s; <code>%s</code></li>\n", survey->study[i].complete ? "" : "; not complete",
                   study->path);
    }
    fputs("</ul>\n", file);
}

static void write_provenance(FILE *file, const struct survey *survey)
{
    html_heading(file, "provenance", "Provenance");
    html_provenance(file, "paper", survey->source, &survey->provenance);
    fputs("<p>The same as files: <a href='claims.md'>claims.md</a>, <a href='claims.csv'>claims.csv</a>, "
          "<a href='claims.tex'>claims.tex</a>, <a href='claims.json'>claims.json</a>. How to cite the "
          "measurements is said on the page of each study.</p>\n",
          file);
}

/* -- the page -- */

static void write_head(FILE *file, const struct survey *survey)
{
    char sentence[400];

    html_begin(file, survey->title);
    html_print(file, "<h1>%s</h1>\n<p class=\"source\">%s</p>\n", survey->title, survey->source);
    if (survey->full)
        html_element(file, "p", "The full version: what its studies say for --full.");
    html_element(file, "p", survey_sentence(survey, sentence, sizeof sentence));
    fputs("<nav><a href='#claims'>Claims</a>\n", file);
    if (has_gallery(survey, SURVEY_FIGURES))
        fputs("<a href='#figures'>Figures</a>\n", file);
    if (has_gallery(survey, SURVEY_TABLES))
        fputs("<a href='#tables'>Tables</a>\n", file);
    fputs("<a href='#studies'>Studies</a>\n<a href='#provenance'>Provenance</a>\n</nav>\n", file);
}

bool survey_page_write(const struct survey *survey, const char *directory, const char *place,
                       struct error *error)
{
    struct output output;
    struct page page = {.survey = survey, .place = place};

    if (!output_open(&output, error, directory, "index.html"))
        return false;
    page.file = output.file;
    write_head(page.file, survey);
    write_claims(&page);
    for (enum survey_kind kind = 0; kind < SURVEY_KINDS; kind++)
        write_gallery(&page, kind);
    write_studies(page.file, survey);
    write_provenance(page.file, survey);
    fputs("</body></html>\n", page.file);
    return output_close(&output, error);
}
