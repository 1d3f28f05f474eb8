/* The report as one page: no script, nothing loaded from elsewhere, printable on A4.
 *
 * Order of the page: of an audit the answer, what was run and the counts, what needs attention, the claims, what is known beside the runs, why
 * the models are there, the tables, the figures, methods x projections at a glance, the evidence, the rules, provenance, how to cite.  Words carry the
 * verdicts; weight, symbols and colours repeat them. */
#include "reports/page/page.h"

#include "numerics/memory.h"
#include "reports/audit_document.h"
#include "reports/page/evidence.h"
#include "reports/page/html.h"
#include "reports/shell.h"
#include "reports/tables/claims.h"
#include "reports/tables/tally.h"
#include "reports/template.h"

#include <stdlib.h>
#include <string.h>

/* ---- What was run ---- */

/* What the cells differ in: texts of each. */
enum { METHODS, PROJECTIONS, MODELS, STEPS, AXES };

static size_t count_distinct(const struct results *results, size_t axis)
{
    const char **names = memory_create(results->cells + 1, sizeof *names);
    size_t distinct = 0;

    for (size_t i = 0, k; i < results->cells; i++) {
        const struct cell *cell = results->cell + i;
        const char *const all[AXES] = {cell->method->name, cell->projection->name, cell->problem->model->name,
                                       cell->step};

        for (k = 0; k < distinct && strcmp(names[k], all[axis]) != 0;)
            k++;
        names[k] = all[axis];
        distinct += k == distinct;
    }
    free(names);
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
    static const char *const axes[AXES][2] = {
        {"method", " with "}, {"projection", " on "}, {"model", " at "}, {"step size", ""}};
    static const struct {
        enum cell_status status;
        const char *words;
    } others[] = {{CELL_BROKE_DOWN, "broke down"},
                  {CELL_CRASHED, "crashed"},
                  {CELL_INCOMPLETE, "are incomplete"},
                  {CELL_NOT_APPLICABLE, "do not apply"}};

    fputs("<p>", file);
    for (size_t axis = 0; axis < AXES; axis++)
        write_counted(file, count_distinct(results, axis), axes[axis][0], axes[axis][1]);
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
    size_t decided = 0;
    char text[256];

    for (enum words_mark mark = WORDS_HOLDS; mark < WORDS_MARKS; mark++)
        decided += tally->count[mark];
    html_element(file, "p", tally_sentence(tally, text, sizeof text));
    if (decided == 0)
        return;
    fputs("<ul class=\"counts\">\n", file);
    for (enum words_mark mark = WORDS_HOLDS; mark < WORDS_MARKS; mark++) {
        if (!tally_word(tally, mark))
            continue;
        html_print(file, "<li class=\"%s\"><b>%zu</b>", tally->count[mark] ? html_class(mark) : "idle",
                   tally->count[mark]);
        html_verdict(file, mark, tally_word(tally, mark));
        fputs("</li>\n", file);
    }
    fputs("</ul>\n", file);
}

/* The counts are of runs alone: claims of which more is known stand beside them. */
static void write_known(FILE *file, const struct results *results)
{
    const char *before = "<p>More is known than the runs show: ";

    for (size_t i = 0; i < results->claims; i++) {
        const struct claim_result *claim = results->claim + i;

        if (claim->verdict == claim->of_runs)
            continue;
        fputs(before, file);
        html_print(file, "<a href='#attention'>%s</a> ", claim->id);
        html_verdict(file, words_verdict(claim->verdict), term_word(TERM_VERDICT, claim->verdict));
        before = "; ";
    }
    fputs(*before == ';' ? ".</p>\n" : "", file);
}

/* ---- Claims ---- */

/* Expectations of single fits, which have no row among the claims. */
static void write_expectations(FILE *file, const struct results *results)
{
    const char *before = "<p>A gate expects of single fits: ";

    for (size_t i = 0; i < results->expectations; i++) {
        const struct study_expectation *expectation = &results->expectation[i];

        if (results_find_claim(results, expectation->id))
            continue;
        fputs(before, file);
        html_print(file, "<code>%s</code> %s", expectation->id,
                   term_word(TERM_VERDICT, expectation->verdict));
        before = "; ";
    }
    if (before[0] == ';')
        fputs(".</p>\n", file);
}

static void write_claims(FILE *file, const struct results *results)
{
    struct table *table = table_create("id", CLAIMS_SHOWN, claims_shown);

    for (size_t i = 0; i < results->claims; i++) {
        struct words_statement words;

        claims_add_shown(table, words_state(results, &results->claim[i], &words), NULL);
    }
    table_write_html(file, table, "folds claims", TABLE_FOLDS);
    table_destroy(table);
    html_element(file, "p",
                 "Expected: what the study expects of a claim where that is not that it holds; a gate "
                 "compares with it.");
    write_expectations(file, results);
}

/* ---- What is known beside the runs ---- */

static void write_sections(FILE *file, const struct results *results)
{
    for (size_t i = 0; i < results->study->sections; i++) {
        html_element(file, "h3", results->study->section[i].title);
        html_element(file, "pre", results->study->section[i].text);
    }
}

/* Why the models are those. */
static void write_reasons(FILE *file, const struct results *results)
{
    fputs("<dl>\n", file);
    for (size_t i = 0; i < results->study->reasons; i++)
        html_print(file, "<dt>%s</dt><dd>%s</dd>\n", results->study->reason[i].model,
                   results->study->reason[i].text);
    fputs("</dl>\n", file);
}

/* ---- What the report was made from, and how to cite it ----
 *
 * The paper is cited for the claims, the report for the measurements: by the version, the commit and the
 * sources that compute (numerics), the study by its hash, and the command that makes it again. */

static const char *known(const char *value)
{
    return value && value[0] ? value : "unknown";
}

/* From a clone: the commit, the program, the run.  A report of what a store has, or of several stores, is
 * made again by running the study. */
static void write_commands(FILE *file, const struct results *results)
{
    static const char *const running[] = {"assay run ", "assay reproduce ", "assay demo"};
    const char *command = results->provenance.command;
    bool runs = false;
    char word[4099], option[4110];

    for (size_t i = 0; command && i < sizeof running / sizeof *running; i++)
        runs |= strncmp(command, running[i], strlen(running[i])) == 0;
    html_print(file, "<p>To make this report again, in a clone of assay:</p>\n<pre>git checkout %s\nmake\n./",
               known(results->provenance.commit));
    if (runs)
        html_print(file, "%s", command);
    else
        html_print(file, "assay run %s%s%s", shell_word(known(words_study(results)), word, sizeof word),
                   results->study->in_full ? " --full" : "",
                   shell_store(results->provenance.store, option, sizeof option));
    fputs("</pre>\n", file);
}

static void write_citation(FILE *file, const struct results *results)
{
    const struct provenance *p = &results->provenance;

    html_print(
        file,
        "<p>Cite the measurements as:</p>\n<pre>assay %s, commit %s, numerics %s. Study %s (%s), study "
        "hash %s.</pre>\n",
        known(p->version), known(p->commit), known(p->numerics_version), known(results->study->name),
        known(results->study->title), known(p->study_hash));
    if (results->study->source && results->study->source[0])
        html_print(file, "<p>Cite the claims as:</p>\n<pre>%s</pre>\n", results->study->source);
    write_commands(file, results);
    fputs("<p>The same commit and study give the same numbers, and the same files but for timing.csv.</p>\n",
          file);
}

/* ---- The page ---- */

static void write_head(FILE *file, const struct results *results)
{
    html_begin(file, results->study->title);
    html_print(file, "<h1>%s</h1>\n<p class=\"source\">%s</p>\n", results->study->title,
               results->study->source);
    if (results->study->in_full)
        html_element(file, "p", "The full version of the study: what it says for --full.");
}

/* Of an audit what it comes to, in a box; false with a message. */
static bool write_answer(FILE *file, const struct results *results, struct error *error)
{
    json_t *document = audit_document(results);
    const bool written = !document || template_write(file, "audit.html", document, error);

    json_decref(document);
    return written;
}

static void write_tables(FILE *file, const struct results *results)
{
    for (size_t i = 0; i < results->tables; i++)
        page_tables_write(file, results, &results->table[i]);
}

static void write_figures(FILE *file, const struct results *results, const char *directory)
{
    for (size_t i = 0; i < results->figures; i++) {
        struct panels *panels = panels_create(results, &results->figure[i]);

        page_figures_write(file, panels, directory);
        panels_destroy(panels);
    }
}

static void write_provenance(FILE *file, const struct results *results)
{
    html_provenance(file, "study", results->study->name, &results->provenance);
    fputs("<p>Numbers behind this page: data/cells.csv, fits.csv, evidence.csv, claims.csv, points.csv, "
          "report.json; tables and figures as files in the folders tables and figures.</p>\n",
          file);
}

bool page_write(const struct results *results, const char *directory, struct error *error)
{
    const struct tally tally = tally_of(results);
    const struct {
        const char *id, *title;
        bool there;
        void (*write)(FILE *file, const struct results *results); /* NULL: the figures */
    } sections[] = {{"attention", "What needs attention", true, evidence_write_attention},
                    {"claims", "Claims", results->claims > 0, write_claims},
                    {"beside", "Analysis of the coefficients", results->study->sections > 0, write_sections},
                    {"models", "Models", results->study->reasons > 0, write_reasons},
                    {"tables", "Tables", results->tables > 0, write_tables},
                    {"figures", "Figures", results->figures > 0, NULL},
                    {"matrix", "Methods and projections", tally.claimed > 0, page_tables_write_matrix},
                    {"evidence", "Evidence", results->fits > 0, evidence_write},
                    {"rules", "Rules", true, page_rules_write},
                    {"provenance", "Provenance", true, write_provenance},
                    {"cite", "How to cite", true, write_citation}};
    struct output output;
    FILE *file;
    bool written;

    if (!output_open(&output, error, directory, "index.html"))
        return false;
    file = output.file;
    write_head(file, results);
    written = write_answer(file, results, error);
    write_runs(file, results);
    write_counts(file, &tally);
    write_known(file, results);
    fputs("<nav>", file);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (sections[i].there)
            fprintf(file, "<a href='#%s'>%s</a>\n", sections[i].id, sections[i].title);
    }
    fputs("</nav>\n", file);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        if (!sections[i].there)
            continue;
        html_heading(file, sections[i].id, sections[i].title);
        if (sections[i].write)
            sections[i].write(file, results);
        else
            write_figures(file, results, directory);
    }
    fputs("</body></html>\n", file);
    return output_close(&output, written ? error : &(struct error){""}) && written;
}
