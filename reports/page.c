/* The report as one page: no script, nothing loaded from elsewhere, printable on A4.
 *
 * Order of the page: what was run and the counts, what needs attention, the claims, the tables, the figures,
 * methods x projections at a glance, the rules, provenance.  Words carry the verdicts; weight, symbols and
 * colours repeat them. */
#include "reports/page.h"

#include "reports/attention.h"
#include "reports/figure.h"
#include "reports/html.h"
#include "reports/layout.h"
#include "reports/matrix.h"
#include "reports/output.h"
#include "reports/picture.h"
#include "reports/table.h"
#include "reports/tally.h"

#include <stdlib.h>
#include <string.h>

/* ---- What was run ---- */

/* Number of different strings at `offset` in `count` structures of `size` bytes. */
static size_t count_distinct(const void *base, size_t count, size_t size, size_t offset)
{
    const char *bytes = base;
    size_t distinct = 0;

    for (size_t i = 0; i < count; i++) {
        const char *text = *(const char *const *)(const void *)(bytes + i * size + offset);
        size_t k = 0;

        while (k < i && strcmp(text, *(const char *const *)(const void *)(bytes + k * size + offset)) != 0)
            k++;
        distinct += k == i;
    }
    return distinct;
}

static size_t count_status(const struct results *results, const char *status)
{
    size_t count = 0;

    for (size_t i = 0; i < results->cells; i++)
        count += strcmp(results->cell[i].status, status) == 0;
    return count;
}

static void write_counted(FILE *file, size_t count, const char *noun, const char *after)
{
    fprintf(file, "%zu %s%s%s", count, noun, count == 1 ? "" : "s", after);
}

static void write_runs(FILE *file, const struct results *results)
{
    static const struct {
        size_t offset;
        const char *noun, *after;
    } axes[] = {
        {offsetof(struct cell, method), "method", " with "},
        {offsetof(struct cell, projection), "projection", " on "},
        {offsetof(struct cell, model), "model", " at "},
        {offsetof(struct cell, step), "step size", ""},
    };
    static const struct {
        const char *status, *words;
    } others[] = {{"broke-down", "broke down"},
                  {"crashed", "crashed"},
                  {"incomplete", "are incomplete"},
                  {"not-applicable", "do not apply"}};

    fputs("<p>", file);
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        write_counted(file,
                      count_distinct(results->cell, results->cells, sizeof *results->cell, axes[i].offset),
                      axes[i].noun, axes[i].after);
    fputs(": ", file);
    write_counted(file, results->cells, "run", ", of which ");
    fprintf(file, "%zu completed", count_status(results, "completed"));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t count = count_status(results, others[i].status);

        if (count > 0)
            fprintf(file, ", %zu %s", count, others[i].words);
    }
    fputs("; ", file);
    write_counted(file, results->fits, "convergence order", " examined.</p>\n");
}

/* ---- Counts and claims ---- */

static void write_counts(FILE *file, const struct tally *tally)
{
    static const struct {
        enum words_mark mark;
        const char *one, *several;
        bool always;
    } rows[] = {{WORDS_HOLDS, "holds", "hold", true},
                {WORDS_REFUTED, "refuted", "refuted", true},
                {WORDS_INCONCLUSIVE, "inconclusive", "inconclusive", true},
                {WORDS_VACUOUS, "vacuous", "vacuous", false},
                {WORDS_NOT_APPLICABLE, "not applicable", "not applicable", false}};
    size_t decided = 0;
    char text[256];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        decided += tally->count[rows[i].mark];
    html_element(file, "p", tally_sentence(tally, text, sizeof text));
    if (decided == 0)
        return;
    fputs("<ul class=\"counts\">\n", file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t count = tally->count[rows[i].mark];

        if (count == 0 && !rows[i].always)
            continue;
        fprintf(file, "<li class=\"%s\"><b>%zu</b>", count ? html_class(rows[i].mark) : "idle", count);
        html_verdict(file, rows[i].mark, count == 1 ? rows[i].one : rows[i].several);
        fputs("</li>\n", file);
    }
    fputs("</ul>\n", file);
}

static void write_claim(FILE *file, const struct claim_result *claim)
{
    enum words_mark mark = words_verdict(claim->verdict);

    fputs("<tr><th scope=\"row\">", file);
    output_html(file, claim->id);
    fputs("</th>", file);
    html_labelled(file, "claim", claim->text);
    html_labelled(file, "source", claim->source);
    html_labelled(file, "measured", claim->measured);
    fprintf(file, "<td class=\"%s%s\">", html_class(mark), words_differ(mark) ? " differs" : "");
    html_verdict(file, mark, claim->verdict);
    fputs("</td>", file);
    html_labelled(file, "evidence", claim->evidence);
    fputs("</tr>\n", file);
}

static void write_claims(FILE *file, const struct results *results)
{
    if (results->claims == 0)
        return;
    html_heading(file, "claims", "Claims");
    fputs("<table class=\"folds claims\"><thead><tr><th>id</th><th>claim</th><th>source</th><th>measured</th>"
          "<th>verdict</th><th>evidence</th></tr></thead><tbody>\n",
          file);
    for (size_t i = 0; i < results->claims; i++)
        write_claim(file, &results->claim[i]);
    fputs("</tbody></table>\n", file);
}

/* ---- Tables ---- */

static void write_entry(FILE *file, const struct results *results, const struct fit *fit)
{
    struct words_entry entry = words_entry_of(results, fit);

    fprintf(file, "<td class=\"%s%s\">", html_class(entry.mark), words_differ(entry.mark) ? " differs" : "");
    fprintf(file, "%s%s", entry.claimed, entry.claimed[0] ? " | " : "");
    output_html(file, entry.measured);
    fputs(" ", file);
    html_verdict(file, entry.mark, entry.mark == WORDS_NONE ? NULL : words_mark_name(entry.mark));
    fputs("<small>", file);
    if (entry.mark == WORDS_INCONCLUSIVE && fit->reason_code) {
        output_html(file, fit->reason_code);
        fputs(entry.detail[0] ? " " : "", file);
    }
    output_html(file, entry.detail);
    fputs("</small>", file);
    fputs("</td>", file);
}

static void write_family_row(FILE *file, const struct layout *layout, size_t row)
{
    char text[256];

    fputs("<tr class=\"family\"><th scope=\"rowgroup\">", file);
    output_html(file, family_title(layout->row[row].family, text, sizeof text));
    fputs("</th>", file);
    for (size_t c = 0; c < layout->columns; c++) {
        fputs("<td>", file);
        output_html(file, layout_formulas(layout, row, c, text, sizeof text));
        fputs("</td>", file);
    }
    fputs("</tr>\n", file);
}

static void write_table(FILE *file, const struct results *results, const struct results_table *table)
{
    struct layout *layout = layout_create(results, table);
    struct tally tally;
    char text[256];

    if (!layout)
        return;
    tally = layout_count(layout);
    html_element(file, "h3", table->title);
    fputs("<p>", file);
    if (table->source && table->source[0]) {
        fputs("<span class=\"source\">", file);
        output_html(file, table->source);
        fputs("</span><br>", file);
    }
    fprintf(file, "%s</p>\n<div class=\"scroll\"><table><thead><tr><th>method</th>",
            tally_sentence(&tally, text, sizeof text));
    for (size_t c = 0; c < layout->columns; c++)
        html_element(file, "th", layout->column[c]);
    fputs("</tr></thead><tbody>\n", file);
    for (size_t row = 0; row < layout->rows; row++) {
        if (layout->row[row].opens_family)
            write_family_row(file, layout, row);
        fputs("<tr><th scope=\"row\">", file);
        output_html(file, layout_label(layout, row, text, sizeof text));
        fputs("</th>", file);
        for (size_t c = 0; c < layout->columns; c++)
            write_entry(file, results, layout_fit(layout, row, c));
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
    layout_destroy(layout);
}

/* ---- Figures ---- */

static void write_panel(FILE *file, const struct results_figure *figure, const char *directory, size_t panel)
{
    char name[128], path[OUTPUT_PATH];

    figure_panel_name(figure, panel, name, sizeof name);
    snprintf(path, sizeof path, "%s/figures/%s.svg", directory, name);
    fputs("<figure><div class=\"scroll\">\n", file);
    if (!picture_inline(file, path, name))
        fprintf(file,
                "<p>The picture was not drawn: run <code>gnuplot %s.gp</code> in the folder figures.</p>\n",
                name);
    fprintf(file,
            "</div><figcaption>Panel (%c), %s projection: error against step size. Script and data: "
            "figures/%s.gp, %s.dat.</figcaption></figure>\n",
            (char)('a' + panel), panel == 0 ? "no" : figure_projection(panel), name, name);
}

static void write_figure(FILE *file, const struct results *results, const struct results_figure *figure,
                         const char *directory)
{
    html_element(file, "h3", figure->title);
    fputs("<p class=\"source\">", file);
    output_html(file, figure->source);
    fputs("</p>\n", file);
    for (size_t panel = 0; panel < FIGURE_PANELS; panel++) {
        if (figure_has_panel(results, figure, panel))
            write_panel(file, figure, directory, panel);
    }
}

/* ---- Rules and provenance ---- */

static void write_rules(FILE *file)
{
    html_heading(file, "rules", "Rules");
    fputs("<p>The step size is halved. A point enters the fit when its error is at least 100 times the "
          "round-off floor "
          "and at most 0.1; the fit takes the finest such point and the unbroken run of coarser ones before "
          "it, four "
          "at least. Local slopes s<sub>i</sub> = log(e<sub>i</sub>/e<sub>i+1</sub>) / "
          "log(h<sub>i</sub>/h<sub>i+1</sub>) are extrapolated once, x<sub>i</sub> = s<sub>i+1</sub> + "
          "(s<sub>i+1</sub> − s<sub>i</sub>)/(2<sup>k</sup> − 1), with k = 2 for symmetric maps and k = 1 "
          "otherwise. "
          "The order is the last x; its interval spans the last s and the last two x, widened by 0.05. Where "
          "it is "
          "wider than 0.3, or the last two slopes differ by more than 0.1, the errors are called not "
          "asymptotic. An "
          "error at the floor at every step is exact. No line of least squares is used.</p>\n",
          file);
    fputs(
        "<p>A claim says <q>exactly p</q> or <q>at least p</q>. It holds if the order differs from p by at "
        "most "
        "0.1 and half the interval; above <q>at least p</q> it holds too. It is refuted if the whole "
        "interval "
        "lies more than 0.5 below p, for <q>exactly</q> away from p, on two sets of initial data or final "
        "times; above <q>exactly p</q> only after 12 halvings. All else is inconclusive, for one of these "
        "reasons: floor (round-off leaves too few points), pre-asymptotic (the slopes have not settled), "
        "superconvergent (above the order claimed), sign-change (the error passes through zero), broke-down, "
        "too-few (points or sets of initial data), reference-limited, budget. An entry without a verdict "
        "says "
        "how the two orders compare: agrees, above, below.</p>\n",
        file);
}

static void write_provenance(FILE *file, const struct results *results)
{
    const struct provenance *p = &results->provenance;
    const struct {
        const char *term, *value;
    } rows[] = {
        {"study", results->study},         {"assay", p->version},         {"commit", p->commit},
        {"numerics", p->numerics_version}, {"compiler", p->compiler},     {"MPFR", p->mpfr},
        {"processor", p->processor},       {"study hash", p->study_hash}, {"command", p->command},
    };

    html_heading(file, "provenance", "Provenance, and how to cite");
    fputs("<dl>\n", file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fprintf(file, "<dt>%s</dt><dd>", rows[i].term);
        output_html(file, rows[i].value ? rows[i].value : "unknown");
        fputs("</dd>\n", file);
    }
    fputs(
        "</dl>\n<p>Numbers behind this page: data/cells.csv, fits.csv, claims.csv, points.csv, report.json; "
        "tables and figures as files in the folders tables and figures.</p>\n",
        file);
}

/* The paper is cited for the claims, this page for the measurements. */
static void write_citation(FILE *file, const struct results *results)
{
    const struct provenance *p = &results->provenance;
    const struct {
        const char *before, *value;
    } parts[] = {{"<p>Cite the measurements as: assay ", p->version},
                 {", commit ", p->commit},
                 {", numerics ", p->numerics_version},
                 {": study ", results->study},
                 {", ", results->title},
                 {", study hash ", p->study_hash}};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        fputs(parts[i].before, file);
        output_html(file, parts[i].value ? parts[i].value : "unknown");
    }
    fputs(". The same version and study give the same numbers.", file);
    if (results->source && results->source[0]) {
        fputs(" Cite the claims as: ", file);
        output_html(file, results->source);
        fputs(".", file);
    }
    fputs("</p>\n", file);
}

/* ---- The page ---- */

static void write_head(FILE *file, const struct results *results)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
          file);
    html_element(file, "title", results->title);
    fprintf(file, "<style>%s</style></head><body>\n", html_style());
    html_element(file, "h1", results->title);
    fputs("<p class=\"source\">", file);
    output_html(file, results->source);
    fputs("</p>\n", file);
}

static void write_contents(FILE *file, const struct results *results, bool claimed)
{
    const struct {
        const char *id, *text;
        bool there;
    } sections[] = {
        {"attention", "What needs attention", true},        {"claims", "Claims", results->claims > 0},
        {"tables", "Tables", results->tables > 0},          {"figures", "Figures", results->figures > 0},
        {"matrix", "Methods and projections", claimed},     {"rules", "Rules", true},
        {"provenance", "Provenance, and how to cite", true}};

    fputs("<nav>", file);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (sections[i].there)
            fprintf(file, "<a href='#%s'>%s</a>\n", sections[i].id, sections[i].text);
    }
    fputs("</nav>\n", file);
}

bool page_write(const struct results *results, const char *directory, struct error *error)
{
    const struct tally tally = tally_of(results);
    struct output output;
    FILE *file;

    if (!output_open(&output, error, directory, "index.html"))
        return false;
    file = output.file;
    write_head(file, results);
    write_runs(file, results);
    write_counts(file, &tally);
    write_contents(file, results, tally.claimed > 0);
    attention_write(file, results);
    write_claims(file, results);
    if (results->tables > 0)
        html_heading(file, "tables", "Tables");
    for (size_t i = 0; i < results->tables; i++)
        write_table(file, results, &results->table[i]);
    if (results->figures > 0)
        html_heading(file, "figures", "Figures");
    for (size_t i = 0; i < results->figures; i++)
        write_figure(file, results, &results->figure[i], directory);
    matrix_write(file, results);
    write_rules(file);
    write_provenance(file, results);
    write_citation(file, results);
    fputs("</body></html>\n", file);
    return output_close(&output, error);
}
