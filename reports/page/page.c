/* The report as one page: no script, nothing loaded from elsewhere, printable on A4.
 *
 * Order of the page: what was run and the counts, what needs attention, the claims, the tables, the figures,
 * methods x projections at a glance, the evidence, the rules, provenance, how to cite.  Words carry the
 * verdicts; weight, symbols and colours repeat them. */
#include "reports/page/page.h"

#include "reports/page/attention.h"
#include "reports/tables/citation.h"
#include "reports/page/evidence.h"
#include "reports/page/html.h"
#include "reports/tables/matrix.h"
#include "reports/output.h"
#include "reports/page/page_figures.h"
#include "reports/page/page_tables.h"
#include "reports/page/rules.h"
#include "reports/tables/tally.h"

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

static size_t count_status(const struct results *results, enum cell_status status)
{
    size_t count = 0;

    for (size_t i = 0; i < results->cells; i++)
        count += results->cell[i].status == status;
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
        enum cell_status status;
        const char *words;
    } others[] = {{CELL_BROKE_DOWN, "broke down"},
                  {CELL_CRASHED, "crashed"},
                  {CELL_INCOMPLETE, "are incomplete"},
                  {CELL_NOT_APPLICABLE, "do not apply"}};

    fputs("<p>", file);
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++)
        write_counted(file,
                      count_distinct(results->cell, results->cells, sizeof *results->cell, axes[i].offset),
                      axes[i].noun, axes[i].after);
    fputs(": ", file);
    write_counted(file, results->cells, "run", ", of which ");
    fprintf(file, "%zu completed", count_status(results, CELL_COMPLETED));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t count = count_status(results, others[i].status);

        if (count > 0)
            fprintf(file, ", %zu %s", count, others[i].words);
    }
    fputs("; ", file);
    write_counted(file, results->fits, "curve", " of errors examined.</p>\n");
}

/* ---- Counts ---- */

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

/* ---- Claims ---- */

/* Whether the study expects anything but "holds" of one of its claims. */
static bool is_any_expected(const struct results *results)
{
    for (size_t i = 0; i < results->claims; i++) {
        if (words_expected(results, results->claim[i].id))
            return true;
    }
    return false;
}

/* What is claimed, and where it does not simply hold under what condition it should. */
static void write_statement(FILE *file, const struct claim_result *claim, enum words_mark mark)
{
    fputs("<td data-label=\"claim\">", file);
    output_html(file, claim->text);
    if (claim->condition && mark != WORDS_HOLDS) {
        fputs("<small>Condition: ", file);
        output_html(file, claim->condition);
        fputs("</small>", file);
    }
    fputs("</td>", file);
}

static void write_claim(FILE *file, const struct results *results, const struct claim_result *claim,
                        bool expected)
{
    enum words_mark mark = words_verdict(claim->verdict);

    fputs("<tr><th scope=\"row\">", file);
    output_html(file, claim->id);
    fputs("</th>", file);
    write_statement(file, claim, mark);
    html_labelled(file, "source", claim->source);
    html_labelled(file, "measured", claim->measured);
    fprintf(file, "<td class=\"%s%s\">", html_class(mark), words_differ(mark) ? " differs" : "");
    html_verdict(file, mark, term_word(TERM_VERDICT, claim->verdict));
    fputs("</td>", file);
    if (expected)
        html_labelled(file, "expected", words_expected(results, claim->id));
    html_labelled(file, "evidence", claim->evidence);
    fputs("</tr>\n", file);
}

static bool is_claim(const struct results *results, const char *id)
{
    size_t i = 0;

    while (i < results->claims && strcmp(results->claim[i].id, id) != 0)
        i++;
    return i < results->claims;
}

/* Expectations of single fits, which have no row among the claims. */
static void write_expectations(FILE *file, const struct results *results)
{
    const char *before = "<p>A gate expects of single fits: ";

    for (size_t i = 0; i < results->expectations; i++) {
        const struct expectation *expectation = &results->expectation[i];

        if (is_claim(results, expectation->id))
            continue;
        fprintf(file, "%s<code>", before);
        output_html(file, expectation->id);
        fputs("</code> ", file);
        output_html(file, term_word(TERM_VERDICT, expectation->verdict));
        before = "; ";
    }
    if (before[0] == ';')
        fputs(".</p>\n", file);
}

static void write_claims(FILE *file, const struct results *results)
{
    const bool expected = is_any_expected(results);

    if (results->claims == 0)
        return;
    html_heading(file, "claims", "Claims");
    fprintf(file,
            "<table class=\"folds claims\"><thead><tr><th>id</th><th>claim</th><th>source</th>"
            "<th>measured</th><th>verdict</th>%s<th>evidence</th></tr></thead><tbody>\n",
            expected ? "<th>expected</th>" : "");
    for (size_t i = 0; i < results->claims; i++)
        write_claim(file, results, &results->claim[i], expected);
    fputs("</tbody></table>\n", file);
    if (expected)
        html_element(file, "p",
                     "Expected: what the study expects of a claim where that is not that it holds; a gate "
                     "compares with it.");
    write_expectations(file, results);
}

/* ---- The page ---- */

static void write_head(FILE *file, const struct results *results)
{
    html_begin(file, results->title);
    fputs("</head><body>\n", file);
    html_element(file, "h1", results->title);
    fputs("<p class=\"source\">", file);
    output_html(file, results->source);
    fputs("</p>\n", file);
    if (results->full)
        html_element(file, "p", "The full version of the study: what it says for --full.");
}

static void write_contents(FILE *file, const struct results *results, bool claimed)
{
    const struct {
        const char *id, *text;
        bool there;
    } sections[] = {{"attention", "What needs attention", true},
                    {"claims", "Claims", results->claims > 0},
                    {"tables", "Tables", results->tables > 0},
                    {"figures", "Figures", results->figures > 0},
                    {"matrix", "Methods and projections", claimed},
                    {"evidence", "Evidence", results->fits > 0},
                    {"rules", "Rules", true},
                    {"provenance", "Provenance", true},
                    {"cite", "How to cite", true}};

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
        page_tables_write(file, results, &results->table[i]);
    if (results->figures > 0)
        html_heading(file, "figures", "Figures");
    for (size_t i = 0; i < results->figures; i++) {
        struct panels *panels = panels_create(results, &results->figure[i]);

        page_figures_write(file, panels, directory);
        panels_destroy(panels);
    }
    matrix_write(file, results);
    evidence_write(file, results);
    rules_write(file);
    citation_write(file, results);
    fputs("</body></html>\n", file);
    return output_close(&output, error);
}
