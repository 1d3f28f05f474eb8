/* The survey of a paper as a page: see survey_page.h.
 *
 * Order of the page: the counts, the claims in the order of the paper (each with its parts below it), the
 * figures and the tables by the paper's numbers, the studies, provenance.  Links are relative, so that the
 * folder can be opened from a disk or moved; what is not examined or not shown is named as such. */
#include "reports/page/survey_page.h"

#include <stdio.h>
#include <string.h>

#include "reports/page/html.h"
#include "reports/output.h"
#include "reports/page/survey_gallery.h"

enum { MOST_LINKS = 3 }; /* fits that are named for a part of a claim */

static const char style[] = "@media screen and (min-width:641px),print{table.survey td:last-child{width:34%}"
                            "table.survey td:nth-child(2){width:30%}tr.claim>*{border-top:1px solid #999}"
                            "tr.part th{padding-left:1.4rem}}"
                            "tr.part{font-size:.72rem}tr.absent{color:#555}td .verdict{padding-left:0}";

/* -- claims -- */

/* Links to the first fits that decide the part, on the page of its study. */
static void write_fits(FILE *file, const struct survey *survey, const struct survey_part *part)
{
    const struct survey_study *study = survey->study + part->study;
    size_t found = 0;

    for (size_t i = 0; i < study->results->fits; i++) {
        const struct fit *fit = study->results->fit + i;

        if (!survey_decides(fit, part->claim) || found++ >= MOST_LINKS)
            continue;
        fprintf(file, "%s<a href='", found == 1 ? "<div class=\"note\">" : ", ");
        output_html(file, study->name);
        fprintf(file, "/index.html#fit-%zu'>", i + 1);
        output_html(file, fit->id);
        fputs("</a>", file);
    }
    if (found > MOST_LINKS)
        fprintf(file, " and %zu more", found - MOST_LINKS);
    fputs(found ? "</div>" : "", file);
}

/* Where a picture was not drawn its script stands for it. */
static void write_links(FILE *file, const struct survey *survey, const struct survey_outputs *outputs,
                        const char *folder, const char *directory, const char **before)
{
    const bool pictures = strcmp(folder, "figures") == 0;

    for (size_t i = 0; i < outputs->count; i++) {
        const struct survey_output *output = outputs->output + i;
        const char *drawn = survey_has_file(survey, output, folder, "svg", directory) ? "svg" : "gp";
        char path[512];

        fprintf(file, "%s%s%s<a href='", i ? ", " : *before, i ? "" : folder, i ? "" : " ");
        output_html(file, survey_path(survey, output, folder, pictures ? drawn : "txt", path, sizeof path));
        fputs("'>", file);
        output_html(file, output->name);
        fputs("</a>", file);
        *before = "; ";
    }
}

/* Figures, tables, and the studies with the claim. */
static void write_shown(FILE *file, const struct survey *survey, const struct survey_claim *claim,
                        const char *directory)
{
    const char *before = "<div class=\"note\">";

    write_links(file, survey, &claim->figures, "figures", directory, &before);
    write_links(file, survey, &claim->tables, "tables", directory, &before);
    for (size_t i = 0, named = 0; i < survey->studies; i++) {
        if (!survey_examines(survey, claim, i))
            continue;
        fprintf(file, "%s%s<a href='", named ? ", " : before, named ? "" : "study ");
        output_html(file, survey->study[i].name);
        fputs("/index.html#claims'>", file);
        output_html(file, survey->study[i].name);
        fputs("</a>", file);
        before = "; ";
        named++;
    }
    fputs(before[0] == ';' ? "</div>" : "", file);
}

static void write_command(FILE *file, const char *label, const char *command)
{
    if (!command)
        return;
    fprintf(file, "<div class=\"note\">%s<code>", label);
    output_html(file, command);
    fputs("</code></div>", file);
}

static void write_verdict(FILE *file, enum verdict verdict, const char *condition)
{
    enum words_mark mark = words_verdict(verdict);

    fprintf(file, "<td class=\"%s%s\">", html_class(mark), words_differ(mark) ? " differs" : "");
    html_verdict(file, mark, term_word(TERM_VERDICT, verdict));
    if (condition && *condition) {
        fputs("<small>holds where: ", file);
        output_html(file, condition);
        fputs("</small>", file);
    }
    fputs("</td>", file);
}

static void write_text(FILE *file, const char *text, const char *source)
{
    fputs("<td data-label=\"claim\">", file);
    output_html(file, text);
    fputs("<small>", file);
    output_html(file, source);
    fputs("</small></td>", file);
}

static void write_part(FILE *file, const struct survey *survey, const struct survey_part *part)
{
    const struct claim_result *claim = part->claim;

    fputs("<tr class=\"part\"><th scope=\"row\">", file);
    output_html(file, claim->id);
    fputs("<small>", file);
    output_html(file, survey->study[part->study].name);
    fputs("</small></th>", file);
    write_text(file, claim->text, claim->source);
    html_labelled(file, "measured", claim->measured);
    write_verdict(file, claim->verdict, claim->verdict == VERDICT_HOLDS ? NULL : claim->condition);
    fputs("<td data-label=\"evidence\">", file);
    output_html(file, claim->evidence);
    write_fits(file, survey, part);
    fputs("</td></tr>\n", file);
}

/* Whether its parts have rows of their own, below it. */
static bool has_rows(const struct survey_claim *claim)
{
    return claim->parts > 1 || (claim->parts == 1 && strcmp(claim->part->claim->id, claim->id) != 0);
}

static void write_claim(FILE *file, const struct survey *survey, const struct survey_claim *claim,
                        const char *directory)
{
    fprintf(file, "<tr class=\"claim%s\" id=\"", claim->command ? "" : " absent");
    output_html(file, claim->id);
    fputs("\"><th scope=\"row\"><b>", file);
    output_html(file, claim->id);
    fputs("</b></th>", file);
    write_text(file, claim->text, claim->source);
    html_labelled(file, "measured", claim->measured);
    write_verdict(file, claim->verdict, claim->condition);
    fputs("<td data-label=\"evidence\">", file);
    output_html(file, claim->evidence);
    if (claim->parts && !has_rows(claim))
        write_fits(file, survey, claim->part);
    write_shown(file, survey, claim, directory);
    write_command(file, "", claim->command);
    write_command(file, "next: ", claim->next);
    fputs("</td></tr>\n", file);
    for (size_t i = 0; has_rows(claim) && i < claim->parts; i++)
        write_part(file, survey, claim->part + i);
}

static void write_claims(FILE *file, const struct survey *survey, const char *directory)
{
    html_heading(file, "claims", "Claims");
    fputs("<table class=\"folds claims survey\"><thead><tr><th>id</th><th>claim, and where it is made</th>"
          "<th>measured</th><th>verdict</th><th>evidence</th></tr></thead><tbody>\n",
          file);
    for (size_t i = 0; i < survey->claims; i++)
        write_claim(file, survey, survey->claim + i, directory);
    fputs("</tbody></table>\n", file);
    html_element(file, "p",
                 "The verdict on a claim is the worst that a study gives it or one of its parts, which stand "
                 "below it. Not examined: no study of the paper has the claim.");
}

/* -- studies and provenance -- */

static void write_studies(FILE *file, const struct survey *survey)
{
    html_heading(file, "studies", "Studies");
    fputs("<ul class=\"rules\">\n", file);
    for (size_t i = 0; i < survey->studies; i++) {
        const struct survey_study *study = survey->study + i;

        fputs(study->results ? "<li><a href='" : "<li>", file);
        if (study->results) {
            output_html(file, study->name);
            fputs("/index.html'>", file);
        }
        output_html(file, study->title);
        fputs(study->results ? "</a>: " : ": ", file);
        if (study->results)
            fprintf(file, "%zu runs, %zu curves, %zu claim%s%s", study->results->cells, study->results->fits,
                    study->results->claims, study->results->claims == 1 ? "" : "s",
                    study->results->full ? ", the full version" : "");
        else
            fputs("no results", file);
        fputs(study->complete ? "; <code>" : "; not complete; <code>", file);
        output_html(file, study->path);
        fputs("</code></li>\n", file);
    }
    fputs("</ul>\n", file);
}

static void write_provenance(FILE *file, const struct survey *survey)
{
    const struct provenance *p = &survey->provenance;
    const struct {
        const char *term, *value;
    } rows[] = {{"paper", survey->source},         {"assay", p->version},           {"commit", p->commit},
                {"numerics", p->numerics_version}, {"compiler", p->compiler},       {"MPFR", p->mpfr},
                {"processor", p->processor},       {"studies hash", p->study_hash}, {"command", p->command}};

    html_heading(file, "provenance", "Provenance");
    fputs("<dl>\n", file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!rows[i].value || !*rows[i].value)
            continue;
        fprintf(file, "<dt>%s</dt><dd>", rows[i].term);
        output_html(file, rows[i].value);
        fputs("</dd>\n", file);
    }
    fputs("</dl>\n<p>The same as files: <a href='claims.md'>claims.md</a>, <a "
          "href='claims.csv'>claims.csv</a>, "
          "<a href='claims.tex'>claims.tex</a>, <a href='claims.json'>claims.json</a>. How to cite the "
          "measurements is said on the page of each study.</p>\n",
          file);
}

/* -- the page -- */

static void write_head(FILE *file, const struct survey *survey)
{
    char sentence[400];

    html_begin(file, survey->title);
    fputs("<style>", file);
    fputs(style, file);
    survey_gallery_style(file);
    fputs("</style></head><body>\n", file);
    html_element(file, "h1", survey->title);
    fputs("<p class=\"source\">", file);
    output_html(file, survey->source);
    fputs("</p>\n", file);
    if (survey->full)
        html_element(file, "p", "The full version: what its studies say for --full.");
    html_element(file, "p", survey_sentence(survey, sentence, sizeof sentence));
    fputs("<nav><a href='#claims'>Claims</a>\n<a href='#figures'>Figures</a>\n<a href='#tables'>Tables</a>\n"
          "<a href='#studies'>Studies</a>\n<a href='#provenance'>Provenance</a>\n</nav>\n",
          file);
}

bool survey_page_write(const struct survey *survey, const char *directory, struct error *error)
{
    struct output output;

    if (!output_open(&output, error, directory, "index.html"))
        return false;
    write_head(output.file, survey);
    write_claims(output.file, survey, directory);
    survey_gallery_write(output.file, survey, directory);
    write_studies(output.file, survey);
    write_provenance(output.file, survey);
    fputs("</body></html>\n", output.file);
    return output_close(&output, error);
}
