/* Figures and tables on the page of a survey: see survey_gallery.h.
 *
 * The paper's numbers come first, so that what is missing is seen; then the pictures themselves, small, as
 * files beside the page. */
#include "reports/page/survey_gallery.h"

#include "reports/page/html.h"
#include "reports/output.h"

void survey_gallery_style(FILE *file)
{
    fputs(
        ".gallery{display:grid;grid-template-columns:repeat(auto-fill,minmax(19rem,1fr));gap:1rem}"
        ".gallery figure{margin:0;border:1px solid #ddd;padding:.4rem}"
        ".gallery img{width:100%;height:11rem;object-fit:contain;display:block}"
        ".gallery p.nothing{min-height:3rem}"
        "ul.numbers{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem .9rem;font-size:.85rem}",
        file);
}

/* -- numbers -- */

/* The numbers that studies show, each a link to its first place below, or those that none does; nothing where
 * there is none. */
static void write_those(FILE *file, const struct survey_numbers *all, bool shown, const char *before,
                        const char *id)
{
    for (size_t i = 0; i < all->count; i++) {
        const unsigned number = all->number[i].number;

        if ((all->number[i].shown.count > 0) != shown)
            continue;
        if (shown)
            fprintf(file, "%s<a href='#%s-%u'>%u</a>", before, id, number, number);
        else
            fprintf(file, "%s%u", before, number);
        before = ", ";
    }
}

/* "Figures of the paper that its claims speak of: 3, 8; shown by no study: 9, 10." */
static void write_numbers(FILE *file, const struct survey_numbers *all, const char *title, const char *id)
{
    char before[200];
    size_t shown = 0;

    if (!all->count)
        return;
    for (size_t i = 0; i < all->count; i++)
        shown += all->number[i].shown.count > 0;
    snprintf(before, sizeof before, "<p>%s of the paper that its claims speak of: ", title);
    write_those(file, all, true, before, id);
    if (!shown)
        fprintf(file, "%snone", before);
    write_those(file, all, false, "; shown by no study: ", id);
    fputs(".</p>\n", file);
}

/* -- figures -- */

static void write_link(FILE *file, const struct survey *survey, const struct survey_output *output,
                       const char *folder, const char *ending, const char *text)
{
    char path[512];

    fputs("<a href='", file);
    output_html(file, survey_path(survey, output, folder, ending, path, sizeof path));
    fputs("'>", file);
    output_html(file, text);
    fputs("</a>", file);
}

static void write_caption(FILE *file, const struct survey *survey, const struct survey_output *output,
                          unsigned number, const char *word)
{
    const char *study = survey->study[output->study].name;

    if (number)
        fprintf(file, "<b>%s %u.</b> ", word, number);
    output_html(file, output->title);
    fputs(" (<a href='", file);
    output_html(file, study);
    fprintf(file, "/index.html#%s'>", word[0] == 'F' ? "figures" : "tables");
    output_html(file, study);
    fputs("</a>)", file);
}

/* A figure of a study; `number` 0: none of the paper's. */
static void write_figure(FILE *file, const struct survey *survey, const struct survey_output *output,
                         unsigned number, const char *id, const char *directory)
{
    char path[512];

    fprintf(file, "<figure%s>", id);
    if (survey_has_file(survey, output, "figures", "svg", directory)) {
        survey_path(survey, output, "figures", "svg", path, sizeof path);
        fputs("<a href='", file);
        output_html(file, path);
        fputs("'><img loading=\"lazy\" src='", file);
        output_html(file, path);
        fputs("' alt='", file);
        output_html(file, output->title);
        fputs("'></a>", file);
    } else {
        fputs("<p class=\"nothing\">The picture was not drawn: ", file);
        write_link(file, survey, output, "figures", "gp", "gnuplot draws it");
        fputs(".</p>", file);
    }
    fputs("<figcaption>", file);
    write_caption(file, survey, output, number, "Figure");
    fputs("</figcaption></figure>\n", file);
}

/* A table of a study in a line, in the formats it was written in. */
static void write_table(FILE *file, const struct survey *survey, const struct survey_output *output,
                        unsigned number, const char *id, const char *directory)
{
    static const char *const endings[] = {"txt", "md", "csv", "tex"};

    fprintf(file, "<li%s>", id);
    write_caption(file, survey, output, number, "Table");
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        if (!survey_has_file(survey, output, "tables", endings[i], directory))
            continue;
        fputs(", ", file);
        write_link(file, survey, output, "tables", endings[i], endings[i]);
    }
    fputs("</li>\n", file);
}

/* -- both -- */

typedef void write_one(FILE *file, const struct survey *survey, const struct survey_output *output,
                       unsigned number, const char *id, const char *directory);

static void write_all(FILE *file, const struct survey *survey, const struct survey_numbers *all,
                      const char *word, const char *directory, write_one *write)
{
    for (size_t i = 0; i < all->count; i++) {
        for (size_t k = 0; k < all->number[i].shown.count; k++) {
            char id[64] = "";

            if (k == 0)
                snprintf(id, sizeof id, " id=\"%s-%u\"", word, all->number[i].number);
            write(file, survey, all->number[i].shown.output + k, all->number[i].number, id, directory);
        }
    }
    for (size_t i = 0; i < all->others.count; i++)
        write(file, survey, all->others.output + i, 0, "", directory);
}

void survey_gallery_write(FILE *file, const struct survey *survey, const char *directory)
{
    html_heading(file, "figures", "Figures");
    write_numbers(file, &survey->figures, "Figures", "figure");
    fputs("<div class=\"gallery\">\n", file);
    write_all(file, survey, &survey->figures, "figure", directory, write_figure);
    fputs("</div>\n", file);
    html_heading(file, "tables", "Tables");
    write_numbers(file, &survey->tables, "Tables", "table");
    fputs("<ul class=\"rules\">\n", file);
    write_all(file, survey, &survey->tables, "table", directory, write_table);
    fputs("</ul>\n", file);
}
